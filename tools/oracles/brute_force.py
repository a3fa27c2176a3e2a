"""A second, plain and slow implementation of the transition systems, and exact costs by exhaustive search.

It shares no code with the package; the compiled systems and oracles are checked against it.
Words are 1..n, heads are tuples of length n where 0 is ROOT and -1 is "none yet" (or "unknown" in a gold tree).
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy

NONE = -1
Heads = tuple[int, ...]
KINDS = {
    "arc-eager": ("shift", "left-arc", "right-arc", "reduce"),
    "arc-hybrid": ("shift", "left-arc", "right-arc"),
    "non-monotonic-arc-eager": ("shift", "left-arc", "right-arc", "reduce"),
    "arc-standard": ("shift", "left-arc", "right-arc"),
    "arc-swift": ("shift", "left-arc", *(f"right-arc-{k}" for k in range(1, 11))),
    "easy-first": ("forward", "left-arc", "right-arc"),
}
PARTIAL_KINDS = {
    name: ("shift", "left-arc", "right-arc", "reduce")
    for name in ("arc-eager-partial", "arc-hybrid-partial", "arc-eager-span", "arc-hybrid-span")
}
SWAP_KINDS = {name: ("shift", "left-arc", "right-arc", "swap") for name in ("swap", "arc-hybrid-swap")}
ANY = 99  # longer than any arc
BASE = 32  # costs are smaller; 12 kinds of transitions make 60 bits
ROOTS = (("first", "last", "none"), (True, False))


class State(NamedTuple):
    """A configuration: the stack (bottom first), the buffer, and the head of each word so far."""

    stack: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads


class System:
    """One of the transition systems, written straight from its definition."""

    def __init__(self, name: str, root: str, single_root: bool, max_length: int = ANY, depth: int = 10) -> None:
        self.name, self.root, self.single_root, self.max_length = name, root, single_root, max_length
        self.kinds = {**KINDS, **PARTIAL_KINDS, **SWAP_KINDS}[name][: depth + 2]  # of right-arc-k, which arc-swift has
        self.bottom_up = name in ("arc-standard", "swap")
        self.partial = name in PARTIAL_KINDS
        self.short = name.endswith("-span")

    def __repr__(self) -> str:
        length = f", arcs to {self.max_length}" if self.short else ""
        return f"{self.name}, root {self.root}, {'single root' if self.single_root else 'any roots'}{length}"

    def seen_gold(self, gold: Heads) -> Heads:
        """The part of a gold tree that the system learns: without the arcs that are too long for it."""
        if not self.short:
            return gold
        return tuple(h if h > 0 and abs(h - d) <= self.max_length else NONE for d, h in enumerate(gold, 1))

    def initial(self, n: int) -> State:
        """The configuration that n words begin with."""
        words = tuple(range(1, n + 1))
        if self.root == "first":
            return State((0,), words, (NONE,) * n)
        return State((), (*words, n + 1), (NONE,) * n)

    def is_word(self, state: State, item: int) -> bool:
        """Whether it is a word and not ROOT."""
        return 1 <= item <= len(state.heads)

    def without_head(self, state: State) -> int:
        """How many words on the stack have no head."""
        return sum(self.is_word(state, w) and state.heads[w - 1] == NONE for w in state.stack)

    def final(self, state: State) -> bool:
        """Whether the tree is done."""
        if self.name == "arc-swift" and self.root != "none":
            return self.without_head(state) == 0 and not any(self.is_word(state, w) for w in state.buffer)
        if self.root == "first":
            return state.buffer == () and state.stack == (0,)
        if self.root == "none":  # ROOT is in the buffer, but no transition uses it
            left = len(self.left_over(state)) if self.name in ("arc-eager", "arc-swift") else len(state.stack)
            return state.buffer == (len(state.heads) + 1,) and left == 1
        if self.bottom_up:
            return state.buffer == () and state.stack == (len(state.heads) + 1,)
        return state.stack == () and state.buffer == (len(state.heads) + 1,)

    def left_over(self, state: State) -> tuple[int, ...]:
        """The words on the stack that have no head: without ROOT, those that are roots in the end."""
        return tuple(w for w in state.stack if self.is_word(state, w) and state.heads[w - 1] == NONE)

    def tree(self, state: State) -> Heads:
        """The tree of a final configuration."""
        return tuple(0 if head == NONE and self.root == "none" else head for head in state.heads)

    def valid(self, state: State) -> list[str]:
        """The transitions that may follow."""
        if self.root == "none" and self.final(state):
            return []
        rules = {
            "arc-eager": self._eager, "arc-standard": self._standard, "swap": self._standard, "arc-swift": self._swift,
            "easy-first": self._easy,
        }  # fmt: skip
        rule = self._partial if self.partial else rules.get(self.name, self._hybrid)
        return [kind for kind in self.kinds if rule(state, kind)]

    def _eager(self, state: State, kind: str) -> bool:
        stack, buffer, heads = state
        n = len(heads)
        top = stack[-1] if stack else None
        word_left = bool(buffer) and buffer[0] <= n
        last_word = word_left and buffer[0] == n
        root_has_child = 0 in heads
        if kind == "shift":
            if last_word and self.root == "first":
                return False
            if last_word and self.single_root:
                return not stack
            return word_left
        if kind == "left-arc":
            return top is not None and self.is_word(state, top) and heads[top - 1] == NONE and bool(buffer)
        if kind == "right-arc":
            if top is None or not word_left:
                return False
            loose = self.without_head(state)
            if self.root == "first":
                if last_word and loose >= 1:
                    return False
                return not (self.single_root and top == 0 and root_has_child)
            return not (self.single_root and last_word and loose != 1)
        if top is None or not self.is_word(state, top) or heads[top - 1] == NONE:
            return False
        strands = self.root == "first" and self.single_root and stack[:-1] == (0,) and root_has_child
        return not (strands and buffer)

    def _swift(self, state: State, kind: str) -> bool:
        """The conditions of arc-eager after the reduces that an arc includes."""
        before = self._before_arc(state, kind)
        return before is not None and self._eager(before, kind.rstrip("-0123456789"))

    def _before_arc(self, state: State, kind: str) -> State | None:
        """After the reduces of a transition of arc-swift, None if they are not valid in arc-eager."""
        left = int(kind.rpartition("-")[2]) - 1 if kind.startswith("right-arc") else 0
        while left or (kind == "left-arc" and self._eager(state, "reduce")):
            if not self._eager(state, "reduce"):
                return None
            state, left = state._replace(stack=state.stack[:-1]), max(0, left - 1)
        return state

    def _hybrid(self, state: State, kind: str) -> bool:
        stack, buffer, heads = state
        n = len(heads)
        word_left = bool(buffer) and buffer[0] <= n
        if kind == "shift":
            return word_left
        if kind == "left-arc":
            if not stack or not self.is_word(state, stack[-1]) or not buffer:
                return False
            return not (self.single_root and buffer[0] == n + 1 and len(stack) != 1)
        if kind == "swap":
            return bool(stack) and word_left and 0 < stack[-1] < buffer[0]
        if kind == "right-arc" and self.name == "non-monotonic-arc-eager":
            return bool(stack) and word_left
        return len(stack) >= 2 and not (self.single_root and stack[-2] == 0 and buffer)

    def _easy(self, state: State, kind: str) -> bool:
        stack, buffer, _ = state
        two_left = len(stack) + len(buffer) == 2
        words_only = self.single_root and not two_left  # then ROOT takes nothing yet

        def has_arc(pair: tuple[int, ...]) -> bool:
            return len(pair) == 2 and (not words_only or all(self.is_word(state, item) for item in pair))

        if kind == "forward":
            return has_arc(buffer[:2])
        pair = (*stack[-1:], *buffer[:1]) if stack else ()
        return has_arc(pair) and self.is_word(state, pair[0 if kind == "left-arc" else 1])

    def _standard(self, state: State, kind: str) -> bool:
        stack, buffer, heads = state
        if kind == "shift":
            return bool(buffer) and not (self.single_root and buffer[0] == len(heads) + 1 and len(stack) != 1)
        if len(stack) < 2:
            return False
        if kind == "swap":
            return 0 < stack[-2] < stack[-1] <= len(heads)
        if kind == "left-arc":
            return self.is_word(state, stack[-2])
        return self.is_word(state, stack[-1]) and not (self.single_root and stack[-2] == 0 and bool(buffer))

    def _partial(self, state: State, kind: str) -> bool:
        stack, buffer, heads = state
        top_is_word = bool(stack) and self.is_word(state, stack[-1])
        if kind == "shift":
            return bool(buffer) and self.is_word(state, buffer[0])
        if kind == "reduce":
            return top_is_word
        if kind == "left-arc":
            free = top_is_word and heads[stack[-1] - 1] == NONE
            return free and bool(buffer) and self._allowed(state, buffer[0], stack[-1])
        if "eager" in self.name:
            fits = bool(stack) and bool(buffer) and self.is_word(state, buffer[0])
            return fits and self._allowed(state, stack[-1], buffer[0])
        return len(stack) >= 2 and self._allowed(state, stack[-2], stack[-1])

    def _allowed(self, state: State, head: int, word: int) -> bool:
        """Whether a partial system makes this arc: ROOT is never near, and with a single root takes one word."""
        if self.is_word(state, head):
            return abs(head - word) <= self.max_length
        return not self.short and not (self.single_root and 0 in state.heads)

    def step(self, state: State, kind: str) -> State:
        """The configuration after a valid transition."""
        if self.name == "arc-swift":
            before = self._before_arc(state, kind)
            assert before is not None
            state, kind = before, kind.rstrip("-0123456789")
        stack, buffer, heads = state
        if kind == "shift":
            return State((*stack, buffer[0]), buffer[1:], heads)
        if kind == "swap":
            if self.bottom_up:
                return State((*stack[:-2], stack[-1]), (stack[-2], *buffer), heads)
            return State(stack[:-1], (buffer[0], stack[-1], *buffer[1:]), heads)
        if self.name == "easy-first":
            if kind == "forward":
                return State((*stack, buffer[0]), buffer[1:], heads)
            word, head = (stack[-1], buffer[0]) if kind == "left-arc" else (buffer[0], stack[-1])
            pending = tuple(item for item in (*stack, *buffer) if item != word)
            at = 1 if self.root == "first" else 0
            return State(pending[:at], pending[at:], self._attach(heads, word, head))
        if self.bottom_up:
            if kind == "left-arc":
                return State((*stack[:-2], stack[-1]), buffer, self._attach(heads, stack[-2], stack[-1]))
            return State(stack[:-1], buffer, self._attach(heads, stack[-1], stack[-2]))
        if kind == "left-arc":
            return State(stack[:-1], buffer, self._attach(heads, stack[-1], buffer[0]))
        if self.partial and kind == "reduce":  # with or without a head
            return State(stack[:-1], buffer, heads)
        if self.name.startswith("arc-eager") or self.name == "arc-swift":
            if kind == "right-arc":
                return State((*stack, buffer[0]), buffer[1:], self._attach(heads, buffer[0], stack[-1]))
            return State(stack[:-1], buffer, heads)
        if self.name == "non-monotonic-arc-eager" and kind == "right-arc":  # its arc is temporary: no head yet
            return State((*stack, buffer[0]), buffer[1:], heads)
        return State(stack[:-1], buffer, self._attach(heads, stack[-1], stack[-2]))

    def _attach(self, heads: Heads, word: int, head: int) -> Heads:
        assert heads[word - 1] == NONE and head != word
        return (*heads[: word - 1], 0 if head == len(heads) + 1 else head, *heads[word:])

    def future(self, state: State) -> tuple:
        """What the transitions still possible depend on: states with the same future are interchangeable."""
        attached = tuple(self.is_word(state, w) and state.heads[w - 1] != NONE for w in state.stack)
        root_matters = self.partial or (self.name in ("arc-eager", "arc-swift") and self.root == "first")
        root_taken = root_matters and 0 in state.heads
        return state.stack, state.buffer, attached, root_taken

    def reachable(self, n: int, all_heads: bool = False) -> list[State]:
        """All configurations of n words reachable by valid transitions, each before those it leads to.

        One per different future, or with `all_heads` one per different configuration.
        """
        found: dict[tuple, State] = {}
        todo = [self.initial(n)]
        while todo:
            state = todo.pop()
            key = tuple(state) if all_heads else self.future(state)
            if key not in found:
                found[key] = state
                todo.extend(self.step(state, kind) for kind in self.valid(state))
        # every transition takes a token away, changes the order of two words for good, or takes a token off the buffer
        return sorted(found.values(), key=lambda s: (-len(s.buffer) - len(s.stack), changes(s), -len(s.buffer)))


def changes(state: State) -> int:
    """How many pairs of words are not in the order of the sentence."""
    return sum(one > other for one, other in itertools.combinations((*state.stack, *state.buffer), 2))


class Space:
    """All futures of n words in one system, and exact costs in them by exhaustive search, for many gold trees at once.

    Costs of a configuration are one number (see `code_of`), so that they are compared at once.
    """

    def __init__(self, system: System, n: int) -> None:
        self.system, self.size = system, n
        self.states = system.reachable(n)
        self.number = {system.future(state): i for i, state in enumerate(self.states)}
        rootless = system.root == "none"
        self.left_over = [system.left_over(state) if rootless and system.final(state) else () for state in self.states]
        self.edges = [[self._edge(state, kind) for kind in system.valid(state)] for state in self.states]
        self._sort_edges()

    def _edge(self, state: State, kind: str) -> tuple[int, int, int, int]:
        """Kind, number of the state it leads to, and the arc it adds (word - 1, head), or (0, n + 1) if it adds none."""
        after = self.system.step(state, kind)
        arcs = [(i, h) for i, (h, old) in enumerate(zip(after.heads, state.heads, strict=True)) if h != old]
        word, head = arcs[0] if arcs else (0, self.size + 1)
        return self.system.kinds.index(kind), self.number[self.system.future(after)], word, head

    def _sort_edges(self) -> None:
        """Puts the edges in an order in which those of a state come after those of the states that it leads to."""
        height = [0] * len(self.states)
        for i in range(len(height) - 1, -1, -1):
            height[i] = 1 + max((height[edge[1]] for edge in self.edges[i]), default=-1)
        order = sorted((i for i, edges in enumerate(self.edges) if edges), key=height.__getitem__)
        rows = [(i, *edge) for i in order for edge in self.edges[i]]
        self.start, self.kind, self.end, self.word, self.head = numpy.array(rows, int).reshape(-1, 5).T
        self.layers = []  # their first edge, the one after their last, and where the edges of each state start
        at = 0
        for _, layer in itertools.groupby(order, key=height.__getitem__):
            counts = [len(self.edges[i]) for i in layer]
            self.layers.append((at, at + sum(counts), numpy.cumsum([0, *counts[:-1]])))
            at += sum(counts)

    def gains(self, gold: Heads, directions: Heads = (), ignore_empty: bool = False) -> numpy.ndarray:
        """For each word, the gain of each head: 1 if it is right, -1 if there should be none."""
        table = numpy.zeros((len(gold), len(gold) + 2), numpy.int8)  # the last column: no arc
        for word, head in enumerate(gold, 1):
            if head != NONE:
                table[word - 1, head] = 1
            elif directions and directions[word - 1]:
                for h in range(len(gold) + 1):
                    left = h < word and (h > 0 or self.system.root == "first")
                    table[word - 1, h] = left == (directions[word - 1] < 0)
            elif self.system.partial and not ignore_empty:
                table[word - 1, :-1] = -1
        return table

    def best(self, gains: list[numpy.ndarray]) -> numpy.ndarray:
        """For each state and each gold tree, the most that any complete derivation from there still gains."""
        value = numpy.zeros((len(self.states), len(gains)), numpy.int8)
        table = numpy.stack(gains, axis=2)
        for i, words in enumerate(self.left_over):
            for word in words:
                value[i] += table[word - 1, 0]
        for first, last, starts in self.layers:
            reached = value[self.end[first:last]] + table[self.word[first:last], self.head[first:last]]
            value[self.start[first:last][starts]] = numpy.maximum.reduceat(reached, starts)
        return value

    def costs(self, gains: list[numpy.ndarray]) -> numpy.ndarray:
        """For each state and each gold tree, the exact costs of all kinds of transitions as one number."""
        value, table = self.best(gains), numpy.stack(gains, axis=2)
        cost = value[self.start] - value[self.end] - table[self.word, self.head]
        assert cost.min(initial=0) >= 0 and cost.max(initial=0) < BASE - 1
        codes = numpy.zeros(value.shape, numpy.int64)
        for kind in range(len(self.system.kinds)):
            of_kind = self.kind == kind
            codes[self.start[of_kind]] += (cost[of_kind].astype(numpy.int64) + 1) * BASE**kind
        return codes


def code_of(costs: tuple[int | None, ...]) -> int:
    """Costs up to a constant, as one number without the constant; 0 means None."""
    least = min((cost for cost in costs if cost is not None), default=0)
    return sum((cost - least + 1) * BASE**kind for kind, cost in enumerate(costs) if cost is not None)


def costs_of(code: int, kinds: int) -> tuple[int | None, ...]:
    """The costs of that many kinds of transitions that a number stands for."""
    digits = [code // BASE**kind % BASE for kind in range(kinds)]
    return tuple(digit - 1 if digit else None for digit in digits)


def settings() -> list[System]:
    """The 29 systems: name x root position x single root or not; without ROOT there is always a single one."""
    choices = itertools.product(KINDS, *ROOTS)
    return [System(*c) for c in choices if c[1] != "none" or (c[2] and c[0] != "easy-first")]


def swap_settings() -> list[System]:
    """The systems that reorder words."""
    return [System(*choice) for choice in itertools.product(SWAP_KINDS, *ROOTS) if choice[1:] != ("none", False)]


def partial_settings(lengths: tuple[int, ...] = (1, 2, 3)) -> list[System]:
    """The partial systems and, for each maximum arc length, the short-spanned ones."""
    choices = itertools.product(PARTIAL_KINDS, ("first", "last"), (True, False))
    return [
        System(name, root, single_root, length)
        for name, root, single_root in choices
        for length in (lengths if name.endswith("-span") else (ANY,))
    ]
