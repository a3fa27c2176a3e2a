"""argparse with errors of one sentence, the nearest flag for a mistyped one, and flags and files in any order."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from treewright.escaped_text import escaped

EXPECTED: dict[Any, str] = {int: "a whole number", float: "a number, such as 0.9"}


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
            if f"{word}.name" in flags:  # --classifier: the part itself, which has no short flag
                flags = [f"{word}.name"]
            leaves = [flag for flag in flags if flag.rpartition(".")[2] == word.lstrip("-")]  # --width of --network.width
            self.error(f"{word}: no such {kind}", *((leaves[0], leaves) if leaves else (word, flags)))
        return arguments

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            flag, expected = _flag(action), EXPECTED.get(action.type, "another value")
            raise argparse.ArgumentError(None, f"{flag}: seen {arg_string!r}, expected {expected}") from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            flag, known = _flag(action), [str(choice) for choice in action.choices]
            self.error(f"{flag}: seen {value!r}, expected one of {', '.join(known)}", str(value), known)

    def error(self, message: str, word: str = "", known: Iterable[str] = ()) -> NoReturn:
        """One sentence on stderr and exit code 2."""
        begun = [name for name in known if word and name.startswith(word)]  # "pars" is rather parse than parts
        bare = {name.lstrip("-"): name for name in known}  # dashes are no likeness
        near = begun or [bare[name] for name in difflib.get_close_matches(word.lstrip("-"), list(bare), 1, 0.6)]
        hint = f"; did you mean {near[0]}?" if near else "" if "--help" in message else f"; see {self.prog} --help"
        sys.stderr.write(f"{self.prog}: {escaped(message.removeprefix('argument ') + hint)}\n")
        raise SystemExit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help; argparse's own would hide that it cannot be written."""
        (file or sys.stderr).write(message)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions and examples, and leaves more room for long flags."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)


def _flag(action: argparse.Action) -> str:
    """The name of a flag that is shown: its first long one, or that of an argument."""
    return next((flag for flag in action.option_strings if flag.startswith("--")), str(action.metavar or action.dest))
