"""The page and the plot that versus makes of its results."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown, thousands

PEER = "UDPipe 1"
# What has to be reached: the mean ratio to UDPipe over the treebanks, the smallest, and whether its LAS must be reached.
GOALS: dict[str, tuple[float, float, bool]] = {"fast": (40, 25, True), "accurate": (6, 4, False)}
# UDPipe's training on French-Sequoia in CPU seconds (PEERS.md; its build is three times as fast as the wheel), our share
# of that, and our memory in MB.
UDPIPE_SECONDS = 989
SHARES = {"accurate": 20, "fast": 100}
MEMORY = 1024
SUMMARIES: dict[str, Callable[[Sequence[float]], float]] = {"median": statistics.median, "best": max}
NOTES = """\
CPU time of one thread, reading and writing CoNLL-U included, loading the model not. Input is the test part with gold tags and
without trees. The parsers take turns, {repeats} times; a small file is repeated (as often as the last column says) so that
each turn takes 0.4 s or more. LAS counts all words and cuts subtypes of labels off, as the CoNLL 2018 scorer does.
`{peer}` parses with its default, a beam of 5; `{peer}, greedy` is the same model with `beam_search=1`."""
SPACY = "spaCy sees no tags and is trained for 20 epochs only; its scores would still rise a little."

Results = Mapping[str, Any]


def ratios(results: Results, parser: str, summary: str) -> list[float]:
    """How many times as fast as UDPipe a parser is, one for each treebank."""
    of = SUMMARIES[summary]
    return [of(found[parser]["rates"]) / of(found[PEER]["rates"]) for found in results["parsing"]["figures"].values()]


def gains(results: Results, parser: str) -> list[float]:
    """LAS above UDPipe's, one for each treebank."""
    return [found[parser]["las"] - found[PEER]["las"] for found in results["parsing"]["figures"].values()]


def speed_rows(results: Results) -> list[list[str]]:
    """One row for each treebank and parser."""
    rows = []
    for at, (treebank, found) in enumerate(results["parsing"]["figures"].items()):
        for parser, figures in found.items():
            rates = [thousands(of(figures["rates"])) for of in SUMMARIES.values()]
            times = [f"{ratios(results, parser, summary)[at]:.1f}x" for summary in SUMMARIES]
            rows.append([treebank, parser, *rates, *times, f"{figures['las']:.2f}", str(figures["times"])])
    return rows


def mean_rows(results: Results) -> list[list[str]]:
    """The ratios of each parser over all treebanks."""
    rows = []
    for parser in next(iter(results["parsing"]["figures"].values())):
        found = [ratios(results, parser, summary) for summary in SUMMARIES]
        above = gains(results, parser)
        shown = [f"{of(values):.1f}x" for values in found for of in (statistics.fmean, min)]
        rows.append([parser, *shown, f"{statistics.fmean(above):+.2f}", f"{min(above):+.2f}"])
    return rows


def goal_rows(results: Results) -> list[list[str]]:
    """The goals beside what was measured; ratios of medians count, a quick run is not judged."""
    rows = []
    quick = results["parsing"]["quick"]
    for parser, (mean, least, accuracy) in GOALS.items():
        found = ratios(results, parser, "median")
        reached = statistics.fmean(found)
        rows.append([f"{parser}: mean ratio", f">= {mean}x", f"{reached:.1f}x", _answer(reached >= mean, quick)])
        rows.append([f"{parser}: smallest ratio", f">= {least}x", f"{min(found):.1f}x", _answer(min(found) >= least, quick)])
        if accuracy:
            above = min(gains(results, parser))
            rows.append([f"{parser}: smallest difference of LAS", ">= 0", f"{above:+.2f}", _answer(above >= 0, quick)])
    return rows


def training_rows(results: Results) -> list[list[str]]:
    """The cost of training, with its goals: time on French, with dev as UDPipe had it, and memory on English."""
    rows = []
    quick = results["training"]["quick"]
    for row in results["training"]["rows"]:
        french, most = row["treebank"].startswith("French"), UDPIPE_SECONDS / SHARES[row["preset"]]
        goal, reached = "-", "-"
        if french and row["dev"]:
            goal, reached = f"<= {most:.1f} s (1/{SHARES[row['preset']]})", _answer(row["seconds"] <= most, quick)
        elif not french:
            goal, reached = f"< {MEMORY} MB", _answer(row["peak_mb"] < MEMORY, quick)
        share = f"1/{UDPIPE_SECONDS / row['seconds']:.0f}" if french else "-"
        figures = [f"{row['seconds']:.1f}", share, f"{row['peak_mb']:.0f}"]
        rows.append([row["treebank"], row["preset"], "yes" if row["dev"] else "no", *figures, goal, reached])
    return rows


