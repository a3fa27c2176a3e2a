"""The parsers named on the command line: one model, or several that `--combine` makes one of."""

from __future__ import annotations

import argparse
import codecs
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import treewright
from treewright.command_line.messages import Messages
from treewright.command_line.sources import TEXTS, is_pipeline, is_treebank
from treewright.errors import InputError, SettingsError

WAYS = ("reparse", "vote", "cascade")
KLCPOS3 = "klcpos3"
LOOK_AHEAD = 1 << 16
SIGNATURE = b"PK\x03\x04"  # how a model file begins, and no treebank


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add `--combine` and `--weights`."""
    parser.add_argument("--combine", choices=WAYS, metavar="WAY", help=f"how several models work together: {', '.join(WAYS)}")
    parser.add_argument(
        "--weights", metavar="W,W,...", help=f"of the models, or {KLCPOS3}: by how close their training data is to the input"
    )


def split(arguments: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The models, told from the inputs after them by their content; refuses what does not go together."""
    models, inputs = [arguments.model], list(arguments.inputs)
    said_to_be_text = arguments.format in TEXTS and arguments.model is not None and not is_model(arguments.model)
    if arguments.model is None or said_to_be_text or is_text(arguments.model):
        inputs = [*([] if arguments.model is None else [arguments.model]), *inputs]
        models = [boxed_model()]
    while inputs and is_model(inputs[0]):
        models.append(inputs.pop(0))
    late = [path for path in inputs if is_model(path)]
    if late:
        raise InputError(f"{late[0]}: seen a model after the inputs, expected models first")
    if "-" in models:
        raise InputError("MODEL: seen - (stdin), expected the name of a model file")
    if arguments.combine is None:
        if len(models) > 1:
            raise SettingsError(f"seen {len(models)} models, expected one, or --combine {'|'.join(WAYS)}")
        if arguments.weights is not None:
            raise SettingsError(f"--weights {arguments.weights}: seen no --combine, expected --combine reparse or vote")
        return models, inputs
    if len(models) < 2:
        raise SettingsError(f"--combine {arguments.combine}: seen one model, expected at least two")
    if arguments.nbest > 1:
        raise SettingsError(f"--nbest {arguments.nbest}: seen --combine, which gives one tree for each sentence")
    if arguments.weights is not None and arguments.combine == "cascade":
        raise SettingsError(f"--weights {arguments.weights}: parsers in a cascade have no weights")
    if arguments.weights not in (None, KLCPOS3):
        _numbers(arguments.weights, len(models))
    return models, inputs


def boxed_model() -> str:
    """The model that comes with the package: English, from raw text to trees."""
    path = Path(treewright.__file__).parent / "data" / "english.tw"
    if not path.exists():
        raise InputError("MODEL: seen none, expected the name of a model file; this installation has no English model in it")
    return str(path)


def is_model(path: str) -> bool:
    """Whether a file begins as model files do."""
    if not os.path.isfile(path):  # stdin, a pipe, or not there at all
        return False
    with open(path, "rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


def is_text(path: str) -> bool:
    """Whether a file is raw text: no model, not even a damaged one, and no treebank."""
    if path.endswith(".tw") or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        start = file.read(LOOK_AHEAD)
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return bool(start) and b"\0" not in start and not is_treebank(start)


def loaded(
    models: Sequence[str], inputs: Sequence[str], arguments: argparse.Namespace, messages: Messages
) -> tuple[Any, list[Any]]:
    """What parses, and the parsers of all models."""
    from treewright import load

    parsers = []
    for path in models:
        start = time.perf_counter()
        parsers.append(load(path, **({} if arguments.beam is None else {"beam": arguments.beam})))
        messages.detail(f"{path}: loaded in {time.perf_counter() - start:.2f} s")
    if arguments.combine is None:
        return parsers[0], parsers
    for path, parser in zip(models, parsers, strict=True):
        if is_pipeline(parser):
            raise SettingsError(f"--combine {arguments.combine}: {path} is a pipeline, expected parsers")

    from treewright.ensemble import ENSEMBLES

    if arguments.combine == "cascade":
        return ENSEMBLES["cascade"](parsers), parsers
    weights = None
    if arguments.weights == KLCPOS3:
        weights = _by_similarity(models, parsers, inputs, arguments, messages)
    elif arguments.weights is not None:
        weights = _numbers(arguments.weights, len(models))
    return ENSEMBLES[arguments.combine](parsers, weights), parsers


def _numbers(text: str, count: int) -> list[float]:
    """The weights that a text lists."""
    from treewright.ensemble.ensemble import checked_weights

    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        expected = f"{count} numbers such as {','.join(['1'] * count)}, or {KLCPOS3}"
        raise SettingsError(f"--weights: seen {text!r}, expected {expected}") from None
    try:
        return checked_weights(numbers, count)
    except SettingsError as error:
        raise SettingsError(f"--{error}") from None


def _by_similarity(
    models: Sequence[str], parsers: list[Any], inputs: Sequence[str], arguments: argparse.Namespace, messages: Messages
) -> list[float]:
    """The weights that the tags of all inputs give to the models; this reads the inputs once more than parsing does."""
    from treewright import treebank
    from treewright.ensemble import weights_for

    for path in inputs:
        if path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
            raise InputError(f"--weights {KLCPOS3}: seen {path}, expected files, because the input is read twice")
    sentences = (
        sentence
        for path in inputs
        for sentence in treebank.read(path, format=arguments.format, on_error=arguments.on_error)
    )
    weights = weights_for(sentences, parsers)
    shown = ", ".join(f"{path} {weight:.3g}" for path, weight in zip(models, weights, strict=True))
    messages.note(f"weights: {shown}")
    return weights
