"""Recognises files that Treewright wrote and that have not changed since, so that a mistaken `-o` destroys no work.

The stamp is in the modification time: its digits below the millisecond are a checksum of the other digits and of the size.
Any change to the file changes its time; nothing is added to the file or stored elsewhere.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress

MILLISECOND = 1_000_000  # nanoseconds
FINEST = 100  # nanoseconds; every common file system has this resolution


def stamp(path: str) -> None:
    """Stamp a file that was just written; if file times are too coarse for that, the file stays unstamped."""
    with suppress(OSError):
        status = os.stat(path)
        os.utime(path, ns=(status.st_atime_ns, _stamped(status)))


def is_ours(path: str) -> bool:
    """Whether a file is unchanged since Treewright wrote it."""
    status = os.stat(path)
    return status.st_mtime_ns == _stamped(status)


def _stamped(status: os.stat_result) -> int:
    whole = status.st_mtime_ns // MILLISECOND * MILLISECOND
    checksum = zlib.crc32(b"treewright %d %d" % (whole, status.st_size))
    return whole + FINEST * (1 + checksum % (MILLISECOND // FINEST - 1))
