"""Checks strings that are written to a column of CoNLL-U, so that they never add rows or columns."""

from __future__ import annotations

from typing import Any

BREAKS = "\t\n\r"


def checked_field(given: Any, place: str) -> str:
    """A string that can be a field; raises ValueError otherwise."""
    if not isinstance(given, str) or not given:
        raise ValueError(f"{place}: seen {str(given)[:40]!r}, expected a string that is not empty")
    return checked_piece(given, place)


def checked_piece(given: Any, place: str) -> str:
    """A string that can be part of a field, so it may be empty; raises ValueError otherwise."""
    if not isinstance(given, str) or any(character in given for character in BREAKS):
        raise ValueError(f"{place}: seen {given!r:.60}, expected a string without tabs and line breaks")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{place}: seen {given!a:.60}, expected a string without lone surrogates") from None
    return given


def checked_fields(given: Any, place: str) -> list[str]:
    """A list of strings that can be fields; raises ValueError otherwise."""
    if not isinstance(given, list):
        raise ValueError(f"{place}: seen {str(given)[:40]!r}, expected a list of strings")
    return [checked_field(value, place) for value in given]
