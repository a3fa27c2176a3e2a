"""The rules of DeSR as they are printed, and nothing else: what the compiled system and oracle are checked against.

It shares no code with the package.  As in the paper, the top of a stack and the front of the input come first.
ROOT stays what it is: no word's dependent, and not set aside.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

KINDS = ("shift", "right", "left", "right2", "left2", "right3", "left3", "extract", "insert")
ALL = frozenset(KINDS)
NEEDS = {"right": 1, "left": 1, "right2": 2, "left2": 2, "extract": 2, "right3": 3, "left3": 3}  # tokens on the stack


class State(NamedTuple):
    """Stack, input, temporary stack, and how many words depend on ROOT."""

    stack: tuple[int, ...]
    input: tuple[int, ...]
    aside: tuple[int, ...]
    roots: int = 0


class Rules:
    """The printed rules, in one of the two readings of right3, for sentences of n words."""

    def __init__(self, n: int, root: str, single_root: bool, as_printed: bool = True, kinds: frozenset[str] = ALL) -> None:
        self.n, self.single_root, self.as_printed, self.kinds = n, single_root, as_printed, kinds
        words = tuple(range(1, n + 1))
        self.root = 0 if root == "first" else n + 1
        self.initial = State((0,), words, ()) if root == "first" else State((), (*words, n + 1), ())
        self.lives: dict[State, bool] = {}

    def final(self, state: State) -> bool:
        return len(state.stack) + len(state.input) + len(state.aside) == 1

    def after(self, state: State, kind: str) -> tuple[State, tuple[int, int] | None] | None:
        """The next configuration and the arc (dependent, head) that was made; None if the rule does not fit."""
        S, I, T, roots = state  # noqa: E741
        if kind not in self.kinds or len(S) < NEEDS.get(kind, 0) or (kind != "insert" and not I):
            return None
        s1, s2, s3 = (*S, None, None, None)[:3]
        if kind == "shift":
            return State((I[0], *S), I[1:], T, roots), None
        if kind == "extract":
            return None if s2 == self.root else (State((I[0], s1, *S[2:]), I[1:], (s2, *T), roots), None)
        if kind == "insert":
            return (State((T[0], *S), I, T[1:], roots), None) if T else None
        n, rest = I[0], I[1:]
        back = (s1, s2) if self.as_printed else (s2, s1)
        if kind == "right":
            stack, front, arc = S[1:], I, (s1, n)
        elif kind == "left":
            stack, front, arc = S[1:], (s1, *rest), (n, s1)
        elif kind == "right2":
            stack, front, arc = S[2:], (s1, *I), (s2, n)
        elif kind == "left2":
            stack, front, arc = S[1:], (s1, *rest), (n, s2)
        elif kind == "right3":
            stack, front, arc = S[3:], (*back, *I), (s3, n)
        else:
            stack, front, arc = S[1:], (s1, *rest), (n, s3)
        if arc[0] == self.root:
            return None
        return State(stack, front, T, roots + (arc[1] == self.root)), arc

    def live(self, state: State) -> bool:
        """Whether some path leads to a tree, with one root if that is the setting."""
        if state not in self.lives:
            if self.final(state):
                self.lives[state] = state.roots == 1 or not self.single_root
            else:
                followers = [self.after(state, kind) for kind in KINDS]
                self.lives[state] = any(self.live(found[0]) for found in followers if found)
        return self.lives[state]

    def shortest(self, gold: tuple[int, ...]) -> int | None:
        """The length of the shortest path to a tree (heads, 0 = ROOT), None if there is none: every path is tried.

        Paths with an arc that is not in the tree, or to a word that is still waiting for a dependent, are left at once.
        """
        heads = [0, *(head if head else self.root for head in gold)]
        steps, todo = {self.initial: 0}, deque([self.initial])
        while todo:
            state = todo.popleft()
            if self.final(state):
                return steps[state]
            waiting = {heads[token] for tokens in state[:3] for token in tokens if token != self.root}
            for kind in KINDS:
                found = self.after(state, kind)
                if found is None or found[0] in steps:
                    continue
                if found[1] and (heads[found[1][0]] != found[1][1] or found[1][0] in waiting):
                    continue
                steps[found[0]] = steps[state] + 1
                todo.append(found[0])
        return None
