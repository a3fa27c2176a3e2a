"""DeSR (Attardi 2006; Attardi et al. 2007); s1 s2 s3 are on top of the stack S, n is the next word of the input I.

    transition  condition                effect
    shift       I not empty after n      (S, n|I, T, A)           -> (S|n, I, T, A)
    right l     s1 is a word             (S|s1, n|I, T, A)        -> (S, n|I, T, A + n -l-> s1)
    left l      n is a word              (S|s1, n|I, T, A)        -> (S, s1|I, T, A + s1 -l-> n)
    right2 l    s2 is a word             (S|s2|s1, n|I, T, A)     -> (S, s1|n|I, T, A + n -l-> s2)
    left2 l     n is a word              (S|s2|s1, n|I, T, A)     -> (S|s2, s1|I, T, A + s2 -l-> n)
    right3 l    s3 is a word             (S|s3|s2|s1, n|I, T, A)  -> (S, s2|s1|n|I, T, A + n -l-> s3)
    left3 l     n is a word              (S|s3|s2|s1, n|I, T, A)  -> (S|s3|s2, s1|I, T, A + s3 -l-> n)
    extract     s2 is a word, as shift   (S|s2|s1, n|I, T, A)     -> (S|s1|n, I, T|s2, A)
    insert      T not empty              (S, I, T|t, A)           -> (S|t, I, T, A)

Left and right say where the head is, seen from the dependent: right is what others call left-arc.  The last token of the
input stays there, since without a next word no arc can be made.  With a single root ROOT takes the last remaining word, and
while there are others the last word of the input stays there.  Every arc removes a token, and between two arcs tokens
only leave I and T, so every path ends.

Right3 puts two tokens back, here in the order of the sentence.  As printed, the rule swaps them, s1|s2|n|I; that reading
reaches fewer trees of treebanks (benchmarks/results/desr_coverage.md) and is kept for comparison: `as_printed`.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.errors import SettingsError
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, RIGHT, LEFT, RIGHT2, LEFT2, RIGHT3, LEFT3, EXTRACT, INSERT = range(9)

CROSSING = ("right2", "left2", "right3", "left3", "extract")  # what `crossing` may name; insert goes with extract


class Attardi(TransitionSystem):
    """The system of DeSR: arcs over one or two tokens, and a stack of tokens that are set aside."""

    kinds = ("shift", "right", "left", "right2", "left2", "right3", "left3", "extract", "insert")
    labelled = ("right", "left", "right2", "left2", "right3", "left3")
    arcs = (
        ("right", "N0", "S0"), ("left", "S0", "N0"), ("right2", "N0", "S1"), ("left2", "S1", "N0"),
        ("right3", "N0", "S2"), ("left3", "S2", "N0"),
    )  # fmt: skip
    reaches = "many"
    more_settings = ("crossing",)

    def __init__(
        self, *, root: str = "last", single_root: bool = True, crossing: str = ",".join(CROSSING), as_printed: bool = False
    ) -> None:
        super().__init__(root=root, single_root=single_root)
        self.crossing = crossing
        self.as_printed = as_printed
        self.allowed = allowed_kinds(crossing, self.kinds)

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if not self.allowed >> kind & 1:
            return False
        if kind == SHIFT:
            return self._may_leave(c) or (c.buffer_size() > 1 and c.stack_size() + c.aside_size() == 0)
        if kind == RIGHT:
            return c.stack_size() >= 1 and self._may_attach(c, c.next(), c.top())
        if kind == LEFT:
            return c.stack_size() >= 1 and self._may_attach(c, c.top(), c.next())
        if kind == RIGHT2:
            return c.stack_size() >= 2 and self._may_attach(c, c.next(), c.second())
        if kind == LEFT2:
            return c.stack_size() >= 2 and self._may_attach(c, c.second(), c.next())
        if kind == RIGHT3:
            return c.stack_size() >= 3 and self._may_attach(c, c.next(), c.third())
        if kind == LEFT3:
            return c.stack_size() >= 3 and self._may_attach(c, c.third(), c.next())
        if kind == EXTRACT:
            return c.is_word(c.second()) and self._may_leave(c)
        if kind == INSERT:
            return c.aside_size() > 0
        return False

    def _may_attach(self, c: Configuration, head: int, dependent: int) -> bool:
        """Whether this arc may be made: not to ROOT, and from a single root only to the last remaining word."""
        if not c.is_word(dependent) or head < 0:
            return False
        return not self.single_root or head != c.root or c.stack_size() + c.buffer_size() + c.aside_size() == 2

    def _may_leave(self, c: Configuration) -> bool:
        """Whether the input holds more than the token, or with a single root the word, that must stay."""
        return c.words_in_buffer() > 1 if self.single_root else c.buffer_size() > 1

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == RIGHT:
            dependent = c.pop()
            c.add_arc(c.next(), dependent, label)
        elif kind == LEFT:
            dependent = c.pop_next()
            c.add_arc(c.top(), dependent, label)
            c.put_back()
        elif kind == RIGHT2:
            dependent = c.pop_second()
            c.add_arc(c.next(), dependent, label)
            c.put_back()
        elif kind == LEFT2:
            dependent = c.pop_next()
            c.add_arc(c.second(), dependent, label)
            c.put_back()
        elif kind == RIGHT3:
            dependent = c.pop_third()
            c.add_arc(c.next(), dependent, label)
            if self.as_printed:
                c.put_back_second()
            else:
                c.put_back()
            c.put_back()
        elif kind == LEFT3:
            dependent = c.pop_next()
            c.add_arc(c.third(), dependent, label)
            c.put_back()
        elif kind == EXTRACT:
            c.set_aside_second()
            c.shift()
        elif kind == INSERT:
            c.take_back()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Only ROOT is left."""
        return c.stack_size() + c.buffer_size() + c.aside_size() == 1


def allowed_kinds(crossing: str, kinds: Sequence[str]) -> int:
    """The kinds allowed by a comma-separated list of crossing ones, as bits."""
    names = [name.strip() for name in crossing.split(",")] if crossing != "none" else []
    for name in names:
        if name not in CROSSING:
            raise SettingsError(f"system.crossing: seen {name!r}, expected none or a comma list of {', '.join(CROSSING)}")
    left_out = {*CROSSING, "insert"} - {*names, *(["insert"] if "extract" in names else [])}
    return sum(1 << kind for kind, name in enumerate(kinds) if name not in left_out)
