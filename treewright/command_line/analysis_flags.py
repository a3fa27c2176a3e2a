"""What flags of criteria are called in messages, and those that have no effect."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager

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
