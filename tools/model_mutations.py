"""Forged model files: changed contents with valid checksums."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from tools.mutations import NUMBERS, change_value
from treewright.errors import ModelError
from treewright.storage import model_file

Parts = tuple[dict[str, Any], dict[str, np.ndarray]]
TRIES = 20


def forged(random: Random, parts: Parts) -> bytes:
    """The bytes of a model whose header, or arrays, or both were changed."""
    for _ in range(TRIES):
        header = {key: value for key, value in parts[0].items() if key not in model_file.OURS}
        arrays = dict(parts[1])
        kind = random.random()
        for _ in range(random.choice((1, 1, 1, 2, 3)) if kind < 0.75 else 0):
            header = _changed_header(random, header)
        for _ in range(random.choice((1, 1, 2, 4)) if kind > 0.6 else 0):
            _change_arrays(random, arrays)
        try:
            return model_file.to_bytes(header, arrays)
        except ModelError:  # half a character, NaN, a number that JSON does not have: our writer would refuse it
            continue
    return model_file.to_bytes({key: value for key, value in parts[0].items() if key not in model_file.OURS}, parts[1])


def _changed_header(random: Random, header: dict[str, Any]) -> dict[str, Any]:
    """A change of any value, or of a stage of a pipeline, or of one of the settings."""
    where = random.random()
    for key, share in (("stages", 0.7), ("settings", 0.3)):
        if where < share and key in header:
            inner = header[key]
            if key == "stages" and isinstance(inner, list) and inner and isinstance(inner[0], dict):
                at = random.randrange(len(inner))
                one = inner[at]
                changed = _changed_header(random, one) if isinstance(one, dict) else change_value(random, one)
                return {**header, key: [*inner[:at], changed, *inner[at + 1 :]]}
            return {**header, key: change_value(random, inner)}
    made = change_value(random, header)
    return made if isinstance(made, dict) else header


def _change_arrays(random: Random, arrays: dict[str, np.ndarray]) -> None:
    """One array with other numbers, of another size or type, renamed or removed."""
    if not arrays:
        arrays["weights"] = np.zeros(3, np.float32)
        return
    name, other = random.choice(sorted(arrays)), random.choice(sorted(arrays))
    array, kind = arrays[name], random.randrange(14)
    if kind == 0:
        del arrays[name]
    elif kind == 1:
        arrays[name], arrays[other] = arrays[other], arrays[name]
    elif kind == 2:
        arrays[random.choice((f"{name}x", f"9.{name}", "weights", "keys"))] = arrays.pop(name)
    elif kind == 3:
        size = random.choice((0, 1, 63, len(array.reshape(-1)) // 2, array.size - 1, array.size + 1, array.size * 2))
        arrays[name] = np.resize(array.reshape(-1), max(0, size)) if array.size else np.zeros(max(0, size), array.dtype)
    elif kind == 4:
        arrays[name] = array.reshape(random.choice(((-1, 1), (1, -1), (1, 1, -1)))) if array.size else array.reshape(0, 3)
    elif kind == 5:
        with np.errstate(all="ignore"):
            arrays[name] = array.astype(random.choice(("int8", "uint8", "int16", "uint32", "int64", "float32", "float64")))
    else:
        arrays[name] = _other_numbers(random, array, kind)


def _other_numbers(random: Random, array: np.ndarray, kind: int) -> np.ndarray:
    """The array with some numbers, or all, replaced; whole numbers keep within their type."""
    made = array.copy().reshape(-1)
    if not made.size:
        return array
    if made.dtype.kind == "f":
        made[random.randrange(made.size)] = np.float32(random.choice((0, -1, 1e-45, 1e38, -3e38, 65504)))
        return made.reshape(array.shape)
    raw = made.view(np.uint8)
    for _ in range(random.choice((1, 4, 64, 1000))):
        at = random.randrange(raw.size)
        if kind < 9:
            raw[at] = random.choice((0, 1, 127, 128, 254, 255, random.randrange(256)))
        else:
            number = random.choice(NUMBERS[:26])
            piece = np.frombuffer(int(number % 2**32).to_bytes(4, "little"), np.uint8)
            at -= at % 4
            raw[at : at + 4] = piece[: raw.size - at]
    if kind == 13:
        raw[:] = random.choice((0, 1, 255))
    return made.reshape(array.shape)
