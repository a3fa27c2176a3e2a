"""Joint tagging and parsing against a tagger followed by a parser: UPOS and LAS on dev data, one seed.

    python -m benchmarks.accuracy.joint --data DIR            writes benchmarks/results/joint.md

Lemmas, fine tags and features are taken out of all data, so that forms are all that both ways see.  The parser of the
pipeline has the same system, templates and search, and is trained on jackknifed tags.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, options_of
from treewright.tagging.jackknife import jackknifed
from treewright.treebank.sentence import Shelf
from treewright.treebank.splicer import splice_columns

TREEBANKS = ("Tamil-TTB", "Hungarian-Szeged", "Irish-IDT")
SEARCHES: dict[str, dict[str, Any]] = {
    "greedy": {"preset": "fast", "features.templates": "fast,second"},
    "beam 8": {"preset": "accurate", "features.templates": "zn11,second"},
}
FOLDS = 5
NOTE = (
    "The tagger is the default one (10 epochs, a dictionary of known words, the epoch of best tags on dev); the joint "
    "parser has no dictionary, and its epoch is chosen by LAS. The templates joint were chosen among five variants by the "
    "joint parser's scores on the same dev data of Tamil and Hungarian, so its rows there flatter it. One seed: "
    "differences of less than a point of LAS mean little, on Tamil (1,263 words) of less than two. Times are from a machine "
    "that was busy with other work."
)
Row = list[Any]


def forms_and_tags(path: Path) -> list[tw.Sentence]:
    """The sentences of a treebank without lemmas, fine tags and features."""
    sentences = list(tw.read(path))
    for column in (2, 4, 5):
        nothing = [b"_"] * sum(map(len, sentences))
        sentences = Shelf().reread(splice_columns(sentences, [column], [nothing]), sentences)
    return sentences


def scores(gold: Sequence[tw.Sentence], found: Sequence[tw.Sentence]) -> tuple[float, float]:
    """Per cent of right tags, and LAS."""
    pairs = [(a, b) for one, other in zip(gold, found, strict=True) for a, b in zip(one.tags, other.tags, strict=True)]
    return 100.0 * sum(a == b for a, b in pairs) / len(pairs), tw.evaluate(gold, found).las


def measured(name: str, settings: dict[str, Any], train: Any, dev: Any, gold: Any) -> Row:
    """Train and parse; CPU seconds of training, and words parsed per CPU second."""
    start = time.process_time()
    parser = tw.Parser(settings)
    parser.train(train, dev)
    trained = time.process_time()
    found = list(parser.pipe(dev))
    parsed = time.process_time() - trained
    return [name, *scores(gold, found), trained - start, sum(map(len, dev)) / parsed]


def rows(train: list[tw.Sentence], dev: list[tw.Sentence], epochs: int, systems: Sequence[str]) -> list[Row]:
    """All ways on one treebank."""

    def tagger() -> tw.Tagger:
        return tw.Tagger("upos")

    tagged = jackknifed(tagger, train, FOLDS)
    whole = tagger()
    whole.train(train, dev)
    tagged_dev = list(whole.pipe(dev))
    found = []
    for system in systems:
        for search, settings in SEARCHES.items():
            own = {**settings, "system.name": system, "training.epochs": epochs}
            joint = measured("joint", {**own, "system.tags": "upos"}, train, dev, dev)
            pipeline = measured("tagger, then parser", {**own, "features.options": "joint"}, tagged, tagged_dev, dev)
            found += [[system, search, *row] for row in (joint, pipeline)]
            for row in found[-2:]:
                print(*row, flush=True)
    return found


def page(found: dict[str, list[Row]], made: str, epochs: int) -> str:
    """The results as Markdown."""
    lines = [
        "# Joint tagging and parsing", "",
        f"{made}; UD 2.0, dev data, seed 1, {epochs} epochs of which the one of best LAS on dev is kept. Forms are all "
        "that is seen: lemmas, XPOS and FEATS are taken out. Greedy: preset fast with templates fast,second; beam 8: preset "
        "accurate with templates zn11,second. Both ways add the templates joint. The tagger's tags of the training data are "
        f"jackknifed ({FOLDS} folds). Words in one second of CPU; those of the pipeline are without the tagger.", "",
        NOTE, "",
        "| treebank | system | search | way | UPOS | LAS | training, s | words/s |",
        "|---|---|---|---|---:|---:|---:|---:|",
    ]  # fmt: skip
    for treebank, of_treebank in found.items():
        for system, search, way, upos, las, seconds, speed in of_treebank:
            lines.append(
                f"| {treebank} | {system} | {search} | {way} | {upos:.2f} | {las:.2f} | {seconds:.0f} | {speed / 1000:.0f}k |"
            )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Train and write the page."""
    parser = options_of(__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of UD treebanks, one folder each")
    parser.add_argument("--treebanks", nargs="+", default=list(TREEBANKS))
    parser.add_argument("--systems", nargs="+", default=["arc-standard", "arc-hybrid"])
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--output", type=Path, default=RESULTS / "joint.md")
    arguments = parser.parse_args()
    machine.require_compiled()
    found = {}
    for treebank in arguments.treebanks:
        folder = arguments.data / treebank
        train, dev = (forms_and_tags(folder / f"{part}.conllu") for part in ("train", "dev"))
        print(treebank, flush=True)
        found[treebank] = rows(train, dev, arguments.epochs, arguments.systems)
    command = machine.command_line("accuracy.joint", sys.argv[1:])
    made = f"`{command}`, {machine.today()}, {machine.machine_kind()}, core {machine.core_version()}"
    arguments.output.write_text(page(found, made, arguments.epochs), encoding="utf-8")


if __name__ == "__main__":
    main()
