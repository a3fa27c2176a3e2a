"""The fixed loop of guard_loop.c: compiled when it is first used, and timed."""

from __future__ import annotations

import ctypes
import time
from pathlib import Path

import numpy

from benchmarks.shared.c_library import compiled

SOURCE = Path(__file__).with_suffix(".c")
LINES = 2**18  # of 64 bytes: 16 MB
STEPS = 2**22


class Loop:
    """The loop and its table."""

    def __init__(self, cache: Path) -> None:
        self.run = ctypes.CDLL(str(compiled(SOURCE, cache))).guard_loop
        self.run.argtypes = (ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32)
        self.run.restype = ctypes.c_uint32
        self.table = numpy.random.default_rng(1).integers(0, 2**32, LINES * 16, numpy.uint32)
        self.seconds_per_step()  # fills caches

    def seconds_per_step(self) -> float:
        """CPU time of one step, now."""
        start = time.process_time()
        self.run(self.table.ctypes.data, LINES, STEPS)
        return (time.process_time() - start) / STEPS
