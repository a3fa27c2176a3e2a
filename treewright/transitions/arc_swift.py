"""Arc-swift (Qi and Manning 2017): arc-eager whose arcs do the reduce before them; b is the next word.

    transition     condition                             effect
    shift          b is a word                           (S, b|B, A)     -> (S|b, B, A)
    left-arc l     s is a word without head,             (S|s|R, b|B, A) -> (S, b|B, A + b -l-> s)
                   all of R have heads
    right-arc-k l  b is a word, R is of k - 1 tokens,    (S|t|R, b|B, A) -> (S|t|b, B, A + t -l-> b)
                   all of them have heads

One word on the stack at the most can be the s of a left-arc, so that left-arc needs no number; right-arcs have one, up to
the setting `depth`.  The conditions that roots add are those of arc-eager: with the root first the last word may not be
shifted, and not attached to the right while another word has no head; with a single root (last) it may be shifted only on
an empty stack and attached only if exactly one word, the root to be, has no head; with a single root (first) ROOT takes
one dependent.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.errors import SettingsError
from treewright.transitions.arc_eager import ArcEager
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import BELOW, HEAD, NODE, RIGHT_COUNT, WORD

    SHIFT, LEFT_ARC, RIGHT_ARC = range(3)

DEPTH, DEEPEST = 10, 28  # by default 99.9 % of the arcs of every treebank we tried; a system has 30 kinds at the most


ARCS = (("left-arc", "N0", "free"), *((f"right-arc-{k}", f"S{k - 1}", "N0") for k in range(1, DEEPEST + 1)))
TIED = {f"right-arc-{k}": "right-arc-1" for k in range(2, DEEPEST + 1)}


class KindsByDepth:
    """The names of the kinds: of a system by its depth, of the class by the default."""

    def __init__(self, first: Sequence[str]) -> None:
        self.first = tuple(first)

    def __get__(self, system: ArcSwift | None, cls: type) -> tuple[str, ...]:
        depth = DEPTH if system is None else system.depth
        return (*self.first, *[f"right-arc-{k}" for k in range(1, depth + 1)])


class ArcSwift(ArcEager):
    """Arc-eager without reduce: an arc may skip tokens on the stack that have their heads (Qi and Manning 2017)."""

    kinds: Sequence[str] = KindsByDepth(("shift", "left-arc"))  # type: ignore[assignment]
    labelled: Sequence[str] = KindsByDepth(("left-arc",))  # type: ignore[assignment]
    arcs = ARCS
    tied = TIED
    by_words = True
    more_settings = ("depth",)

    def __init__(self, *, root: str = "last", single_root: bool = True, depth: int = DEPTH) -> None:
        if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
            raise SettingsError(f"system.depth: seen {depth!r}, expected a whole number from 1 to {DEEPEST}")
        self.depth = depth
        super().__init__(root=root, single_root=single_root)

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if kind == SHIFT:
            return c.words_in_buffer() > 0 and (c.words_in_buffer() > 1 or self.may_shift_last(c))
        if kind == LEFT_ARC:
            return c.loose() > 0 and (c.words_in_buffer() if self.rootless else c.buffer_size()) > 0
        return self._heads_for_next(c) >> kind & 1 != 0

    def _heads_for_next(self, c: Configuration) -> int:
        """The kinds that attach the next word to the right, as bits: one for each token from the top that can be its head."""
        if c.words_in_buffer() == 0 or (c.words_in_buffer() == 1 and not self.may_attach_last(c)):
            return 0
        mask = 0
        node = c.top_node
        for k in range(self.depth):
            if node == 0:
                break
            base = node * NODE
            if not (self.single_root and c.node[base + WORD] == 0 and c.node[base + RIGHT_COUNT] > 0):
                mask |= 1 << (RIGHT_ARC + k)
            if c.node[base + HEAD] == 0:
                break
            node = c.node[base + BELOW]
        return mask

    def valid_kinds(self, c: Configuration) -> int:
        """The same for all kinds in one walk down the stack."""
        mask = self._heads_for_next(c)
        if self.is_valid(c, SHIFT):
            mask |= 1 << SHIFT
        if self.is_valid(c, LEFT_ARC):
            mask |= 1 << LEFT_ARC
        return mask

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            while c.top_has_head():
                c.pop()
            c.add_arc(c.next(), c.pop(), label)
        else:
            for _ in range(kind - RIGHT_ARC):
                c.pop()
            c.add_arc(c.top(), c.next(), label)
            c.shift()
        return 0

    def taken_off(self, c: Configuration, kind: int) -> int:
        """A right-arc has it in its name; a left-arc takes off all that have heads."""
        if kind != LEFT_ARC:
            return kind - RIGHT_ARC if kind > RIGHT_ARC else 0
        count = 0
        node = c.top_node
        while node and c.node[node * NODE + HEAD]:
            count += 1
            node = c.node[node * NODE + BELOW]
        return count

    def is_final(self, c: Configuration) -> bool:
        """Every word has a head; without ROOT, all words have been read."""
        return c.words_in_buffer() == 0 and (self.rootless or c.loose() == 0)
