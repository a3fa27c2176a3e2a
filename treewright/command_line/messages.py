"""What the command says on stderr: errors always, notes and warnings unless -q, details with -v."""

from __future__ import annotations

import sys
from contextlib import suppress

from treewright.escaped_text import LINE_FEED, escaped


class Messages:
    """One line on stderr for each thing said."""

    def __init__(self, quiet: bool = False, verbose: bool = False) -> None:
        self.quiet = quiet
        self.verbose = verbose
        self._told_of_terminal = False

    def error(self, text: str) -> None:
        """Something that ends the command."""
        self._write("error: " + text)

    def warning(self, text: str) -> None:
        """Something the user probably did not want."""
        if not self.quiet:
            self._write("warning: " + text)

    def note(self, text: str) -> None:
        """Something the user wants to know."""
        if not self.quiet:
            self._write(text)

    def reading(self, path: str) -> None:
        """Say so, once, if what is read is what somebody types: a command that waits looks like one that hangs."""
        if path == "-" and not self._told_of_terminal and sys.stdin is not None and sys.stdin.isatty():
            self._told_of_terminal = True
            self.note("reading from the terminal, end with Ctrl-D")

    def detail(self, text: str) -> None:
        """Something for those who asked for more."""
        if self.verbose and not self.quiet:
            self._write(text)

    def _write(self, text: str) -> None:
        with suppress(OSError):  # nobody listens, or there is no room: a message is lost, the work is not
            sys.stderr.write(f"treewright: {escaped(text, keep=LINE_FEED)}\n")
            sys.stderr.flush()


def counted(number: int, thing: str) -> str:
    """So many things, one of them without an s."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
