"""Constraints that cannot stand together: the smallest set of them that clashes, and the most that can be kept."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy

from treewright.arrays import int_array
from treewright.constraints.constraint import HEAD, ROOT, SPANS, SUBTREE, Constraint
from treewright.constraints.projective_tree import LONGEST, ProjectiveTree
from treewright.errors import InputError

TRIES = 5000  # sets of one size that are looked at; a cycle among arcs alone is found without trying


def clash(constraints: Sequence[Constraint], size: int, *, single_root: bool = True) -> list[Constraint]:
    """The smallest set of constraints that no projective tree honours, [] if all can be honoured."""
    constraints = list(dict.fromkeys(constraints))
    arcs = [constraint for constraint in constraints if constraint.kind in (HEAD, ROOT)]
    for arc in arcs:
        if _head(arc) > size or _head(arc) < 0 or _head(arc) == arc.word:
            return [arc]
    pair = next((pair for pair in itertools.combinations(arcs, 2) if _clash(*pair, single_root)), None)
    if pair:
        return list(pair)
    if len(arcs) == len(constraints):
        return _smallest_cycle(arcs)
    _refuse_long(size)

    def fails(some: Sequence[Constraint]) -> bool:
        return least_broken(some, size, single_root=single_root)[0] > 0

    if not fails(constraints):
        return []
    return _smallest(constraints, fails)


def reason(clashing: Sequence[Constraint], size: int) -> str:
    """Why these cannot stand together."""
    if len(clashing) == 1:
        only = clashing[0]
        if any(not 0 <= number <= size for number in only.numbers):
            return "there is no such word"
        return "it cannot be honoured"
    if not all(constraint.kind in (HEAD, ROOT) for constraint in clashing):
        return "no tree honours them all"
    if len(clashing) > 2:
        return "they form a cycle"
    one, other = clashing
    if one.word == other.word:
        return "a word has one head"
    if _head(one) == _head(other) == 0:
        return "a tree has one root"
    return "they form a cycle" if _head(one) == other.word and _head(other) == one.word else "they cross"


def relax(
    constraints: Sequence[Constraint], size: int, *, single_root: bool = True
) -> tuple[list[Constraint], list[Constraint]]:
    """The constraints that are kept and those that are dropped: as few as possible."""
    _refuse_long(size)
    spans = [constraint for constraint in constraints if constraint.kind in SPANS]
    others = [constraint for constraint in constraints if constraint.kind not in SPANS]
    best, best_heads = len(constraints) + 1, [0] * size
    for dropped in _subsets(spans):
        if len(dropped) >= best:
            break
        kept = [span for span in spans if span not in dropped]
        broken, heads = least_broken([*others, *kept], size, single_root=single_root)
        if len(dropped) + broken < best:
            best, best_heads = len(dropped) + broken, heads
    kept = [constraint for constraint in constraints if constraint.holds(best_heads)]
    return kept, [constraint for constraint in constraints if constraint not in kept]


def least_broken(constraints: Sequence[Constraint], size: int, *, single_root: bool) -> tuple[int, list[int]]:
    """A projective tree that honours all spans and breaks as few other constraints as possible: how many, and its heads.

    If not even the spans can be honoured, more constraints are broken than there are.
    """
    cost = numpy.zeros((size + 1, size + 1), numpy.int32)
    for constraint in constraints:
        if constraint.kind not in SPANS:
            cost[:, constraint.word] += [not constraint.allows(head) for head in range(size + 1)]
    spans = [(*c.words, c.kind == SUBTREE) for c in constraints if c.kind in SPANS]
    flat: Any = int_array((size + 1) ** 2)
    flat[:] = cost.ravel() if isinstance(flat, numpy.ndarray) else cost.ravel().tolist()
    total, heads = ProjectiveTree().best(flat, size, spans, single_root)
    return min(total, len(constraints) + 1), heads


def _head(arc: Constraint) -> int:
    return arc.words[0] if arc.kind == HEAD else 0


def _clash(one: Constraint, other: Constraint, single_root: bool) -> bool:
    """Whether two arcs have one dependent and two heads, are two roots, a cycle, or cross."""
    head, word, head2, word2 = _head(one), one.word, _head(other), other.word
    if word == word2:
        return head != head2
    if head == word2 and head2 == word:
        return True
    if head == head2 == 0:
        return single_root
    left, right, left2, right2 = *sorted((head, word)), *sorted((head2, word2))
    return left < left2 < right < right2 or left2 < left < right2 < right


def _smallest_cycle(arcs: list[Constraint]) -> list[Constraint]:
    """The shortest cycle of arcs that do not clash in pairs: each word has one head, so cycles do not meet."""
    arc_to = {arc.word: arc for arc in arcs}
    shortest: list[Constraint] = []
    done: set[int] = set()
    for start in arc_to:
        path: list[int] = []
        word = start
        while word in arc_to and word not in done:
            done.add(word)
            path.append(word)
            word = _head(arc_to[word])
        if word in path:
            cycle = [arc_to[w] for w in path[path.index(word) :]]
            if not shortest or len(cycle) < len(shortest):
                shortest = cycle
    return shortest


def _smallest(constraints: list[Constraint], fails: Callable[[Sequence[Constraint]], bool]) -> list[Constraint]:
    """First a set from which nothing can be taken away, then smaller ones, as long as there are not too many to try."""
    core = list(constraints)
    for constraint in constraints:
        rest = [other for other in core if other != constraint]
        if fails(rest):
            core = rest
    for count in range(1, len(core)):
        if math.comb(len(constraints), count) > TRIES:
            break
        for some in itertools.combinations(constraints, count):
            if fails(some):
                return list(some)
    return core


def _subsets(spans: list[Constraint]) -> Iterator[tuple[Constraint, ...]]:
    for count in range(len(spans) + 1):
        yield from itertools.combinations(spans, count)


def _refuse_long(size: int) -> None:
    if size > LONGEST:
        raise InputError(
            f"seen a sentence of {size:,} words with constraints that clash or are no arcs, expected {LONGEST:,} words at most"
        )
