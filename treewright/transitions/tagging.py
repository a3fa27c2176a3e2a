"""Tagging as a transition system: one transition for each word, which gives it a label and moves on.

    transition   condition     effect
    tag l        B not empty   (S, b|B, A) -> (S|b, B, A + ROOT -l-> b)

It builds a flat tree: every word depends on ROOT, and its label is its tag.  So everything that works on
transitions (search, training strategies, classifiers) works on tags, and S0.l in a template is the tag of the word before.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C this is the enum of the .pxd
    TAG = 0


class Tagging(TransitionSystem):
    """One labelled transition per word, from left to right."""

    kinds = ("tag",)
    labelled = ("tag",)
    reaches = "flat"

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The condition of the table."""
        return kind == TAG and c.words_in_buffer() > 0

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effect of the table."""
        if kind == TAG:
            c.shift_labelled(label)
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Every word has its tag."""
        return c.words_in_buffer() == 0
