"""Products of the first layer with the words that are met first, the frequent ones among them: they are computed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

BYTES = 1 << 26  # of products that are kept


class FrequentWords:
    """Rows of products by the numbers of words, as long as these numbers stay those of one memory of the lexicon."""

    def __init__(self, width: int) -> None:
        self.width, self.most = width, max(1, BYTES // (4 * width))
        self._kept: tuple[Any, Any, Any] = (None, None, None)  # the memory, which rows are there, and the rows

    def rows(self, kinds: Any, memory: Any, compute: Callable[[Any], Any], more: Any) -> Any:
        """The rows of different words, whose numbers ascend, then some more; `compute` makes those that are not kept."""
        own = self._kept  # read once: another thread may change it for another memory
        if own[0] is not memory:  # threads that come at once begin twice, and one of them is kept
            own = memory, numpy.zeros(self.most, bool), numpy.empty((self.most, self.width), numpy.float32)
            self._kept = own
        _, there, kept = own
        found = numpy.empty((len(kinds) + len(more), self.width), numpy.float32)
        found[len(kinds) :] = more
        few = kinds[: numpy.searchsorted(kinds, self.most)]
        known = numpy.zeros(len(kinds), bool)
        known[: len(few)] = there[few]
        found[: len(kinds)][known] = kept[kinds[known]]
        missing = numpy.flatnonzero(~known)
        if len(missing):
            found[missing] = computed = compute(kinds[missing])
            new = kinds[missing]
            fits = new < self.most
            kept[new[fits]] = computed[fits]
            there[new[fits]] = True  # last, when the row can be read
        return found
