"""A bar that tells how far work has come: on a terminal or in a notebook, nowhere else; it leaves nothing behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

REFRESH = 0.1  # seconds between two drawings

Progress = Callable[[int, int], None] | bool | None  # what is called at each step; False for nothing, None for a bar


class ProgressBar:
    """Draws itself a few times a second on stderr, or in the cell of a notebook that runs."""

    def __init__(self, *, delay: float = 0.0) -> None:
        self.due = time.monotonic() + delay  # when it is drawn next
        self.watched = in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
        self._bar: Any = None
        self._cell: Any = None  # of a notebook

    def show(self, done: int, total: int | None, text: str = "") -> None:
        """So much is done, of a total that may not be known."""
        now = time.monotonic()
        if not self.watched or now < self.due:
            return
        self.due = now + REFRESH
        if self._bar is None:
            self._bar = _bar()
            self._bar.add_task(text, total=total, completed=done)
            if in_notebook():  # by its own means, so that no widgets have to be installed
                from IPython.display import display

                self._cell = display(self._bar.make_tasks_table(self._bar.tasks), display_id=True)
            else:
                self._bar.start()
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=done, total=total, description=text, refresh=self._cell is None)
        if self._cell is not None:
            self._cell.update(self._bar.make_tasks_table(self._bar.tasks))

    def clear(self) -> None:
        """Take the bar away."""
        if self._cell is not None:
            self._cell.update({"text/plain": ""}, raw=True)
        elif self._bar is not None:
            self._bar.stop()
        self._bar = self._cell = None

    def _step_aside(self) -> None:
        """Make room for a line on the terminal; a notebook has room enough."""
        if self._cell is None:
            self.clear()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()


class TrainingBar(ProgressBar):
    """The bar of a training: which epoch, and what the last one reached on dev; or a function of the user's in its place."""

    def __init__(self, progress: Progress = None) -> None:
        super().__init__()
        self.own = progress if callable(progress) else None
        self.watched = self.watched and progress is not False and self.own is None
        self.stage = self.reached = ""
        self.epoch, self.epochs = 0, 1

    def begin(self, epoch: int, epochs: int) -> None:
        """So many epochs are done, of so many in all."""
        self.epoch, self.epochs = epoch, epochs

    def step(self, done: int, total: int) -> None:
        """A step within an epoch."""
        if self.own is not None:
            self.own(done, total)
        elif self.watched:
            text = self.stage or f"epoch {min(self.epoch + 1, self.epochs)} of {self.epochs}{self.reached}"
            self.show(self.epoch * total + done, self.epochs * total, text)

    def logging(self, log: Callable[[Any], None] | None) -> Callable[[Mapping[str, Any]], None]:
        """What to call after an epoch: the given function, if there is one, with the bar out of its way."""

        def told(row: Mapping[str, Any]) -> None:
            self.epoch += 1
            scored = [name for name, value in row.items() if name.startswith("dev_") and value is not None]
            if scored:
                best = [name for name in ("dev_las", "dev_f1") if name in scored]
                name = best[0] if best else scored[-1]  # of a tagger, what it tags
                self.reached = f", dev {name.removeprefix('dev_').upper()} {row[name]:.2f}"
            if log is not None:
                self._step_aside()
                log(row)

        return told

    def noting(self, note: Callable[[str], None] | None) -> Callable[[str], None]:
        """What to call when a stage of a pipeline begins or ends."""

        def told(text: str) -> None:
            self.stage = text
            if note is not None:
                self._step_aside()
                note(text)

        return told


def in_notebook() -> bool:
    """Whether this runs in a notebook, which shows what it is given beside its output."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and getattr(shell, "kernel", None) is not None


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Bar(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
