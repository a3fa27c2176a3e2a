"""What a transformer that stays as it is gave for sentences: computed once, and kept for the next epochs."""

from __future__ import annotations

import gc
import os
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

SHARE = 4  # a quarter of the memory, for all that is kept in this process
WITHOUT = 1 << 31  # bytes, where nobody says how much memory there is
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")  # of a container
_lock = threading.Lock()
_in_use: weakref.WeakSet[KeptStates] = weakref.WeakSet()


class KeptStates:
    """Arrays by the words of sentences, as many as fit into the memory."""

    def __init__(self, most: int = 0) -> None:
        """`most` is how many bytes all of them may keep together, 0 for a share of the memory."""
        gc.collect()  # a learner that is done may still hold its own
        self.most, self.bytes = most or _memory() // SHARE, 0
        self._kept: dict[str, Any] = {}
        with _lock:
            _in_use.add(self)

    def get(self, text: str) -> Any:
        """What is kept of a sentence, None if there is nothing."""
        return self._kept.get(text)

    def put(self, text: str, states: Any) -> None:
        """Keep it, if there is room."""
        with _lock:
            if text not in self._kept and sum(own.bytes for own in _in_use) + states.nbytes <= self.most:
                self._kept[text] = states
                self.bytes += states.nbytes


def _memory() -> int:
    """The bytes of memory of this machine, or those that its container may use."""
    found = []
    with suppress(AttributeError, OSError, ValueError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for path in LIMITS:
        with suppress(OSError, ValueError):  # it may say "max"
            found.append(int(Path(path).read_text(encoding="ascii")))
    return min(found, default=SHARE * WITHOUT)
