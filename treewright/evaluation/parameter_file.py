"""Reads parameter files as EVALB and disco-dop have them: a name and a value on each line, # before a comment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from treewright.errors import InputError, unreadable
from treewright.evaluation.bracket_parameters import NAMED, BracketParameters, groups

FLAG, COUNT, ANY, ZERO = "0 or 1", "a whole number from 0 on", "a whole number", "0"
NUMBERS = {  # parameters with a number: at most once, the attribute, what is allowed
    "LABELED": ("labelled", FLAG),
    "DISC_ONLY": ("discontinuous_only", FLAG),
    "DELETE_ROOT_PRETERMS": ("deleted_under_root", FLAG),
    "CUTOFF_LEN": ("cutoff", COUNT),
    "DEBUG": ("", ANY),
    "MAX_ERROR": ("", ANY),
    "LA": ("", ZERO),
    "TED": ("", ZERO),
    "DEP": ("", ZERO),
}
NAMES = {"DELETE_LABEL": "deleted_labels", "DELETE_WORD": "deleted_words", "DELETE_LABEL_FOR_LENGTH": "uncounted_tags"}
PAIRS = {"EQ_LABEL": "same_labels", "EQ_WORD": "same_words"}


def bracket_parameters(given: BracketParameters | str | os.PathLike[str]) -> BracketParameters:
    """The parameters of a name (`proper`, `all`) or of a file."""
    if isinstance(given, BracketParameters):
        return given
    if not isinstance(given, (str, os.PathLike)):
        raise InputError(f"parameters: seen {given!r:.60}, expected {', '.join(NAMED)}, a file or BracketParameters")
    return NAMED[given] if isinstance(given, str) and given in NAMED else read_parameters(given)


def read_parameters(path: str | os.PathLike[str]) -> BracketParameters:
    """The parameters of a file.

    DEBUG and MAX_ERROR do nothing here.  LA, TED and DEP ask for metrics that are not computed here, so only 0 is accepted.
    disco-dop's command overrides DISC_ONLY by its flag; here the file decides.  Of labels that are the same disco-dop shows
    any; here it is the first one that the file names.
    """
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read().split("\n")
    except (OSError, ValueError) as error:
        hint = f"; expected a parameter file or one of {', '.join(NAMED)}" if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{name}: {unreadable(error)}{hint}") from None
    return _parameters(lines, name)


def _parameters(lines: Iterable[str], name: str) -> BracketParameters:
    numbers: dict[str, int] = {}
    names: dict[str, set[str]] = {key: set() for key in NAMES}
    pairs: dict[str, list[tuple[str, str]]] = {key: [] for key in PAIRS}
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        key, values, place = fields[0], fields[1:], f"{name}:{number}"
        if key in NUMBERS:
            if key in numbers:
                raise InputError(f"{place}: seen {key} a second time, expected it once")
            numbers[key] = _number(place, key, values)
        elif key in NAMES:
            names[key].update(_expected(place, key, values, 1))
        elif key in PAIRS:
            one, other = _expected(place, key, values, 2)
            pairs[key].append((one, other))
        else:
            raise InputError(f"{place}: seen {key}, expected one of {', '.join([*NUMBERS, *NAMES, *PAIRS])}")
    given: dict[str, Any] = {NAMES[key]: frozenset(found) for key, found in names.items()}
    given |= {PAIRS[key]: groups(found) for key, found in pairs.items()}
    for key, value in numbers.items():
        attribute, allowed = NUMBERS[key]
        if attribute:
            given[attribute] = bool(value) if allowed == FLAG else value
    return BracketParameters(name, **given)


def _number(place: str, key: str, values: list[str]) -> int:
    """The number that a parameter is given."""
    allowed = NUMBERS[key][1]
    text = values[0] if len(values) == 1 else " ".join(values)
    plain = text.removeprefix("-") if allowed == ANY else text
    number = int(text) if plain.isascii() and plain.isdigit() else None
    if number is None or (allowed == FLAG and number > 1) or (allowed == ZERO and number):
        reason = ", because this metric is not computed here" if allowed == ZERO and number else ""
        raise InputError(f"{place}: seen {f'{key} {text}'.strip()!r}, expected {allowed} after {key}{reason}")
    return number


def _expected(place: str, key: str, values: list[str], count: int) -> list[str]:
    """The names that a parameter is given, if they are as many as it takes."""
    if len(values) != count:
        expected = "one name" if count == 1 else "two names"
        raise InputError(f"{place}: seen {' '.join([key, *values])!r}, expected {expected} after {key}")
    return values
