"""All transition systems with their default templates, and the template sets that these were chosen from.

    python -m benchmarks.accuracy.systems templates                     candidates for each system, on dev
    python -m benchmarks.accuracy.systems table                         every system as it is by default, dev and test
    python -m benchmarks.accuracy.systems table --systems arc-standard,swap --searches fast --treebanks Latin-Perseus

Results go to benchmarks/results/systems.jsonl as they come, and what stands there is not run again (same settings, templates,
data, seed and core code), so an interrupted run goes on where it was.  Tables are made from that file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from benchmarks.shared import machine
from benchmarks.shared.experiments import Journal, Laboratory, Record, Run, full_settings, perform_all
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of
from benchmarks.shared.results_page import Page, changes, gain, markdown, mean, number
from treewright.errors import SettingsError
from treewright.transitions import TRANSITION_SYSTEMS

TREEBANKS = "Latin-Perseus,Tamil-TTB,Irish-IDT,Hungarian-Szeged,Vietnamese-VTB"
SEARCHES = {"default": "accurate", "fast": "fast"}  # and the preset of each
BASE = {"default": "rich", "fast": "fast"}  # templates of arc-eager
FARTHEST = 1.5  # LAS that a projective system may be behind arc-eager on the mean
# Templates that were compared; {} is the set of arc-eager. Groups that a system adds by features.options are left out here.
CANDIDATES: dict[str, tuple[str, ...]] = {
    "arc-standard": ("{}", "{},second", "{}-stack", "{},{}-stack"),
    "arc-hybrid": ("{}", "{},second", "{},{}-stack"),
    "non-monotonic-arc-eager": ("{}", "{},second", "{},{}-stack"),
    "arc-swift": ("{}", "{},second", "{},swift"),
    "swap": ("{}", "{},second", "{}-stack"),
    "arc-hybrid-swap": ("{}", "{},second", "{},{}-stack"),
    "easy-first": ("{}", "{},around"),
    "two-planar": ("{}", "{},planes"),
    "attardi": ("{}", "{},attardi"),
    "covington-projective": ("{}", "{},covington"),
    "covington": ("{}", "{},covington"),
}
Cell = tuple[str, str, str]  # search, system, templates


def planned(arguments: argparse.Namespace) -> dict[Cell, list[Run]]:
    """The runs of each row, one for each treebank and seed."""
    plan: dict[Cell, list[Run]] = {}
    for search in arguments.searches:
        for system in arguments.systems:
            candidates = CANDIDATES.get(system, ()) if arguments.command == "templates" else ("",)
            for templates in (candidate.format(*[BASE[search]] * 2) for candidate in candidates):
                own = {"features.templates": templates, "features.options": ""} if templates else {}
                settings = full_settings({"system.name": system, **own, **changes(arguments)}, SEARCHES[search])
                name = f"{search}: {system}" + f", {templates}" * bool(templates)
                cell = (search, system, templates or shown(settings))
                plan[cell] = [
                    Run(name, bank, settings, (seed,), test=arguments.command == "table")
                    for bank in arguments.treebanks
                    for seed in range(1, arguments.seeds + 1)
                ]
    return plan


def shown(settings: Mapping[str, object]) -> str:
    """The template sets of settings."""
    return ",".join(filter(None, (str(settings["features.templates"]), str(settings["features.options"]))))


def las(runs: Sequence[Run], done: Mapping[Run, Record], part: str, treebanks: Sequence[str]) -> list[float | None]:
    """LAS on each treebank, the mean of its seeds."""
    by_bank = [[done.get(run) for run in runs if run.treebank == bank] for bank in treebanks]
    return [mean(record[part]["las"] if record else None for record in records) for records in by_bank]


def rows_of(
    plan: Mapping[Cell, list[Run]], done: Mapping[Run, Record], search: str, part: str, banks: Sequence[str], table: bool
) -> list[list[str]]:
    """A row for each system and template set, with the mean and its distance from arc-eager's or from the first set's."""
    rows = []
    first: dict[str, float | None] = {}
    for (own, system, templates), runs in plan.items():
        if own != search:
            continue
        figures = las(runs, done, part, banks)
        average = mean(figures)
        to = first.setdefault("arc-eager" if table else system, average)
        speed = mean(done[run][part]["words_per_second"] if run in done else None for run in runs)
        more = [] if not table else ["-" if speed is None else f"{speed / 1000:.0f}k"]
        rows.append([f"{system}, `{templates}`", *map(number, figures), number(average), gain(average, to), *more])
    return rows


def behind(plan: Mapping[Cell, list[Run]], done: Mapping[Run, Record], banks: Sequence[str]) -> list[str]:
    """Projective systems that are too far behind arc-eager on dev, by search; easy-first is compared with the greedy one."""
    averages = {(search, system): mean(las(runs, done, "dev", banks)) for (search, system, _), runs in plan.items()}
    found = []
    for (search, system), average in averages.items():
        cls = TRANSITION_SYSTEMS[system]
        base = averages.get(("fast" if cls.search else search, "arc-eager"))
        if cls.reaches != "projective" or cls.partial or average is None or base is None:
            continue
        if average < base - FARTHEST:
            found.append(f"{system} ({search}: {average - base:+.2f})")
    return found


def main() -> int:
    parser = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    parser.add_argument("command", choices=("templates", "table"))
    parser.add_argument("--treebanks", default=TREEBANKS, metavar="A,B", help=f"default {TREEBANKS}")
    parser.add_argument("--systems", default=",".join(TRANSITION_SYSTEMS), metavar="A,B", help="default: all")
    parser.add_argument("--searches", default=",".join(SEARCHES), metavar="A,B", help="default,fast")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds to average over (default 1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (default 2)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of all runs")
    parser.add_argument("--any-version", action="store_true", help="take results of other versions of the core too")
    arguments = parser.parse_args()
    machine.require_compiled()
    lab = Laboratory(arguments.data, arguments.cache, arguments.results, arguments.any_version)
    for name, known in (("treebanks", lab.treebanks()), ("systems", [*TRANSITION_SYSTEMS]), ("searches", [*SEARCHES])):
        setattr(arguments, name, getattr(arguments, name).split(","))
        if unknown := [one for one in getattr(arguments, name) if one not in known]:
            parser.error(f"--{name}: seen {unknown[0]!r}, expected names of {', '.join(known)}")
    try:
        plan = planned(arguments)
    except SettingsError as error:
        parser.error(str(error))
    runs = [run for row in plan.values() for run in row]
    done, failures = perform_all(runs, Journal(lab.results / "systems.jsonl", lab), arguments.jobs)
    table, banks = arguments.command == "table", arguments.treebanks
    page = Page("Transition systems and their templates", lab, arguments, f"1 to {arguments.seeds}")
    page.paragraph(
        "LAS in per cent, all words, label subtypes cut, gold words and tags; the epoch with the best dev LAS is kept.",
        "`default` is a parser without any setting but the system (a beam of 8), `fast` is `--preset fast` (greedy).",
        "Easy-first is greedy in both; span systems make arcs of up to three words only.",
    )
    for part in ("dev", "test") if table else ("dev",):
        for search in arguments.searches:
            page.lines += [f"## {search}, {part}", ""]
            last = ["against arc-eager", "words/s"] if table else ["against the first"]
            head = ["system, templates", *banks, "mean", *last]
            page.lines += markdown(head, rows_of(plan, done, search, part, banks, table))
    if table:
        late = behind(plan, done, banks)
        page.paragraph(
            f"Projective systems more than {FARTHEST} LAS behind arc-eager on the dev mean (easy-first: behind greedy",
            f"arc-eager): {', '.join(late) or 'none'}.",
        )
    page.finish("systems" if table else "system_templates", done.values(), banks, "accuracy.systems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
