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
SIZES = ("hidden_size", "dim", "d_model", "n_embd")  # what configurations call the size of the vector of a piece
LONGEST = 1 << 24  # characters of the configuration, or of the list of shapes
LEFT_OUT = frozenset((  # of a configuration: code and files, types, and what else a transformer may be asked for
    "auto_map", "quantization_config", "dtype", "torch_dtype", "transformers_version", "architectures", "torchscript",
    "num_labels", "id2label", "label2id", "problem_type", "finetuning_task", "task_specific_params",
    "return_dict", "output_attentions", "output_hidden_states", "use_cache", "chunk_size_feed_forward",
))  # fmt: skip
Shapes = dict[str, tuple[int, ...]]


def packed(config: Mapping[str, Any], tokenizer: str, weights: Mapping[str, Any]) -> Arrays:
    """The arrays of a transformer; `weights` are arrays by name."""
    parts: dict[str, list[Any]] = {"half": [], "single": []}
    shapes = {}
    for name, array in sorted(weights.items()):
        precision = "half" if not array.size or float(numpy.abs(array).max()) <= MOST_HALF else "single"
        parts[precision].append(array.reshape(-1))
        shapes[name] = [precision, list(array.shape)]
    types = {"half": numpy.float16, "single": numpy.float32}
    return {
        "config": text_array(json.dumps(_needed(config), sort_keys=True)), "tokenizer": text_array(tokenizer),
        "shapes": text_array(json.dumps(shapes)),
        **{precision: numpy.concatenate([numpy.empty(0), *own]).astype(types[precision]) for precision, own in parts.items()},
    }  # fmt: skip


def config_of(arrays: Arrays) -> dict[str, Any]:
    """The configuration."""
    return _needed(_object(arrays, "config"))


def _needed(config: Mapping[str, Any]) -> dict[str, Any]:
    """What it takes of a configuration to give vectors of pieces."""
    return {name: value for name, value in config.items() if name not in LEFT_OUT and not name.startswith("_")}


def tokenizer_of(arrays: Arrays) -> str:
    """The text of the tokenizer."""
    return _text(arrays, "tokenizer")


def weights_of(arrays: Arrays) -> Arrays:
    """The weights by name, as they are in the file; refuses what does not fit together."""
    found, at = {}, {"half": 0, "single": 0}
    for precision, expected in (("half", "float16"), ("single", "float32")):
        own = arrays.get(precision)
        if own is None or own.dtype.name != expected or own.ndim != 1:
            raise ModelError(f"transformer.{precision}: seen {_described(own)}, expected a list of {expected}")
    for name, said in _object(arrays, "shapes").items():
        try:
            precision, shape = said
            start, size = at[precision], math.prod(shape)
            found[name] = arrays[precision][start : start + size].reshape(shape)
            at[precision] += size
        except (KeyError, TypeError, ValueError):
            raise ModelError(f"transformer.shapes: seen {said!r:.60} of {name!r:.60}, expected a shape in the file") from None
    for precision, end in at.items():
        if end != len(arrays[precision]):
            raise ModelError(f"transformer.{precision}: seen {len(arrays[precision]):,} numbers, expected {end:,}")
    return found


def described(arrays: Arrays) -> dict[str, Any] | None:
    """What people want to know of the transformer among the arrays of a parser, None if there is none."""
    name = next((name for name in arrays if name.endswith("transformer.config")), None)
    if name is None or any(name.removesuffix("config") + part not in arrays for part in (*PARTS, "mix")):
        return None
    own = {part: arrays[name.removesuffix("config") + part] for part in (*PARTS, "mix")}
    config = config_of(own)
    size = next((config[name] for name in SIZES if isinstance(config.get(name), int)), None)
    known = {"family": config.get("model_type"), "layers": len(own["mix"]) - 1, "size": size}
    return {**known, "weights": len(own["half"]) + len(own["single"])}


def text_array(text: str) -> Any:
    """Text as an array of bytes."""
    return numpy.frombuffer(text.encode(), numpy.uint8).copy()


def _text(arrays: Arrays, name: str) -> str:
    own = arrays.get(name)
    if own is None or own.dtype != numpy.uint8 or own.ndim != 1:
        raise ModelError(f"transformer.{name}: seen {_described(own)}, expected text")
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


def _described(array: Any) -> str:
    return "nothing" if array is None else f"{array.dtype}{list(array.shape)}"
