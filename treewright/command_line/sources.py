"""What is to be parsed: a treebank, or for a pipeline also raw text or tokens."""

from __future__ import annotations

import argparse
import codecs
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from treewright.command_line import treebanks
from treewright.command_line.input_files import LOOK_AHEAD, InputFiles, start_of, unpacked
from treewright.command_line.messages import Messages
from treewright.errors import InputError, SettingsError, unreadable
from treewright.settings.stages import keep_of_tree

TEXTS = ("text", "lines", "horizontal", "vertical")
RAW = ("text", "lines")  # what a tokenizer reads
TREEBANKS = ("CoNLL-U, CoNLL-X or JSON lines", "constituency trees (export, discbracket ...), JSON lines or CoNLL-U with tags")
ONLY_TOKENS = "CoNLL-U or --input horizontal|vertical"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEFORE = rb"(?:[^\S\n]*(?:#[^\n]*)?\n)*"  # comments and blank lines; a line matches in one way only, so this is linear
FIRST_ROW = re.compile(_BEFORE + rb"\d+(?:-\d+)?\t(?:[^\t\n]*\t){5,}")
_NUMBER = rb"\d+(?:[-.]\d+)?(?:\s|\Z)"  # a row whose tabs became spaces begins so
FIRST_LINE_OF_TEXT = re.compile(_BEFORE + rb"[^\S\n]*(?!" + _NUMBER + rb")[^\s#{\0][^\t\n\0]*(?:\n|\Z)")


@dataclass
class Source:
    """One input: a file of text, or sentences; and the report of what was read."""

    path: str
    format: str
    given: Any
    report: Any
    file: Any = None  # if it was opened here

    def position(self) -> int:
        """How many bytes of the file were read."""
        if self.file is not None and not self.file.closed:
            return int(self.file.tell())
        return int(self.given.position()) if self.format == "treebank" else 0

    @property
    def given_format(self) -> str:
        """The format of a treebank that was read; all else becomes CoNLL-U."""
        return str(self.given.format) if self.format == "treebank" else "conllu"

    def sentences(self, parser: Any) -> Iterable[Any]:
        """The sentences, which a pipeline finds in raw text."""
        if self.format not in RAW:
            return self.given  # type: ignore[no-any-return]
        return in_report(parser.tokenizer.pipe(self.given, lines=self.format == "lines"), self.report)


def each(
    paths: Sequence[str], parser: Any, arguments: argparse.Namespace, messages: Messages, files: InputFiles, read: list[Source]
) -> Iterator[Source]:
    """The inputs, each open until the next is asked for; they are added to a list."""
    for path in paths:
        with opened(path, parser, arguments, messages, files) as source:
            if source.format in RAW and arguments.keep:
                kept = f"--keep {arguments.keep}"
                raise SettingsError(f"{kept}: seen raw text, which has nothing to keep, expected a treebank")
            read.append(source)
            yield source


def kept(parser: Any, source: Source, arguments: argparse.Namespace) -> dict[str, Any]:
    """What is kept of an input, and what becomes of that which clashes."""
    keep = arguments.keep or ""
    keep = keep if is_pipeline(parser) else keep_of_tree(keep)
    return {"keep": keep, "on_conflict": arguments.on_conflict, "report": source.report}


@contextmanager
def opened(
    path: str, parser: Any, arguments: argparse.Namespace, messages: Messages, files: InputFiles
) -> Iterator[Source]:
    """One input in the format that was asked for, or that it looks like."""
    messages.reading(path)
    tokenizer = getattr(parser, "tokenizer", None)
    if arguments.format in TEXTS and not is_pipeline(parser) and not (arguments.format not in RAW and _tags_trees(parser)):
        raise SettingsError(f"--input {arguments.format}: this model is a parser alone, expected {_expected(parser)}")
    if arguments.format in RAW and tokenizer is None:
        raise SettingsError(f"--input {arguments.format}: this pipeline has no tokenizer, expected {ONLY_TOKENS}")
    only_treebanks = arguments.format not in TEXTS and (tokenizer is None or arguments.format != "auto")
    with _file(path, files, only_treebanks) as file:
        if only_treebanks:
            if arguments.format == "auto" and arguments.on_error == "stop":
                _refuse_text(path, file, parser)
            chosen = "treebank"
        elif arguments.format == "auto":
            chosen = "treebank" if is_treebank(unpacked(start_of(file))) else "text"
        else:
            chosen = arguments.format
        if chosen == "treebank":
            with treebanks.opened(path, arguments, messages, file=file) as reader:
                yield Source(path, chosen, reader, reader.report, file)
        else:
            yield _text(path, chosen, file)


def _text(path: str, format: str, file: Any) -> Source:
    from treewright.tokenization.token_lines import horizontal, vertical
    from treewright.treebank import Report

    report = Report()
    if format in RAW:
        return Source(path, format, file, report, file)
    sentences = horizontal(file) if format == "horizontal" else vertical(file)
    return Source(path, format, in_report(sentences, report), report, file)


def is_pipeline(parser: Any) -> bool:
    """Whether what parses also tags."""
    from treewright.pipeline import Pipeline

    return isinstance(parser, Pipeline)


def builds_trees(parser: Any) -> bool:
    """Whether it is a model of constituency trees."""
    from treewright.families import ConstituencyTrees

    return isinstance(parser.parser.family if is_pipeline(parser) else parser.family, ConstituencyTrees)


def _tags_trees(parser: Any) -> bool:
    """Whether it is a parser of constituency trees that needs words only."""
    return builds_trees(parser) and bool(getattr(parser, "tags", None))


def _expected(parser: Any) -> str:
    """What a parser reads that does not read raw text."""
    if _tags_trees(parser):
        return "a treebank, or words with --input horizontal or vertical"
    return f"{TREEBANKS[builds_trees(parser)]}, or a model that was trained with --pipeline"


@contextmanager
def _file(path: str, files: InputFiles, only_treebanks: bool) -> Iterator[Any]:
    """An open file; None if it is left to the reader of treebanks to open what is no regular file."""
    with files.taken(path) as file:
        if file is not None or only_treebanks:
            yield file
            return
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        pipe = open(path, "rb", buffering=LOOK_AHEAD)  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"{path}: {unreadable(error)}") from None
    with pipe:
        yield pipe


def _refuse_text(path: str, file: Any, parser: Any) -> None:
    """Refuses what clearly is no treebank; what is not clear, or can be read only once, is left to the reader."""
    from treewright.treebank.tree_formats import is_tree

    if path == "-" and sys.stdin is not None:
        file = sys.stdin.buffer
    start = b"" if file is None else unpacked(start_of(file))
    start = start.removeprefix(codecs.BOM_UTF8)
    if FIRST_LINE_OF_TEXT.match(start) and not is_tree(start) and not start.startswith(UTF_16):
        why, expected = "this model is a parser alone", _expected(parser)
        if is_pipeline(parser):
            why, expected = "this pipeline has no tokenizer", ONLY_TOKENS
        raise InputError(f"{'(stdin)' if path == '-' else path}: seen raw text, but {why}, expected {expected}")


def is_treebank(start: bytes) -> bool:
    """Whether a file that begins so has the rows of a treebank, or JSON."""
    from treewright.treebank.tree_formats import is_tree

    start = start.removeprefix(codecs.BOM_UTF8)
    return FIRST_ROW.match(start) is not None or start.lstrip().startswith(b'{"') or is_tree(start)


def in_report(sentences: Iterator[Any], report: Any) -> Iterator[Any]:
    """The same sentences, counted."""
    for sentence in sentences:
        report.sentences += 1
        report.words += len(sentence)
        yield sentence
