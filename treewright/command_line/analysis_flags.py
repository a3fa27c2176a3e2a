"""What flags of criteria are called in messages, and those that have no effect."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from treewright.command_line.messages import Messages
from treewright.errors import SettingsError

FREQUENCY = re.compile(r"(?<![\w-])(?:frequency|unknown)(?![\w-])")  # the criteria that need training data


@contextmanager
def called(**flags: str) -> Iterator[None]:
    """Name the flag that was given, where an error names the parameter of Python: `by="--cross"`."""
    try:
        yield
    except SettingsError as error:
        name, colon, rest = str(error).partition(": ")
        if not colon or name not in flags:
            raise
        raise SettingsError(f"{flags[name]}: {rest}") from None


def warn_of_idle(arguments: argparse.Namespace, messages: Messages) -> None:
    """Warn of flags of `evaluate` without effect."""
    if arguments.seed is not None and not arguments.compare:
        messages.warning("--seed has no effect without --compare, whose test is the only thing that is left to chance")
    given = (arguments.by, arguments.cross, arguments.confusion, arguments.where)
    if arguments.training and arguments.html is None and not any(FREQUENCY.search(text) for text in given if text):
        messages.warning("--training has no effect without the criteria frequency and unknown, or --html")


def warn_of_nothing(where: Any, tables: Sequence[Any], left: bool, messages: Messages, item: str = "word") -> None:
    """If the expression of --where leaves nothing, say what may be misspelt in it."""
    from treewright.analysis.scores.misspelt import Misspelt

    if left or not any(table.size for table in tables):
        return
    misspelt = Misspelt(where.compared)
    for table in tables:
        misspelt.look(table)
    for hint in misspelt.hints(item) or [f"it holds for no {item}"]:
        messages.warning(f"--where: {hint}")


def warn_of_tags(tags: Sequence[str], table: Any, messages: Messages) -> None:
    """Warn of tags of --ignore-tags that no word has, unless they are universal ones."""
    from treewright.analysis.doctor.inventory import KNOWN
    from treewright.analysis.scores.criteria import known_column
    from treewright.analysis.scores.misspelt import hint

    known = {str(value) for value in known_column(table, "upos").values} | KNOWN["tag"]
    for tag in tags:
        if tag not in known:
            messages.warning(f"--ignore-tags: {hint('upos', tag, known)}")
