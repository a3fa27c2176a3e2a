"""Inputs are opened once: what looks at the beginning of a file leaves it open for what reads it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

LOOK_AHEAD = 1 << 16
MOST = 64  # files that are open at once, because somebody has looked at them


class InputFiles:
    """The files that were looked at and not read yet.  Only regular files are: opening a pipe may block."""

    def __init__(self) -> None:
        self._open: dict[str, BinaryIO] = {}

    def __enter__(self) -> InputFiles:
        return self

    def __exit__(self, *error: object) -> None:
        for path in list(self._open):
            self.close(path)

    def start(self, path: str) -> bytes:
        """How a regular file begins; nothing of a pipe, a folder, or a file that is not there."""
        if path not in self._open:
            if not os.path.isfile(path):
                return b""
            self._open[path] = cast(BinaryIO, open(path, "rb", buffering=LOOK_AHEAD))  # noqa: SIM115 - closed below
        return start_of(self._open[path])

    def close(self, path: str) -> None:
        """Close a file that is not to be read."""
        if path in self._open:
            self._open.pop(path).close()

    def take(self, path: str) -> BinaryIO | None:
        """A regular file, to be read from its beginning by the caller, who closes it; None if it is none."""
        self.start(path)
        return self._open.pop(path, None)

    @contextmanager
    def taken(self, path: str) -> Iterator[BinaryIO | None]:
        """A regular file, to be read from its beginning; None if it is none."""
        file = self.take(path)
        try:
            yield file
        finally:
            if file is not None:
                file.close()


def start_of(file: BinaryIO) -> bytes:
    """How an open file begins; nothing is taken from it."""
    return cast(bytes, file.peek(LOOK_AHEAD)[:LOOK_AHEAD]) if hasattr(file, "peek") else b""


def unpacked(start: bytes) -> bytes:
    """How a file begins that may be gzip; damaged gzip is left as it is."""
    if not start.startswith(b"\x1f\x8b"):
        return start
    try:
        return zlib.decompressobj(31).decompress(start, LOOK_AHEAD)
    except zlib.error:
        return start
