"""What training shows: one row per epoch, a copy of it as a JSON line, and a bar within the epoch on a terminal."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import IO, Any

from treewright.command_line.messages import Messages

HEADINGS = "  epoch     updates   dev UAS   dev LAS    tokens/s    elapsed"
REFRESH = 0.1  # seconds between two drawings of the bar


class Progress:
    """Receives the rows (`log`) and the steps (`progress`) of a training run."""

    def __init__(self, messages: Messages, log_file: str | None = None, title: str = "") -> None:
        self.messages = messages
        self.copy: IO[str] | None = open(log_file, "a", encoding="utf-8") if log_file else None  # noqa: SIM115
        self.title = title
        self.rows = 0
        self.bar: Any = None
        self.last_drawn = 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()
        if self.copy:
            self.copy.close()

    def log(self, row: Mapping[str, Any]) -> None:
        """One finished epoch."""
        self.clear()
        if self.copy:
            self.copy.write(json.dumps({**({"run": self.title} if self.title else {}), **row}, default=float) + "\n")
            self.copy.flush()
        if self.messages.quiet:
            return
        if self.rows == 0:
            print((self.title + "\n" if self.title else "") + HEADINGS, file=sys.stderr)
        if self.rows == 0 and row.get("skipped_trees"):
            print(f"  left out: {row['skipped_trees']} trees that the system has no path to", file=sys.stderr)
        self.rows += 1
        print(shown(row), file=sys.stderr, flush=True)

    def stage(self, text: str) -> None:
        """What became of one stage of a pipeline."""
        self.clear()
        if self.copy:
            self.copy.write(json.dumps({"stage": text}) + "\n")
        self.messages.note(text)

    def progress(self, done: int, total: int) -> None:
        """A step within an epoch; draws the bar, if stderr is a terminal and the last drawing is not too fresh."""
        now = time.monotonic()
        if self.messages.quiet or now - self.last_drawn < REFRESH or not sys.stderr.isatty():
            return
        self.last_drawn = now
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
            self.bar.start()
            self.bar.add_task("", total=total)
        self.bar.update(self.bar.task_ids[0], completed=done, total=total, refresh=True)

    def clear(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


def shown(row: Mapping[str, Any]) -> str:
    """An epoch as one line of the table."""

    def number(key: str, form: str, width: int) -> str:
        value = row.get(key)
        return f"{'-' if value is None else format(value, form):>{width}}"

    return (
        f"{number('epoch', 'd', 7)}{number('updates', ',d', 12)}{number('dev_uas', '.2f', 10)}"
        f"{number('dev_las', '.2f', 10)}{number('tokens_per_second', ',.0f', 12)}"
        f"{clock(row.get('elapsed') or 0.0):>11}{' *' if row.get('best') else ''}"
    )


def clock(seconds: float) -> str:
    """A time as h:mm:ss or m:ss."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
