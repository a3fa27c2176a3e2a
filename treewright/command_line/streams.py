"""The three standard streams as a shell may leave them: closed, full, or with nobody at the other end.

Messages that cannot be written are dropped, and the work goes on; output that cannot be written is an error that names stdout.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

STDOUT = "(stdout)"


class _Dropping(io.FileIO):
    """What cannot be written is dropped."""

    def write(self, data: Any) -> int:
        try:
            written = super().write(data)
        except OSError:
            return len(data)
        return len(data) if written is None else written  # None: nobody reads, and it would have to wait


class _Named(io.FileIO):
    """An error says that it is stdout that cannot be written."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)  # type: ignore[return-value]  # None if it would have to wait
        except OSError as error:
            error.filename = STDOUT
            if error.errno == errno.EBADF:
                error.strerror = "cannot be written, it is closed"
            raise


def prepare() -> None:
    """Make the streams of this process safe to use; those that a caller put in their place are left alone."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None and getattr(sys, f"__{name}__") is None:
            _occupy(number)
    if sys.stdin is None and sys.__stdin__ is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 - closed: an empty input
    sys.stdout = _opened(sys.stdout, sys.__stdout__, 1, _Named)
    sys.stderr = _opened(sys.stderr, sys.__stderr__, 2, _Dropping)


def _occupy(number: int) -> None:
    """Keep the number of a closed stream from being given to the next file that is opened; it can be read, not written."""
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, os.O_RDONLY)
        if null != number:
            os.dup2(null, number)
            os.close(null)


def _opened(stream: Any, original: Any, number: int, kind: type[io.FileIO]) -> Any:
    if stream is not original:
        return stream  # somebody else's, or ours already
    raw = kind(number, "w", closefd=False)
    if stream is None:
        return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", "backslashreplace")
    unbuffered = isinstance(stream.buffer, io.RawIOBase)  # PYTHONUNBUFFERED
    buffer: Any = raw if unbuffered else io.BufferedWriter(raw)
    told = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, **told)


def drop_output() -> None:
    """Let what is left to be written to stdout vanish, so that Python does not stumble over it when it ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
