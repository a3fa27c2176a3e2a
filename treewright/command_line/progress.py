"""What training and parsing show: one row per epoch, a copy of it as a JSON line, and a bar on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from treewright.command_line.messages import Messages
from treewright.progress_bar import ProgressBar
from treewright.settings import SETTINGS

if TYPE_CHECKING:
    from treewright.command_line.sources import Source

FIGURES = {  # of a row, by the kind of trees, and what they are called
    "dependencies": {"dev_uas": "dev UAS", "dev_las": "dev LAS"},
    "constituents": {"dev_f1": "dev F1", "dev_disc_f1": "disc. F1"},
}
DELAY = 1.0  # seconds before parsing shows a bar


class Progress:
    """Receives the rows (`log`) and the steps (`progress`) of a training run."""

    def __init__(
        self,
        messages: Messages,
        log_file: str | None = None,
        title: str = "",
        groups: Sequence[str] = (),
        figures: Mapping[str, str] = FIGURES["dependencies"],
    ) -> None:
        self.messages, self.figures = messages, figures
        self.copy: IO[str] | None = open(log_file, "a", encoding="utf-8") if log_file else None  # noqa: SIM115
        self.title = title
        self.groups = groups  # what each of several models is known by: its fold, its seed
        self.group = ""
        self.rows = 0
        self.bar = ProgressBar()

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
            self._add(json.dumps({**({"run": self.title} if self.title else {}), **row}, default=float))
        if self.messages.quiet:
            return
        if self.rows == 0:
            more = {"dev_xpos": "tags"} if "dev_f1" in row and "dev_xpos" in row else {}
            self.figures = {**({"loss": "loss"} if "loss" in row else {}), **self.figures, **more}
            print((self.title + "\n" if self.title else "") + headings(self.figures), file=sys.stderr)
        if self.rows == 0 and row.get("skipped_trees"):
            print(f"  left out: {row['skipped_trees']} trees that the system has no path to", file=sys.stderr)
        self.rows += 1
        group = ", ".join(f"{name} {row.get(name)}" for name in self.groups)
        if group != self.group:
            print(f"  {group}", file=sys.stderr)
            self.group = group
        print(shown(row, self.figures), file=sys.stderr, flush=True)
        if "stopped" in row:
            flag = SETTINGS[row["stopped"]].short.replace("_", "-")
            print(f"  stopped in epoch {row['epoch']} of {row['epochs']}: --{flag}", file=sys.stderr, flush=True)

    def stage(self, text: str) -> None:
        """What became of one stage of a pipeline."""
        self.clear()
        if self.copy:
            self._add(json.dumps({"stage": text}))
        self.messages.note(text)

    def _add(self, line: str) -> None:
        """Add a line to the copy."""
        assert self.copy is not None
        try:
            self.copy.write(line + "\n")
            self.copy.flush()
        except OSError as error:
            copy, self.copy = self.copy, None
            error.filename = copy.name  # where there is no room
            with suppress(OSError):
                copy.close()
            raise

    def progress(self, done: int, total: int) -> None:
        """A step within an epoch."""
        if not self.messages.quiet:
            self.bar.show(done, total, f"{done:,} of {total:,}")

    def clear(self) -> None:
        """Take the bar away."""
        self.bar.clear()


class ParsingBar(ProgressBar):
    """How much of some inputs has been read, if that is known, and how many sentences were in it."""

    def __init__(self, paths: Sequence[str], read: list[Source], *, hidden: bool) -> None:
        super().__init__(delay=DELAY)
        self.watched = self.watched and not hidden
        self.read, self.first = read, len(read)
        self.sizes = [os.path.getsize(path) for path in paths] if all(map(os.path.isfile, paths)) else None

    def step(self) -> None:
        """Some sentences more."""
        if not self.watched:
            return
        sources = self.read[self.first :]
        text = f"{sum(source.report.sentences for source in sources):,} sentences"
        done = 0
        if self.sizes is not None and sources:
            done = sum(self.sizes[: len(sources) - 1]) + sources[-1].position()
        self.show(done, None if self.sizes is None else sum(self.sizes), text)


def headings(figures: Mapping[str, str]) -> str:
    """The line above the table."""
    return f"  epoch     updates{''.join(f'{name:>10}' for name in figures.values())}     words/s       time"


def shown(row: Mapping[str, Any], figures: Mapping[str, str] = FIGURES["dependencies"]) -> str:
    """An epoch as one line of the table."""

    def number(key: str, form: str, width: int) -> str:
        value = row.get(key)
        return f"{'-' if value is None else format(value, form):>{width}}"

    return (
        f"{number('epoch', 'd', 7)}{number('updates', ',d', 12)}{''.join(number(key, '.2f', 10) for key in figures)}"
        f"{number('tokens_per_second', ',.0f', 12)}"
        f"{clock(row.get('elapsed') or 0.0):>11}{' *' if row.get('best') else ''}"
    )


def clock(seconds: float) -> str:
    """A time as h:mm:ss or m:ss."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
