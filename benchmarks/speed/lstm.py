"""How many words per CPU second the BiLSTM encodes without PyTorch, beside PyTorch (one thread) if it is installed.

    python -m benchmarks.speed.lstm                          four sizes, batches of 1 to 256 sentences of 20 words, best of 15
    python -m benchmarks.speed.lstm --sizes 2x128 --lanes 16 8 --words 1 8 64

A size is layers x hidden units of each direction.  Lanes are the floats of a vector: 16 with AVX-512, 8 with AVX2, 4 with
SSE2 or NEON.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator

import numpy

from benchmarks.shared import machine
from treewright.networks.layers.lstm import BiLSTM

try:
    import torch
except ImportError:
    torch = None

SIZES = ("1x64", "2x128", "2x200", "2x400")


def random_arrays(inputs: int, hidden: int, layers: int) -> dict[str, numpy.ndarray]:
    """Weights as PyTorch begins with."""
    numbers, most = numpy.random.default_rng(1), hidden**-0.5
    arrays = {}
    for layer in range(layers):
        for direction in ("", "_reverse"):
            for part, width in (("ih", 2 * hidden if layer else inputs), ("hh", hidden)):
                shapes = {"weight": (4 * hidden, width), "bias": (4 * hidden,)}
                for name, shape in shapes.items():
                    arrays[f"{name}_{part}_l{layer}{direction}"] = numbers.uniform(-most, most, shape).astype(numpy.float32)
    return arrays


def ways(size: str, given: argparse.Namespace) -> Iterator[tuple[str, Callable[[numpy.ndarray, list[int]], object]]]:
    """What is compared at a size."""
    layers, hidden = map(int, size.split("x"))
    arrays = random_arrays(given.inputs, hidden, layers)
    for lanes in given.lanes:
        net = BiLSTM(arrays, lanes=lanes)
        yield f"ours, {net.lanes} lanes", net.run
    if torch is None:
        return
    torch.set_num_threads(1)
    lstm = torch.nn.LSTM(given.inputs, hidden, layers, bidirectional=True, batch_first=True)
    lstm.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})

    def run(x: numpy.ndarray, lengths: list[int]) -> object:
        with torch.inference_mode():  # sentences of the same length need no packing
            return lstm(torch.from_numpy(x).reshape(len(lengths), lengths[0], given.inputs))

    yield "PyTorch", run


def main() -> int:
    """Measure in turn, so that a busy minute meets all alike, and print a table of the best."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--sizes", nargs="+", default=SIZES, metavar="LAYERSxHIDDEN")
    arguments.add_argument("--inputs", type=int, default=250)
    arguments.add_argument("--batches", type=int, nargs="+", default=[1, 4, 8, 64, 256], metavar="SENTENCES")
    arguments.add_argument("--words", type=int, default=20, help="words of a sentence")
    arguments.add_argument("--lanes", type=int, nargs="+", default=[0], help="0: the widest there are")
    arguments.add_argument("--rounds", type=int, default=15)
    given = arguments.parse_args()
    machine.require_compiled()
    numbers = numpy.random.default_rng(2)
    batches = {
        count: (numbers.standard_normal((count * given.words, given.inputs)).astype(numpy.float32), [given.words] * count)
        for count in given.batches
    }
    print(f"words per CPU second, sentences of {given.words} words, {given.inputs} inputs, {machine.today()}\n")
    print("| size | way |", *(f"batches of {count} |" for count in batches))
    print("|---|---|" + "---:|" * len(batches))
    for size in given.sizes:
        runs = dict(ways(size, given))
        best: dict[tuple[str, int], float] = {}
        for _ in range(given.rounds):
            for count, batch in batches.items():
                for name, run in runs.items():
                    for _ in range(max(1, 64 // count)):
                        begin = time.process_time()
                        run(*batch)
                        seconds = time.process_time() - begin
                        best[name, count] = min(best.get((name, count), seconds), seconds)
        for name in runs:
            print(f"| {size} | {name} |", *(f"{c * given.words / best[name, c]:,.0f} |" for c in batches), flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
