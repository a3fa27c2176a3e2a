"""Speed, memory and size: parsing, training, model files, a transition system in plain Python, time by sentence length.

    python -m benchmarks.speed            writes benchmarks/results/speed.md, time_by_length.png and time_by_length.csv
    python -m benchmarks.speed --quick    two epochs and few repetitions, to try it out

Models are trained once for each version of the core and kept under .cache/benchmarks.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine, measures
from benchmarks.shared.cached_models import MODELS, CachedModel
from benchmarks.shared.experiments import Laboratory
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of
from benchmarks.shared.results_page import thousands
from benchmarks.shared.worker import in_process
from benchmarks.speed.page import page
from benchmarks.studies.prototype_kernel import PrototypeKernel

# What is parsed: a model and a beam; a beam of 64 uses the model that was trained with 8.
PARSERS = {
    "greedy": ("greedy", 1),
    "beam 8": ("beam 8", 8),
    "beam 64": ("beam 8", 64),
    "preset fast": ("preset fast", None),
    "preset accurate": ("preset accurate", None),
}
# The prototype's figures, on the same kind of machine and the same treebank: what has to be reached.
FLOOR = {
    "greedy, in memory": 627_000,
    "greedy, file to file": 508_000,
    "beam 8, in memory": 107_000,
    "beam 8, file to file": 106_000,
    "greedy, training": 250_000,
    "beam 8, training": 56_000,
    "greedy, system in plain Python": 219_000,
}
STEP = 1e9 / FLOOR["greedy, in memory"] / 2  # ns of the prototype for a greedy step, two of which make a word
KERNEL = STEP / 2  # and of a hand-written kernel for the same, by its notes
SLOWER = {"greedy": 1.9, "beam 8": 2.7}  # the prototype's price of a system in plain Python


class Bench:
    """All measurements on one treebank."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.quick, self.retrain = arguments.quick, arguments.retrain
        self.repeats = 2 if self.quick else 7
        self.lab = Laboratory(arguments.data, arguments.cache, arguments.results)
        self.treebank = arguments.treebank
        self.machine = measures.Machine()
        self.slower = 1.0  # than the prototype's machine, at least; see `prototype`
        self.rates: dict[str, float] = {}
        self.trained: dict[str, dict[str, Any]] = {}
        self.paths: dict[str, Path] = {}
        text = [*self.lab.sentences(self.treebank, "dev"), *self.lab.sentences(self.treebank, "test")]
        self.sentences = measures.blank(text)
        self.words = sum(map(len, self.sentences))

    def say(self, text: str) -> None:
        """Progress."""
        print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)

    def load(self, name: str, **given: Any) -> tw.Parser:
        """A parser of PARSERS."""
        model, beam = PARSERS[name]
        return tw.Parser.load(self.paths[model], **({} if beam is None else {"beam": beam}), **given)

    def train(self) -> None:
        """Train what is not in the cache, each in a separate process."""
        for name in MODELS:
            model = CachedModel(name, self.treebank, self.lab, quick=self.quick)
            if self.retrain or not model.known:
                self.say(f"training {name}")
                self.machine.measure()
                model.train()
            self.trained[name], self.paths[name] = model.told(), model.path
            self.rates[f"{name}, training"] = statistics.median(self.trained[name]["tokens_per_second"])

    def parsing(self, folder: Path) -> list[list[str]]:
        """Tokens per second of every parser: the best of two rounds, minutes apart, because the machine's speed varies."""
        columns = ["search", "in memory", "file to file"]
        walls = [f"{column}, wall {threads}" for column in columns[1:] for threads in (1, 2)]
        for _ in range(2):
            for name in PARSERS:
                self.say(f"parsing with {name}")
                self.machine.measure()
                for column, rate in self._parsing_rates(name, folder).items():
                    self.rates[f"{name}, {column}"] = max(rate, self.rates.get(f"{name}, {column}", 0.0))
        found = {name: [self.rates[f"{name}, {column}"] for column in columns + walls] for name in PARSERS}
        return [[name, *map(thousands, rates), f"{rates[4] / rates[3]:.2f}x"] for name, rates in found.items()]

    def _parsing_rates(self, name: str, folder: Path) -> dict[str, float]:
        source, source_of_threads, target = folder / "in.conllu", folder / "more.conllu", folder / "out.conllu"
        tw.write(self.sentences, source)
        parser = self.load(name)
        repeats = 2 if name == "beam 64" else self.repeats
        jobs = {
            "search": measures.search_only(parser, self.sentences),
            "in memory": measures.in_memory(parser, self.sentences),
            "file to file": measures.from_file(parser, source, target),
        }
        rates = {kind: measures.best_rate(job, self.words, repeats=repeats) for kind, job in jobs.items()}
        times = math.ceil(0.3 * rates["search"] / self.words)  # threads need some text to share
        more = self.sentences * times
        tw.write(more, source_of_threads)
        for threads in (1, 2):
            for kind, job in (
                ("in memory", measures.in_memory(parser, more, threads)),
                ("file to file", measures.from_file(parser, source_of_threads, target, threads)),
            ):
                rate = measures.best_rate(job, self.words * times, repeats=repeats, clock=time.perf_counter)
                rates[f"{kind}, wall {threads}"] = rate
        return rates

    def models(self, folder: Path) -> list[list[str]]:
        """Training speed, size, load time and memory of every model."""
        tw.write(self.sentences, folder / "in.conllu")
        rows = []
        for name, (model, beam) in PARSERS.items():
            self.say(f"memory of {name}")
            wanted = tw.Parser.load(self.paths[model]).settings["search"]["beam"] if beam is None else beam
            found = [in_process("parse", self.paths[model], str(wanted), folder / "in.conllu") for _ in range(3)]
            least = {key: min(one[key] for one in found) for key in found[0]}
            told = self.trained[model]
            speed = [min(told["tokens_per_second"]), self.rates[f"{model}, training"], max(told["tokens_per_second"])]
            own = name == model  # its own training
            rows.append([
                name,
                " / ".join(map(thousands, speed)) if own else "-",
                f"{told['seconds']:.0f}" if own else "-",
                f"{told['peak_mb']:.0f}" if own else "-",
                f"{told['rows'] / 1000:.0f}k",
                f"{self.paths[model].stat().st_size / 2**20:.1f}",
                f"{least['load_wall'] * 1000:.0f}",
                f"{least['table_mb']:.0f}",
                f"{least['peak_mb']:.0f}",
                f"{told['dev_uas']:.2f} / {told['dev_las']:.2f}" if own else "-",
            ])  # fmt: skip
        return rows

    def plain_python(self) -> list[list[str]]:
        """The compiled transition system against the same source, not compiled; both must give the same trees."""
        rows = []
        for name in ("greedy", "beam 8"):
            self.say(f"plain Python, {name}")
            self.machine.measure()
            compiled = self.load(name)
            plain = self.load(name, system=measures.in_plain_python(type(compiled.system)))
            sentences = self.sentences[:: 10 if self.quick else 2]
            words = sum(map(len, sentences))
            same = list(compiled.parse_bytes(sentences)) == list(plain.parse_bytes(sentences))
            rates = [
                measures.best_rate(measures.in_memory(parser, sentences), words, repeats=self.repeats)
                for parser in (compiled, plain)
            ]
            self.rates[f"{name}, system in plain Python"] = rates[1]
            slower = f"{rates[0] / rates[1]:.2f}x"
            rows.append([name, *map(thousands, rates), slower, f"{SLOWER[name]}x", "yes" if same else "**no**"])
        return rows

    def by_length(self) -> tuple[list[list[str]], bool]:
        """Microseconds per word for sentences of 5 to 10,000 words; writes the data and the plot."""
        series: dict[str, list[float]] = {}
        for name in ("greedy", "beam 8"):
            self.say(f"time by length, {name}")
            self.machine.measure()
            parser = self.load(name)
            series[name] = []
            for length in measures.LENGTHS:
                sentences = measures.of_length(self.sentences, length, 10_000)
                job = measures.in_memory(parser, sentences)
                rate = measures.best_rate(job, sum(map(len, sentences)), repeats=self.repeats)
                series[name].append(1e6 / rate)
        rows = [
            [f"{length:,}", *(f"{values[at]:.2f}" for values in series.values())]
            for at, length in enumerate(measures.LENGTHS)
        ]
        csv = [",".join(["words", *series]), *(",".join([row[0].replace(",", ""), *row[1:]]) for row in rows)]
        (self.lab.results / "time_by_length.csv").write_text("\n".join(csv) + "\n", "utf-8")
        title = f"{self.treebank}, zn11, one thread"
        drawn = measures.plot(measures.LENGTHS, series, self.lab.results / "time_by_length.png", title)
        return rows, drawn

    def prototype(self) -> list[list[str]]:
        """The prototype's kernel and the whole greedy parser, in turns; nanoseconds of a step, best and median."""
        self.say("the prototype's kernel")
        parser = self.load("greedy")
        kernel = PrototypeKernel(parser, self.sentences, self.lab.cache)
        parse = measures.in_memory(parser, self.sentences)
        parse()
        kernels: list[float] = []
        wholes: list[float] = []
        for _ in range(3 * self.repeats):
            start = time.process_time()
            parse()
            wholes.append((time.process_time() - start) / kernel.steps * 1e9)
            kernels.append(kernel.seconds_per_step() * 1e9)
        self.slower = max(1.0, min(kernels) / KERNEL)
        return [
            ["prototype, by its notes: the whole step", f"{STEP:.0f}", ""],
            ["prototype, by its notes: a hand-written kernel for the whole step", f"{KERNEL:.0f}", ""],
            ["such a kernel here: looking up and adding up only", f"{min(kernels):.0f}", f"{statistics.median(kernels):.0f}"],
            ["Treewright here: the whole step", f"{min(wholes):.0f}", f"{statistics.median(wholes):.0f}"],
        ]

    def floor(self) -> list[list[str]]:
        """The prototype's figures beside ours, and what they would be on a machine that is as slow as this one."""
        rows = []
        for name, least in FLOOR.items():
            ours = self.rates[name]
            reached = "yes" if ours >= least else "**no**"
            ratio = f"{ours / least:.2f}x"
            rows.append([name, thousands(least), thousands(ours), ratio, reached, thousands(least / self.slower)])
        return rows


