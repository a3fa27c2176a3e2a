"""Writes treebanks: nothing half-written, a file takes its name when it is complete."""

from __future__ import annotations

import gzip
import os
import secrets
import sys
from collections.abc import Iterable
from typing import IO, Any

from treewright.errors import InputError
from treewright.treebank.scan import sentence_count
from treewright.treebank.sentence import Sentence


def write(sentences: Iterable[Sentence | bytes], target: str | os.PathLike[str] | IO[bytes]) -> int:
    """Writes sentences (or bytes of some) to a path (`-` is stdout, `.gz` packs) or a binary file; returns how many."""
    if not isinstance(target, (str, os.PathLike)):
        return _write(sentences, target)
    path = os.fspath(target)
    if path == "-":
        count = _write(sentences, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return count
    path = os.path.realpath(path)  # a link stays a link
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # /dev/null, a named pipe
        with open(path, "wb") as device:
            return _write(sentences, device)
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(0, "it is a folder")
        with open(temporary, "xb", buffering=1 << 20) as file:
            if name.endswith(".gz"):
                with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:  # no name, no time: same content, same bytes
                    count = _write(sentences, packed)
            else:
                count = _write(sentences, file)
        os.replace(temporary, path)
        return count
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _write(sentences: Iterable[Sentence | bytes], file: Any) -> int:
    count = 0
    for sentence in sentences:
        block = sentence.source if isinstance(sentence, Sentence) else sentence
        if block:
            ended = block.endswith(b"\n\n")
            file.write(block if ended else block + b"\n")
            count += sentence_count(block) if ended else 1
    return count
