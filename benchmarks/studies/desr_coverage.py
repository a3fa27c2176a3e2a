"""The share of trees that DeSR (`attardi`) can derive, with and without some of its rules, in both readings of right3.

    python -m benchmarks.studies.desr_coverage --data DIR

All three parts of each treebank; a minute or two.  Writes benchmarks/results/desr_coverage.md.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Sequence

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown
from treewright.oracles.attardi import MOST, AttardiOracle
from treewright.transitions.attardi import CROSSING, Attardi
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import is_projective

Heads = Sequence[int]
EVERYTHING, WITHOUT_EXTRACT = ",".join(CROSSING), "right2,left2,right3,left3"
RULES = {"left and right": "none", "2": "right2,left2", "2, 3": WITHOUT_EXTRACT, "2, 3, extract": EVERYTHING}


def derived(trees: Sequence[Heads], crossing: str, as_printed: bool = False) -> tuple[int, int]:
    """For how many trees a derivation is found, and for how many the search gave up."""
    oracle = AttardiOracle(Attardi(crossing=crossing, as_printed=as_printed))
    found = given_up = 0
    for heads in trees:
        oracle.prepare(list(heads), [0] * len(heads))
        found += oracle.derivable
        given_up += oracle.gave_up and not oracle.derivable
    return found, given_up


def row(name: str, trees: Sequence[Heads]) -> list[str]:
    """One row of the table of treebanks."""
    cells = [name, f"{len(trees):,}", percent(sum(not is_projective(heads) for heads in trees), len(trees))]
    start = time.process_time()
    for crossing in RULES.values():
        found, given_up = derived(trees, crossing)
        cells.append(percent(found, len(trees)))
    taken = time.process_time() - start
    for crossing in (WITHOUT_EXTRACT, EVERYTHING):
        cells.append(percent(derived(trees, crossing, as_printed=True)[0], len(trees)))
    return [*cells, str(given_up), f"{taken:.1f}"]


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"


def small_trees(n: int) -> list[Heads]:
    """Every tree of n words with one root."""
    return [heads for heads in itertools.product(range(n + 1), repeat=n) if heads.count(0) == 1 and is_tree(heads)]


def small_row(n: int) -> list[str]:
    """One row of the table of all small trees."""
    trees = small_trees(n)
    counts = [derived(trees, crossing, way)[0] for crossing in (WITHOUT_EXTRACT, EVERYTHING) for way in (False, True)]
    return [str(n), f"{len(trees):,}", *(f"{count:,}" for count in counts)]


def page(treebanks: Sequence[Sequence[str]], small: Sequence[Sequence[str]], made: str) -> str:
    """The page with both tables."""
    head = ["treebank", "trees", "non-projective, %", *(f"{rules}, %" for rules in RULES),
            "2, 3 as printed, %", "all as printed, %", "given up", "seconds"]  # fmt: skip
    lines = [
        "# What DeSR can derive", "",
        "The share of trees (train, dev and test together) that a derivation is found of: with left, right and shift "
        "alone, which is the share of projective trees; with left2 and right2 too; with left3 and right3 too; with extract "
        "and insert too. In all of these right3 puts tokens back in the order of the sentence; \"as printed\" is the other "
        f"reading, where they change places. Each search ends after about {MOST:,} configurations; \"given up\" counts the "
        "trees that have no derivation for that reason, perhaps, with all rules. Seconds are for the first four columns, all "
        "searches anew.",
        "", *markdown(head, treebanks),
        "Every tree of a few words with one root:", "",
        *markdown(["words", "trees", "2, 3", "2, 3 as printed", "all", "all as printed"], small),
        "## How these figures were made", "", made,
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure all treebanks and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("--longest", type=int, default=6, help="of all small trees")
    given = arguments.parse_args()
    machine.require_compiled()
    command = machine.command_line("studies.desr_coverage", sys.argv[1:])
    made = (
        f"- `{command}`; Universal Dependencies 2.0; {machine.today()}; commit {machine.git_version()}; "
        f"{machine.machine_kind()}"
    )
    rows = []
    for folder in sorted(folder for folder in given.data.iterdir() if (folder / "train.conllu").exists()):
        parts = [folder / f"{part}.conllu" for part in ("train", "dev", "test")]
        rows.append(row(folder.name, [tuple(s.heads) for path in parts if path.exists() for s in tw.read(path)]))
        print(rows[-1], file=sys.stderr, flush=True)
    text = page(rows, [small_row(n) for n in range(3, given.longest + 1)], made)
    given.results.mkdir(parents=True, exist_ok=True)
    (given.results / "desr_coverage.md").write_text(text, "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
