"""A second, plain implementation of the 2-planar system, and exact costs in it by exhaustive search.

It shares no code with the package.  Words are 1..n, ROOT is 0 or n + 1; heads are as in brute_force.py.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from tools.oracles.brute_force import NONE, Heads

KINDS = ("shift", "left-arc", "right-arc", "reduce", "switch")


class State(NamedTuple):
    """The active stack, the other one, the buffer, the head of each word so far, and whether the last step was switch."""

    stack: tuple[int, ...]
    aside: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads
    switched: bool


class TwoPlanar:
    """The 2-planar system, written straight from its definition."""

    def __init__(self, root: str, single_root: bool) -> None:
        self.root, self.single_root = root, single_root

    def __repr__(self) -> str:
        return f"root {self.root}, {'single root' if self.single_root else 'any roots'}"

    def initial(self, n: int) -> State:
        words = tuple(range(1, n + 1))
        if self.root == "first":
            return State((0,), (0,), words, (NONE,) * n, False)
        return State((), (), (*words, n + 1), (NONE,) * n, False)

    def final(self, state: State) -> bool:
        return NONE not in state.heads and state.buffer in ((), (len(state.heads) + 1,))

    def valid(self, state: State) -> list[str]:
        return [] if self.final(state) else [kind for kind in KINDS if self._is_valid(state, kind)]

    def _is_valid(self, state: State, kind: str) -> bool:
        stack, aside, buffer, heads, switched = state
        n = len(heads)
        words = [word for word in buffer if word <= n]
        loose = heads.count(NONE)
        if kind == "shift":
            if len(words) == 1:
                return loose == {"first": 0, "last": 1}[self.root] if self.single_root or self.root == "first" else True
            return bool(words)
        if kind == "switch":
            other = state._replace(stack=aside, aside=stack)
            if switched or not aside or buffer[:1] == (1,):
                return False
            return any(self._is_valid(other, kind) for kind in KINDS[:-1])
        if not stack or not buffer:
            return False
        top, b = stack[-1], buffer[0]
        if kind == "left-arc":
            return 1 <= top <= n and heads[top - 1] == NONE and climb(heads, b) != top
        if kind == "right-arc":
            if not words or heads[b - 1] != NONE or climb(heads, top) == b:
                return False
            if top == 0 and self.single_root and 0 in heads:
                return False
            return len(words) > 1 or self._can_end(state, climb(heads, top))
        if not 1 <= top <= n or (heads[top - 1] == NONE and top not in aside):
            return False
        if heads[top - 1] == 0 and stack == (0, top) and self.single_root and words:
            return False
        if self.single_root and self.root == "last" and len(words) == 1 and heads[top - 1] == NONE != heads[b - 1]:
            return climb(heads, b) == top and self._can_end(state._replace(stack=stack[:-1]), top)
        return True

    def _can_end(self, state: State, root: int) -> bool:
        """Whether the last word may depend on what is below this root, so that all other words still get heads."""
        if self.root == "first":
            return root == 0
        if not self.single_root:
            return True
        return any(
            root in one and not any(state.heads[w - 1] == NONE and w not in other for w in one[: one.index(root)])
            for one, other in ((state.stack, state.aside), (state.aside, state.stack))
        )

    def step(self, state: State, kind: str) -> State:
        """The configuration after a valid transition."""
        stack, aside, buffer, heads, _ = state
        if kind == "shift":
            return State((*stack, buffer[0]), (*aside, buffer[0]), buffer[1:], heads, False)
        if kind == "left-arc":
            return State(stack, aside, buffer, attach(heads, stack[-1], buffer[0]), False)
        if kind == "right-arc":
            return State(stack, aside, buffer, attach(heads, buffer[0], stack[-1]), False)
        if kind == "reduce":
            return State(stack[:-1], aside, buffer, heads, False)
        return State(aside, stack, buffer, heads, True)

    def reachable(self, n: int) -> list[State]:
        """All configurations of n words, each before those it leads to."""
        order: list[State] = []
        done: dict[State, bool] = {}
        todo = [self.initial(n)]
        while todo:
            state = todo[-1]
            if state not in done:
                done[state] = False  # on the way
                after = [self.step(state, kind) for kind in self.valid(state)]
                assert not any(done.get(other) is False for other in after), "a path that comes back"
                todo += [other for other in after if other not in done]
            else:
                if not done[todo.pop()]:
                    done[state] = True
                    order.append(state)
        return order[::-1]


def attach(heads: Heads, word: int, head: int) -> Heads:
    assert heads[word - 1] == NONE and head != word
    return (*heads[: word - 1], 0 if head == len(heads) + 1 else head, *heads[word:])


def climb(heads: Heads, word: int) -> int:
    """The token above a word that has no head (0: ROOT)."""
    while 1 <= word <= len(heads) and heads[word - 1] != NONE:
        word = heads[word - 1]
    return word


def is_two_planar(heads: Heads, root: str = "first") -> bool:
    """Whether the arcs can be given two colours such that no two of the same colour cross."""
    ends = [(h if h or root == "first" else len(heads) + 1, d) for d, h in enumerate(heads, 1) if h != NONE]
    spans = [(min(arc), max(arc)) for arc in ends]
    pairs = [(i, j) for i, j in itertools.permutations(range(len(spans)), 2)
             if spans[i][0] < spans[j][0] < spans[i][1] < spans[j][1]]  # fmt: skip
    return any(
        all(colours[i] != colours[j] for i, j in pairs) for colours in itertools.product((0, 1), repeat=len(spans))
    )


class Space:
    """All configurations of n words, and exact costs in them by exhaustive search."""

    def __init__(self, system: TwoPlanar, n: int) -> None:
        self.system = system
        self.states = system.reachable(n)
        number = {state: i for i, state in enumerate(self.states)}
        self.edges = [
            [(KINDS.index(kind), number[system.step(state, kind)]) for kind in system.valid(state)] for state in self.states
        ]

    def best(self, gold: Heads) -> list[int]:
        """For each configuration, the most gold heads that a complete path from there can give."""
        value = [0] * len(self.states)
        for i in range(len(value) - 1, -1, -1):
            if self.edges[i]:
                value[i] = max(value[j] for _, j in self.edges[i])
            else:
                value[i] = sum(g == h for g, h in zip(gold, self.states[i].heads, strict=True))
        return value


if __name__ == "__main__":  # some minutes
    from tools.oracles.gold_trees import is_tree

    for root, single_root in itertools.product(("first", "last"), (True, False)):
        plain = TwoPlanar(root, single_root)
        states = plain.reachable(5)
        found = {state.heads for state in states if plain.final(state)}
        every = {heads for heads in itertools.product(range(6), repeat=5) if is_tree(heads) and is_two_planar(heads, root)}
        assert found == {heads for heads in every if heads.count(0) == 1 or not single_root}
        assert all(plain.valid(state) or plain.final(state) for state in states)
        print(f"{plain}: {len(states):,} configurations, no dead ends, exactly the {len(found):,} 2-planar trees")
