"""Sentences that occur twice: within a file, across files (test data seen in training), or with different analyses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from treewright.analysis.doctor.finding import Finding
from treewright.treebank.sentence import Sentence

LEAST = 5  # words: shorter sentences recur in any text
SHOWN = 3  # places named beside a finding

Analysis = tuple[tuple[int, ...], tuple[str | None, ...], tuple[str | None, ...]]


class Duplicates:
    """Groups of sentences with the same words; a different analysis is reported against the most frequent one."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        groups: dict[tuple[str, ...], list[Sentence]] = defaultdict(list)
        for sentence in sentences:
            groups[tuple(sentence.forms)].append(sentence)
        self.groups = [group for group in groups.values() if len(group) > 1]

    def findings(self) -> list[Finding]:
        """Leaks, repetitions and different analyses."""
        found: list[Finding] = []
        for group in self.groups:
            if len(group[0]) >= LEAST:
                found += _repetitions(group)
            if len(group[0]) > 1:
                found += _variants(group)
        return found


def _repetitions(group: list[Sentence]) -> list[Finding]:
    """Sentences that an earlier file has, and those of one file that have the same analysis as an earlier one there."""
    found = []
    seen: dict[tuple[str, Analysis], Sentence] = {}
    for number, sentence in enumerate(group):
        elsewhere = next((other for other in group[:number] if other.path != sentence.path), None)
        earlier = seen.setdefault((sentence.path, _analysis(sentence)), sentence)
        if elsewhere is not None:
            text = f"{elsewhere.path} has the same sentence in line {elsewhere.line:,}"
            found.append(Finding.at("leak", sentence, 0, text, others=(elsewhere.place,)))
        elif earlier is not sentence:
            text = f"the same sentence is in line {earlier.line:,}"
            found.append(Finding.at("duplicate", sentence, 0, text, others=(earlier.place,)))
    return found


def _variants(group: list[Sentence]) -> list[Finding]:
    """Sentences whose analysis is not the most frequent one of their words (the first of several)."""
    analyses = [_analysis(sentence) for sentence in group]
    counts = Counter(analyses)
    if len(counts) == 1:
        return []
    usual = max(counts, key=lambda analysis: counts[analysis])  # the first one, if several are as frequent
    model = group[analyses.index(usual)]
    places = tuple(s.place for s, analysis in zip(group, analyses, strict=True) if analysis == usual)
    found = []
    for sentence, analysis in zip(group, analyses, strict=True):
        if analysis != usual:
            word, text = _difference(analysis, usual)
            more = len(places) - 1
            where = model.place + (f" and {more} more" if more else "")
            found.append(Finding.at("tree", sentence, word, f"{text}, as in {where}", others=places[:SHOWN]))
    return found


def _analysis(sentence: Sentence) -> Analysis:
    return tuple(sentence.heads), tuple(sentence.labels), tuple(sentence.tags)


def _difference(one: Analysis, other: Analysis) -> tuple[int, str]:
    """The first word that differs, and how."""
    rows: list[tuple[Any, Any]] = list(zip(zip(*one, strict=True), zip(*other, strict=True), strict=True))
    different = [i for i, (mine, yours) in enumerate(rows) if mine != yours]
    (head, label, tag), (other_head, other_label, other_tag) = rows[different[0]]
    if (head, label) != (other_head, other_label):
        text = f"{label or '_'} of {head}, elsewhere {other_label or '_'} of {other_head}"
    else:
        text = f"tag {tag or '_'}, elsewhere {other_tag or '_'}"
    if len(different) > 1:
        text += f" ({len(different)} words differ)"
    return different[0] + 1, text
