"""Whether training non-monotonic arc-eager to show probable heads to the features helps: LAS on dev, with and without.

    python -m benchmarks.accuracy.probable_heads --data DIR      five treebanks, greedy and beam 8; some minutes

Shift and right-arc of this system lose the same arcs.  Its oracle prefers right-arc where the top is the gold head of the next
word, and shift elsewhere; the oracle here says what each costs and leaves the choice to the classifier.
"""

from __future__ import annotations

import statistics
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import UD, options_of
from treewright.oracles import ORACLES

NAME = "non-monotonic-arc-eager"
TREEBANKS = "French-Sequoia,Hungarian-Szeged,Latin-Perseus,Tamil-TTB,Vietnamese-VTB"
WAYS: dict[str, dict[str, Any]] = {
    "greedy": {"strategy": "local", "beam": 1, "margin": 0.3},
    "beam 8": {"strategy": "laso", "beam": 8, "margin": 1.0},
}


class Undecided(ORACLES[NAME]):  # type: ignore[misc]
    """The same costs, and nothing preferred among those of minimum cost."""

    shows_heads = False


def main() -> int:
    """Train in all ways and print one row for each."""
    arguments = options_of(__doc__, data=UD)
    arguments.add_argument("--treebanks", default=TREEBANKS)
    arguments.add_argument("--seeds", type=int, default=1)
    arguments.add_argument("--epochs", type=int, default=8)
    given = arguments.parse_args()
    machine.require_compiled()
    print(f"{machine.today()}, seeds 1 to {given.seeds}, {given.epochs} epochs, templates rich")
    for way, settings in WAYS.items():
        gains = []
        for treebank in given.treebanks.split(","):
            train, dev = (list(tw.read(given.data / treebank / f"{part}.conllu")) for part in ("train", "dev"))
            found = []
            for oracle in (Undecided, "dynamic"):
                scores = []
                for seed in range(1, given.seeds + 1):
                    parser = tw.Parser(
                        **settings, system=NAME, oracle=oracle, features="rich", history=False, explore="after-first",
                        epochs=given.epochs, seed=seed,
                    )  # fmt: skip
                    parser.train(train, dev)
                    scores.append(parser.evaluate(dev).las)
                found.append(statistics.fmean(scores))
            gains.append(found[1] - found[0])
            print(f"| {way} | {treebank} | {found[0]:.2f} | {found[1]:.2f} | {gains[-1]:+.2f} |", flush=True)
        print(f"| {way} | mean | | | {statistics.fmean(gains):+.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
