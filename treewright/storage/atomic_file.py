"""Files that appear only when they are complete: written beside their place under another name, then renamed.

A run that is killed leaves its temporary file behind; the next one that writes the same file removes it. Whoever still writes
holds a lock on the file, so nobody's work is taken away.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows: nothing is known of others, so nothing of theirs is removed
    fcntl = None  # type: ignore[assignment]

Path = str | os.PathLike[str]


@contextmanager
def replacing(
    path: Path, *, buffering: int = 1 << 16, lasting: bool = False, stamp: Callable[[str], None] | None = None
) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when all went well, and vanishes otherwise; `lasting` waits for the disk.

    `stamp` is called with the name of the complete file before it is renamed. An OSError names `path`, not the temporary file.
    """
    target = os.path.realpath(path)  # a link stays a link
    temporary = ""
    try:
        remove_abandoned(target)
        if os.path.isdir(target):
            raise IsADirectoryError(0, "it is a folder")
        temporary, file = _begun(target, buffering)
        with file:
            yield file
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            if stamp is not None:
                stamp(temporary)
            if fcntl is None:  # an open file cannot be renamed on Windows
                file.close()
            os.replace(temporary, target)
    except BaseException as error:
        if isinstance(error, OSError) and temporary and error.filename == temporary:
            error.filename = os.fspath(path)
        with suppress(OSError):
            if temporary:
                os.unlink(temporary)
        raise


def remove_abandoned(target: Path) -> None:
    """Remove the temporary files of this file that no run is writing any more."""
    folder, name = os.path.split(os.fspath(target))
    wanted = re.compile(rf"\.{re.escape(name)}\.[0-9a-f]{{8}}")
    with suppress(OSError):
        for found in os.listdir(folder or "."):
            if wanted.fullmatch(found):
                _remove_if_abandoned(os.path.join(folder, found))


def _remove_if_abandoned(path: str) -> None:
    if fcntl is None:
        return
    with suppress(OSError), open(path, "rb") as file:  # one that is being written, or not ours, is left alone
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)


def _begun(target: str, buffering: int) -> tuple[str, BinaryIO]:
    """A new temporary file, and the lock on it."""
    folder, name = os.path.split(target)
    while True:
        temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
        try:
            file = open(temporary, "xb", buffering=buffering)  # noqa: SIM115 - not tempfile, whose files only their owner reads
        except OSError as error:
            error.filename = target
            raise
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            seen = not os.path.exists(temporary)
        except BlockingIOError:
            seen = True
        except OSError:  # a file system without locks
            seen = False
        if not seen:
            return temporary, file
        file.close()  # another run saw it before it was locked, and removes it
