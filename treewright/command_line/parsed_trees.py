"""What `treewright parse` does with models of constituency trees: sentences with trees go to the formats that hold them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from treewright.command_line import outputs, sources
from treewright.command_line.input_files import InputFiles
from treewright.command_line.messages import Messages
from treewright.errors import SettingsError
from treewright.settings.stages import keep_of_tree
from treewright.treebank.columns import XPOS

if TYPE_CHECKING:
    from treewright.command_line.sources import Source
    from treewright.treebank import Sentence

WITHOUT_TREES = ("conllu", "conllx")  # formats that hold no constituency trees
FORMATS = tuple(format for format in outputs.FORMATS if format not in WITHOUT_TREES)
SAME = {"export": "export", "discbracket": "discbracket", "bracket": "discbracket"}  # Penn brackets cannot hold gaps


def makes_trees(parser: Any, arguments: argparse.Namespace) -> bool:
    """Whether constituency trees come out of it."""
    from treewright.families import ConstituencyTrees

    family = parser.parser.family if sources.is_pipeline(parser) else parser.family
    return isinstance(family, ConstituencyTrees) and arguments.until == "trees"


def check(parser: Any, arguments: argparse.Namespace) -> None:
    """Refuses flags that mean nothing for constituency trees."""
    wanted = {*filter(None, (arguments.keep or "").split(","))}
    if wanted & {"heads", "labels"}:
        expected = "tags, brackets or all" if sources.is_pipeline(parser) else "brackets"
        raise SettingsError(f"--keep: seen {arguments.keep}, expected {expected}: constituency trees have no heads to keep")
    format = outputs.format_of(arguments, arguments.output)
    if format in WITHOUT_TREES:
        flag = f"--to {format}" if arguments.to else f"-o {arguments.output}"
        raise SettingsError(f"{flag}: {format} holds no constituency trees, expected one of {', '.join(FORMATS)}")


def parsed(
    parser: Any, paths: Sequence[str], arguments: argparse.Namespace, messages: Messages, files: InputFiles, read: list[Source]
) -> Iterator[Sentence]:
    """The sentences of the inputs, one after the other, with their trees; the inputs are added to a list."""
    for path in paths:
        with sources.opened(path, parser, arguments, messages, files) as source:
            read.append(source)
            found = _parsed(parser, source, arguments)
            first = next(found, None)
            if first is not None:
                if not sources.is_pipeline(parser) and all(first.column(i, XPOS) == "_" for i in range(len(first))):
                    name = "(stdin)" if path == "-" else path
                    what = "no tags (XPOS) in the first sentence: parsing will be much worse; a pipeline predicts tags"
                    messages.warning(f"{name}: {what}")
                yield from chain([first], found)


def in_default_format(sentences: Iterator[Sentence], read: list[Source], output: str, number: int) -> Iterator[bytes]:
    """What is to be written if no format is named: that of the first input, if trees with gaps can be written in it."""
    first = next(sentences, None)
    format = SAME.get(read[number].given_format, "export") if len(read) > number else "export"
    yield from outputs.encoded(chain([] if first is None else [first], sentences), format, output)


def _parsed(parser: Any, source: Source, arguments: argparse.Namespace) -> Iterator[Sentence]:
    raw = source.format in sources.RAW
    if raw and arguments.keep:
        raise SettingsError(f"--keep {arguments.keep}: seen raw text, which has nothing to keep, expected a treebank")
    lines = source.format == "lines"
    if arguments.nbest > 1:
        sentences: Iterable[Sentence] = source.given
        if raw:
            sentences = sources.in_report(parser.tokenizer.pipe(source.given, lines=lines), source.report)
        yield from _ranked(parser, sentences, arguments.nbest, _kept(parser, source, arguments))
    elif raw:
        yield from sources.in_report(parser.pipe_text(source.given, threads=arguments.threads, lines=lines), source.report)
    else:
        yield from parser.pipe(source.given, threads=arguments.threads, **_kept(parser, source, arguments))


def _kept(parser: Any, source: Source, arguments: argparse.Namespace) -> dict[str, Any]:
    """What is kept of the input, and what becomes of constituents that clash."""
    kept = arguments.keep or ""
    keep = kept if sources.is_pipeline(parser) else keep_of_tree(kept)
    return {"keep": keep, "on_conflict": arguments.on_conflict, "report": source.report}


def _ranked(parser: Any, sentences: Iterable[Sentence], count: int, kept: dict[str, Any]) -> Iterator[Sentence]:
    """The best trees of each sentence, with comments that tell rank and score."""
    from treewright.treebank import TreeSentence

    for sentence in sentences:
        for rank, (score, found) in enumerate(parser.nbest(sentence, count, **kept), 1):
            comments = [*found.tree.comments, f"nbest = {rank}", f"score = {score:.6g}"]
            yield TreeSentence(replace(found.tree, comments=comments), path=found.path, line=found.line)
