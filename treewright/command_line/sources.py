"""What is to be parsed: a treebank, or for a pipeline also raw text or tokens."""

from __future__ import annotations

import argparse
import codecs
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import IO, Any

from treewright.command_line import treebanks
from treewright.command_line.messages import Messages
from treewright.errors import InputError, SettingsError, unreadable

TEXTS = ("text", "lines", "horizontal", "vertical")
RAW = ("text", "lines")  # what a tokenizer reads
ONLY_TREEBANKS = "CoNLL-U, CoNLL-X or JSON lines, or a model that was trained with --pipeline"
ONLY_TOKENS = "CoNLL-U or --input horizontal|vertical"
LOOK_AHEAD = 1 << 16
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEFORE = rb"(?:[^\S\n]*(?:#[^\n]*)?\n)*"  # comments and blank lines; a line matches in one way only, so this is linear
FIRST_ROW = re.compile(_BEFORE + rb"\d+(?:-\d+)?\t(?:[^\t\n]*\t){5,}")
_NUMBER = rb"\d+(?:[-.]\d+)?(?:\s|\Z)"  # a row whose tabs became spaces begins so
FIRST_LINE_OF_TEXT = re.compile(_BEFORE + rb"[^\S\n]*(?!" + _NUMBER + rb")[^\s#{\0][^\t\n\0]*(?:\n|\Z)")


@dataclass
class Source:
    """One input: a file of text, or sentences; and the report of what was read."""

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


@contextmanager
def opened(path: str, parser: Any, arguments: argparse.Namespace, messages: Messages) -> Iterator[Source]:
    """One input in the format that was asked for, or that it looks like."""
    messages.reading(path)
    tokenizer = getattr(parser, "tokenizer", None)
    if arguments.format in TEXTS and not is_pipeline(parser):
        raise SettingsError(f"--input {arguments.format}: this model is a parser alone, expected {ONLY_TREEBANKS}")
    if arguments.format in RAW and tokenizer is None:
        raise SettingsError(f"--input {arguments.format}: this pipeline has no tokenizer, expected {ONLY_TOKENS}")
    if arguments.format not in TEXTS and (tokenizer is None or arguments.format != "auto"):
        if arguments.format == "auto" and arguments.on_error == "stop":
            _refuse_text(path, parser)
        with treebanks.opened(path, arguments, messages) as reader:
            yield Source("treebank", reader, reader.report)
        return
    from treewright.tokenization.token_lines import horizontal, vertical
    from treewright.treebank import Report

    with _file(path) as file:
        chosen = arguments.format
        if chosen == "auto":
            chosen = "treebank" if is_treebank(_start(file)) else "text"
        if chosen == "treebank":
            with treebanks.opened(path, arguments, messages, file=file) as reader:
                yield Source("treebank", reader, reader.report, file)
        elif chosen in RAW:
            yield Source(chosen, file, Report(), file)
        else:
            report = Report()
            sentences = horizontal(file) if chosen == "horizontal" else vertical(file)
            yield Source(chosen, _counted(sentences, report), report, file)


def is_pipeline(parser: Any) -> bool:
    """Whether what parses also tags."""
    from treewright.pipeline import Pipeline

    return isinstance(parser, Pipeline)


def _file(path: str) -> Any:
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return open(path, "rb", buffering=LOOK_AHEAD)
    except OSError as error:
        raise InputError(f"{path}: {unreadable(error)}") from None


def _start(file: IO[bytes]) -> bytes:
    """How a file begins; nothing is taken from it."""
    return unpacked(file.peek(LOOK_AHEAD)[:LOOK_AHEAD] if hasattr(file, "peek") else b"")


def unpacked(start: bytes) -> bytes:
    """How a file begins that may be gzip; damaged gzip is left as it is."""
    if not start.startswith(b"\x1f\x8b"):
        return start
    try:
        return zlib.decompressobj(31).decompress(start, LOOK_AHEAD)
    except zlib.error:
        return start


def _refuse_text(path: str, parser: Any) -> None:
    """Refuses what clearly is no treebank; what is not clear, or can be read only once, is left to the reader."""
    if path == "-":
        start = _start(sys.stdin.buffer)
    elif os.path.isfile(path):
        with _file(path) as file:
            start = _start(file)
    else:
        return
    if FIRST_LINE_OF_TEXT.match(start.removeprefix(codecs.BOM_UTF8)) and not start.startswith(UTF_16):
        why, expected = "this model is a parser alone", ONLY_TREEBANKS
        if is_pipeline(parser):
            why, expected = "this pipeline has no tokenizer", ONLY_TOKENS
        raise InputError(f"{'(stdin)' if path == '-' else path}: seen raw text, but {why}, expected {expected}")


def is_treebank(start: bytes) -> bool:
    """Whether a file that begins so has the rows of a treebank, or JSON."""
    start = start.removeprefix(codecs.BOM_UTF8)
    return FIRST_ROW.match(start) is not None or start.lstrip().startswith(b'{"')


def _counted(sentences: Iterator[Any], report: Any) -> Iterator[Any]:
    for sentence in sentences:
        report.sentences += 1
        report.words += len(sentence)
        yield sentence
