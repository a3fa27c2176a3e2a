"""How good the treebank doctor's ranking of doubtful arcs is: on planted errors, on real corrections; and its time.

    python -m benchmarks.accuracy.doctor seeded revisions time     all of it: some 15 minutes
    python -m benchmarks.accuracy.doctor page                      only the page, from the figures there are

seeded: 1 % of the arcs of five treebanks changed in plausible ways; how many of the first ones in the ranking were changed.
revisions: the words of UD English-EWT 2.8 (dev and test) that have another head or main label in 2.16.
time: CPU and elapsed seconds of `treewright check --deep` on the training data of English-EWT 2.16, on two cores.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from benchmarks.accuracy.doctor_page import write_page
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, RESULTS, options_of
from benchmarks.shared.seeded_errors import seeded
from treewright.analysis.doctor.arc_features import CUES
from treewright.analysis.doctor.doctor import CONFIDENT
from treewright.analysis.doctor.forest import Forest
from treewright.analysis.doctor.implausible import BONUSES, Implausible
from treewright.analysis.doctor.jury import Jury

FIRST = (50, 100, 200, 500, 1000, 2000)
TREEBANKS = (  # the five largest
    "ud-2.16/English-EWT", "ud-2.0/French-Sequoia", "ud-2.0/Greek-GDT", "ud-2.0/Turkish-IMST", "ud-2.0/Gothic-PROIEL",
)  # fmt: skip
ALL = (*CUES, *BONUSES)
WITHOUT = {f"without {name}": tuple(other for other in ALL if other != name) for name in ALL}
VARIANTS = {"all cues": ALL, **WITHOUT, **{f"{name} only": (name,) for name in CUES}}


def precision(odds: Any, right: Any, words: Any) -> dict[str, float]:
    """The share of right words among the first ones of the ranking."""
    order = words[numpy.argsort(-odds[words], kind="stable")]
    return {str(first): float(right[order[:first]].mean()) for first in FIRST if first <= len(order)}


def votes_alone(jury: Jury) -> Any:
    """The plain measure to compare with: how many parsers agree on another arc, less those for the annotated one."""
    table = jury.table
    mine = ((jury.heads == table.head) & (jury.labels == table.label)).sum(axis=0)
    arcs = jury.heads * len(table.names["label"]) + jury.labels
    annotated = table.head * len(table.names["label"]) + table.label
    same = [((arcs == row) & (row != annotated)).sum(axis=0) for row in arcs]
    return numpy.maximum.reduce(same) - mine + numpy.random.default_rng(1).random(table.size) / 2  # ties by lot


def rankings(table: Forest, jury: Jury) -> dict[str, Any]:
    """The log odds of each word under each set of cues, and by votes alone."""
    found = {"agreement of the parsers": votes_alone(jury)}
    for name, cues in VARIANTS.items():
        doubts = Implausible(table.sentences, jury=jury, cues=cues)
        found[name] = numpy.maximum(doubts.odds, -99)
        if cues == ALL:
            sure = numpy.where(doubts.better >= 0, doubts.shares[doubts.better], 0) >= CONFIDENT
            found["all cues, as reported"] = numpy.where(sure, found[name], -99)
        print(f"  {name}", flush=True)
    return found


def measure_seeded(data: Path, threads: int, seeds: Sequence[int]) -> dict[str, Any]:
    """The precision on planted errors, for each treebank and set of cues."""
    results: dict[str, Any] = {}
    for name in TREEBANKS:
        clean = [s for s in tw.read(data / name / "train.conllu") if len(s)]
        for seed in seeds:
            sentences, changed = seeded(clean, 0.01, seed)
            table = Forest(sentences)
            right = numpy.zeros(table.size, bool)
            right[[table.start[s] + word for s, word in changed]] = True
            jury = Jury(table, threads=threads)
            rows = {title: precision(odds, right, table.words) for title, odds in rankings(table, jury).items()}
            key = name.partition("/")[2]
            results.setdefault(key, []).append({"seed": seed, "words": len(table), "changed": len(changed), "rows": rows})
            print(key, seed, rows["all cues"], flush=True)
    return results


def measure_revisions(data: Path, threads: int) -> dict[str, Any]:
    """The precision on what was corrected: on all words, on those from dev, from test, and on words but punctuation."""
    folder = data / "revisions" / "English-EWT"
    old, new = ([s for s in tw.read(folder / f"{part}.conllu") if len(s)] for part in ("old", "new"))
    dev = {s.sent_id for s in tw.read(data / "ud-2.16" / "English-EWT" / "dev.conllu")}
    table = Forest(old)
    right, of_dev = numpy.zeros(table.size, bool), numpy.zeros(table.size, bool)
    for start, one, other in zip(table.start.tolist(), old, new, strict=True):
        arcs = [_main_arcs(sentence) for sentence in (one, other)]
        right[start + 1 : start + 1 + len(one)] = [mine != yours for mine, yours in zip(*arcs, strict=True)]
        of_dev[start + 1 : start + 1 + len(one)] = one.sent_id in dev
    jury = Jury(table, threads=threads)
    punctuation = table.label == table.names["label"]["punct"]
    parts = {
        "all": table.words, "dev": table.words[of_dev[table.words]], "test": table.words[~of_dev[table.words]],
        "no punctuation": table.words[~punctuation[table.words]],
    }  # fmt: skip
    found = rankings(table, jury)
    results: dict[str, Any] = {
        part: {
            "words": len(words), "changed": int(right[words].sum()),
            "rows": {title: precision(odds, right, words) for title, odds in found.items()},
        }
        for part, words in parts.items()
    }  # fmt: skip
    rule = parts["test"][punctuation[parts["test"]]]
    broken = rule[table.on_neither_side(rule, table.head[rule])]
    changed, mended = int(right[rule].sum()), int(right[broken].sum())
    results["rule"] = {"marks": len(rule), "broken": len(broken), "changed": changed, "right": mended}
    for name, title in (("curve", "all cues"), ("plain curve", "agreement of the parsers")):
        order = table.words[numpy.argsort(-found[title][table.words], kind="stable")]
        shares = right[order].cumsum() / numpy.arange(1, len(order) + 1)
        results[name] = [float(share) for share in shares[24:3000:25]]
    print({part: results[part]["rows"]["all cues"] for part in parts}, results["rule"], flush=True)
    return results


def _main_arcs(sentence: tw.Sentence) -> list[tuple[int, str]]:
    """Heads, and labels without subtypes."""
    return [(head, (label or "").partition(":")[0]) for head, label in zip(sentence.heads, sentence.labels, strict=True)]


def measure_time(data: Path) -> dict[str, Any]:
    """One run of the command."""
    path = data / "ud-2.16" / "English-EWT" / "train.conllu"
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "treewright", "check", str(path), "--deep"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu": cpu, "elapsed": time.monotonic() - began, "load": os.getloadavg()[0], "memory": after.ru_maxrss / 1024}


def main() -> None:
    arguments = options_of(__doc__, data=DATA, results=RESULTS)
    arguments.add_argument("parts", nargs="+", choices=["seeded", "revisions", "time", "page"])
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--seeds", default="1", help="of the planted errors")
    given = arguments.parse_args()
    path = given.results / "doctor.json"
    figures = json.loads(path.read_text("utf-8")) if path.exists() else {}
    made = f"{machine.today()}, {machine.machine_kind()}"
    if "seeded" in given.parts:
        seeds = [int(seed) for seed in given.seeds.split(",")]
        figures["seeded"] = {"made": made, "treebanks": measure_seeded(given.data, given.threads, seeds)}
    if "revisions" in given.parts:
        figures["revisions"] = {"made": made, **measure_revisions(given.data, given.threads)}
    if "time" in given.parts:
        figures["time"] = {"made": made, **measure_time(given.data)}
    path.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    write_page(figures, given.results)


if __name__ == "__main__":
    main()
