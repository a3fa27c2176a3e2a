"""Is confidence calibrated, what does it tell, what does it cost: the default and `--preset fast`, ten treebanks, seed 1.

    python -m benchmarks.accuracy.confidence                          about five minutes on one core
    python -m benchmarks.accuracy.confidence --treebanks Irish-IDT    prints the rows, writes nothing

The parsers are those of `treewright train TRAIN --dev DEV -o MODEL --seed 1`, which learn their confidence from the dev data.
What confidence is learnt from, and how, was chosen on the dev parts of four treebanks; test is looked at here only.
"""

from __future__ import annotations

import datetime
import sys
import time
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, RESULTS, options_of
from benchmarks.shared.results_page import markdown
from treewright.analysis.confidence.reliability import Reliability, measured
from treewright.analysis.confidence.reliability_picture import to_svg

WAYS = {"default": None, "fast": "fast"}
PICTURE = "English-EWT"  # whose diagram the documentation shows
TIMES = 7  # of which the least counts
GOAL, COST = 0.03, 1.3
HEAD = [
    "treebank", "words", "UAS", "ECE heads", "ECE labels", "ECE sentences", "AUC heads", "AUC labels",
    "precision at 50 %", "80 %", "90 %", "cost",
]  # fmt: skip


def cost(parser: tw.Parser, path: Path) -> float:
    """CPU time from file to rows with confidence, relative to that without; both in turn."""
    least = {}
    for _ in range(TIMES):
        for asked in (False, True):
            start = time.process_time()
            for _ in range(3):
                for _ in parser.parse_bytes(tw.read(path), confidence=asked):
                    pass
            least[asked] = min(least.get(asked, 1e9), time.process_time() - start)
    return least[True] / least[False]


def row(folder: Path, preset: str | None) -> tuple[dict[str, Reliability], float]:
    """What a parser that is trained on a treebank knows of itself, and what it costs to ask."""
    train, dev, test = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test"))
    parser = tw.Parser(preset=preset, seed=1)
    parser.train(train, dev=dev, progress=False)
    return measured(parser, test), cost(parser, folder / "test.conllu")


def shown(name: str, found: dict[str, Reliability], ratio: float) -> list[str]:
    """A row of the table."""
    heads, labels, sentences = found["head"], found["label"], found["sentence"]
    return [
        name, f"{len(heads):,}", f"{100 * heads.accuracy:.2f}", *(f"{one.error:.3f}" for one in (heads, labels, sentences)),
        f"{heads.auc:.3f}", f"{labels.auc:.3f}", *(f"{100 * heads.precision_at(share):.1f}" for share in (0.5, 0.8, 0.9)),
        f"{ratio:.2f}",
    ]  # fmt: skip


def page(rows: dict[str, list[list[str]]]) -> str:
    """The whole page."""
    lines = [
        "# Confidence", "",
        "Parsers trained on gold tags with `--dev` and seed 1, which learnt from the dev data how reliable they are.",
        "All figures are those of the test data: all words with a known head, punctuation too.", "",
        "- ECE, the expected calibration error: ten bins of equal width from 0 to 1; the distance of mean confidence",
        "  and share right, mean over the bins by their size. A head is right if it is the gold head, a label if it is the",
        "  gold label, a sentence if all its heads and labels are. Small test sets have noise of their own: a bin of 200",
        "  words is 0.02 off by chance, one of 20 sentences 0.1.",
        "- AUC: how probable it is that a right head (label) has more confidence than a wrong one.",
        "- precision at 50, 80, 90 %: the share of right heads among so many of the words, the most confident first.",
        "- cost: CPU time from file to rows with `--confidence`, relative to parsing without",
        f"  (the least of {TIMES}, in turn).", "",
    ]  # fmt: skip
    for way, own in rows.items():
        calibrated = sum(float(one[3]) <= GOAL for one in own)
        cheap = sum(float(one[-1]) <= COST for one in own)
        dearest = max(float(one[-1]) for one in own)
        title = "The default (beam 8)" if way == "default" else "`--preset fast` (greedy)"
        lines += [f"## {title}", "", *markdown(HEAD, own)]
        lines += [
            f"Heads have an ECE of at most {GOAL} on {calibrated} of {len(own)} treebanks.",
            f"Asking costs {dearest:.2f} times parsing at the most, and at most {COST} on {cheap} of them.",
            "",
        ]  # fmt: skip
    lines += [
        "The dev data also chose the epoch that is kept, so a parser is a little better on them than on other text, and",
        "its confidence a little too high there. On text of another kind it is too high by as much as the parser is",
        "worse.", "",
        f"`python -m benchmarks.accuracy.confidence`, {datetime.date.today()}, {machine.core_version()}, "
        f"{machine.machine_kind()}.", "",
    ]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    arguments = options_of(__doc__, data=DATA, results=RESULTS)
    arguments.add_argument("--treebanks", default="")
    given = arguments.parse_args()
    folders = sorted((path.parent for path in given.data.glob("ud-*/*/train.conllu")), key=lambda path: path.name)
    wanted = [folder for folder in folders if not given.treebanks or folder.name in given.treebanks.split(",")]
    if not wanted:
        sys.exit(f"{given.data}: seen no such treebank, expected folders with train, dev and test.conllu")
    rows: dict[str, list[list[str]]] = {way: [] for way in WAYS}
    for folder in wanted:
        for way, preset in WAYS.items():
            found, ratio = row(folder, preset)
            rows[way].append(shown(folder.name, found, ratio))
            print(way, *rows[way][-1], flush=True)
            if way == "default" and folder.name == PICTURE and not given.treebanks:
                title = f"{PICTURE}, test data"
                (given.results / "confidence.svg").write_text(to_svg(found, title), "utf-8")
    if not given.treebanks:
        (given.results / "confidence.md").write_text(page(rows), "utf-8")


if __name__ == "__main__":
    main()
