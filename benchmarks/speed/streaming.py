"""Memory of `treewright parse` over a long text: flat, whatever its length, with and without threads.

    python -m benchmarks.speed.streaming MODEL                     10 million words; writes streaming.md, .csv and .png
    python -m benchmarks.speed.streaming MODEL --words 200000      to try it out

The text is a treebank again and again, read from a file; what the command writes is read from a pipe, as it comes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, RESULTS, options_of
from benchmarks.shared.picture import picture

ENGLISH = DATA / "ud-2.16" / "English-EWT"
TINY = Path(tw.__file__).parent / "data" / "tiny"
EVERY = 0.05  # seconds between two looks at the memory
GOAL = 200  # megabytes: the goal
FLAT = 0.5  # megabytes that memory may grow by, for each million words


@dataclass
class Course:
    """How one run went."""

    threads: int
    words: int
    seconds: float = 0.0
    first: float = 0.0  # seconds until the first tree, loading the model included
    written: int = 0
    samples: list[tuple[int, float]] = field(default_factory=list)  # bytes written so far, megabytes

    def points(self) -> numpy.ndarray:
        """Millions of words and megabytes."""
        return numpy.array([(done / self.written * self.words / 1e6, memory) for done, memory in self.samples])

    @property
    def peak(self) -> float:
        """The most memory, in megabytes."""
        return max(memory for _, memory in self.samples)

    @property
    def slope(self) -> float:
        """Megabytes that come with each million words, from a tenth of the text on: before that, buffers fill."""
        points = self.points()
        late = points[points[:, 0] >= self.words / 1e7]
        return float(numpy.polyfit(late[:, 0], late[:, 1], 1)[0]) if len(late) > 2 else 0.0


def make_text(folder: Path, path: Path, words: int) -> tuple[int, int]:
    """Repeats the treebank in a folder until there are this many words; returns how many words and sentences."""
    parts = [file for name in ("train", "dev", "test") if (file := folder / f"{name}.conllu").exists()]
    text = b"".join(file.read_bytes() for file in parts)
    reader = tw.read(text)
    for _ in reader:
        pass
    times = max(1, round(words / reader.report.words))
    with open(path, "wb") as file:
        for _ in range(times):
            file.write(text)
    return times * reader.report.words, times * reader.report.sentences


def resident(process: int) -> float:
    """The memory of a process, in megabytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def run(model: Path, text: Path, words: int, threads: int) -> Course:
    """Parses the text in a separate process and watches its memory."""
    course = Course(threads, words)
    command = [sys.executable, "-m", "treewright", "parse", "-q", str(model), str(text), "--threads", str(threads)]
    start = looked = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while block := os.read(process.stdout.fileno(), 1 << 16):
            now = time.perf_counter()
            course.first = course.first or now - start
            course.written += len(block)
            if now - looked >= EVERY:
                course.samples.append((course.written, resident(process.pid)))
                looked = now
    if process.returncode or not course.samples:
        sys.exit(f"treewright parse ended with {process.returncode} after {course.written:,} bytes; is the text too short?")
    course.seconds = time.perf_counter() - start
    return course


def page(courses: list[Course], sentences: int, size: int, source: str, model: Path, drawn: bool) -> str:
    """The results as Markdown."""
    rows = [
        f"| {c.threads} | {c.words / c.seconds / 1000:,.0f}k | {c.first:.2f} | {c.peak:.0f} | {c.slope:+.2f} "
        f"| {'yes' if c.slope < FLAT else '**no**'} | {'yes' if c.peak < GOAL else '**no**'} |"
        for c in courses
    ]
    words = courses[0].words
    return "\n".join([
        "# Memory over a long text",
        "",
        f"`treewright parse` of {words:,} words in {sentences:,} sentences, {size / 2**20:,.0f} MB: {source} again and again,",
        "from a file to a pipe. Memory is the resident set of the whole process; its growth is a straight line through all",
        "that was seen after the first tenth of the text.",
        "",
        f"| threads | words/s, wall | first tree after, s | peak, MB | growth, MB for a million words | flat (< {FLAT}) "
        f"| under {GOAL} MB |",
        "|---:|---:|---:|---:|---:|---:|---:|",
        *rows,
        "",
        *(["![Resident memory against words parsed](streaming.png)", ""] if drawn else []),
        "## How these figures were made",
        "",
        f"- command: `{machine.command_line('speed.streaming', ['MODEL', *sys.argv[2:]])}`",
        f"- model: {model.stat().st_size / 2**20:.1f} MB, {describe(model)}",
        f"- date: {machine.today()}; commit {machine.git_version()}",
        f"- machine: {machine.machine_kind()}",
        "",
    ])  # fmt: skip


def describe(model: Path) -> str:
    """What kind of parser it is."""
    settings = tw.load(model).settings
    beam = settings["search"]["beam"]
    return f"{settings['system']['name']}, {settings['features']['templates']}, {'greedy' if beam == 1 else f'beam {beam}'}"


def plot(courses: list[Course], path: Path) -> bool:
    """Draw memory against words; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for course in courses:
            points = course.points()
            axes.plot(points[:, 0], points[:, 1], label=f"{course.threads} thread{'s' if course.threads > 1 else ''}")
        axes.axhline(GOAL, color="grey", linestyle=":", label=f"goal: under {GOAL} MB")
        axes.set(xlabel="million words parsed", ylabel="resident memory, MB", title="treewright parse, file to pipe")
        axes.set_ylim(bottom=0)
        axes.grid(True, alpha=0.3)
        axes.legend()
        figure.tight_layout()

    return picture(path, draw)


def main() -> int:
    parser = options_of(__doc__, results=RESULTS)
    parser.add_argument("model", type=Path, metavar="MODEL")
    parser.add_argument("--data", type=Path, default=ENGLISH if ENGLISH.exists() else TINY, metavar="DIR")
    parser.add_argument("--words", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], metavar="N")
    arguments = parser.parse_args()
    machine.require_compiled()
    if not Path("/proc/self/status").exists():
        parser.error("memory is read from /proc, which this system does not have")
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "text.conllu"
        words, sentences = make_text(arguments.data, text, arguments.words)
        size = text.stat().st_size
        courses = []
        for threads in arguments.threads:
            courses.append(run(arguments.model, text, words, threads))
            print(f"{threads} threads: {courses[-1].seconds:.1f} s, peak {courses[-1].peak:.0f} MB", file=sys.stderr)
    arguments.results.mkdir(parents=True, exist_ok=True)
    drawn = plot(courses, arguments.results / "streaming.png")
    told = page(courses, sentences, size, arguments.data.name, arguments.model, drawn)
    (arguments.results / "streaming.md").write_text(told, "utf-8")
    print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
