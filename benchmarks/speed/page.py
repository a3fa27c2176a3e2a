"""The page of `python -m benchmarks.speed`."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from benchmarks.shared import machine
from benchmarks.shared.results_page import markdown


def page(
    tables: Mapping[str, list[list[str]]],
    *,
    treebank: str,
    words: int,
    repeats: int,
    quick: bool,
    drawn: bool,
    noise: list[list[str]],
    imported: float,
    help_time: float,
    slower: float,
    versions: str,
    kind: str,
    trained: str,
) -> str:
    """The results as Markdown."""
    wall = ("in memory", "2 threads", "files", "2 threads")
    head = ["parser", "search only", "in memory", "file to file", *(f"{name}, wall" for name in wall), "speed-up"]
    training = ["parser", "training, tokens/s (slowest / median / fastest epoch)", "CPU s", "peak MB in training"]
    size = ["rows", "file, MB", "load, ms", "table, MB", "peak MB parsing", "dev UAS / LAS"]
    lines = [
        "# Speed",
        "",
        f"Tokens per second on {treebank} ({words:,} words of dev and test without their trees), zn11 features unless",
        "it is a preset, labels joint, compiled code. Columns without `wall` are CPU time, one thread;",
        f"best of two rounds of {repeats} repetitions (2 for beam 64). Search only: from a sentence in memory to lists of",
        "heads and labels; in memory: to the bytes of the parsed sentence; file to file: CoNLL-U is read and written too.",
        "Beam 64 uses the model trained with beam 8."
        + (" **A quick run: two epochs, few repetitions.**" if quick else ""),
        "",
        "## Parsing",
        "",
        *markdown(head, tables["parsing"]),
        "## Against the floor of the prototype",
        "",
        *markdown(["tokens/s, CPU", "floor", "measured", "ratio", "reached", "floor on this machine"], tables["floor"]),
        "Training is the median epoch. The floor of greedy training is 250-350k, of beam 8 training 56-200k.",
        "",
        "The prototype's code is not there, but what its figures rest on can be measured (`prototype_kernel.c`): one dense",
        "row of floats per feature, index and rows fetched ahead, fed with the features of every step of the greedy parser;",
        "its scores are the parser's. By the prototype's notes, a hand-written kernel takes half its time for a whole step:",
        "finding atoms, keys, looking up, adding up, choosing, applying. If looking up and adding up alone take longer than",
        "that here, then this machine is slower than the prototype's by that factor at least. CPU time, in turns:",
        "",
        *markdown(["ns a step", "best", "median"], tables["prototype"]),
        f"So this machine is slower by a factor of {slower:.2f} at least; the last column above is the floor divided by it.",
        "",
        "## The machine while this ran",
        "",
        *markdown(["fixed job", "best", "median", "worst"], noise),
        "Where best and worst are far apart, the machine was busy with other things and the figures above are too low.",
        "",
        "## Training, memory, model files",
        "",
        *markdown([*training, *size], tables["models"]),
        f"CPU s: all epochs, with the dev scores after each. Peak: the whole process; {imported:.0f} MB are Python,",
        f"numpy and the package. `treewright --help` answers in {help_time:.2f} s.",
        "",
        "## A transition system in plain Python",
        "",
        "The same source of arc-eager, once compiled, once as plain Python, as a user's own system runs; same model.",
        "",
        *markdown(["search", "compiled", "plain Python", "slower", "prototype", "same trees"], tables["plain"]),
        "## Time by sentence length",
        "",
        "CPU microseconds per word, in memory; sentences are the same text cut anew.",
        "",
        *(["![CPU time per word against sentence length](time_by_length.png)", ""] if drawn else []),
        *markdown(["words", "greedy", "beam 8"], tables["length"]),
        "## How these figures were made",
        "",
        f"- command: `{machine.command_line('speed', sys.argv[1:])}`",
        f"- data: Universal Dependencies 2.0, {treebank}; seed 1",
        f"- date: {machine.today()}; {versions}",
        f"- models trained: {trained}",
        f"- machine: {kind}",
        "",
    ]
    return "\n".join(lines)
