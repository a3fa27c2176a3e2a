"""Compares every transition system and oracle with brute force; `make verify` runs it.

Prints one row per system, root position and root setting; exit code 1 if anything differs.
It compares configurations x gold trees; in each the costs of all transitions must be exact.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import random
import sys
import time
from typing import Any, NamedTuple

from tools.oracles.brute_force import partial_settings, settings
from tools.oracles.comparison import Comparison, Counts
from tools.oracles.gold_trees import (
    directions_and_heads,
    directions_only,
    partial_trees,
    random_tree,
    several_roots,
    trees,
)

SETTINGS = settings() + partial_settings((1, 3))
DIRECTED = [i for i, system in enumerate(SETTINGS) if system.name in ("arc-eager", "non-monotonic-arc-eager")]
CHUNK = 100  # gold trees per piece of work
COLUMNS = ("all trees", "sampled", "partial", "empty ignored", "many roots", "crossing")
ESTIMATES = ("crossing", "directions and heads")  # columns where costs may be wrong
MORE_COLUMNS = ("directions", "directions and heads")


class Work(NamedTuple):
    """A piece of work: some gold trees of n words in one system."""

    setting: int
    column: str
    n: int
    chunk: int
    all_heads: bool
    sample: int  # configurations per gold tree, 0 for all


@functools.lru_cache(maxsize=64)
def golds_of(column: str, n: int, root: str) -> list[Any]:
    """The gold trees of one column; those with directions are pairs."""
    if column == "all trees":
        return trees(n)
    if column in ("partial", "empty ignored"):
        return partial_trees(n)
    if column == "directions":
        return directions_only(n)
    if column == "directions and heads":
        return directions_and_heads(n, root)
    if column == "many roots":
        return several_roots(n, root)
    if column == "crossing":
        return trees(n, projective=False)
    rng = random.Random(n)
    whole = [random_tree(n, rng) for _ in range(CHUNK)]
    return [g if i % 4 else tuple(-1 if rng.random() < 0.3 else h for h in g) for i, g in enumerate(whole)]


@functools.lru_cache(maxsize=4)
def comparison_of(setting: int, n: int, all_heads: bool) -> Comparison:
    """The system's configurations of n words, kept while the pieces that need them follow each other."""
    return Comparison(SETTINGS[setting], n, all_heads)


def do(work: Work) -> tuple[Work, Counts, list[str]]:
    """A piece of work with its counts, and what differs between the systems."""
    comparison = comparison_of(work.setting, work.n, work.all_heads)
    golds = golds_of(work.column, work.n, SETTINGS[work.setting].root)
    chunk = golds[work.chunk * CHUNK : (work.chunk + 1) * CHUNK]
    rng = random.Random(work.chunk)
    if work.column in MORE_COLUMNS:
        counts = comparison.compare_directions(chunk)
    else:
        counts = comparison.compare(chunk, work.sample, rng, work.column == "empty ignored")
    return work, counts, comparison.problems if work.chunk == 0 else []


