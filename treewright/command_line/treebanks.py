"""Reading the treebanks named on the command line, and saying on stderr what was skipped, repaired or noted."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from treewright.command_line.messages import Messages
from treewright.errors import InputError

if TYPE_CHECKING:
    from treewright.treebank import Reader, Sentence

OF_HEADS = ("auto", "conllu", "conllx", "json")
FORMATS = (*OF_HEADS, "export", "discbracket", "bracket", "tiger")
KINDS = "CoNLL-U, CoNLL-X, JSON lines, export, discbracket, Penn brackets or TIGER-XML"
KINDS_OF_HEADS = "CoNLL-U, CoNLL-X or JSON lines"
ON_ERROR = ("stop", "skip", "repair")


def add_inputs(
    parser: argparse.ArgumentParser,
    name: str = "inputs",
    shown: str = "INPUT",
    without: str = " (default: stdin)",
    kinds: str = KINDS,
) -> None:
    """Add the names of treebanks, any number of them."""
    parser.add_argument(name, nargs="*", default=[], metavar=shown, help=f"{kinds}, may be .gz{without}")


def add_reading_flags(parser: argparse.ArgumentParser, formats: Sequence[str] = FORMATS) -> None:
    """Add `--input` (or `--format`) and `--on-error`."""
    parser.add_argument(
        "--input", "--format", dest="format", choices=formats, default="auto",
        help="format of the inputs (default: look at them)",
    )  # fmt: skip
    parser.add_argument(
        "--on-error", choices=ON_ERROR, default="stop", help="what to do with a faulty sentence (default: stop)"
    )


@contextmanager
def opened(
    path: str, arguments: argparse.Namespace, messages: Messages, *, trees: str = "ignored", file: Any = None
) -> Iterator[Reader]:
    """The reader of one treebank; in the end, what happened on the way is told on stderr."""
    from treewright import treebank

    messages.reading(path)
    report = treebank.Report()
    try:
        yield treebank.read(file or path, format=arguments.format, on_error=arguments.on_error, trees=trees, report=report)
    finally:
        for line in report_lines(report):
            messages.note(line)


def read(path: str, arguments: argparse.Namespace, messages: Messages, *, trees: str = "ignored") -> Iterator[Sentence]:
    """The sentences of one treebank, as `opened` reads them."""
    with opened(path, arguments, messages, trees=trees) as reader:
        yield from reader


def read_all(
    paths: Sequence[str], arguments: argparse.Namespace, messages: Messages, *, trees: str = "ignored"
) -> list[Sentence]:
    """The sentences of several treebanks with at least one word; refuses to go on with none."""
    refuse_two_stdins(paths)
    sentences = [
        sentence for path in paths for sentence in read(path, arguments, messages, trees=trees) if len(sentence)
    ]
    if not sentences:
        raise InputError(f"{', '.join(paths)}: seen no sentences, expected at least one")
    return sentences


def refuse_two_stdins(paths: Sequence[str]) -> None:
    """Refuses to read stdin twice."""
    if list(paths).count("-") > 1:
        raise InputError("-: seen stdin named twice, expected at most once")


def report_lines(report: Any) -> list[str]:
    """What a report says, one line for each kind of thing."""
    return str(report).splitlines()
