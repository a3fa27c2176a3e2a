"""What a transformer that stays as it is gave for sentences: computed once, and kept for the next epochs."""

from __future__ import annotations

import os
from typing import Any

SHARE = 4  # a quarter of the machine's memory
WITHOUT = 1 << 31  # bytes, where nobody says how much memory there is


class KeptStates:
    """Arrays by the words of sentences, as many as fit into the memory."""

    def __init__(self, most: int = 0) -> None:
        """`most` is how many bytes are kept, 0 for a share of the memory."""
        self.most, self.bytes = most or _memory() // SHARE, 0
        self._kept: dict[str, Any] = {}

    def get(self, text: str) -> Any:
        """What is kept of a sentence, None if there is nothing."""
        return self._kept.get(text)

    def put(self, text: str, states: Any) -> None:
        """Keep it, if there is room."""
        if text not in self._kept and self.bytes + states.nbytes <= self.most:
            self._kept[text] = states
            self.bytes += states.nbytes


def _memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return SHARE * WITHOUT
