"""This project against UDPipe 1 (and spaCy, if installed): words per second from file to file, and LAS, side by side.

    python -m benchmarks.peers.versus               writes benchmarks/results/versus.md, versus.json and versus.png
    python -m benchmarks.peers.versus --training    measures the cost of training too (some minutes more)
    python -m benchmarks.peers.versus --quick       two epochs and few repetitions, to try it out

Each parser is a process with one thread; they take turns, so that a busy machine slows all of them down alike. Our models
are trained once for each version of the core, those of the others once; all are kept under .cache/benchmarks.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.peers import spacy_peer, udpipe
from benchmarks.peers.versus_page import PEER, page, plot
from benchmarks.peers.versus_training import training
from benchmarks.peers.versus_worker import Worker
from benchmarks.shared import machine
from benchmarks.shared.cached_models import CachedModel
from benchmarks.shared.experiments import Laboratory
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of

TREEBANKS = "Gothic-PROIEL,Greek-GDT,Tamil-TTB"
LEAST = 0.4  # CPU seconds that one measurement takes: a small file is repeated
# Names on the page: a kind of parser, the name of our model (see shared/cached_models.py) and the options.
PARSERS = {
    PEER: ("udpipe", "", ""),
    f"{PEER}, greedy": ("udpipe", "", "beam_search=1"),
    "fast": ("treewright", "preset fast", ""),
    "accurate": ("treewright", "preset accurate", ""),
    "zn11 greedy": ("treewright", "greedy", ""),
    "spaCy": ("spacy", "", ""),
}


def say(text: str) -> None:
    """Progress."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def model_of(kind: str, name: str, treebank: str, lab: Laboratory, quick: bool) -> Path:
    """The model of a parser, trained now if it is not in the cache."""
    if kind == "treewright":
        model = CachedModel(name, treebank, lab, quick=quick)
        if not model.known:
            say(f"training {name} on {treebank}")
            model.train()
        return model.path
    if kind == "udpipe":
        if not udpipe.model_path(treebank, lab.cache).exists():
            say(f"training UDPipe on {treebank}: minutes on a small treebank, an hour on a large one")
        return udpipe.trained(treebank, lab.data, lab.cache)
    say(f"spaCy on {treebank}: its model is trained now if it is not in the cache")
    return spacy_peer.trained(treebank, lab.data, lab.cache, 2 if quick else spacy_peer.EPOCHS)


def without_trees(sentences: Iterable[tw.Sentence]) -> bytes:
    """CoNLL-U with nothing in HEAD, DEPREL and DEPS: no parser sees gold trees."""
    lines = []
    for sentence in sentences:
        for row in sentence.rows:
            fields = row.split("\t")
            lines.append(row if row.startswith("#") else "\t".join([*fields[:6], "_", "_", "_", *fields[9:]]))
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


def measured(gold: list[tw.Sentence], workers: Mapping[str, Worker], folder: Path, repeats: int) -> dict[str, Any]:
    """Words per second of each parser, in turns, and its scores."""
    text, words = without_trees(gold), sum(map(len, gold))
    sources, times = {}, {}
    once = folder / "once.conllu"
    once.write_bytes(text)
    for name, worker in workers.items():
        seconds = min(worker.parse(once, folder / f"{name}.conllu") for _ in range(3))  # the first fills caches
        times[name] = math.ceil(LEAST / max(1e-6, seconds))
        sources[name] = folder / f"{times[name]}.conllu"
        sources[name].write_bytes(text * times[name])
    rates: dict[str, list[float]] = {name: [] for name in workers}
    for _ in range(repeats):
        for name, worker in workers.items():
            seconds = worker.parse(sources[name], folder / f"{name}.conllu")
            rates[name].append(round(words * times[name] / seconds))
    found = {}
    for name in workers:
        scores = tw.evaluate(gold * times[name], tw.read(folder / f"{name}.conllu"))  # what was timed is what is scored
        found[name] = {"rates": rates[name], "times": times[name], "uas": scores.uas, "las": scores.las}
    return found


def parsing(treebanks: list[str], lab: Laboratory, quick: bool) -> dict[str, Any]:
    """All parsers on all treebanks."""
    parsers = {name: parser for name, parser in PARSERS.items() if parser[0] != "spacy" or spacy_peer.INSTALLED}
    if len(parsers) < len(PARSERS):
        say("spaCy is left out: it is not installed (pip install spacy)")
    repeats = 3 if quick else 9
    section: dict[str, Any] = {"repeats": repeats, "quick": quick, "words": {}, "figures": {}}
    for treebank in treebanks:
        models = {name: model_of(kind, of, treebank, lab, quick) for name, (kind, of, _) in parsers.items()}
        say(f"parsing {treebank}")
        gold = [sentence for sentence in lab.sentences(treebank, "test") if len(sentence)]
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            workers = {
                name: stack.enter_context(Worker(kind, models[name], options)) for name, (kind, _, options) in parsers.items()
            }
            section["figures"][treebank] = measured(gold, workers, Path(folder), repeats)
        section["words"][treebank] = sum(map(len, gold))
    return section


def provenance(lab: Laboratory) -> dict[str, str]:
    """How and where figures were made."""
    command = machine.command_line("peers.versus", sys.argv[1:])
    return {"command": command, "date": machine.today(), "git": lab.git, "core": lab.core, "machine": lab.machine}


def main() -> int:
    parser = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    parser.add_argument("--treebanks", default=TREEBANKS, metavar="A,B", help=f"default {TREEBANKS}")
    parser.add_argument("--quick", action="store_true", help="two epochs, few repetitions")
    parser.add_argument(
        "--training", nargs="?", const="also", choices=("also", "only"), help="also the cost of training, or only that"
    )
    arguments = parser.parse_args()
    machine.require_compiled()
    if not udpipe.INSTALLED:
        parser.error("UDPipe is not installed: pip install ufal.udpipe")
    lab = Laboratory(arguments.data, arguments.cache, arguments.results)
    treebanks = arguments.treebanks.split(",")
    known = [name for name in lab.treebanks() if name in udpipe.OWN]
    if unknown := [name for name in treebanks if name not in known]:
        parser.error(f"--treebanks: seen {unknown[0]!r}, expected names of {', '.join(known)}")
    arguments.results.mkdir(parents=True, exist_ok=True)
    kept = arguments.results / "versus.json"
    results = json.loads(kept.read_text("utf-8")) if kept.exists() else {}  # a training measured earlier stays
    if arguments.training != "only" or "parsing" not in results:
        results["parsing"] = {**parsing(treebanks, lab, arguments.quick), "made": provenance(lab)}
    if arguments.training:
        results["training"] = {**training(arguments.data, arguments.quick, say), "made": provenance(lab)}
    kept.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    if not (drawn := plot(results, arguments.results / "versus.png")):
        say("no plot: matplotlib is not installed (pip install 'treewright[plots]')")
    text = page(results, drawn)
    (arguments.results / "versus.md").write_text(text, "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
