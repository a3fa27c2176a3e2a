"""Checks whether heads form a tree. Heads are numbers from 1; 0 is ROOT, -1 is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TreeProblem:
    """One reason why heads do not form a tree; `words` are those whose heads are at fault."""

    words: tuple[int, ...]
    seen: str
    expected: str


def problems(heads: Sequence[int], *, several_roots: bool = False) -> list[TreeProblem]:
    """All reasons why heads do not form a tree with one root; unknown heads alone are not a problem."""
    size = len(heads)
    found = []
    for word, head in enumerate(heads, 1):
        if head > size or head < -1:
            found.append(TreeProblem((word,), f"head {head} of word {word}", f"a head from 0 to {size}, or _"))
        elif head == word:
            found.append(TreeProblem((word,), f"word {word} as its own head", "another word, or 0"))
    for circle in cycles(heads):
        if len(circle) > 1:
            shown = [str(word) for word in (*circle, circle[0])]
            if len(shown) > 12:
                shown[6:-5] = ["..."]
            found.append(TreeProblem(circle, f"the cycle {' <- '.join(shown)}", "heads that lead to 0"))
    tops = roots(heads)
    if len(tops) > 1 and not several_roots:
        shown = [str(word) for word in tops]
        if len(shown) > 12:
            shown[10:] = ["..."]
        seen = f"{len(tops)} roots (words {', '.join(shown)})"
        found.append(TreeProblem(tuple(tops[1:]), seen, "one word with head 0"))
    if size and not tops and -1 not in heads:
        found.append(TreeProblem((), "no root", "one word with head 0"))
    return found


def problem_of(heads: Sequence[int], *, several_roots: bool = False) -> str | None:
    """The first reason why heads do not form a tree; None if they do (or may, once unknown heads are known)."""
    found = problems(heads, several_roots=several_roots)
    return f"seen {found[0].seen}, expected {found[0].expected}" if found else None


def is_tree(heads: Sequence[int]) -> bool:
    """True if every head is known and they form a tree with exactly one root."""
    return len(heads) > 0 and -1 not in heads and not problems(heads)


def roots(heads: Sequence[int]) -> list[int]:
    """The words whose head is 0."""
    return [word for word, head in enumerate(heads, 1) if head == 0]


def cycle(heads: Sequence[int]) -> tuple[int, ...] | None:
    """The first cycle (a word that is its own head is one); None if there is none."""
    return next(iter(cycles(heads)), None)


def cycles(heads: Sequence[int]) -> list[tuple[int, ...]]:
    """All cycles, each starting at its smallest word, every word followed by its head."""
    size = len(heads)
    walk = [0] * (size + 1)  # number of the walk that visited the word; every word is visited once, so time is linear
    found = []
    for start in range(1, size + 1):
        word = start
        while 1 <= word <= size and not walk[word]:
            walk[word] = start
            word = heads[word - 1]
        if 1 <= word <= size and walk[word] == start:
            circle = [word]
            while heads[circle[-1] - 1] != word:
                circle.append(heads[circle[-1] - 1])
            smallest = circle.index(min(circle))
            found.append(tuple(circle[smallest:] + circle[:smallest]))
    return found