def plan(longest: int, sampled: int, histories: int) -> list[Work]:
    """All pieces of work; those on the same configurations follow each other."""
    pieces = []
    for number, system in enumerate(SETTINGS):
        less = (1, 2) if system.partial else (0, 0)  # they have far more configurations
        lengths = [("all trees", n) for n in range(1, longest - less[0] + 1)]
        lengths += [("sampled", n) for n in range(longest - less[0] + 1, sampled - less[1] + 1)]
        lengths += [("partial", n) for n in range(1, 5)] + [("crossing", n) for n in (4, 5)]
        if not system.single_root:  # with a single root such a gold tree is out of reach from the start
            lengths += [("many roots", n) for n in range(2, 5)]
        if system.partial:
            lengths += [("empty ignored", n) for n in range(1, 5)]
        if number in DIRECTED:
            lengths += [("directions", n) for n in range(1, 6)] + [("directions and heads", n) for n in range(2, 5)]
        for column, n in lengths:
            whole = column == "all trees" and n <= (4 if system.partial else histories)
            count = CHUNK if column == "sampled" else len(golds_of(column, n, system.root))
            for chunk in range(-(-count // CHUNK)):
                pieces.append(Work(number, column, n, chunk, whole, 1000 if column == "sampled" else 0))
    return pieces


def show_progress(done: int, total: int, compared: int, mismatches: int, started: float) -> None:
    """One line that is overwritten, or an occasional line."""
    text = f"{done}/{total} pieces, {compared:,} comparisons, {mismatches} mismatches, {time.time() - started:.0f} s"
    if sys.stderr.isatty():
        print(f"\r{text} ", end="", file=sys.stderr, flush=True)
    elif done % 50 == 0 or done == total:
        print(text, file=sys.stderr, flush=True)


def cell(counts: Counts) -> str:
    """How many were compared, and how many differ."""
    return f"{counts.compared:>10,} {counts.mismatches:>4}" if counts.compared else f"{'-':>10}     "


def row(number: int, table: dict[tuple[int, str], Counts]) -> str:
    """All columns of a system, and the estimates of crossing trees."""
    columns = [column for column in COLUMNS[:-1] if column != "empty ignored" or SETTINGS[number].partial]
    cells = "  ".join(cell(table[number, column]) for column in columns)
    crossing = table[number, "crossing"]
    share = 100 / max(crossing.compared, 1)
    estimates = f"{crossing.compared:>9,}  {crossing.under * share:5.1f} %  {crossing.over * share:5.1f} %"
    return f"{name_of(number)}{cells}  {estimates}"


def name_of(number: int) -> str:
    """The first columns: the system, the position of ROOT, and how many roots are allowed."""
    system = SETTINGS[number]
    name = f"{system.name} {system.max_length}" if system.short else system.name
    return f"{name:<24}{system.root:<6}{'one' if system.single_root else 'any':<5}"


def directions_row(number: int, table: dict[tuple[int, str], Counts]) -> str:
    """Exact costs of directions alone, and estimates where heads are known, too."""
    mixed = table[number, "directions and heads"]
    share = 100 / max(mixed.compared, 1)
    estimates = f"{mixed.compared:>21,}  {mixed.under * share:5.2f} %  {mixed.over * share:5.2f} %"
    return f"{name_of(number)}{cell(table[number, 'directions'])}  {estimates}"


def print_table(table: dict[tuple[int, str], Counts], longest: int, sampled: int) -> None:
    """Print the results of all systems."""
    print("Configurations x gold trees compared with brute force, and mismatches among them.")
    print("Crossing = non-projective gold trees of 4 and 5 words: how often a cost is under- and over-estimated.\n")
    numbers = range(len(SETTINGS))
    for partial, less in ((False, (0, 0)), (True, (1, 2))):
        heads = [f"all trees <= {longest - less[0]}", f"sampled to {sampled - less[1]}", "partial <= 4"]
        heads += ["empty ignored"] * partial + ["many roots <= 4"]
        print(f"{'system':<24}{'root':<6}{'roots':<5}{'  '.join(f'{h:>15}' for h in heads)}   crossing    under     over")
        for number in numbers:
            if SETTINGS[number].partial == partial:
                print(row(number, table))
        print()
    print("Only the direction of heads known, up to 5 words; and beside known heads, up to 4 words.\n")
    print(f"{'system':<24}{'root':<6}{'roots':<5}{'alone <= 5':>15}{'beside heads <= 4':>23}    under     over")
    for number in DIRECTED:
        print(directions_row(number, table))


def main() -> int:
    """Compare everything; 1 if anything differs."""
    parser = argparse.ArgumentParser("python -m tools.verify_oracles", description=__doc__)
    parser.add_argument("--longest", type=int, default=6, help="words of the sentences compared exhaustively (6)")
    parser.add_argument("--sampled", type=int, default=9, help="words of the longest sampled sentences (9)")
    parser.add_argument("--histories", type=int, default=6, help="words up to which configurations that differ only "
                        "in the arcs of finished words are compared separately (6)")
    parser.add_argument("--processes", type=int, default=2, help="processes (2)")
    options = parser.parse_args()
    started = time.time()
    work = plan(options.longest, options.sampled, options.histories)
    table = {(number, column): Counts() for number in range(len(SETTINGS)) for column in (*COLUMNS, *MORE_COLUMNS)}
    problems: list[str] = []
    compared = mismatches = 0
    with multiprocessing.Pool(options.processes) as pool:
        for done, (piece, counts, found) in enumerate(pool.imap_unordered(do, work), 1):
            table[piece.setting, piece.column].add(counts)
            problems += found
            compared += counts.compared
            mismatches += counts.mismatches if piece.column not in ESTIMATES else 0
            show_progress(done, len(work), compared, mismatches, started)
    print(file=sys.stderr)
    print_table(table, options.longest, options.sampled)
    for example in problems[:10] + [e for (_, c), counts in table.items() if c not in ESTIMATES for e in counts.examples]:
        print(f"mismatch: {example}")
    print(f"\n{compared:,} comparisons in {time.time() - started:.0f} s: {mismatches} mismatches of costs, "
          f"{len(problems)} differences between the systems")
    return 1 if mismatches or problems else 0


if __name__ == "__main__":
    sys.exit(main())
