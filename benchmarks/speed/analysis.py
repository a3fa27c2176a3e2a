"""How long do breakdowns take?  From files to text, as a user waits for them.

    python -m benchmarks.speed.analysis --data DIR    writes benchmarks/results/analysis.md

DIR has a treebank with test.conllu (25,000 words) and train.conllu (200,000 words), such as English-EWT of UD 2.16.  What is
compared with it are its own trees with a tenth of the arcs changed by chance, which are made anew each time.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, options_of
from benchmarks.shared.results_page import markdown

FIVE = "upos,head.upos,length:8,depth:4,projective"
FEW = 5  # runs, of which the fastest counts: others use this machine, too
TASKS = {
    "overall scores": ("evaluate", "GOLD", "ONE"),
    "five criteria": ("evaluate", "GOLD", "ONE", "--by", FIVE),
    "five criteria, as JSON": ("evaluate", "GOLD", "ONE", "--by", FIVE, "--json"),
    "five criteria of two parsers": ("evaluate", "GOLD", "ONE", "OTHER", "--by", FIVE),
    "a two-way table, a confusion matrix": ("evaluate", "GOLD", "ONE", "--cross", "upos,head.upos", "--confusion", "label"),
    "two parsers compared by label": ("evaluate", "GOLD", "ONE", "OTHER", "--compare", "--by", "label"),
    "the page of one parser": ("evaluate", "GOLD", "ONE", "--html", "PAGE"),
    "the page of two parsers": ("evaluate", "GOLD", "ONE", "OTHER", "--html", "PAGE"),
    "the page of one parser, with blame": ("evaluate", "GOLD", "ONE", "--html", "PAGE", "--model", "english"),
    "find": ("find", "upos=VERB and child.label=iobj and not projective", "GOLD", "--count"),
}


def changed(sentence: tw.Sentence, generator: random.Random) -> tw.Sentence:
    """The sentence with a tenth of its arcs changed by chance."""
    heads, labels = list(sentence.heads), sentence.labels
    for i in range(len(heads)):
        if generator.random() < 0.1:
            heads[i], labels[i] = generator.randrange(len(heads) + 1), generator.choice(labels)
    return sentence.with_tree(heads, labels)


def seconds(arguments: tuple[str, ...], files: dict[str, Path], runs: int) -> float:
    """The time of the fastest of some runs of the command."""
    command = [sys.executable, "-m", "treewright", *(str(files.get(argument, argument)) for argument in arguments)]
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure all tasks on both files and write the page."""
    options = options_of(__doc__)
    options.add_argument("--data", type=Path, required=True, help="folder of a treebank with test.conllu and train.conllu")
    options.add_argument("--output", type=Path, default=RESULTS / "analysis.md")
    options.add_argument("--runs", type=int, default=FEW)
    arguments = options.parse_args()
    machine.require_compiled()
    columns, sizes = [], []
    with tempfile.TemporaryDirectory() as folder:
        for part in ("test", "train"):
            gold = [sentence for sentence in tw.read(arguments.data / f"{part}.conllu") if len(sentence)]
            files = {"GOLD": arguments.data / f"{part}.conllu", "PAGE": Path(folder) / f"{part}.html"}
            for seed, name in enumerate(("ONE", "OTHER")):
                files[name] = Path(folder) / f"{part}-{name.lower()}.conllu"
                generator = random.Random(seed)
                tw.write([changed(sentence, generator) for sentence in gold], files[name])
            sizes.append(f"{sum(map(len, gold)):,} words")
            columns.append([f"{seconds(task, files, arguments.runs):.2f}" for task in TASKS.values()])
    rows = [[name, *cells] for name, *cells in zip(TASKS, *columns, strict=True)]
    lines = [
        "# How long breakdowns take", "",
        f"Seconds from the start of the command to its end, the fastest of {arguments.runs} runs, one at a time.",
        f"Starting Python and reading the files is part of it. The five criteria are {FIVE}.", "",
        *markdown(("task", *sizes), rows),
        f"`{machine.command_line('speed.analysis', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}; "
        f"commit {machine.git_version()}.",
    ]  # fmt: skip
    arguments.output.write_text("\n".join(lines) + "\n", "utf-8")
    print(arguments.output.read_text("utf-8"))


if __name__ == "__main__":
    main()
