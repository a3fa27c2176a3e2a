"""Checks the heads of a training sentence: why they are not a tree, and the sentence without the heads at fault."""

from __future__ import annotations

from treewright.treebank.columns import CUTS
from treewright.treebank.dependency_tree import problems
from treewright.treebank.report import Problem
from treewright.treebank.sentence import Sentence


def check_tree(sentence: Sentence, *, several_roots: bool = False) -> tuple[list[Problem], Sentence]:
    """The problems of a sentence's heads, and the sentence with the heads at fault unknown (`_`); labels stay."""
    heads = list(sentence.heads)
    found = []
    blamed: set[int] = set()
    for i, head in enumerate(heads):
        if head < 0 and (text := sentence.column(i, 6)) != "_":
            shown = text if len(text) <= 24 else text[:21] + "..."
            seen, expected = f"head {shown} of word {i + 1}", f"a number from 0 to {len(heads)}, or _"
            found.append(Problem(_line(sentence, i + 1), seen, expected, "head read as _"))
            blamed.add(i + 1)
    for problem in problems(heads, several_roots=several_roots):
        line = _line(sentence, problem.words[0] if problem.words else 1)
        found.append(Problem(line, problem.seen, problem.expected, "heads at fault read as _"))
        blamed.update(problem.words)
    if not found:
        return [], sentence
    mended = [None if i + 1 in blamed else head for i, head in enumerate(heads)]
    return sorted(found, key=lambda problem: problem.line), sentence.with_tree(mended, sentence.labels)


def _line(sentence: Sentence, word: int) -> int:
    return sentence.line + sentence.source.count(b"\n", 0, sentence.cuts[CUTS * (word - 1)])
