"""How fast the kernel of the prototype is on this machine, now: the C of prototype_kernel.c, fed with what a parser looks up.

The prototype's own code is not there, so its figures cannot be measured again.  What they rest on can: one dense row of
32-bit floats per feature, index and rows fetched ahead.  Its time per step, without everything else that a parser has to do,
tells how much of the difference to the prototype's figures is the machine.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from pathlib import Path

import numpy

import treewright as tw
from benchmarks.shared.c_library import compiled
from treewright.classifiers.scorer import scores_of
from treewright.features.extraction import keys_of

SOURCE = Path(__file__).with_suffix(".c")
CHECKED = 300  # steps of which the scores are compared
BLOCK, MOST_KEYS = 72, 256  # as in the C: classes that are added up at a time, and features of a step


class PrototypeKernel:
    """The features of all steps of a greedy parser, and its weights as dense rows."""

    def __init__(self, parser: tw.Parser, sentences: Sequence[tw.Sentence], cache: Path) -> None:
        self.run = ctypes.CDLL(str(compiled(SOURCE, cache, "-O3"))).prototype_steps
        self.run.restype = ctypes.c_float
        search = parser.make_search(parser.model)
        keys: list[int] = []
        ends: list[int] = []
        expected: list[list[float]] = []
        for sentence in sentences:
            search.parse(sentence)
            for state in range(search.c.state):  # a greedy parser makes one record a step; the last is final
                search.c.restore(state)
                keys += keys_of(search.scorer.extraction, search.c)
                ends.append(len(keys))
                if len(expected) < CHECKED:
                    expected.append(scores_of(search.scorer, search.c)[: parser.model.classes])
        self.steps, self.words = len(ends), sum(map(len, sentences))
        self.keys, self.ends = numpy.array(keys, numpy.uint64), numpy.array(ends, numpy.int32)
        if numpy.diff(self.ends, prepend=0).max() > MOST_KEYS:
            raise ValueError(f"expected {MOST_KEYS} features a step at the most")
        self._fill(parser)
        self.scores = numpy.zeros((len(expected), self.stride), numpy.float32)
        self._run(len(expected), keep=True)
        if self.scores[:, : parser.model.classes].tolist() != expected:
            raise AssertionError("the kernel and the parser do not have the same scores")

    def _fill(self, parser: tw.Parser) -> None:
        """The rows of all features in a random order; of those that no step has, only the places are taken."""
        rng = numpy.random.default_rng(1)
        wanted = [(key, row) for key in numpy.unique(self.keys).tolist() if (row := parser.model.stored_row(key))]
        self.rows = max(parser.model.feature_count, len(wanted))
        self.bits = (3 * self.rows).bit_length()
        self.stride = -(-parser.model.classes // BLOCK) * BLOCK
        places = rng.permutation(self.rows)[: len(wanted)] + 1
        self.weights = numpy.zeros((self.rows + 1, self.stride), numpy.float32)
        self.weights.fill(0.0)  # all pages are there
        index = numpy.zeros((2**self.bits, 2), numpy.uint32)
        others = rng.integers(0, 2**63, self.rows - len(wanted), numpy.uint64) * numpy.uint64(2) + numpy.uint64(1)
        empty = list(set(range(1, self.rows + 1)).difference(places.tolist()))
        for key, place in zip([*(key for key, _ in wanted), *others.tolist()], [*places.tolist(), *empty], strict=True):
            at = key >> (64 - self.bits)
            while index[at, 1]:
                at = (at + 1) % 2**self.bits
            index[at] = key & 0xFFFFFFFF, place
        for (_, row), place in zip(wanted, places.tolist(), strict=True):
            for number, weight in row:
                self.weights[place, number] = weight
        self.index = index

    def _run(self, steps: int, *, keep: bool = False) -> None:
        arrays = (self.keys, self.ends, self.index, self.weights, self.scores)
        keys, ends, index, weights, scores = (ctypes.c_void_p(array.ctypes.data) for array in arrays)
        self.run(keys, ends, steps, index, self.bits, weights, self.stride, scores, int(keep))

    def seconds_per_step(self) -> float:
        """CPU time of one step, now."""
        start = time.process_time()
        self._run(self.steps)
        return (time.process_time() - start) / self.steps
