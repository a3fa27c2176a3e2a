"""What users get without any settings: LAS on test of the default and of `--preset fast`, three seeds, all treebanks.

    python -m benchmarks.accuracy.default                      nine treebanks, about six minutes on two cores
    python -m benchmarks.accuracy.default --treebanks Irish-IDT

The parsers are those of `treewright train TRAIN --dev DEV -o MODEL --seed N`: templates, seeds and lifting are chosen by the
treebank, and named in the last column.
"""

from __future__ import annotations

import datetime
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown, mean, number, with_deviation

SEEDS = (1, 11, 21)  # apart, because a small treebank gets three seeds in a row
WAYS = ("default", "fast")


def trained(job: tuple[Path, str, int]) -> tuple[float, str]:
    """LAS on test of one training run, and the settings chosen by the treebank."""
    folder, way, seed = job
    parser = tw.Parser(preset=None if way == "default" else way, seed=seed)
    data = {part: list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test")}
    chosen = "; ".join(parser.adapt(data["train"]))
    parser.train(data["train"], dev=data["dev"], progress=False)
    return parser.evaluate(data["test"]).las, chosen


def main() -> None:
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("--treebanks", default="")
    given = arguments.parse_args()
    folders = sorted(path.parent for path in given.data.glob("*/train.conllu"))
    wanted = [folder for folder in folders if not given.treebanks or folder.name in given.treebanks.split(",")]
    if not wanted:
        sys.exit(f"{given.data}: seen no such treebank, expected folders with train, dev and test.conllu")
    jobs = [(folder, way, seed) for folder in wanted for way in WAYS for seed in SEEDS]
    with ProcessPoolExecutor(2) as pool:
        found = {}
        for job, result in zip(jobs, pool.map(trained, jobs), strict=True):
            found[job] = result
            print(job[0].name, *job[1:], *result, flush=True)
    rows = []
    for folder in wanted:
        las = {way: [found[folder, way, seed][0] for seed in SEEDS] for way in WAYS}
        rows.append([folder.name, *(with_deviation(las[way]) for way in WAYS), found[folder, "default", SEEDS[0]][1] or "-"])
    of_seed = {way: [mean(found[folder, way, seed][0] for folder in wanted) for seed in SEEDS] for way in WAYS}
    rows.append(["**mean**", *(with_deviation([value for value in of_seed[way] if value]) for way in WAYS), ""])
    page = [
        "# The default", "",
        "LAS on test (CoNLL 2018 definitions, gold tags) of parsers trained with no setting at all, and with `--preset fast`;",
        f"mean ± standard deviation of three trainings (seeds {', '.join(map(str, SEEDS))}), and what the default chose by",
        "the treebank.", "", *markdown(["treebank", "default", "fast", "chosen by the treebank"], rows),
        f"`python -m benchmarks.accuracy.default`, {datetime.date.today()}, {machine.core_version()}, "
        f"{machine.machine_kind()}.", "",
    ]  # fmt: skip
    (given.results / "default.md").write_text("\n".join(page), encoding="utf-8")
    print(number(mean(of_seed["default"])))


if __name__ == "__main__":
    main()
