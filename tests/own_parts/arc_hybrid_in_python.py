"""Arc-hybrid and its oracle once more, in plain Python: must do exactly what the compiled ones do."""

from __future__ import annotations

from treewright.oracles import Oracle
from treewright.transitions import Configuration, TransitionSystem

SHIFT, LEFT_ARC, RIGHT_ARC = range(3)


class PlainArcHybridOracle(Oracle):
    """Costs of arc-hybrid, written from its table."""

    def kind_costs(self, c: Configuration) -> list[int | None]:
        valid = self.system.valid(c)
        costs = (self.shift(c), self.left_arc(c), self.right_arc(c))
        return [cost if kind in valid else None for kind, cost in enumerate(costs)]

    def shift(self, c: Configuration) -> int:
        b, head = c.next(), self.gold[c.next()] if c.next() >= 0 else -1
        lost = sum(self.gold[word] == b for word in c.stack)
        lost += head != c.top() and head in c.stack
        return lost + (self.is_late_root(head) and c.stack_size() > 0)

    def left_arc(self, c: Configuration) -> int:
        return self.to_come(c) - (self.gold[c.top()] == c.next() >= 0) + (0 <= self.gold[c.top()] == c.second())

    def right_arc(self, c: Configuration) -> int:
        return self.to_come(c)

    def to_come(self, c: Configuration) -> int:
        """Arcs between s and the buffer that can still be had."""
        s, buffer = c.top(), c.buffer
        head = self.gold[s] if s >= 0 else -1
        lost = sum(self.gold[word] == s for word in buffer if word != c.root)
        return lost + (head in buffer and not (self.is_late_root(head) and c.stack_size() > 1))

    def is_late_root(self, head: int) -> bool:
        return self.system.single_root and not self.system.root_first and head == self.root


class PlainArcHybrid(TransitionSystem):
    """Arc-hybrid, written from its table."""

    kinds = ("shift", "left-arc", "right-arc")
    labelled = ("left-arc", "right-arc")
    oracle = PlainArcHybridOracle

    def is_valid(self, c: Configuration, kind: int) -> bool:
        if kind == SHIFT:
            return c.words_in_buffer() > 0
        if kind == LEFT_ARC:
            if not c.is_word(c.top()) or c.buffer_size() == 0:
                return False
            return not self.single_root or c.next() != c.root or c.stack_size() == 1
        if c.stack_size() < 2:
            return False
        return not self.single_root or c.second() != c.root or c.buffer_size() == 0

    def apply(self, c: Configuration, kind: int, label: int) -> None:
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        else:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)

    def is_final(self, c: Configuration) -> bool:
        return c.words_in_buffer() == 0 and c.words_on_stack() == 0