def _answer(reached: bool, quick: bool) -> str:
    return "-" if quick else "yes" if reached else "**no**"


def page(results: Results, drawn: bool) -> str:
    """The results as Markdown."""
    section = results["parsing"]
    rates = ["words/s, median", "words/s, best", "ratio, medians", "ratio, bests"]
    means = ["mean ratio, medians", "smallest", "mean ratio, bests", "smallest", "LAS - UDPipe's, mean", "smallest"]
    words = ", ".join(f"{name} ({count:,} words)" for name, count in section["words"].items())
    lines = [
        "# Against other parsers",
        "",
        *NOTES.format(repeats=section["repeats"], peer=PEER).split("\n"),
        *([SPACY] if any("spaCy" in found for found in section["figures"].values()) else []),
        "",
        *_quick(section),
        *markdown(["treebank", "parser", *rates, "LAS", "file repeated"], speed_rows(results)),
        *(["![Words per second against LAS](versus.png)", ""] if drawn else []),
        "## Over these treebanks",
        "",
        *markdown(["parser", *means], mean_rows(results)),
        "## Goals",
        "",
        *markdown(["ratio to UDPipe 1, medians", "goal", "measured", "reached"], goal_rows(results)),
        *_made(section["made"], f"Universal Dependencies 2.0, {words}; models trained on train, best epoch on dev, seed 1"),
    ]
    if "training" in results:
        lines += _training_lines(results)
    return "\n".join(lines)


def _training_lines(results: Results) -> list[str]:
    section = results["training"]
    head = ["treebank", "preset", "--dev", "CPU s", "of UDPipe's", "peak MB", "goal", "reached"]
    return [
        "## Training",
        "",
        "The whole command `treewright train` in a fresh process: reading, all epochs, saving; with `--dev` each epoch is",
        f"scored too, and that run counts, since UDPipe's {UDPIPE_SECONDS} CPU s on French-Sequoia include scores on dev",
        "(shared/PEERS.md, measured earlier on the same kind of machine with a build three times as fast as the wheel).",
        "",
        *_quick(section),
        *markdown(head, training_rows(results)),
        *_made(section["made"], "French-Sequoia of Universal Dependencies 2.0, English-EWT of 2.16; seed 1"),
    ]


def _quick(section: Mapping[str, Any]) -> list[str]:
    return ["**A quick run: two epochs, few repetitions.**", ""] if section["quick"] else []


def _made(made: Mapping[str, str], data: str) -> list[str]:
    versions = f"commit {made['git']}, core version {made['core']}"
    facts = (f"command: `{made['command']}`", f"data: {data}", f"date: {made['date']}; {versions}")
    return [*(f"- {fact}" for fact in facts), f"- machine: {made['machine']}", ""]


def plot(results: Results, path: Path) -> bool:
    """Draw words per second against LAS; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        from matplotlib import colormaps
        from matplotlib.lines import Line2D

        figures = results["parsing"]["figures"]
        parsers, markers = list(next(iter(figures.values()))), dict(zip(figures, "osD^vP*Xp", strict=False))
        colours = dict(zip(parsers, colormaps["tab10"].colors, strict=False))  # type: ignore[attr-defined]
        axes = figure.subplots()
        for treebank, found in figures.items():
            for parser, one in found.items():
                rate = statistics.median(one["rates"])
                axes.plot(one["las"], rate, markers[treebank], color=colours[parser], markersize=8)
        axes.set(yscale="log", xlabel="LAS", ylabel="words per CPU second, file to file")
        axes.set_title("Speed and accuracy, one thread")
        for ticks in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            ticks(lambda rate, _: f"{rate:,.0f}" if f"{rate:.0f}"[0] in "125" else "")
        axes.grid(True, which="both", alpha=0.3)
        legend = [Line2D([], [], linestyle="", marker="o", color=colours[name], label=name) for name in parsers]
        legend += [Line2D([], [], linestyle="", marker=mark, color="grey", label=name) for name, mark in markers.items()]
        axes.legend(handles=legend, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
        figure.tight_layout()

    return picture(path, draw, (7.5, 4.5))
