"""What rounding to 16 bits and leaving out small weights cost: dev LAS, size of the file, speed.

    python -m benchmarks.studies.pruning            writes benchmarks/results/pruning.md
"""

from __future__ import annotations

import copy
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from treewright.classifiers import PackedWeights, Weights, WeightTable
from treewright.training.callbacks import Callbacks

THRESHOLDS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)


class Keep(Callbacks):
    """Keeps the averaged weights as they are before rounding."""

    weights: Weights

    def on_training_end(self, loop: Any) -> None:
        """The last epoch's weights."""
        self.weights = loop.trainer.classifier.learnt()


def with_table(parser: tw.Parser, table: Any) -> tw.Parser:
    """The same parser with other weights."""
    other = copy.copy(parser)
    other.model, other.decoders = table, SimpleQueue()
    return other


def floats(weights: Weights) -> WeightTable:
    """The weights without rounding, in a table as training uses it."""
    import numpy

    keys = numpy.repeat(weights.keys, numpy.diff(weights.starts))
    return WeightTable(weights.class_count).add_entries(
        {"keys": keys, "classes": weights.classes, "weights": weights.weights}
    )


def speed(parser: tw.Parser, sentences: list[tw.Sentence], rounds: int = 5) -> float:
    """Words a second of CPU, in memory, the best of several rounds."""
    best = 0.0
    for _ in range(rounds):
        start = time.process_time()
        for _ in parser.parse_bytes(sentences):
            pass
        best = max(best, sum(map(len, sentences)) / (time.process_time() - start))
    return best


def measure(preset: str, folder: Path) -> list[str]:
    """The rows of one preset on one treebank."""
    keep = Keep()
    parser = tw.Parser(preset=preset)
    parser.train(tw.read(folder / "train.conllu"), callbacks=keep)
    dev = list(tw.read(folder / "dev.conllu"))
    rows = []
    exact = with_table(parser, floats(keep.weights)).evaluate(dev).las
    rows.append(f"| {preset} | {folder.name} | not rounded | {len(keep.weights.keys):,} | | | {exact:.2f} | |")
    for least in THRESHOLDS:
        pruned = with_table(parser, PackedWeights.of(keep.weights.without_small(least)))
        with tempfile.TemporaryDirectory() as name:
            sizes = []
            for compression in (0, 6):
                path = Path(name) / "model.tw"
                pruned.save(path, compression=compression)
                sizes.append(path.stat().st_size / 1e6)
        words = speed(pruned, dev)
        assert pruned.model is not None
        rows.append(
            f"| {preset} | {folder.name} | {least} | {pruned.model.feature_count:,} | {sizes[0]:.1f} | {sizes[1]:.1f} "
            f"| {pruned.evaluate(dev).las:.2f} | {words / 1000:.0f}k |"
        )
        print(rows[-1], flush=True)
    return rows


def main() -> int:
    """Measure and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("--treebanks", default="Tamil-TTB,Gothic-PROIEL,Greek-GDT")
    given = arguments.parse_args()
    machine.require_compiled()
    rows = []
    for preset in ("fast", "accurate"):
        for treebank in given.treebanks.split(","):
            rows += measure(preset, given.data / treebank)
    page = [
        "# What rounding and pruning cost",
        "",
        f"`{machine.command_line('studies.pruning', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}; seed 1, "
        "the last epoch's weights. `not rounded`: averaged weights in 32 bits; all others are rounded to 16 bits. A feature "
        "is left out (`classifier.prune`) if all its weights are smaller than the threshold. CPU time, one thread, in memory.",
        "",
        "| preset | treebank | prune | features | file, MB | compressed, MB | dev LAS | words/s |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
        *rows,
    ]
    given.results.mkdir(parents=True, exist_ok=True)
    (given.results / "pruning.md").write_text("\n".join(page) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
