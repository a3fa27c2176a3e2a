"""argparse with errors of one sentence, the nearest flag for a mistyped one, and flags and files in any order."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from treewright.escaped_text import escaped


class ArgumentParser(argparse.ArgumentParser):
    """The parser of one verb's arguments."""

    def __init__(self, **options: str | None) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **options)  # type: ignore[arg-type]

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """The arguments; unknown flags are refused with the nearest known one."""
        arguments, unknown = self.parse_known_intermixed_args(argv)
        if unknown:
            word = unknown[0].partition("=")[0]
            kind = "flag" if word.startswith("-") else "argument"
            flags = [flag for flag in self._option_string_actions if flag.startswith("--")]
            self.error(f"{word}: no such {kind}", word, flags)
        return arguments

    def error(self, message: str, word: str = "", known: Iterable[str] = ()) -> NoReturn:
        """One sentence on stderr and exit code 2."""
        begun = [name for name in known if word and name.startswith(word)]  # "pars" is rather parse than parts
        near = begun or difflib.get_close_matches(word, list(known), 1, 0.6)
        hint = f"; did you mean {near[0]}?" if near else "" if "--help" in message else f"; see {self.prog} --help"
        sys.stderr.write(f"{self.prog}: {escaped(message + hint)}\n")
        raise SystemExit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help; argparse's own would hide that it cannot be written."""
        (file or sys.stderr).write(message)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions and examples, and leaves more room for long flags."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)