def seconds_of_help() -> float:
    """Wall time of `treewright --help`, the best of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "treewright", "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    parser = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    parser.add_argument("--treebank", default="Greek-GDT", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="two epochs, few repetitions")
    parser.add_argument("--retrain", action="store_true", help="train again, for the training speed")
    arguments = parser.parse_args()
    machine.require_compiled()
    if not (arguments.data / arguments.treebank / "train.conllu").exists():
        parser.error(f"{arguments.data}: seen no treebank {arguments.treebank}; use --data DIR and --treebank NAME")
    arguments.results.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments)
    bench.train()
    with tempfile.TemporaryDirectory() as folder:
        tables = {"parsing": bench.parsing(Path(folder)), "models": bench.models(Path(folder))}
    tables["plain"] = bench.plain_python()
    tables["length"], drawn = bench.by_length()
    tables["prototype"] = bench.prototype()
    tables["floor"] = bench.floor()
    if not drawn:
        bench.say("no plot: matplotlib is not installed (pip install 'treewright[plots]')")
    text = page(
        tables,
        treebank=bench.treebank,
        words=bench.words,
        repeats=bench.repeats,
        quick=bench.quick,
        drawn=drawn,
        noise=bench.machine.rows(),
        imported=in_process("import")["peak_mb"],
        help_time=seconds_of_help(),
        slower=bench.slower,
        versions=f"commit {bench.lab.git}, core version {bench.lab.core}",
        kind=bench.lab.machine,
        trained=", ".join(sorted({told["date"] for told in bench.trained.values()})),
    )
    (arguments.results / "speed.md").write_text(text, "utf-8")
    (arguments.results / "speed.json").write_text(json.dumps(bench.rates, indent=1, sort_keys=True) + "\n", "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
