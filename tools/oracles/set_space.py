"""The set-based system on bit masks, in plain Python: all its configurations, and the best F1 that each can still reach.

It shares no code with the package.  A configuration is a set of items, a focus, the next token and whether the step is
structural; the constituents made so far count by two numbers, how many there are and how many of them are right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy

LABELS = 2
Gold = Mapping[int, int]  # the label of each constituent, by the bit mask of its tokens
Array = Any  # of numpy


class State(NamedTuple):
    """A configuration without what it has made."""

    items: tuple[int, ...]  # the latest first: they are sorted by their last tokens
    focus: int
    next: int
    structural: bool


class Edge(NamedTuple):
    """A transition: shift, combine with an item, no label, or a label."""

    kind: str
    what: int  # the item or the label
    after: int  # number of the configuration it leads to


class SetSpace:
    """All configurations of n tokens, numbered so that each comes after those that lead to it."""

    def __init__(self, n: int) -> None:
        self.size = n
        self.states = [State((), 0, 0, True)]
        self.edges: list[list[Edge]] = []
        self.before: list[list[tuple[int, int]]] = [[]]  # configuration and number of the edge
        number = {self.states[0]: 0}
        while len(self.edges) < len(self.states):
            at = len(self.edges)
            found: list[Edge] = []
            for kind, what, state in self._steps(self.states[at]):
                if state not in number:
                    number[state] = len(self.states)
                    self.states.append(state)
                    self.before.append([])
                self.before[number[state]].append((at, len(found)))
                found.append(Edge(kind, what, number[state]))
            self.edges.append(found)
        self.last = number[State((), (1 << n) - 1, n, True)]

    def _steps(self, state: State) -> list[tuple[str, int, State]]:
        items, focus, i, structural = state
        if not structural:
            after = State(items, focus, i, True)
            return [("no-label", 0, after), *(("label", label, after) for label in range(LABELS))]
        found = []
        if i < self.size:
            found.append(("shift", 0, State((focus, *items) if focus else items, 1 << i, i + 1, False)))
        for item in items:
            rest = tuple(other for other in items if other != item)
            found.append(("combine", item, State(rest, focus | item, i, False)))
        return found

    def right(self, golds: Sequence[Gold]) -> dict[tuple[int, int], Array]:
        """For each set of tokens and label, in which gold trees it is a constituent."""
        masks = {state.focus for state in self.states}
        return {
            (mask, label): numpy.array([gold.get(mask, -1) == label for gold in golds])
            for mask in masks
            for label in range(LABELS)
        }


class BestScores:
    """For some gold trees: the best F1 from each configuration, by how many constituents were right and made before it."""

    def __init__(self, space: SetSpace, golds: Sequence[Gold]) -> None:
        self.space = space
        self.hits = space.right(golds)
        count, room = len(golds), 2 * space.size  # one more than there are labelling steps
        right, made = numpy.arange(room)[None, :, None], numpy.arange(room)[None, None, :]
        wanted = numpy.array([len(gold) for gold in golds])[:, None, None]
        shape = (count, room, room)
        whole = numpy.broadcast_to(made + wanted, shape)
        ends = numpy.where(whole > 0, 2 * numpy.broadcast_to(right, shape) / numpy.maximum(whole, 1), 1.0)
        empty = numpy.zeros(shape)
        self.best: list[Array] = [empty] * len(space.states)
        self.best[space.last] = ends
        for at in range(len(space.states) - 1, -1, -1):
            if at != space.last:
                self.best[at] = numpy.max([self.after(at, edge) for edge in space.edges[at]], axis=0)
        # which numbers of right and made constituents a configuration may have
        self.reached: list[Array] = [numpy.zeros(shape, bool) for _ in space.states]
        self.reached[0][:, 0, 0] = True
        for at, edges in enumerate(space.edges):
            for edge in edges:
                self._spread(at, edge)

    def after(self, at: int, edge: Edge) -> Array:
        """The best F1 after a transition."""
        best = self.best[edge.after]
        if edge.kind != "label":
            return best
        more = numpy.zeros_like(best)
        hit = self.hits[self.space.states[at].focus, edge.what]
        more[:, :, :-1] = best[:, :, 1:]
        more[hit, :-1, :-1] = best[hit, 1:, 1:]
        return more

    def _spread(self, at: int, edge: Edge) -> None:
        here, there = self.reached[at], self.reached[edge.after]
        if edge.kind != "label":
            there |= here
            return
        hit = self.hits[self.space.states[at].focus, edge.what]
        there[~hit, :, 1:] |= here[~hit, :, :-1]
        there[hit, 1:, 1:] |= here[hit, :-1, :-1]

    def lossless(self, at: int, edge: Edge) -> Array:
        """For each gold tree, whether a transition keeps the best F1, whatever was made before."""
        kept = self.after(at, edge) >= self.best[at] - 1e-9
        return (kept | ~self.reached[at]).all(axis=(1, 2))
