"""The effect of facts about the training trees: LAS with and without them, and the official validator's errors in parses.

    python -m benchmarks.accuracy.facts                      all ten treebanks, about ten minutes
    python -m benchmarks.accuracy.facts --treebanks Irish-IDT

Two default parsers are trained for each treebank: one that knows of roots only and one that knows all facts; facts hold in
training, too, so they cannot be taken from a parser afterwards.  LAS is that of dev.  The validator (udtools, --level 3,
language "ud") reads the parses of test by both, and the training data: an error of a kind that the training data has, too,
follows the treebank.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, PROJECT, RESULTS, options_of
from benchmarks.shared.results_page import markdown, number

MODELS = PROJECT / "build" / "facts"


def errors(sentences: Iterable[bytes], name: str) -> Counter[str]:
    """The errors of level 3 that the official validator finds, by kind."""
    path = MODELS / f"{name}.conllu"
    path.write_bytes(b"".join(sentences))
    command = [str(Path(sys.executable).with_name("udvalidate")), "--lang", "ud", "--level", "3", "--max-err", "0"]
    found = subprocess.run([*command, "--no-warnings", str(path)], capture_output=True, text=True)
    return Counter(re.findall(r"\[L3 \w+ ([\w-]+)\]", found.stdout + found.stderr))


def trained(folder: Path, data: dict[str, list[tw.Sentence]], **settings: float) -> tw.Parser:
    """A default parser (seed 1), from its file if this code has trained it before."""
    name = "-".join([folder.name, *(f"{name}{value}" for name, value in settings.items()), machine.core_version()])
    path = MODELS / f"{name}.tw"
    if not path.exists():
        parser = tw.Parser(**settings)
        parser.train(data["train"], dev=data["dev"], progress=False)
        parser.save(path)
    return tw.load(path)  # type: ignore[return-value]


def measured(folder: Path) -> tuple[list[str], list[str], Counter[str], Counter[str], Counter[str]]:
    """The two rows of a treebank, and the errors of the training data, of parses without facts and with."""
    data = {part: list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test")}
    roots_only, parser = trained(folder, data, facts=0), trained(folder, data)
    las = [one.evaluate(data["dev"]).las for one in (roots_only, parser)]
    of_train = errors((sentence.source + b"\n" for sentence in data["train"]), f"{folder.name}-train")
    without, kept = (errors(one.parse_bytes(data["test"]), f"{folder.name}-test") for one in (roots_only, parser))
    counts = [of_train.total(), without.total(), kept.total()]
    own = [sum(count for kind, count in found.items() if not of_train[kind]) for found in (without, kept)]
    las_row = [folder.name, number(las[0]), number(las[1]), number(las[1] - las[0], "+"), str(len(parser.facts or ()))]
    print(" | ".join(las_row), counts, own, dict(kept), flush=True)
    return las_row, [folder.name, *map(str, [*counts, *own])], of_train, without, kept


def main() -> None:
    arguments = options_of(__doc__, data=DATA, results=RESULTS)
    arguments.add_argument("--treebanks", default="")
    given = arguments.parse_args()
    MODELS.mkdir(parents=True, exist_ok=True)
    folders = sorted(path.parent for path in given.data.glob("ud-2.*/*/train.conllu"))
    wanted = [folder for folder in folders if not given.treebanks or folder.name in given.treebanks.split(",")]
    if not wanted:
        sys.exit(f"{given.data}: seen no such treebank, expected folders ud-2.*/NAME with train, dev and test.conllu")
    rows = [measured(folder) for folder in wanted]
    kinds = sorted({kind for _, _, *found in rows for counts in found for kind in counts})
    page = [
        "# Facts of the training trees", "",
        "LAS on dev of default parsers (seed 1) that know of roots only (`--facts 0`) and of all facts, in training and",
        "in parsing; how many combinations are ruled out.", "",
        *markdown(["treebank", "roots only", "all facts", "gain", "ruled out"], [row for row, *_ in rows]),
        "Errors that the official validator (udtools, level 3, language `ud`) finds in the training data and in parses of",
        "test (gold tags), without facts and with them; the last two columns count errors of kinds that the training data",
        "does not have.", "",
        *markdown(["treebank", "in training data", "without", "with", "new kinds, without", "new kinds, with"],
                  [row for _, row, *_ in rows]),
        "By kind, all treebanks together:", "",
        *markdown(["kind", "in training data", "without", "with"],
                  [[kind, *(str(sum(row[at][kind] for row in rows)) for at in (2, 3, 4))] for kind in kinds]),
        f"`python -m benchmarks.accuracy.facts`, {datetime.date.today()}, code {machine.core_version()}, "
        f"{machine.machine_kind()}.", "",
    ]  # fmt: skip
    (given.results / "facts.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
