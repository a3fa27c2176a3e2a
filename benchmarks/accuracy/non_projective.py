"""All transition systems on treebanks with non-projective trees: what they reach, how well and how fast they parse.

    python -m benchmarks.accuracy.non_projective table           train, score and time every system, greedy and beam 8
    python -m benchmarks.accuracy.non_projective table --systems swap --treebanks Latin-Perseus
    python -m benchmarks.accuracy.non_projective transitions     time per transition against arc-standard
    python -m benchmarks.accuracy.non_projective lengths         time per word against the length of the sentence
    python -m benchmarks.accuracy.non_projective page            write the page again
    python -m benchmarks.accuracy.non_projective table --quick --treebanks Tamil-TTB

Systems are those of the registry that give every word a head.  Trainings go to benchmarks/results/non_projective.jsonl as
they come, their models to the cache; neither is made again for the same core, treebank and settings.  All else that was
measured is in benchmarks/results/non_projective.json.  With --quick (two epochs) all of it goes to the cache.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import treewright as tw
from benchmarks.accuracy.non_projective_page import write_page
from benchmarks.accuracy.non_projective_speed import by_length, per_transition
from benchmarks.shared import machine, measures
from benchmarks.shared.experiments import Journal, Laboratory, Record, Run, full_settings, loaded, perform_all, scored
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of
from treewright.analysis.treebanks.reach import Reach
from treewright.errors import SettingsError
from treewright.evaluation.attachment import universal
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.projectivity import nonprojective_arcs

TREEBANKS = "Latin-Perseus,Gothic-PROIEL,Hungarian-Szeged,Turkish-IMST,Tamil-TTB"
SEARCHES = {"greedy": "fast", "beam 8": "accurate"}  # with the preset of each
STATIC = {"oracle.name": "static", "training.exploration": "never"}  # where a system has no dynamic oracle
ATOMS = {"features.templates": "desr", "features.history": False}
PAIRS = {**ATOMS, "features.second_order": True}
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {  # rows beside those of the registry: system and settings
    "arc-eager + pseudo-projective head": ("arc-eager", {"training.pseudo_projective": "head"}),
    "arc-eager, atoms": ("arc-eager", ATOMS),
    "arc-eager, pairs of atoms": ("arc-eager", PAIRS),
    "arc-eager, pairs of atoms, uniform update": ("arc-eager", {**PAIRS, "classifier.update": "uniform"}),
    "attardi, pairs of atoms, uniform update": ("attardi", {**PAIRS, "features.options": "", "classifier.update": "uniform"}),
}
PLAIN = {"training.pseudo_projective": "none"}  # a row of its own lifts arcs


class Way(NamedTuple):
    """A row of the table without its search: a system and its other settings."""

    title: str
    system: str
    more: dict[str, Any]

    @property
    def family(self) -> str:
        """What the summary compares: projective, pseudo-projective or non-projective."""
        if self.more.get("training.pseudo_projective", "none") != "none":
            return "pseudo-projective"
        return "projective" if TRANSITION_SYSTEMS[self.system].reaches == "projective" else "non-projective"


def ways() -> list[Way]:
    """Every system of the registry that gives each word a head, the projective ones first, and the variants."""
    names = [name for name, system in TRANSITION_SYSTEMS.items() if not system.partial]
    plain = [Way(name, name, PLAIN) for name in names]
    variants = [Way(title, system, {**PLAIN, **more}) for title, (system, more) in VARIANTS.items()]
    order = ("projective", "pseudo-projective", "non-projective")
    return sorted([*plain, *variants], key=lambda way: order.index(way.family))


def settings_of(way: Way, search: str, changed: dict[str, Any]) -> dict[str, Any]:
    """The settings of a row: those of the preset, with a static oracle if there is no other; an error says why not."""
    refused: SettingsError | None = None
    for oracle in ({}, STATIC):
        try:
            settings = full_settings({"system.name": way.system, **way.more, **oracle, **changed}, SEARCHES[search])
            parser = tw.Parser(settings)
            parser.way.trainer(parser, 1)
            if parser.settings["search"]["beam"] == 1 and search != "greedy":
                raise SettingsError(f"system.name: {way.system} has no beam")
            return settings
        except SettingsError as error:
            refused = refused or error
    assert refused is not None
    raise refused


def crossing_counts(gold: Sequence[tw.Sentence], parsed: Sequence[tw.Sentence]) -> dict[str, int]:
    """Counts for precision and recall of labelled arcs that are non-projective in the parsed and in the gold tree."""
    counts = dict.fromkeys(("predicted", "predicted_right", "gold", "gold_right"), 0)
    for wanted, found in zip(gold, parsed, strict=True):
        own, other = ([*zip(s.heads, map(universal, s.labels), strict=True)] for s in (wanted, found))
        for name, sentence in (("predicted", found), ("gold", wanted)):
            for _, word in nonprojective_arcs(list(sentence.heads)):
                counts[name] += 1
                counts[f"{name}_right"] += own[word - 1] == other[word - 1]
    return counts


def coverage(sentences: Sequence[tw.Sentence]) -> dict[str, dict[str, Any]]:
    """What share of the trees and arcs each system, alone or with an encoding, can reach, by its name."""
    reach = Reach()
    for sentence in sentences:
        reach.add(list(sentence.heads), list(sentence.labels))
    found = {}
    for row in reach.rows():
        for system in row["systems"]:
            found[f"{system}, {row['pseudo_projective']}"] = {name: row[name] for name in ("trees_percent", "arcs_percent")}
    return found


def about(treebank: str, lab: Laboratory) -> Record:
    """Statistics of a treebank, without any parser."""
    train, test = lab.sentences(treebank, "train"), lab.sentences(treebank, "test")
    crossing = [bool(nonprojective_arcs(list(s.heads))) for s in train]
    return {
        "coverage": coverage(train), "train_sentences": len(train), "train_words": sum(map(len, train)),
        "non_projective_trees": sum(crossing),
        "non_projective_arcs": sum(len(nonprojective_arcs(list(s.heads))) for s in train),
        "test_words": sum(map(len, test)), "rows": {}, "refused": {},
    }  # fmt: skip


def measured(run: Run, lab: Laboratory, repeats: int) -> Record:
    """Scores and speed of the model of a run."""
    parser = loaded(run, lab)
    row: Record = {}
    for part in ("dev", "test"):
        gold = lab.sentences(run.treebank, part)
        blank = measures.blank(gold)
        scores, bad = scored(parser, gold)
        row[part] = {"las": scores["las"], "uas": scores["uas"], "bad_trees": bad}
        row[part].update(crossing_counts([s for s in gold if len(s)], list(parser.pipe(blank))))
    row["speed"] = measures.best_rate(measures.in_memory(parser, blank), sum(map(len, blank)), repeats=repeats)
    return row


def mark_of(record: Record) -> str:
    """A digest of what a training run depends on: a row with the same digest is not measured again."""
    parts = [record[name] for name in ("core", "data", "templates", "seeds")] + [sorted(record["settings"].items())]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


class Bench:
    """The folders, the options and the results so far."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        folder = given.cache / "quick" if given.quick else given.results
        self.lab = Laboratory(given.data, given.cache, folder, given.any_version)
        self.changed = {"training.epochs": 2 if given.quick else given.epochs}
        self.path = folder / "non_projective.json"
        self.found: dict[str, Any] = json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}
        self.made = {
            **machine.made("accuracy.non_projective"), "core": self.lab.core,
            "seed": given.seed, "epochs": self.changed["training.epochs"],
        }  # fmt: skip

    def write(self) -> None:
        """Save the results so far."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.found, indent=1) + "\n", "utf-8")

    def chosen(self) -> list[Way]:
        """The requested rows."""
        known, wanted = ways(), list(filter(None, self.given.systems.split(",")))
        if unknown := [name for name in wanted if name not in [way.title for way in known]]:
            sys.exit(f"--systems: seen {unknown[0]!r}, expected names of {', '.join(way.title for way in known)}")
        return [way for way in known if way.title in wanted or not wanted]

    def table(self) -> int:
        """Train what is not known yet, and measure what was trained."""
        results = self.found.setdefault("table", {})
        runs: dict[Run, tuple[Way, str]] = {}
        for treebank in self.given.treebanks.split(","):
            results[treebank] = {**about(treebank, self.lab), **{
                name: results.get(treebank, {}).get(name, {}) for name in ("rows", "refused")
            }}  # fmt: skip
            for way in self.chosen():
                for search in SEARCHES:
                    name = f"{way.title}, {search}"
                    try:
                        settings = settings_of(way, search, self.changed)
                    except SettingsError as error:
                        results[treebank]["rows"].pop(name, None)
                        results[treebank]["refused"][name] = {
                            "title": way.title, "search": search, "family": way.family, "why": str(error)
                        }  # fmt: skip
                        continue
                    results[treebank]["refused"].pop(name, None)
                    runs[Run(name, treebank, settings, (self.given.seed,), keep=True)] = (way, search)
        journal = Journal(self.path.with_suffix(".jsonl"), self.lab)
        done, failures = perform_all(runs, journal, self.given.jobs)
        for run, record in done.items():
            rows, mark, (way, search) = results[run.treebank]["rows"], mark_of(record), runs[run]
            if rows.get(run.name, {}).get("mark") != mark or self.given.again:
                print(f"measuring {run.title}", file=sys.stderr, flush=True)
                rows[run.name] = {
                    **measured(run, self.lab, 1 if self.given.quick else 5), **self.made, "mark": mark,
                    "title": way.title, "search": search, "family": way.family, "train_seconds": record["train_seconds"],
                    "best_epoch": record["best_epoch"], "trained": record["date"],
                    "reach": f"{way.system}, {run.settings['training.pseudo_projective']}",
                    "oracle": run.settings["oracle.name"],
                }  # fmt: skip
                self.write()
        self.write()
        return 1 if failures else 0

    def parsers(self, systems: Sequence[str], more: dict[str, Any]) -> dict[str, tw.Parser]:
        """Greedy parsers of these systems, as far as they exist, with the same templates."""
        treebank = self.given.treebanks.split(",")[0]
        found = {}
        for way in [way for way in ways() if way.title in systems]:
            settings = settings_of(way, "greedy", {**self.changed, **more})
            run = Run(f"{way.title}, greedy", treebank, settings, (self.given.seed,), keep=True)
            print(f"{run.title}", file=sys.stderr, flush=True)
            found[way.title] = loaded(run, self.lab)
        return found

    def speed(self, part: str) -> None:
        """Times per transition, or per word of sentences of one length."""
        treebank = self.given.treebanks.split(",")[0]
        sentences = measures.blank(self.lab.sentences(treebank, "test"))
        alike = {"features.templates": "fast", "features.options": "second"}
        systems = list(filter(None, self.given.systems.split(",")))
        if part == "transitions":
            parsers = self.parsers(["arc-standard", *(systems or ["arc-hybrid", "swap", "arc-hybrid-swap", "attardi"])], alike)
            rows: Any = per_transition(parsers, sentences, 3 if self.given.quick else 15)
        else:
            chosen = systems or ["arc-standard", "swap", "covington-projective", "covington", "easy-first"]
            rows = by_length(self.parsers(chosen, alike), sentences, 2_000 if self.given.quick else 10_000)
        self.found[part] = {**self.made, "treebank": treebank, "rows": rows}
        self.write()


def main() -> int:
    """Measure one part and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    arguments.add_argument("part", choices=("table", "transitions", "lengths", "page"))
    arguments.add_argument("--treebanks", default=TREEBANKS, metavar="A,B", help="the times are of the first of them")
    arguments.add_argument("--systems", default="", metavar="A,B", help="only these rows (default: all there are)")
    arguments.add_argument("--epochs", type=int, default=15)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2, metavar="N", help="trainings at once (default 2)")
    arguments.add_argument("--again", action="store_true", help="measure rows that are known again (without training)")
    arguments.add_argument("--any-version", action="store_true", help="take trainings of other versions of the core too")
    arguments.add_argument("--quick", action="store_true", help="two epochs, to try the script; results go to the cache")
    given = arguments.parse_args()
    machine.require_compiled()
    bench = Bench(given)
    known = bench.lab.treebanks() if given.part != "page" else given.treebanks.split(",")
    if unknown := [name for name in given.treebanks.split(",") if name not in known]:
        arguments.error(f"--treebanks: seen {unknown[0]!r}, expected names of {', '.join(known)}")
    code = 0
    if given.part == "table":
        code = bench.table()
    elif given.part != "page":
        bench.speed(given.part)
    write_page(bench.found, bench.path.parent)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
