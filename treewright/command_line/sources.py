"""What is to be parsed: a treebank, or for a pipeline also raw text or tokens."""

from __future__ import annotations

import argparse
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import IO, Any

from treewright.command_line import treebanks
from treewright.command_line.messages import Messages
from treewright.errors import InputError, SettingsError

TEXTS = ("text", "horizontal", "vertical")
LOOK_AHEAD = 1 << 16
FIRST_ROW = re.compile(rb"(?:\s*#[^\n]*\n|\s*\n)*\d+(?:-\d+)?\t(?:[^\t\n]*\t){5,}")  # after comments, a row of a treebank


@dataclass
class Source:
    """One input: a file of text, or sentences; and the report of what was read."""

    format: str
    given: Any
    report: Any

    @property
    def given_format(self) -> str:
        """The format of a treebank that was read; all else becomes CoNLL-U."""
        return str(self.given.format) if self.format == "treebank" else "conllu"


@contextmanager
def opened(path: str, parser: Any, arguments: argparse.Namespace, messages: Messages) -> Iterator[Source]:
    """One input in the format that was asked for, or that it looks like."""
    tokenizer = getattr(parser, "tokenizer", None)
    if arguments.format in TEXTS and not is_pipeline(parser):
        expected = "CoNLL-U or CoNLL-X, or a model that was trained with --pipeline"
        raise SettingsError(f"--input {arguments.format}: this model is a parser alone, expected {expected}")
    if arguments.format == "text" and tokenizer is None:
        raise SettingsError("--input text: this pipeline has no tokenizer, expected CoNLL-U or --input horizontal|vertical")
    if arguments.format not in TEXTS and (tokenizer is None or arguments.format != "auto"):
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
                yield Source("treebank", reader, reader.report)
        elif chosen == "text":
            yield Source("text", file, Report())
        else:
            report = Report()
            yield Source(chosen, _counted(horizontal(file) if chosen == "horizontal" else vertical(file), report), report)


def is_pipeline(parser: Any) -> bool:
    """Whether what parses also tags."""
    from treewright.pipeline import Pipeline

    return isinstance(parser, Pipeline)


def _file(path: str) -> Any:
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return open(path, "rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


def _start(file: IO[bytes]) -> bytes:
    """How a file begins; nothing is taken from it."""
    start = file.peek(LOOK_AHEAD)[:LOOK_AHEAD] if hasattr(file, "peek") else b""
    return zlib.decompressobj(31).decompress(start, LOOK_AHEAD) if start.startswith(b"\x1f\x8b") else start


def is_treebank(start: bytes) -> bool:
    """Whether a file that begins so has the rows of a treebank, or JSON."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    return FIRST_ROW.match(start) is not None or start.lstrip().startswith(b'{"')


def _counted(sentences: Iterator[Any], report: Any) -> Iterator[Any]:
    for sentence in sentences:
        report.sentences += 1
        report.words += len(sentence)
        yield sentence
