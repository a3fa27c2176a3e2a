"""Which files Treewright wrote and nobody changed since, so that a slip of `-o` overwrites nobody's work.

The mark is the file's time of change, its digits below the millisecond: they are a checksum of the rest of the time and of the
size. Whoever changes the file changes its time; nothing is added to the file, and nothing is kept elsewhere.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress

MILLISECOND = 1_000_000  # nanoseconds
FINEST = 100  # nanoseconds that every common file system keeps apart


def mark(path: str) -> None:
    """Mark a file that was just written; where times are too coarse for it, the file will count as somebody else's."""
    with suppress(OSError):
        status = os.stat(path)
        os.utime(path, ns=(status.st_atime_ns, _marked(status)))


def is_ours(path: str) -> bool:
    """Whether a file is as Treewright wrote it."""
    status = os.stat(path)
    return status.st_mtime_ns == _marked(status)


def _marked(status: os.stat_result) -> int:
    whole = status.st_mtime_ns // MILLISECOND * MILLISECOND
    checksum = zlib.crc32(b"treewright %d %d" % (whole, status.st_size))
    return whole + FINEST * (1 + checksum % (MILLISECOND // FINEST - 1))
