"""What `treewright parse` does with models of constituency trees: sentences with trees go to the formats that hold them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from treewright.command_line import outputs, sources
from treewright.command_line.messages import Messages
from treewright.errors import SettingsError
from treewright.treebank.columns import XPOS

if TYPE_CHECKING:
    from treewright.command_line.sources import Source
    from treewright.treebank import Sentence

SAME = {"export": "export", "discbracket": "discbracket", "bracket": "discbracket"}  # Penn brackets cannot hold gaps


def makes_trees(parser: Any, arguments: argparse.Namespace) -> bool:
    """Whether constituency trees come out of it."""
    return sources.builds_trees(parser) and bool(arguments.until == "trees")


def check(parser: Any, arguments: argparse.Namespace) -> None:
    """Refuses flags that mean nothing for constituency trees."""
    wanted = {*filter(None, (arguments.keep or "").split(","))}
    if wanted & {"heads", "labels"}:
        expected = "tags, brackets or all" if sources.is_pipeline(parser) else "brackets"
        raise SettingsError(f"--keep: seen {arguments.keep}, expected {expected}: constituency trees have no heads to keep")
    outputs.refuse_other(arguments, outputs.OF_TREES, "holds no constituency trees")


def parsed(parser: Any, inputs: Iterable[Source], arguments: argparse.Namespace, messages: Messages) -> Iterator[Sentence]:
    """The sentences of the inputs, one after the other, with their trees."""
    for source in inputs:
        found = _parsed(parser, source, arguments)
        first = next(found, None)
        if first is not None:
            if not sources.is_pipeline(parser) and all(first.column(i, XPOS) == "_" for i in range(len(first))):
                name = "(stdin)" if source.path == "-" else source.path
                what = "no tags (XPOS) in the first sentence: parsing will be much worse; a pipeline predicts tags"
                messages.warning(f"{name}: {what}")
            yield from chain([first], found)


def in_default_format(
    sentences: Iterator[Sentence], read: list[Source], output: str, number: int, losses: Counter[str], messages: Messages
) -> Iterator[bytes]:
    """What is to be written if no format is named: that of the first input, if trees with gaps can be written in it."""
    from treewright.treebank.formats import format_by_name

    first = next(sentences, None)
    format = SAME.get(read[number].given_format, "export") if len(read) > number else "export"
    if not outputs.is_awaited(output) and format_by_name(output) is None:
        messages.note(f"{output}: no known format in the name, so it is written as {format}; --to names another")
    yield from outputs.encoded(chain([] if first is None else [first], sentences), format, output, losses)


def _parsed(parser: Any, source: Source, arguments: argparse.Namespace) -> Iterator[Sentence]:
    if arguments.nbest > 1:
        yield from _ranked(parser, source.sentences(parser), arguments.nbest, sources.kept(parser, source, arguments))
    elif source.format in sources.RAW:
        told = {"threads": arguments.threads, "lines": source.format == "lines"}
        yield from sources.in_report(parser.pipe_text(source.given, **told), source.report)
    else:
        yield from parser.pipe(source.given, threads=arguments.threads, **sources.kept(parser, source, arguments))


def _ranked(parser: Any, sentences: Iterable[Sentence], count: int, kept: dict[str, Any]) -> Iterator[Sentence]:
    """The best trees of each sentence, with comments that tell rank and score."""
    from treewright.treebank import TreeSentence

    for sentence in sentences:
        for rank, (score, found) in enumerate(parser.nbest(sentence, count, **kept), 1):
            comments = [*found.tree.comments, f"nbest = {rank}", f"score = {score:.6g}"]
            yield TreeSentence(replace(found.tree, comments=comments), path=found.path, line=found.line)
