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

    def rows(self, kinds: Any, memory: Any, compute: Callable[[Any], Any], first: Any) -> tuple[Any, Any, Any]:
        """The rows that are kept, more rows (`first`, then those of words that are not kept), and which one each word has.

        The rows that are kept are counted first; `compute` makes what is missing.
        """
        own = self._kept  # read once: another thread may change it for another memory
        if own[0] is not memory:  # threads that come at once begin twice, and one of them is kept
            own = memory, numpy.zeros(self.most + 1, bool), numpy.empty((self.most, self.width), numpy.float32)
            self._kept = own
        _, there, kept = own
        missing = numpy.unique(kinds[~there[numpy.minimum(kinds, self.most)]])
        if not len(missing):
            return kept, first, kinds
        computed = compute(missing)
        few = numpy.searchsorted(missing, self.most)
        kept[missing[:few]] = computed[:few]  # if two threads come at once, both write the same
        there[missing[:few]] = True  # last, when the row can be read
        rare = self.most + len(first) + numpy.searchsorted(missing[few:], kinds)
        return kept, numpy.concatenate([first, computed[few:]]), numpy.where(kinds < self.most, kinds, rare)
