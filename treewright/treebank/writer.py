"""Writes treebanks; a file appears under its name only when it is complete."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from treewright.errors import InputError
from treewright.storage.atomic_file import replacing
from treewright.treebank import own_files
from treewright.treebank.expected import expected_sentences, shown
from treewright.treebank.formats import encoded, format_by_name
from treewright.treebank.reader import read
from treewright.treebank.scan import sentence_count
from treewright.treebank.sentence import Sentence


def write(
    sentences: Iterable[Sentence | bytes], target: str | os.PathLike[str] | IO[bytes], *, format: str = "auto"
) -> int:
    """Writes sentences (or bytes of some) to a path (`-` is stdout, `.gz` packs) or a binary file; returns how many.

    `format` is one of formats.py; "auto" goes by the ending of the path (.jsonl, .export, .svg ...), and otherwise writes the
    rows as they are.  A file that is there is replaced, when all has been written.
    """
    if isinstance(sentences, (Sentence, Mapping, str, bytes, bytearray)) or not isinstance(sentences, Iterable):
        sentences = expected_sentences(sentences)
    if not isinstance(target, (str, os.PathLike)) and not hasattr(target, "write"):
        raise InputError(f"target: seen {shown(target)}, expected a path or a binary file")
    if not isinstance(target, (str, os.PathLike)):
        return _write(sentences, target, format)
    path = os.fspath(target)
    if "\0" in path:
        raise InputError(f"target: seen {shown(path)}, expected the name of a file")
    if format == "auto":
        format = format_by_name(path, rows=False) or ("rows" if format_by_name(path) else format)
    if path == "-":
        count = _write(sentences, sys.stdout.buffer, format)
        sys.stdout.buffer.flush()
        return count
    try:
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # /dev/null, a named pipe
            with open(path, "wb") as device:
                return _write(sentences, device, format)
        with replacing(path, buffering=1 << 20, stamp=own_files.stamp) as file:
            if path.endswith(".gz"):
                with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:  # no name, no time: same content, same bytes
                    count = _write(sentences, packed, format)
            else:
                count = _write(sentences, file, format)
        return count
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _write(sentences: Iterable[Sentence | bytes], file: Any, format: str) -> int:
    if format not in ("auto", "rows"):
        return _write_as(format, sentences, file)
    count = 0
    for sentence in _checked(sentences):
        if format == "auto" and isinstance(sentence, Sentence) and sentence.tree is not None:
            expected = "one that holds constituency trees, such as export (conllu has the tokens alone)"
            raise InputError(f"format: seen none, expected {expected}")
        block = sentence.source if isinstance(sentence, Sentence) else sentence
        if block:
            ended = block.endswith(b"\n\n")
            file.write(block if ended else block + b"\n")
            count += sentence_count(block) if ended else 1
    return count


def _checked(sentences: Iterable[Any]) -> Iterator[Sentence | bytes]:
    for sentence in sentences:
        if isinstance(sentence, bytes):
            yield sentence
        else:
            yield from expected_sentences([sentence])


def _write_as(format: str, sentences: Iterable[Sentence | bytes], file: Any) -> int:
    """Writes sentences in a format other than that of their rows."""
    count = 0

    def one_by_one() -> Iterator[Sentence]:
        nonlocal count
        for given in _checked(sentences):
            for sentence in [given] if isinstance(given, Sentence) else read(given):
                count += len(sentence.source) > 0
                yield sentence

    for piece in encoded(one_by_one(), format):
        file.write(piece)
    return count
