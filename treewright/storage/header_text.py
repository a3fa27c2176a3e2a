"""The header of a model file as JSON: strict, and with no more values than memory is wanted for."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from treewright.storage.zip_archive import MAX_HEADER

MAX_VALUES = 1 << 20  # strings, numbers, lists and objects, each of which takes some 100 bytes of memory
LONE = re.compile(rb"\\u[dD][89a-fA-F]")


def text_of(header: Mapping[str, Any]) -> bytes:
    """The header as it is written, the same for the same content; raises TypeError or ValueError for what is no JSON."""
    return json.dumps(header, ensure_ascii=False, allow_nan=False, sort_keys=True).encode()


def size_of(text: bytes) -> str:
    """How much of the space for headers a text takes; nothing if it fits."""
    if len(text) <= MAX_HEADER and values_in(text) <= MAX_VALUES:
        return ""
    return f"header {len(text):,} of {MAX_HEADER:,} bytes, {values_in(text):,} of {MAX_VALUES:,} values"


def header_of(text: bytes) -> Any:
    """What a text says; refuses too many values, keys that are there twice, numbers and strings that cannot be written."""
    if values_in(text) > MAX_VALUES:
        raise ValueError(f"{values_in(text):,} values in the header; a model has at most {MAX_VALUES:,}")
    header = json.loads(str(text, "utf-8"), object_pairs_hook=_object, parse_constant=_number, parse_float=_number)
    if LONE.search(text):  # half of a pair, perhaps: such a string cannot be written
        json.dumps(header, ensure_ascii=False).encode()
    return header


def values_in(text: bytes) -> int:
    """No fewer than the values in a JSON text, without reading it."""
    return sum(map(text.count, (b",", b"[", b"{")))


def expected(header: Mapping[str, Any], name: str, kind: type) -> Any:
    """What a header has under a name, if it is of this type; raises ValueError for another one."""
    if type(header[name]) is not kind:
        raise ValueError(f"{name}: seen {str(header[name])[:40]!r}, expected {kind.__name__}")
    return header[name]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is twice in the header")
    return made


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} in the header")
    return float(text)
