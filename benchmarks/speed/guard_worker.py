"""Runs a job of the guard twice, the second time with counting on; the guard starts it below callgrind.

    python -m benchmarks.speed.guard_worker FOLDER                 trains the models that are measured
    python -m benchmarks.speed.guard_worker FOLDER LIBRARY JOB     runs a job and prints its number of words
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared.measures import blank, from_file, in_memory

GREEDY = {"features.templates": "rich", "search.beam": 1, "training.strategy": "local", "training.exploration": "always"}
BEAM = {"features.templates": "rich", "search.beam": 8, "training.strategy": "laso", "training.margin": 1.0}
ONE_TEMPLATE = "S0.w S0.p S0.x S0.z S0.m[Number] N0.p\n"  # all columns are encoded, little else is done
Job = tuple[Callable[[], Any], int]  # what is done, and with how many words


def prepare(folder: Path) -> None:
    """Write what the jobs need: a text without trees, a small treebank and models."""
    sentences = list(tw.read(folder / "train.conllu"))
    some = sentences[: len(sentences) // 10]
    tw.write(blank(tw.read(folder / "text.conllu")), folder / "in.conllu")
    tw.write(some, folder / "some.conllu")
    features = folder / "one.features"
    features.write_text(ONE_TEMPLATE, "utf-8")
    trained(GREEDY, sentences).save(folder / "greedy.tw")
    trained(BEAM, sentences).save(folder / "beam 8.tw")
    trained({**GREEDY, "features.templates": str(features)}, some).save(folder / "one template.tw")


JOBS = (
    "greedy, in memory", "greedy, file to file", "beam 8, in memory", "beam 8, file to file", "one template, file to file",
    "greedy, training", "beam 8, training",
)  # fmt: skip


def job_of(folder: Path, name: str) -> Job:
    """What is measured under a name."""
    kind, what = name.split(", ")
    if what == "training":
        some = list(tw.read(folder / "some.conllu"))
        return lambda: trained(GREEDY if kind == "greedy" else BEAM, some, epochs=1), sum(map(len, some))
    source = folder / "in.conllu"
    text, parser = list(tw.read(source)), tw.load(folder / f"{kind}.tw")
    job = in_memory(parser, text) if what == "in memory" else from_file(parser, source, folder / "out.conllu")
    return job, sum(map(len, text))


def trained(settings: Mapping[str, Any], sentences: list[tw.Sentence], epochs: int = 3) -> tw.Parser:
    parser = tw.Parser(settings, preset="panparser")
    parser.train(sentences, epochs=epochs)
    return parser


def main() -> None:
    folder = Path(sys.argv[1])
    if len(sys.argv) == 2:
        prepare(folder)
        return
    counting, (job, words) = ctypes.CDLL(sys.argv[2]), job_of(folder, sys.argv[3])
    job()  # fills caches and buffers
    counting.counting_on()
    job()
    counting.counting_over()
    print(words)


if __name__ == "__main__":
    main()
