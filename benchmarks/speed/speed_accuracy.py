"""The cost and gain of templates and beams: the plot from which the presets and the set `rich` were chosen.

    python -m benchmarks.speed.speed_accuracy groups        greedy: all templates, without each group, smaller and smaller sets
    python -m benchmarks.speed.speed_accuracy beams         the sets full, rich and fast with beams 1, 2, 4, 8 and 16
    python -m benchmarks.speed.speed_accuracy groups beams  both
    python -m benchmarks.speed.speed_accuracy plot          page and plot once more, from what was measured
    python -m benchmarks.speed.speed_accuracy groups --quick --sets full,"step 2",fast   two epochs, Tamil, to try it out

Writes speed_accuracy.json, .md and .png to benchmarks/results. What stands in the .json (same core code, templates, settings,
data, seed) is not run again, so an interrupted run goes on where it was. Speed is measured on dev, in memory, in turns with
the full set of templates and with the fixed loop of guard_loop.c, so points of different hours can be compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.shared import machine
from benchmarks.shared.experiments import Laboratory, Run, full_settings
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of
from benchmarks.speed.speed_accuracy_bench import Bench
from benchmarks.speed.speed_accuracy_page import figures, page
from benchmarks.speed.speed_accuracy_plot import plot
from benchmarks.studies.template_groups import FULL, TemplateSet, all_sets, preset_points

TREEBANKS = "Tamil-TTB,Gothic-PROIEL,Greek-GDT,Hungarian-Szeged,Turkish-IMST"
BEAMS = "1,2,4,8,16"
SETS_WITH_BEAMS = (FULL, "rich", "fast")
Row = dict[str, Any]  # a point of the plot


@dataclass(frozen=True)
class Point:
    """Templates and a beam."""

    templates: TemplateSet
    beam: int

    def settings(self, folder: Path, epochs: int | None) -> dict[str, Any]:
        """Those of the preset fast for a beam of one, else of accurate; only templates and beam differ."""
        given: dict[str, Any] = {"features.templates": str(self.templates.file(folder)), "features.history": False}
        given |= {"search.beam": self.beam, "training.epochs": self.epochs(epochs), "training.pseudo_projective": "none"}
        return full_settings(given, self.preset)

    def epochs(self, given: int | None) -> int:
        """As given, or as the preset says."""
        return given or int(full_settings({}, self.preset)["training.epochs"])

    @property
    def preset(self) -> str:
        """Whose settings it has."""
        return "fast" if self.beam == 1 else "accurate"


class Results:
    """The file of results: rows, each with what was measured for each treebank and seed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content: dict[str, Any] = {"asked": {}, "made": [], "rows": []}
        if path.exists():
            self.content = json.loads(path.read_text("utf-8"))
        self.rows: list[Row] = self.content["rows"]
        self.made: list[dict[str, str]] = self.content["made"]  # when, where and by which code runs were made

    def write(self) -> None:
        """Write the file, at once or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_suffix(".part")
        temporary.write_text(json.dumps(self.content, indent=1) + "\n", "utf-8")
        os.replace(temporary, self.path)

    def row(self, wanted: Row, core: str | None) -> Row:
        """The row of this name, with what is known of the same templates and settings by this core (None: by any)."""
        runs = {
            name: run
            for row in self.rows
            if all(row[key] == wanted[key] for key in ("templates", "settings"))
            for name, run in row["runs"].items()
            if core in (None, self.made[run["made"]]["core"])
        }
        made = {**wanted, "runs": runs}
        for place, row in enumerate(self.rows):
            if all(row[key] == wanted[key] for key in ("set", "beam", "epochs")):
                self.rows[place] = made
                return made
        self.rows.append(made)
        return made

    def now(self, lab: Laboratory) -> int:
        """The number of an entry in `made` for what is measured now."""
        entry = {"date": machine.today(), "git": lab.git, "core": lab.core, "machine": lab.machine}
        if entry not in self.made:
            self.made.append(entry)
        return self.made.index(entry)


def points(modes: Sequence[str], sets: Mapping[str, TemplateSet], beams: Sequence[int]) -> Iterator[Point]:
    """What is asked for; each once."""
    if "groups" in modes:
        yield from (Point(one, 1) for one in sets.values())
    if "beams" in modes:
        for name in SETS_WITH_BEAMS:
            if name in sets:
                yield from (Point(sets[name], beam) for beam in beams if beam > 1 or "groups" not in modes)


def run_all(wanted: Sequence[Point], arguments: argparse.Namespace, lab: Laboratory, results: Results) -> None:
    """Measure what is not known yet; results are saved after each training run."""
    templates = arguments.cache / "templates"
    full = Point(all_sets()[FULL], 1).settings(templates, arguments.epochs)
    bench = Bench(lab, arguments.cache, full, arguments.rounds)
    each = [(bank, seed) for seed in range(1, arguments.seeds + 1) for bank in arguments.treebanks]
    start, done = time.perf_counter(), 0
    for number, point in enumerate(wanted, 1):
        settings = point.settings(templates, arguments.epochs)
        recipe = json.dumps({name: value for name, value in settings.items() if not name.startswith("features.")})
        row = results.row({
            "set": point.templates.name, "kind": point.templates.kind, "beam": point.beam,
            "epochs": settings["training.epochs"], "size": len(point.templates.templates),
            "templates": point.templates.digest, "settings": hashlib.sha256(recipe.encode()).hexdigest()[:12],
        }, None if lab.any_version else lab.core)  # fmt: skip
        for bank, seed in each:
            known = row["runs"].get(f"{bank} {seed}")
            if known is not None and known["data"] == lab.data_hash(bank):
                continue
            run = Run(point.templates.name, bank, settings, (seed,), test=False)
            found = row["runs"][f"{bank} {seed}"] = bench.measure(run) | {"made": results.now(lab)}
            results.write()
            done += 1
            print(
                f"[{number}/{len(wanted)}] {point.templates.name}, beam {point.beam}, {bank}, seed {seed}: "
                f"LAS {found['las']:.2f}, {found['slower']:.2f} x the cost of full, {found['train_seconds']:.1f} s to train; "
                f"{(time.perf_counter() - start) / 60:.1f} min for {done} trainings", file=sys.stderr, flush=True,
            )  # fmt: skip
    results.write()


def main() -> int:
    parser = options_of(__doc__, data=UD, cache=CACHE)
    parser.add_argument("modes", nargs="+", choices=("groups", "beams", "plot"), metavar="groups|beams|plot")
    parser.add_argument("--results", type=Path, metavar="DIR", help="default benchmarks/results, of --quick the cache")
    parser.add_argument("--treebanks", metavar="A,B", help=f"default {TREEBANKS}")
    parser.add_argument("--sets", metavar="A,B", help="only these sets of templates (default: all)")
    parser.add_argument("--beams", default=BEAMS, metavar="N,N", help=f"default {BEAMS}")
    parser.add_argument("--seeds", type=int, metavar="N", help="seeds to average over (default 2)")
    parser.add_argument("--epochs", type=int, metavar="N", help="default: those of the presets")
    parser.add_argument("--rounds", type=int, metavar="N", help="measurements of speed, the best counts (default 9)")
    parser.add_argument("--any-version", action="store_true", help="take results of other versions of the core too")
    parser.add_argument("--quick", action="store_true", help="Tamil, one seed, two epochs, three measurements of speed")
    arguments = parser.parse_args()
    machine.require_compiled()
    sets = all_sets()
    names = arguments.sets.split(",") if arguments.sets else list(sets)
    if unknown := [name for name in names if name not in sets]:
        parser.error(f"--sets: seen {unknown[0]!r}, expected names of {', '.join(sets)}")
    quick = arguments.quick
    folder = arguments.results or (arguments.cache / "quick" if quick else RESULTS)
    results = Results(folder / "speed_accuracy.json")
    if {*arguments.modes} != {"plot"}:
        lab = Laboratory(arguments.data, arguments.cache, folder, arguments.any_version)
        arguments.treebanks = (arguments.treebanks or ("Tamil-TTB" if quick else TREEBANKS)).split(",")
        known = lab.treebanks()
        if unknown := [name for name in arguments.treebanks if name not in known]:
            parser.error(f"--treebanks: seen {unknown[0]!r}, expected names of {', '.join(known)}")
        arguments.seeds = arguments.seeds or (1 if quick else 2)
        arguments.epochs = arguments.epochs or (2 if quick else None)
        arguments.rounds = arguments.rounds or (3 if quick else 9)
        beams = list(map(int, arguments.beams.split(",")))
        wanted = list(points(arguments.modes, {name: sets[name] for name in names}, beams))
        results.content["asked"] = {
            "treebanks": arguments.treebanks, "seeds": arguments.seeds, "rounds": arguments.rounds,
            "epochs": sorted({Point(sets[FULL], beam).epochs(arguments.epochs) for beam in (1, 8)}),
            "command": machine.command_line("speed.speed_accuracy", sys.argv[1:]),
        }  # fmt: skip
        run_all(wanted, arguments, lab, results)
    if not results.rows:
        parser.error(f"{results.path.name}: nothing was measured yet; use groups or beams")
    found = figures(results.content, preset_points(), sets)
    if not (drawn := plot(found, results.path.with_suffix(".png"))):
        print("no plot: matplotlib is not installed (pip install 'treewright[plots]')", file=sys.stderr)
    text = page(found, results.content, drawn)
    results.path.with_suffix(".md").write_text(text, "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
