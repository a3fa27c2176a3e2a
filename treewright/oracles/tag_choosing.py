"""Costs where shift chooses the tag: those of the wrapped oracle; the label of shift is the gold tag of the next word.

No tag makes an arc unreachable, so a wrong tag loses no arcs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.oracles.oracle import Oracle, as_ints
from treewright.oracles.wrapping import WrappingOracle
from treewright.transitions.configuration import Configuration


class TagChoosingOracle(WrappingOracle):
    """Adds gold tags to another oracle, static or dynamic."""

    def __init__(self, oracle: Oracle, kind: int) -> None:
        super().__init__(oracle)
        self.kind = kind
        self.gold_tag = as_ints([-1])

    def prepare(
        self,
        heads: Sequence[int],
        labels: Sequence[int],
        directions: Sequence[int] | None = None,
        tags: Any = (),
    ) -> None:
        """Take the gold tree of a sentence and the numbers of its gold tags, -1 = unknown."""
        if len(tags) != len(heads):
            raise ValueError(f"tags: seen {len(tags)}, expected one for each of the {len(heads)} words")
        self.gold_tag = as_ints(tags)
        Oracle.prepare(self, heads, labels, directions)

    def costs(self, c: Configuration, valid: int) -> int:
        """The costs of the wrapped oracle; any tag is right for ROOT and for a word of unknown tag."""
        WrappingOracle.costs(self, c, valid)
        word = c.next()
        self.label[self.kind] = self.gold_tag[word - 1] if c.is_word(word) else -1
        return 0
