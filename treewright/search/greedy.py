"""Greedy search: always the transition with the highest score."""

from __future__ import annotations

import cython

from treewright.search.search import Search

if not cython.compiled:  # in C these are names of the .pxd files
    from treewright.transitions.configuration import ARC_DEPENDENT, RECORD


class Greedy(Search):
    """One configuration, changed step by step: the same as a beam of one, and faster."""

    votes = True

    def decode(self) -> float:
        """Follow the best valid transition until the end."""
        self.c.start(self.size, self.system.root_first)
        total = 0.0
        if self.margins is not None:
            return self._decode_watched()
        while not self.system.is_final(self.c):
            total += self.choose(self.valid_kinds())
            self.system.advance(self.c, self.kind, self.kind_label)
        self.read_tree(self.c.state)
        return total

    def _decode_watched(self) -> float:
        """The same, noting how narrow each decision is."""
        total = 0.0
        while not self.system.is_final(self.c):
            valid = self.valid_kinds()
            total += self.choose(valid)
            if (self.known is not None and self.given_label(0) >= 0) or self.only_kind(valid) >= 0:
                self.margins.note_free()  # type: ignore[union-attr]
            else:
                self.margins.note(valid, self.kind, self.kind_label)  # type: ignore[union-attr]
            self.system.advance(self.c, self.kind, self.kind_label)
            self.margins.attach(self.c.record[self.c.state * RECORD + ARC_DEPENDENT])  # type: ignore[union-attr]
        self.read_tree(self.c.state)
        return total

    def look_back(self) -> int:
        """All was noted on the way, and there are no other paths."""
        return self.margins.close(0.0)  # type: ignore[union-attr]

    def only_kind(self, valid: int) -> int:
        """The kind that needs no score, because it is the only valid one and has no label; -1 if there is a choice."""
        if valid & (valid - 1) or not valid & self.classes.bare or (self.filter is not None and self.filter.general):
            return -1
        kind = 0
        while not valid >> kind & 1:
            kind += 1
        return kind

    def choose(self, valid: int) -> float:
        """Set `kind` and `kind_label` to the best valid transition; returns its score, 0 if there is nothing to choose."""
        if self.known is not None and self.given_label(0) >= 0:
            self.kind, self.kind_label = 0, self.given_label(0)
            return 0.0
        if not self.wants_score and self.only_kind(valid) >= 0:
            self.kind, self.kind_label = self.only_kind(valid), 0
            return 0.0
        self.score()
        best = self.best_class(valid)
        while not self.confirms(self.kind_of[best]):
            valid &= ~(1 << self.kind_of[best])
            best = self.best_class(valid)
        self.kind = self.kind_of[best]
        self.kind_label = best - self.first[self.kind] if self.width[self.kind] > 1 else 0
        if self.label_first[self.kind] >= 0:
            self.kind_label = self.best_label(self.kind)
        return self.scorer.score[best]
