"""PyTorch's number of threads and its source of chance: those of a network while it works, then as they were before."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from treewright.errors import lack_of_memory

_lock = threading.Lock()
_inside: Counter[int] = Counter()  # how deep each thread is in sessions
_outside = 1  # the number before the first of these threads came
_chance = threading.RLock()  # PyTorch has one source of chance for all threads, so one session is open at a time


@contextmanager
def threads_of(count: int) -> Iterator[None]:
    """Let PyTorch work with so many threads.

    Each thread has a number of its own, but a new one begins with that which any other set last: while others are in a
    session, this is not what the caller wants back.
    """
    global _outside
    own = threading.get_ident()
    with _lock:
        before = torch.get_num_threads()
        if not _inside:
            _outside = before
        elif own not in _inside:
            before = _outside
        _inside[own] += 1
        torch.set_num_threads(count)
    try:
        yield
    except RuntimeError as error:
        if lack := lack_of_memory(error):
            raise lack from None
        raise
    finally:
        with _lock:
            _inside[own] -= 1
            if not _inside[own]:
                del _inside[own]
            torch.set_num_threads(before)


class TorchSession:
    """What a learner works in (`with session:`): as many threads as it may have, and a source of chance of its own."""

    def __init__(self, seed: int, threads: int) -> None:
        self.threads = threads
        self.chance = torch.Generator().manual_seed(seed).get_state()
        self._open: list[Any] = []

    def __enter__(self) -> None:
        _chance.acquire()
        work = threads_of(self.threads)
        work.__enter__()
        self._open.append((work, torch.get_rng_state()))
        torch.set_rng_state(self.chance)

    def __exit__(self, *error: Any) -> None:
        work, before = self._open.pop()
        self.chance = torch.get_rng_state()
        torch.set_rng_state(before)
        try:
            work.__exit__(*error)
        finally:
            _chance.release()
