"""The treebank doctor: looks for annotation errors in dependency trees by several means and ranks what it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from treewright.analysis.doctor import duplicates
from treewright.analysis.doctor.duplicates import Duplicates
from treewright.analysis.doctor.finding import KINDS, Finding
from treewright.analysis.doctor.implausible import Doubt, Implausible
from treewright.analysis.doctor.inventory import Inventory
from treewright.analysis.doctor.jury import LEAST
from treewright.analysis.doctor.variation import Variation
from treewright.errors import InputError
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

CONFIDENT = 0.5  # how sure another arc must be to be reported


class Doctor:
    """Examines sentences of one or more files; `findings` has all that was found, by kind and rank."""

    def __init__(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 0,
        seed: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.sentences = [sentence for sentence in expected_sentences(sentences) if len(sentence)]
        refuse_constituents(self.sentences)
        self.notes: list[str] = []
        self.findings: list[Finding] = [
            *Duplicates(self.sentences).findings(),
            *Variation(self.sentences).findings(),
            *Inventory(self.sentences).findings(),
        ]
        annotated = sum(any(head >= 0 for head in sentence.heads) for sentence in self.sentences)
        if annotated < LEAST:
            self.notes.append(f"{annotated} sentences have trees: parsers need at least {LEAST} to doubt their arcs")
        else:
            doubts = Implausible(self.sentences, threads=threads, seed=seed, progress=progress).doubts()
            self.findings += [self._finding(doubt) for doubt in doubts if doubt.confidence >= CONFIDENT]
        self.sort()

    def sort(self) -> None:
        """Bring the kinds into their order; what is of one kind stays as it is ranked."""
        order = {kind: number for number, kind in enumerate(KINDS)}
        self.findings.sort(key=lambda finding: order[finding.kind])

    def _finding(self, doubt: Doubt) -> Finding:
        sentence = self.sentences[doubt.sentence]
        text = (
            f"{_arc(sentence, doubt.head, doubt.label)}; rather {_arc(sentence, doubt.better_head, doubt.better_label)} "
            f"({doubt.confidence:.2f})"
        )
        more: dict[str, Any] = {"confidence": doubt.confidence, "head": doubt.better_head, "label": doubt.better_label}
        return Finding.at("arc", sentence, doubt.word, text, **more)

    def counts(self) -> dict[str, int]:
        """How many findings of each kind there are."""
        counted = Counter(finding.kind for finding in self.findings)
        return {kind: counted[kind] for kind in KINDS}

    def lines(self, most: int = 20) -> list[str]:
        """The findings as readable lines, so many of each kind at the most (0: all)."""
        shown = []
        for kind, count in self.counts().items():
            if not count:
                continue
            shown.append(f"{heading(kind)}: {count:,}")
            listed = [finding for finding in self.findings if finding.kind == kind]
            shown += [f"  {finding}" for finding in (listed if most <= 0 else listed[:most])]
            if 0 < most < count:
                shown.append(f"  and {count - most:,} more (--most 0 shows all)")
        return shown or ["nothing found"]


def heading(kind: str) -> str:
    """What findings of a kind are."""
    return KINDS[kind].format(least=duplicates.LEAST)


def refuse_constituents(sentences: Sequence[Sentence]) -> None:
    """Refuses constituency trees: heads are what is examined."""
    for sentence in sentences:
        if sentence.tree is not None:
            raise InputError(
                f"{sentence.place}: seen a constituency tree, expected dependency trees: the doctor examines heads and labels"
            )


def _arc(sentence: Sentence, head: int, label: str) -> str:
    return f"{label} of {head} ({sentence.column(head - 1, 1)})" if head > 0 else f"{label}, the root"
