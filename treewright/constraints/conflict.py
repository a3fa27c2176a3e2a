"""Constraints that clash: the smallest set of them that clashes, and the most that can be kept."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy

from treewright.constraints.constraint import HEAD, LABEL, ROOT, SPANS, SUBTREE, Constraint
from treewright.errors import InputError
from treewright.treebank.dependency_tree import cycles
from treewright.trees import CheapestTree, SpanningTree
from treewright.trees.projective_tree import LONGEST, ProjectiveTree

TRIES = 5000  # sets of one size that are tried


def clash(
    constraints: Sequence[Constraint], size: int, *, single_root: bool = True, projective: bool = True
) -> list[Constraint]:
    """The smallest set of constraints that no tree (of the projective ones) satisfies, [] if all can be satisfied."""
    constraints = list(dict.fromkeys(constraints))
    arcs = [constraint for constraint in constraints if constraint.kind in (HEAD, ROOT)]
    for arc in arcs:
        if _head(arc) > size or _head(arc) < 0 or _head(arc) == arc.word:
            return [arc]
    if projective and (pair := next((p for p in itertools.combinations(arcs, 2) if arcs_clash(*p, single_root)), None)):
        return list(pair)
    if len(arcs) == len(constraints):  # if they may not cross, a cycle of arcs has a pair that clashes: see ArcCheck
        return [] if projective else _clash_of_crossing_arcs(arcs, size, single_root)
    _refuse_long(size)

    def fails(some: Sequence[Constraint]) -> bool:
        return least_broken(some, size, single_root=single_root, projective=projective)[0] > 0

    if not fails(constraints):
        return []
    return _smallest(constraints, fails)


def _clash_of_crossing_arcs(arcs: Sequence[Constraint], size: int, single_root: bool) -> list[Constraint]:
    """The smallest set of arcs that no tree has, even if they may cross: two heads, two roots, or a cycle."""
    of_word: dict[int, Constraint] = {}
    for arc in arcs:
        if _head(of_word.setdefault(arc.word, arc)) != _head(arc):
            return [of_word[arc.word], arc]
    tops = [arc for arc in of_word.values() if _head(arc) == 0]
    if single_root and len(tops) > 1:
        return tops[:2]
    heads = [_head(of_word[word]) if word in of_word else -1 for word in range(1, size + 1)]
    return [of_word[word] for word in min(cycles(heads), key=len, default=())]


def name_of(clashing: Sequence[Constraint]) -> str:
    """What clashes, in a few words."""
    if len(clashing) == 1:
        return "a constraint that no tree can satisfy"
    if all(constraint.kind == LABEL for constraint in clashing):
        return "two labels of one word"
    if not all(constraint.kind in (HEAD, ROOT) for constraint in clashing):
        return "constraints that no tree satisfies together"
    if len(clashing) > 2:
        return "a cycle"
    one, other = clashing
    if one.word == other.word:
        return "two heads of one word"
    if _head(one) == other.word and _head(other) == one.word:
        return "a cycle"
    if _head(one) == other.word or _head(other) == one.word:
        return "an arc over the head of its head"
    return "two roots" if _head(one) == _head(other) == 0 else "arcs that cross"


def relax(
    constraints: Sequence[Constraint], size: int, *, single_root: bool = True, projective: bool = True
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
        broken, heads = least_broken([*others, *kept], size, single_root=single_root, projective=projective)
        if len(dropped) + broken < best:
            best, best_heads = len(dropped) + broken, heads
    kept = [constraint for constraint in constraints if constraint.holds(best_heads)]
    return kept, [constraint for constraint in constraints if constraint not in kept]


def least_broken(
    constraints: Sequence[Constraint], size: int, *, single_root: bool, projective: bool = True
) -> tuple[int, list[int]]:
    """A tree that satisfies all spans and breaks as few other constraints as possible: how many, and its heads.

    Spans need projective trees.  If not even the spans can be satisfied, the number is larger than that of all constraints.
    """
    cost = numpy.zeros((size + 1, size + 1), numpy.int32)
    for constraint in constraints:
        if constraint.kind not in SPANS:
            cost[:, constraint.word] += [not constraint.allows(head) for head in range(size + 1)]
    spans = [(c.words[0], c.words[1], c.kind == SUBTREE) for c in constraints if c.kind in SPANS]
    solver: CheapestTree = ProjectiveTree() if projective else SpanningTree()
    total, heads = solver.best(cost, size, spans, single_root)
    return int(min(total, len(constraints) + 1)), heads


def _head(arc: Constraint) -> int:
    return arc.words[0] if arc.kind == HEAD else 0


def arcs_clash(one: Constraint, other: Constraint, single_root: bool) -> bool:
    """Whether two arcs have one dependent and two heads, are two roots, a cycle, cross, or one passes over its head's head."""
    head, word, head2, word2 = _head(one), one.word, _head(other), other.word
    if word == word2:
        return head != head2
    if head == word2 and head2 == word:
        return True
    if head == head2 == 0:
        return single_root
    if (head == word2 and _is_between(head2, head, word)) or (head2 == word and _is_between(head, head2, word2)):
        return True
    left, right, left2, right2 = *sorted((head, word)), *sorted((head2, word2))
    return left < left2 < right < right2 or left2 < left < right2 < right


def _is_between(word: int, one: int, other: int) -> bool:
    return word > 0 and (one < word < other or other < word < one)


def _smallest(constraints: list[Constraint], fails: Callable[[Sequence[Constraint]], bool]) -> list[Constraint]:
    """First a minimal set, then smaller ones, as long as there are not too many to try."""
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
