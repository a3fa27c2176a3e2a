"""Findings in MISC: `Bug=` with the kinds of what was found at a word, as other tools for treebanks write it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from treewright.analysis.doctor.finding import Finding
from treewright.errors import InputError
from treewright.treebank.sentence import Sentence
from treewright.treebank.splicer import splice_columns

MISC = 9


def with_bugs(sentences: Sequence[Sentence], findings: Iterable[Finding]) -> bytes:
    """The sentences of a file, with `Bug=` in MISC; all else stays as it is, old values of `Bug` are replaced.

    `Bug=arc:5:nmod` says that nmod of word 5 is preferred; several kinds are joined by `+`. What concerns a whole sentence is
    told at its first word, what concerns a line without a word at the next one. Findings are about these sentence objects.
    """
    at_word: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)  # of each sentence
    at_line: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)  # of each file: what the validator says
    for finding in findings:
        if finding.sentence is None:
            at_line[finding.path, finding.line][_kind(finding)] = None
        else:
            at_word[id(finding.sentence), max(1, finding.word)][_kind(finding)] = None
    fields = []
    for sentence in sentences:
        if sentence.format != "conllu":
            raise InputError(f"{sentence.place}: seen {sentence.format}, which has no MISC for Bug=; expected CoNLL-U")
        lines = _lines(sentence)
        after = sentence.line
        for i, line in enumerate(lines):
            last = line if i + 1 < len(lines) else sentence.line + sentence.source.count(b"\n")
            kinds: dict[str, None] = {}
            for at in range(after, last + 1):  # comments, ranges and empty nodes have no MISC of their own here
                kinds.update(at_line.get((sentence.path, at), {}))
            kinds.update(at_word.get((id(sentence), i + 1), {}))
            after = last + 1
            fields.append(_misc(sentence.column(i, MISC), list(kinds)).encode())
    return bytes(splice_columns(list(sentences), [MISC], [fields]))


def _kind(finding: Finding) -> str:
    if finding.kind == "arc":
        return f"arc:{finding.head}:{finding.label}"
    return finding.kind


def _lines(sentence: Sentence) -> list[int]:
    """The line of each word in its file."""
    rows = sentence.source.split(b"\n")
    return [sentence.line + at for at, row in enumerate(rows) if row.partition(b"\t")[0].isdigit()]


def _misc(old: str, kinds: list[str]) -> str:
    kept = [entry for entry in ([] if old == "_" else old.split("|")) if not entry.startswith("Bug=")]
    return "|".join([*kept, *(["Bug=" + "+".join(kinds)] if kinds else [])]) or "_"
