"""Compares the oracles of the set-based system with brute force, and derives treebanks; `make verify` runs it.

Treebanks are derived with gap and swap, too.

Prints a row for each kind of gold trees and for each treebank; exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import random
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tools.oracles.set_comparison import COUNTS, SetComparison, SetCounts, gold_trees
from tools.oracles.set_derivations import Derived, derive_all
from tools.oracles.set_space import Gold
from treewright.oracles import ORACLES

SYSTEMS = ("set-based", "merge-gap", "merge-swap")
CHUNK = 500  # gold trees per piece of work


class Row(NamedTuple):
    """Some gold trees of n tokens, and how many ways to each configuration are tried with each of them.

    0 is all, COUNTS all that differ in how many constituents were made and how many of these are right.
    """

    n: int
    every_label: bool
    histories: int
    drawn: int = 0  # gold trees drawn at random, 0 for all

    def __str__(self) -> str:
        trees = f"{self.drawn:,} drawn" if self.drawn else f"all{', both labels' if self.every_label else ''}"
        histories = {0: "all", COUNTS: "all counts"}.get(self.histories, self.histories)
        return f"{self.n:>6}  {trees:<18}{histories:>10}"


def rows(drawn: int, scale: float) -> list[Row]:
    """What is compared: all trees up to 5 tokens, some of 6."""
    whole = [Row(n, True, 0) for n in (1, 2, 3)]
    more = [Row(4, True, 1), Row(4, False, 0), Row(4, False, COUNTS), Row(5, False, COUNTS), Row(5, False, 1)]
    some = [Row(5, False, 0, max(1, int(60 * scale)))]
    return [*whole, *more, *some, *([Row(6, False, 1, drawn)] if drawn else [])]


@functools.lru_cache(maxsize=4)
def golds_of(row: Row) -> list[Gold]:
    """The gold trees of a row."""
    return gold_trees(row.n, row.every_label, random.Random(row.n), row.drawn, one_label=row.histories == COUNTS)


@functools.lru_cache(maxsize=2)
def comparison_of(n: int, histories: int) -> SetComparison:
    """The configurations of n tokens, kept while the pieces that need them follow each other."""
    return SetComparison(n, histories)


def compare(work: tuple[Row, int]) -> tuple[Row, SetCounts, list[str]]:
    """A piece of work, and what differs between the systems."""
    row, chunk = work
    comparison = comparison_of(row.n, row.histories)
    golds = golds_of(row)[chunk * CHUNK : (chunk + 1) * CHUNK]
    return row, comparison.compare(golds, chunk), comparison.differences if chunk == 0 else []


def show_progress(text: str, done: int, total: int, started: float) -> None:
    """One line that is overwritten, or an occasional line."""
    text = f"{text}: {done}/{total}, {time.time() - started:.0f} s"
    if sys.stderr.isatty():
        print(f"\r{text} ", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done % 20 == 0 or done == total:
        print(text, file=sys.stderr, flush=True)


def print_rows(table: dict[Row, SetCounts]) -> None:
    """Print what brute force says."""
    print("Set-based: from every configuration, what costs nothing keeps the best F1 that can be reached (brute force).")
    print("Dynamic: what costs nothing is all that loses nothing.  History: what was made on the way to a configuration;")
    print("all counts: one for every number of constituents made, and of right ones among them, which is all that F1 knows.")
    print("As good: transitions that cost something for the paper's oracle but lose nothing, in per cent of those.\n")
    head = f"{'tokens':>6}  {'gold trees':<18}{'histories':>10}{'trees':>9}{'configurations':>17}{'transitions':>14}"
    print(f"{head}  mismatches: dynamic  paper's  static   as good")
    for row, counts in table.items():
        cells = f"{counts.golds:>9,}{counts.configurations:>17,}{counts.transitions:>14,}"
        share = 100 * counts.as_good / max(1, counts.wrong)
        wrong = f"{counts.mismatches:>21,}{counts.paper_mismatches:>9,}{counts.static_mismatches:>8,}"
        print(f"{row}{cells}{wrong}{share:>8.2f} %")


def print_treebanks(found: dict[tuple[Path, int, str], Derived]) -> None:
    """Print which trees are derived."""
    print("\nTrees derived and rebuilt as they were, set-based in exactly 4n - 2 steps; steps per token (static).\n")
    print(f"{'treebank':<34}{'system':<12}{'trees':>7}{'discontinuous':>15}{'static':>9}{'dynamic':>9}{'steps':>8}{'most':>7}")
    for (path, _, name), one in found.items():
        right = f"{one.trees - len(one.static):>9,}"
        right += f"{one.trees - len(one.dynamic):>9,}" if ORACLES[name].dynamic else f"{'-':>9}"
        cells = f"{one.trees:>7,}{one.discontinuous:>15,}{right}{one.steps / max(1, one.tokens):>8.3f}{one.most:>7.2f}"
        print(f"{'/'.join(path.parts[-2:]):<34}{name:<12}{cells}")


def main() -> int:
    """Compare everything; 1 if anything differs."""
    parser = argparse.ArgumentParser("python -m tools.verify_set_oracle", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/disco"), help="folder of folders with .export files")
    parser.add_argument("--drawn", type=int, default=3000, help="gold trees of 6 tokens, drawn at random (3000)")
    parser.add_argument("--scale", type=float, default=1.0, help="times as many gold trees with all histories (1)")
    parser.add_argument("--processes", type=int, default=2, help="processes (2)")
    options = parser.parse_args()
    started = time.time()
    table = {row: SetCounts() for row in rows(options.drawn, options.scale)}
    work = [(row, chunk) for row in table for chunk in range(-(-len(golds_of(row)) // CHUNK))]
    treebanks = [(path, 1, name) for path in sorted(options.data.glob("*/*.export")) for name in SYSTEMS]
    differences: list[str] = []
    found: dict[tuple[Path, int, str], Derived] = {}
    with multiprocessing.Pool(options.processes) as pool:
        for done, (row, counts, seen) in enumerate(pool.imap_unordered(compare, work), 1):
            table[row].add(counts)
            differences += seen
            show_progress("pieces compared with brute force", done, len(work), started)
        for done, (job, one) in enumerate(zip(treebanks, pool.starmap(derive_all, treebanks, 1), strict=True), 1):
            found[job] = one
            show_progress("treebanks derived", done, len(treebanks), started)
    print_rows(table)
    if found:
        print_treebanks(found)
    else:
        print(f"\nno *.export in {options.data}: no treebank was derived")
    wrong = [example for counts in table.values() for example in counts.examples]
    wrong += [problem for one in found.values() for problem in (*one.static, *one.dynamic)]
    for example in [*differences, *wrong][:10]:
        print(f"mismatch: {example}")
    mismatches = sum(counts.mismatches + counts.paper_mismatches + counts.static_mismatches for counts in table.values())
    underived = sum(len(one.static) + len(one.dynamic) for one in found.values())
    unasked = sum(abs(counts.pairs - counts.configurations) for row, counts in table.items() if row.histories == COUNTS)
    compared = sum(counts.configurations for counts in table.values())
    print(f"\n{compared:,} configurations in {time.time() - started:.0f} s: {mismatches} mismatches, "
          f"{len(differences)} differences between the systems, {underived} trees not derived, {unasked} not asked")
    return 1 if mismatches or differences or underived or unasked else 0


if __name__ == "__main__":
    sys.exit(main())
