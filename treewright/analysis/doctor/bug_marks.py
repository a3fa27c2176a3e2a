"""Findings in MISC: `Bug=` with the kinds of what was found at a word, as other tools for treebanks write it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from treewright.analysis.doctor.finding import Finding
from treewright.errors import InputError
from treewright.treebank.sentence import Sentence
from treewright.treebank.splicer import splice_columns

MISC = 9


def marked(sentences: Sequence[Sentence], findings: Iterable[Finding]) -> bytes:
    """The sentences of a file, with marks; all else stays as it is, old values of `Bug` are replaced.

    `Bug=arc:5:nmod` says that nmod of word 5 is preferred; several kinds are joined by `+`. What concerns a whole sentence is
    marked at its first word.
    """
    kinds: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)  # of each line
    for finding in findings:
        kinds[finding.path, finding.line][_mark(finding)] = None
    fields = []
    for sentence in sentences:
        if sentence.format != "conllu":
            place = f"{sentence.path or '(memory)'}:{sentence.line}"
            raise InputError(f"{place}: seen {sentence.format}, which has no MISC to mark; expected CoNLL-U")
        first = sentence.line
        for i, line in enumerate(_lines(sentence)):
            marks = dict(kinds.get((sentence.path, line), {}))
            if i == 0:
                for before in range(first, line):  # of the sentence: the validator may name one of its comments
                    marks.update(kinds.get((sentence.path, before), {}))
            fields.append(_misc(sentence.column(i, MISC), list(marks)).encode())
    return bytes(splice_columns(list(sentences), [MISC], [fields]))


def _mark(finding: Finding) -> str:
    if finding.kind == "arc":
        return f"arc:{finding.head}:{finding.label}"
    return finding.kind


def _lines(sentence: Sentence) -> list[int]:
    """The line of each word in its file."""
    rows = sentence.source.split(b"\n")
    return [sentence.line + at for at, row in enumerate(rows) if row.partition(b"\t")[0].isdigit()]


def _misc(old: str, marks: list[str]) -> str:
    kept = [entry for entry in ([] if old == "_" else old.split("|")) if not entry.startswith("Bug=")]
    return "|".join([*kept, *(["Bug=" + "+".join(marks)] if marks else [])]) or "_"
