"""What lock-step decoding could bring: the output layer of a network for each configuration alone, or for several at once.

    python -m benchmarks.studies.lock_step

Sentences that advance together share one product with the output layer for each step.  All else of a step is the same, so the
difference of these two is the most that it could bring.
"""

from __future__ import annotations

import ctypes
import time
from pathlib import Path
from typing import Any

import numpy

from benchmarks.shared import machine
from benchmarks.shared.c_library import compiled
from benchmarks.shared.options import CACHE, PROJECT, options_of
from benchmarks.shared.results_page import markdown
from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.layers.lstm_arrays import in_lines
from treewright.networks.layers.product import VECTORS

SOURCE = Path(__file__).with_suffix(".c")
TOGETHER = (8, 16, 32)  # sentences
ROWS = 1024  # configurations of a measurement
ROUNDS = 40


class OutputLayer:
    """Random weights, and hidden layers of which a share of units is not 0."""

    def __init__(self, cache: Path, units: int = 200, scores: int = 112, share: float = 0.4) -> None:
        folder = cache / f"lock_step-{machine.core_version('networks')}"  # the C that it includes may change
        self.library = ctypes.CDLL(str(compiled(SOURCE, folder, "-O3", f"-I{PROJECT}")))
        rng, self.units, self.scores = numpy.random.default_rng(1), units, scores
        self.hidden = in_lines(rng.random((ROWS, units), numpy.float32) * (rng.random((ROWS, units)) < share))
        self.weights = in_lines(rng.normal(size=(units, scores)))
        self.bias = in_lines(rng.normal(size=scores))
        width = VECTORS * WIDTHS[0]
        whole = numpy.zeros((units, -(-scores // width) * width), numpy.float32)
        whole[:, :scores] = self.weights
        self.panels = in_lines(whole.reshape(units, -1, width).transpose(1, 0, 2))

    def run(self, some: int) -> Any:
        """The scores of all rows, so many rows at once; 0: each alone."""
        found, active = numpy.empty((ROWS, self.scores), numpy.float32), numpy.empty(self.units + 1, numpy.int32)
        weights = self.panels if some else self.weights
        arrays = [ctypes.c_void_p(own.ctypes.data) for own in (self.hidden, weights, self.bias, found, active)]
        hidden, weights, bias, out, room = arrays
        if some:
            self.library.together(hidden, ROWS, self.units, weights, bias, self.scores, WIDTHS[0], some, out)
        else:
            self.library.alone(hidden, ROWS, self.units, weights, bias, self.scores, WIDTHS[0], room, out)
        return found

    def nanoseconds(self) -> dict[int, float]:
        """CPU time of a configuration, each way, the least of many rounds; 0: each alone."""
        ways = (0, *TOGETHER)
        best = dict.fromkeys(ways, float("inf"))
        for _ in range(ROUNDS):
            for some in ways:
                start = time.thread_time_ns()
                self.run(some)
                best[some] = min(best[some], (time.thread_time_ns() - start) / ROWS)
        return best


def main() -> int:
    """Measure and print a table."""
    given = options_of(__doc__, cache=CACHE).parse_args()
    machine.require_compiled()
    rows = []
    for name, share in (("ReLU, 40 % of the units are not 0", 0.4), ("tanh or cube", 1.0)):
        found = OutputLayer(given.cache, share=share).nanoseconds()
        rows.append([name, *(f"{found[some]:.0f}" for some in (0, *TOGETHER))])
    head = ("hidden layer of 200, 112 scores; ns a configuration", "alone", *(f"{some} together" for some in TOGETHER))
    print("\n".join(markdown(head, rows)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
