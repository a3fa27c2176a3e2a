"""A transformer as arrays of a model file: its configuration and its tokenizer as text, its weights in half precision.

The weights lie one after another in the order of their names, because a file has room for few arrays: in `half` those that
16 bits can hold, in `single` the others, and `shapes` says which is which.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy

from treewright.errors import ModelError
from treewright.storage.named_arrays import Arrays

PARTS = ("config", "tokenizer", "shapes", "half", "single")
MOST_HALF = 60000.0  # the largest number that is kept in 16 bits
LONGEST = 1 << 24  # characters of the configuration, or of the list of shapes
Shapes = dict[str, tuple[int, ...]]


def packed(config: Mapping[str, Any], tokenizer: str, weights: Mapping[str, Any]) -> Arrays:
    """The arrays of a transformer; `weights` are arrays by name."""
    parts: dict[str, list[Any]] = {"half": [], "single": []}
    shapes = {}
    for name, array in sorted(weights.items()):
        kind = "half" if not array.size or float(numpy.abs(array).max()) <= MOST_HALF else "single"
        parts[kind].append(array.reshape(-1))
        shapes[name] = [kind, list(array.shape)]
    types = {"half": numpy.float16, "single": numpy.float32}
    return {
        "config": text_array(json.dumps(config, sort_keys=True)), "tokenizer": text_array(tokenizer),
        "shapes": text_array(json.dumps(shapes)),
        **{kind: numpy.concatenate([numpy.empty(0), *own]).astype(types[kind]) for kind, own in parts.items()},
    }  # fmt: skip


def config_of(arrays: Arrays) -> dict[str, Any]:
    """The configuration."""
    return _object(arrays, "config")


def tokenizer_of(arrays: Arrays) -> str:
    """The text of the tokenizer."""
    return _text(arrays, "tokenizer")


def weights_of(arrays: Arrays) -> Arrays:
    """The weights by name, as they are in the file; refuses what does not fit together."""
    found, at = {}, {"half": 0, "single": 0}
    for kind, expected in (("half", "float16"), ("single", "float32")):
        own = arrays.get(kind)
        if own is None or own.dtype.name != expected or own.ndim != 1:
            raise ModelError(f"transformer.{kind}: seen {_kind(own)}, expected a list of {expected}")
    for name, said in _object(arrays, "shapes").items():
        try:
            kind, shape = said
            start, size = at[kind], math.prod(shape)
            found[name] = arrays[kind][start : start + size].reshape(shape)
            at[kind] += size
        except (KeyError, TypeError, ValueError):
            raise ModelError(f"transformer.shapes: seen {said!r:.60} of {name!r:.60}, expected a shape in the file") from None
    for kind, end in at.items():
        if end != len(arrays[kind]):
            raise ModelError(f"transformer.{kind}: seen {len(arrays[kind]):,} numbers, expected {end:,}")
    return found


def text_array(text: str) -> Any:
    """Text as an array of bytes."""
    return numpy.frombuffer(text.encode(), numpy.uint8).copy()


def _text(arrays: Arrays, name: str) -> str:
    own = arrays.get(name)
    if own is None or own.dtype != numpy.uint8 or own.ndim != 1:
        raise ModelError(f"transformer.{name}: seen {_kind(own)}, expected text")
    try:
        return str(own.tobytes().decode())
    except UnicodeDecodeError as error:
        raise ModelError(f"transformer.{name}: seen {error.reason}, expected UTF-8 text") from None


def _object(arrays: Arrays, name: str) -> dict[str, Any]:
    text = _text(arrays, name)
    try:
        found = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ModelError(f"transformer.{name}: seen {text[:40]!r}, expected a JSON object")
    return found


def _kind(array: Any) -> str:
    return "nothing" if array is None else f"{array.dtype}{list(array.shape)}"
