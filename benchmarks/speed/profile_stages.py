"""Where the time goes, from file to file: samples of Linux `perf`, put together by stage, as a table and a picture.

    python -m benchmarks.speed.profile_stages            writes benchmarks/results/profile.md and profile.png

Needs Linux and the command `perf` (Debian: linux-perf); models are trained once and kept, as for benchmarks.speed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.cached_models import MODELS, CachedModel
from benchmarks.shared.experiments import Laboratory
from benchmarks.shared.options import CACHE, PROJECT, RESULTS, UD, options_of

STAGES = ("reading", "encoding", "atoms and keys", "looking up", "adding up", "choosing", "transitions", "writing", "Python")
# the first pattern that is found in "library function" names the stage
RULES = (
    (r"splicer|\bwrite|vfs_|ext4|copy_from_iter", "writing"),
    (r"treebank|/scan|scan\.|sentence\.|byte_search|conllu\.|is_utf8|\bread|copy_to_iter", "reading"),
    (r"encoding\.", "encoding"),
    (r"extraction\.", "atoms and keys"),
    (r"tw_\w*candidates|tw_search|Scorer_scores", "looking up"),
    (r"tw_add_up|tw_total", "adding up"),
    (r"tw_highest|greedy\.|beam\.|search\.cpython", "choosing"),
    (r"transition|configuration|arc_|oracle", "transitions"),
)
WORK = """
import sys, treewright as tw
parser = tw.load(sys.argv[1])
for _ in range(int(sys.argv[4])):
    tw.write(parser.parse_bytes(tw.read(sys.argv[2])), sys.argv[3])
"""


def stage_of(library: str, function: str) -> str:
    """The stage that a sampled function belongs to."""
    for pattern, stage in RULES:
        if re.search(pattern, f"{library} {function}"):
            return stage
    return "Python"


def shares(model: Path, text: Path, times: int, folder: Path) -> dict[str, float]:
    """The share of each stage in the samples, in per cent."""
    data = folder / "perf.data"
    work = [sys.executable, "-c", WORK, str(model), str(text), str(folder / "out.conllu"), str(times)]
    record = ["perf", "record", "-q", "-F", "1999", "-o", str(data), *work]
    subprocess.run(record, check=True, cwd=PROJECT, stderr=subprocess.DEVNULL)
    report = ["perf", "report", "-i", str(data), "--stdio", "--sort", "dso,symbol", "-t", ";"]
    lines = subprocess.run(report, check=True, capture_output=True, text=True).stdout.splitlines()
    found = dict.fromkeys(STAGES, 0.0)
    for line in lines:
        match = re.match(r"\s*([\d.]+)%\s*;\s*([^;]*);\s*([^;]*)", line)
        if match:
            found[stage_of(match[2], match[3])] += float(match[1])
    total = sum(found.values())
    return {stage: 100 * share / total for stage, share in found.items()}


def plot(rows: dict[str, dict[str, float]], path: Path) -> None:
    """One bar for each parser, cut into stages."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 0.7 * len(rows) + 1.6))
    colours = pyplot.get_cmap("tab20")
    for row, (_, parts) in enumerate(rows.items()):
        left = 0.0
        for number, stage in enumerate(STAGES):
            axes.barh(row, parts[stage], left=left, color=colours(number), label=stage if row == 0 else None)
            if parts[stage] >= 4:
                axes.text(left + parts[stage] / 2, row, f"{parts[stage]:.0f}", ha="center", va="center", fontsize=8)
            left += parts[stage]
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.set_xlabel("% of CPU time, from file to file")
    axes.set_xlim(0, 100)
    axes.legend(ncols=5, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main() -> int:
    """Profile each parser and write the results."""
    arguments = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    arguments.add_argument("--treebank", default="Greek-GDT")
    given = arguments.parse_args()
    if not shutil.which("perf"):
        raise SystemExit("profile_stages: the command perf was not found; on Debian it is in the package linux-perf")
    machine.require_compiled()
    lab = Laboratory(given.data, given.cache, given.results)
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = folder / "text.conllu"
        text.write_bytes((given.data / given.treebank / "test.conllu").read_bytes() * 8)
        for model in MODELS:
            cached = CachedModel(model, given.treebank, lab)
            if not cached.known:
                cached.train()
            rows[model] = shares(cached.path, text, 4 if "beam" in model or "accurate" in model else 20, folder)
            print(model, {stage: round(share, 1) for stage, share in rows[model].items()}, flush=True)
    plot(rows, given.results / "profile.png")
    lines = [
        "# Where the time goes, from file to file",
        "",
        f"`python -m benchmarks.speed.profile_stages --treebank {given.treebank}`, {machine.today()}, treewright "
        f"{tw.__version__}; samples of `perf` at 2 kHz, in per cent; one thread.",
        "",
        f"| parser | {' | '.join(STAGES)} |",
        f"|---|{'---:|' * len(STAGES)}",
        *(f"| {name} | {' | '.join(f'{parts[stage]:.1f}' for stage in STAGES)} |" for name, parts in rows.items()),
        "",
        "![profile](profile.png)",
    ]
    (given.results / "profile.md").write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
