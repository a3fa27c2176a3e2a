"""Covington's algorithm once more, plain and slow: the rules of the papers, and what a complete tree demands by search.

A transition is valid if the rules allow it and some path from there ends in a tree (with one root, if that is asked for).
The package has conditions instead; that they say the same in every configuration is what the tests show.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from tools.oracles.brute_force import NONE, Heads, System

KINDS = ("no-arc", "left-arc", "right-arc", "shift")


class CovingtonState(NamedTuple):
    """A configuration: the tokens that b is to meet, the buffer, the heads so far, and the tokens that b has met."""

    stack: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads
    aside: tuple[int, ...]


class PlainCovington(System):
    """Covington's algorithm, for all trees or for projective ones."""

    def __init__(self, name: str, root: str, single_root: bool) -> None:
        self.name, self.root, self.single_root = name, root, single_root
        self.kinds = KINDS
        self.partial = self.short = False
        self.projective = name == "covington-projective"
        self._leads_to_a_tree = functools.cache(self._search)

    def initial(self, n: int) -> CovingtonState:
        words = tuple(range(1, n + 1))
        if self.root == "first":
            return CovingtonState((0,), words, (NONE,) * n, ())
        return CovingtonState((), (*words, n + 1), (NONE,) * n, ())

    def final(self, state: CovingtonState) -> bool:
        return NONE not in state.heads and not any(self.is_word(state, token) for token in state.buffer)

    def valid(self, state: CovingtonState) -> list[str]:
        if self.final(state):
            return []
        return [kind for kind in KINDS if self._allows(state, kind) and self._leads_to_a_tree(self.step(state, kind))]

    def _search(self, state: CovingtonState) -> bool:
        if self.final(state):
            return not self.single_root or state.heads.count(0) == 1
        return any(self._leads_to_a_tree(self.step(state, kind)) for kind in KINDS if self._allows(state, kind))

    def _allows(self, state: CovingtonState, kind: str) -> bool:
        stack, buffer, heads, _ = state
        if not buffer:
            return False
        b = buffer[0]
        if kind == "shift":
            return self.is_word(state, b)
        if not stack:
            return False
        i = stack[-1]
        has_head = self.is_word(state, i) and heads[i - 1] != NONE
        if kind == "no-arc":
            if self.projective or b == len(heads) + 1:
                return has_head
            return i != 0
        if kind == "left-arc":
            return self.is_word(state, i) and not has_head and i not in self._chain(state, b)
        free = self.is_word(state, b) and heads[b - 1] == NONE
        return free and b not in self._chain(state, i) and not (self.single_root and i == 0 and 0 in heads)

    def _chain(self, state: CovingtonState, token: int) -> list[int]:
        """A token and all above it."""
        found = [token]
        while self.is_word(state, token) and state.heads[token - 1] > 0:
            token = state.heads[token - 1]
            found.append(token)
        return found

    def step(self, state: CovingtonState, kind: str) -> CovingtonState:
        stack, buffer, heads, aside = state
        if kind == "shift":
            return CovingtonState((*stack, *reversed(aside), buffer[0]), buffer[1:], heads, ())
        i, b, left = stack[-1], buffer[0], stack[:-1]
        if kind == "left-arc":
            heads = self._attach(heads, i, b)
        elif kind == "right-arc":
            heads = self._attach(heads, b, i)
        if not self.projective or kind == "no-arc":
            return CovingtonState(left, buffer, heads, (*aside, i))
        if kind == "left-arc":
            return CovingtonState(left, buffer, heads, ())
        return CovingtonState((*left, i, b), buffer[1:], heads, ())

    def future(self, state: CovingtonState) -> tuple:
        return tuple(state)

    def reachable(self, n: int, all_heads: bool = False) -> list[CovingtonState]:
        found = set()
        todo = [self.initial(n)]
        while todo:
            state = todo.pop()
            if state not in found:
                found.add(state)
                todo.extend(self.step(state, kind) for kind in self.valid(state))
        # words leave the buffer; the next word meets one token after another
        return sorted(found, key=lambda s: (-len(s.buffer), -len(s.stack)))


def covington_settings(name: str) -> list[PlainCovington]:
    """Both root positions, one root or any number."""
    return [PlainCovington(name, *choice) for choice in itertools.product(("first", "last"), (True, False))]
