"""The page and the plot of partial_trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown, mean, with_deviation

Found = dict[str, Any]


def write_page(found: Found, folder: Path) -> None:
    """Write partial_trees.md and partial_trees.png from all results there are."""
    drawn = plot(found, folder / "partial_trees.png")
    lines = ["# Partial trees", ""]
    if drawn:
        lines += ["![LAS against the share of arcs, in training and in parsing](partial_trees.png)", ""]
    if "training" in found:
        lines += training_lines(found["training"])
    if "given" in found:
        lines += given_lines(found["given"])
    if "other" in found:
        lines += other_lines(found["other"])
    lines += ["## How these figures were made", ""]
    for runs in found.values():
        for run in runs.values():
            lines += [
                f"- `{run['command']}`; Universal Dependencies 2.0, {run['treebank']}, gold words and gold tags; "
                f"{run['date']}; commit {run['commit']}; {run['machine']}"
            ]
    text = "\n".join(lines) + "\n"
    (folder / "partial_trees.md").write_text(text, "utf-8")
    print(text)


def training_lines(runs: Found) -> list[str]:
    """Training on a share of the arcs beside the same share of whole sentences."""
    lines = [
        "## Training on a share of the arcs",
        "",
        "Arcs are removed once, at random; the words stay, with `_` for head and label. Beside it: whole sentences, drawn at",
        "random, with as many arcs. Scores on test (CoNLL 2018 definitions, punctuation counted), mean and standard deviation",
        "over seeds of the draw and of the parser; in both, the best epoch is picked on the whole dev treebank.",
        "",
    ]
    for preset, run in sorted(runs.items(), reverse=True):
        seeds = len({row["seed"] for row in run["rows"]})
        lines += [f"Preset {preset}, {run['treebank']}, {seeds} seed{'s' if seeds > 1 else ''}:", ""]
        table = []
        for percent in sorted({row["percent"] for row in run["rows"]}):
            cells = [f"{percent} %"]
            for what in ("arcs", "sentences"):
                rows = [r for r in run["rows"] if r["percent"] == percent and (r["what"] == what or percent == 100)]
                if what == "arcs":
                    cells.append(f"{mean([r['arcs'] for r in rows]):,.0f}")
                cells += [with_deviation([r[name] for r in rows]) for name in ("las", "uas")]
            table.append(cells)
        head = ["share", "arcs", "LAS, arcs removed", "UAS, arcs removed", "LAS, whole sentences", "UAS, whole sentences"]
        lines += markdown(head, table)
    return lines


def given_lines(runs: Found) -> list[str]:
    """Parsing with a share of the gold arcs given."""
    lines = [
        "## Parsing with a share of the gold arcs given",
        "",
        "An ordinary parser, trained on whole trees, gets some gold arcs of the test sentences, drawn at random, and keeps",
        'them (`keep="all"`). LAS and UAS on the words that were not drawn, beside those of free parsing on the same words,',
        "means of five draws; arcs and kept are those of all draws together.",
        "Words a second: CPU time, one thread, in memory, constrained and free parsing of the same sentences in turns, the",
        "best round of each. Arcs that no projective tree can have together are not among those given (as few as possible are",
        "left out). Below, the same for parsers trained with `training.given_heads = 0.5` and the templates `given`.",
        "",
    ]
    for preset, run in sorted(runs.items(), reverse=True):
        lost = run["rows"][0]["crossing"]
        lines += [f"Preset {preset}, {run['treebank']}; {lost} gold arcs cross others and are never given:", ""]
        table = [
            [
                f"{row['percent']} %", f"{row['given']:,}",
                f"{100 * row['kept'] / row['given']:.2f} % ({row['given'] - row['kept']} not)" if row["given"] else "-",
                f"{row['las']:.2f}", f"{row['free_las']:.2f}", f"{row['uas']:.2f}", f"{row['free_uas']:.2f}",
                f"{row['constrained'] / 1000:.0f}k", f"{row['free'] / 1000:.0f}k", f"{row['free'] / row['constrained']:.2f}",
            ]
            for row in run["rows"]
        ]  # fmt: skip
        head = ["given", "arcs", "kept", "LAS on the rest", "LAS, free", "UAS on the rest", "UAS, free"]
        lines += markdown([*head, "words/s", "words/s, free", "time, free = 1"], table)
    return lines


def other_lines(runs: Found) -> list[str]:
    """Constraints other than arcs."""
    lines = [
        "## Other constraints",
        "",
        "Directions, sets of heads, wrong heads for a third of the words, and one subtree in each sentence (up to 50 of each",
        "length). CPU milliseconds a sentence, best of 3 rounds; how many constraints the trees break.",
        "",
    ]
    head = ["preset", "words", "sentences", "constraints", "broken", "ms, free", "ms, constrained"]
    table = [
        [
            preset, f"{row['least']} to {row['most'] - 1}", str(row["sentences"]), f"{row['constraints']:,}",
            str(row["broken"]), f"{row['free']:.2f}", f"{row['constrained']:.2f}",
        ]
        for preset, run in sorted(runs.items(), reverse=True)
        for row in run["rows"]
    ]  # fmt: skip
    return [*lines, *markdown(head, table)]


def plot(found: Found, path: Path) -> bool:
    """LAS against shares, one picture for each part there is; False if there is no matplotlib."""
    parts = [part for part in ("training", "given") if part in found]

    def draw(figure: Any) -> None:
        axes = figure.subplots(1, max(1, len(parts)), squeeze=False)
        for axis, part in zip(axes[0], parts, strict=True):
            for preset, run in found[part].items():
                curves = ("arcs", "sentences") if part == "training" else ("las", "free_las")
                for what, style in zip(curves, ("-", "--"), strict=True):
                    points: dict[int, list[float]] = {}
                    for row in run["rows"]:
                        if part == "given":
                            points.setdefault(row["percent"], []).append(row[what])
                        elif row["what"] == what or row["percent"] == 100:
                            points.setdefault(row["percent"], []).append(row["las"])
                    name = {"arcs": "arcs removed", "sentences": "whole sentences", "las": "given", "free_las": "free"}[what]
                    shares = sorted(points)
                    axis.plot(shares, [mean(points[s]) for s in shares], style, marker="o", label=f"{preset}, {name}")
            axis.set(xlabel="% of the arcs " + ("trained on" if part == "training" else "given"), ylabel="LAS")
            axis.set_title("training" if part == "training" else "parsing: LAS on the words not given", fontsize=10)
            axis.grid(True, alpha=0.3)
            axis.legend(fontsize=8)
        figure.tight_layout()

    return picture(path, draw, (5 * max(1, len(parts)), 3.6))
