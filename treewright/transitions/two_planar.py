"""2-planar (Gomez-Rodriguez and Nivre 2010); s is the top of the active stack S, b the next word, T the other stack.

    transition   condition                                 effect
    shift        b is a word                               (S, T, b|B, A)   -> (S|b, T|b, B, A)
    left-arc l   s is a word without head, not above b     (S|s, T, b|B, A) -> (S|s, T, b|B, A + b -l-> s)
    right-arc l  b is a word without head, not above s     (S|s, T, b|B, A) -> (S|s, T, b|B, A + s -l-> b)
    reduce       s has a head or lies on T too             (S|s, T, B, A)   -> (S, T, B, A)
    switch       not twice in a row                        (S, T, B, A)     -> (T, S, B, A)

Arcs made on the same stack do not cross.  "Above" means an ancestor (the head, the head's head and so on); an arc to it would
make a cycle.

Every word must get a head, so the last word has more conditions, and switch must lead to a configuration where another
transition is valid.  With the root first, the last word is shifted when all words have heads, and attached only to a
descendant of ROOT.  With a single root (first) ROOT takes one dependent, which stays on a stack while words remain in the
buffer; with a single root (last) the last word is shifted when one word, the future root, has no head, and must leave every
other word a way to get a head.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import BELOW, NODE, WORD

    SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE, SWITCH = range(5)


class TwoPlanar(TransitionSystem):
    """Two stacks, and arcs that do not cross on either: all 2-planar trees (Gomez-Rodriguez and Nivre 2010)."""

    kinds = ("shift", "left-arc", "right-arc", "reduce", "switch")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    reaches = "2-planar"

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if kind == SHIFT:
            return c.words_in_buffer() > 0 and (c.words_in_buffer() > 1 or self._may_shift_last(c))
        if kind == LEFT_ARC:
            if not c.is_word(c.top()) or c.buffer_size() == 0 or c.head_of(c.top()) >= 0:
                return False
            return not c.next_has_head() or c.topmost(c.next()) != c.top()
        if kind == RIGHT_ARC:
            if c.stack_size() == 0 or c.words_in_buffer() == 0 or c.next_has_head():
                return False
            return self._may_attach(c)
        if kind == REDUCE:
            if not c.is_word(c.top()) or c.buffer_size() == 0:
                return False
            return (c.head_of(c.top()) >= 0 or not c.was_popped(c.top())) and self._may_reduce(c)
        if kind == SWITCH:
            return c.last_kind() != SWITCH and c.aside_size() > 0 and self._may_switch(c)
        return False

    def _may_shift_last(self, c: Configuration) -> bool:
        if self.root_first:
            return c.words_without_head() == 0
        return not self.single_root or c.words_without_head() == 1

    def _may_attach(self, c: Configuration) -> bool:
        """Whether an arc from s to b makes no cycle, no second root and no dead end."""
        if self.single_root and self.root_first and c.top() == c.root and c.roots() > 0:
            return False
        if c.next_dependents() > 0 and c.topmost(c.top()) == c.next():
            return False
        return c.words_in_buffer() > 1 or self._can_end(c, c.topmost(c.top()))

    def _may_reduce(self, c: Configuration) -> bool:
        """Whether s is not the only dependent of ROOT, still needed, and a tree can be completed without s."""
        if not self.single_root:
            return True
        if self.root_first:
            return c.stack_size() > 2 or c.head_of(c.top()) != c.root
        if c.words_in_buffer() != 1 or not c.next_has_head() or c.head_of(c.top()) >= 0:
            return True
        if c.topmost(c.next()) != c.top():
            return False  # it must become a dependent of the last word
        return self._can_wait(c, c.top(), c.aside_node, c.node[c.top_node * NODE + BELOW])

    def _may_switch(self, c: Configuration) -> bool:
        """Whether another transition is valid afterwards."""
        if c.words_in_buffer() > 1:
            return True
        found = False
        c.exchange_stacks()
        for kind in range(SWITCH):
            if not found and self.is_valid(c, kind):
                found = True
        c.exchange_stacks()
        return found

    def _can_end(self, c: Configuration, root: int) -> bool:
        """Whether all words can get a head if the last one belongs to what is below `root`."""
        if self.root_first:
            return root == c.root
        if not self.single_root or c.words_without_head() == 2:  # the future root and the last word
            return True
        return self._can_wait(c, root, c.top_node, c.aside_node) or self._can_wait(c, root, c.aside_node, c.top_node)

    def _can_wait(self, c: Configuration, root: int, one: int, other: int) -> bool:
        """Whether the future root lies on one stack, and all words below it that have no head lie on the other."""
        node = one
        while node and c.node[node * NODE + WORD] > root:
            node = c.node[node * NODE + BELOW]
        if node == 0 or c.node[node * NODE + WORD] != root:
            return False
        node = c.node[node * NODE + BELOW]
        while node:
            word = c.node[node * NODE + WORD]
            if c.head_of(word) < 0:
                while other and c.node[other * NODE + WORD] > word:
                    other = c.node[other * NODE + BELOW]
                if other == 0 or c.node[other * NODE + WORD] != word:
                    return False
            node = c.node[node * NODE + BELOW]
        return True

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift_to_both()
        elif kind == LEFT_ARC:
            c.add_arc_in_both(c.next(), c.top(), label)
        elif kind == RIGHT_ARC:
            c.add_arc_in_both(c.top(), c.next(), label)
        elif kind == REDUCE:
            c.pop()
        elif kind == SWITCH:
            c.exchange_stacks()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """No words are left in the buffer, and all have heads."""
        return c.words_in_buffer() == 0 and (self.root_first or c.words_without_head() == 0)
