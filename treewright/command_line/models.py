"""The parsers named on the command line: one model, or several that `--combine` makes one of."""

from __future__ import annotations

import argparse
import codecs
import os
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from treewright.command_line import own_parts
from treewright.command_line.input_files import MOST, InputFiles, unpacked
from treewright.command_line.messages import Messages
from treewright.command_line.sources import TEXTS, is_pipeline, is_treebank
from treewright.errors import InputError, SettingsError, SettingsWarning

if TYPE_CHECKING:
    from treewright.storage.model_file import ModelFile

WAYS = ("reparse", "vote", "cascade")
KLCPOS3 = "klcpos3"
TREEBANK, JSON, NUL = "a treebank", "JSON", "NUL bytes"


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add `-m`, `--combine` and `--weights`."""
    parser.add_argument(
        "-m", "--model", dest="named", action="append", metavar="MODEL",
        help="the model, a file or english (the one in the box); all other arguments are inputs then",
    )  # fmt: skip
    parser.add_argument("--combine", choices=WAYS, metavar="WAY", help=f"how several models work together: {', '.join(WAYS)}")
    parser.add_argument(
        "--weights", metavar="W,W,...", help=f"of the models, or {KLCPOS3}: by how close their training data is to the input"
    )


def split(arguments: argparse.Namespace, files: InputFiles) -> tuple[list[str], list[str]]:
    """The models, told from the inputs after them by their content; refuses what does not go together."""
    from treewright.storage.box import BOX

    first = [] if arguments.model is None else [arguments.model]
    models, inputs = first, list(arguments.inputs)
    if arguments.named:
        models, inputs = arguments.named, [*first, *inputs]
    elif not first or _is_input(arguments.model, arguments.format, files):
        models, inputs = [BOX], [*first, *inputs]
        for path in inputs[1:MOST]:  # a treebank among them wants a model
            _is_input(path, arguments.format, files)
    while inputs and not arguments.named and is_model(inputs[0], files):
        models.append(inputs.pop(0))
    late = [path for path in inputs[:MOST] if is_model(path, files)]  # readers refuse those after them
    if late:
        if arguments.named:
            raise InputError(f"{late[0]}: seen a model beside -m {arguments.named[0]}, expected inputs")
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
        for path in inputs:
            if path != "-" and not os.path.exists(path):
                raise InputError(f"{path}: no such file")
        raise SettingsError(f"--combine {arguments.combine}: seen one model, expected at least two")
    if arguments.nbest > 1:
        raise SettingsError(f"--nbest {arguments.nbest}: seen --combine, which gives one tree for each sentence")
    if arguments.weights is not None and arguments.combine == "cascade":
        raise SettingsError(f"--weights {arguments.weights}: parsers in a cascade have no weights")
    if arguments.weights not in (None, KLCPOS3):
        _numbers(arguments.weights, len(models))
    return models, inputs


def _is_input(path: str, format: str, files: InputFiles) -> bool:
    """Whether the first name is one of raw text, so that no model is named; refuses what is neither text nor a model."""
    from treewright.storage.box import BOX

    if is_model(path, files) or (path == BOX and not os.path.exists(path)):
        return False
    if path == BOX:
        warnings.warn(f"{BOX}: a file of this name is read as text; -m {BOX} is the model in the box", SettingsWarning, 2)
    if format in TEXTS:
        return True
    if path == "-" or path.endswith(".tw") or not os.path.exists(path):
        return False
    seen = _other_kind(path, files.start(path))
    if not seen:
        return True
    expected = "a model file" + (f" before it, as in treewright parse MODEL {path}" if seen in (TREEBANK, JSON) else "")
    text = "raw text in UTF-8" + (" (--input text reads it as such)" if seen in (JSON, NUL) else "")
    raise InputError(
        f"{path}: seen {seen}, expected {expected}; without a model only {text} is parsed, by the English pipeline in the box"
    )


def _other_kind(path: str, packed: bytes) -> str:
    """What a file is that is no model: nothing to be said if it is raw text, packed or not, or empty."""
    if not os.path.isfile(path):
        return "a folder" if os.path.isdir(path) else "a pipe or device"
    start = unpacked(packed)
    if is_treebank(start):
        return JSON if start.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{") else TREEBANK
    if start[:1] == b"\x80":
        return "a Python pickle, which is never loaded because that could run code"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError as error:
        if start is packed and start.startswith(b"\x1f\x8b"):
            return "a damaged gzip file"
        line = start.count(b"\n", 0, error.start) + 1
        return f"byte 0x{start[error.start]:02X} in line {line}, which is not UTF-8"
    return NUL if b"\0" in start else ""


@contextmanager
def opened(models: Sequence[str], files: InputFiles) -> Iterator[list[ModelFile]]:
    """The files of all models; one that was looked at is open already."""
    from treewright.storage import box
    from treewright.storage.model_file import ModelFile

    with ExitStack() as stack:
        found = []
        for path in models:
            looked_at = is_model(path, files)
            if looked_at and path == box.BOX:
                box.tell_of_namesake()
            own = ModelFile(path, file=files.take(path)) if looked_at else box.opened(path)
            found.append(stack.enter_context(own))
        yield found


def is_model(path: str, files: InputFiles) -> bool:
    """Whether a file begins as model files do."""
    from treewright.storage.zip_archive import SIGNATURE

    return files.start(path).startswith(SIGNATURE)


def loaded(
    models: Sequence[str], files: list[ModelFile], inputs: Sequence[str], arguments: argparse.Namespace, messages: Messages
) -> tuple[Any, list[Any]]:
    """What parses, and the parsers of all models, those in ensembles among them."""
    from treewright import Ensemble, load
    from treewright.storage.kinds import checked_kind

    parsers = []
    for path, file, parts in zip(models, files, own_parts.given_parts(arguments, files), strict=True):
        start = time.perf_counter()
        checked_kind(file.path, file.header, "parser", "pipeline", "ensemble")
        parsers.append(load(file, **parts, **({} if arguments.beam is None else {"beam": arguments.beam})))
        messages.detail(f"{path}: loaded in {time.perf_counter() - start:.2f} s")
    members: list[Any] = []
    for parser in parsers:
        last = parser.parser if is_pipeline(parser) else parser
        members += last.parsers if isinstance(last, Ensemble) else [parser]
    if arguments.combine is None:
        return parsers[0], members
    for path, parser in zip(models, parsers, strict=True):
        if is_pipeline(parser):
            raise SettingsError(f"--combine {arguments.combine}: {path} is a pipeline, expected parsers")

    from treewright.ensemble import ENSEMBLES

    if arguments.combine == "cascade":
        return ENSEMBLES["cascade"](parsers), members
    weights = None
    if arguments.weights == KLCPOS3:
        weights = _by_similarity(models, parsers, inputs, arguments, messages)
    elif arguments.weights is not None:
        weights = _numbers(arguments.weights, len(models))
    return ENSEMBLES[arguments.combine](parsers, weights), members


def shown(models: Sequence[str], files: Sequence[ModelFile]) -> str:
    """The models by their names, for people."""
    names = [name if file.path == name else f"{name} (in the box)" for name, file in zip(models, files, strict=True)]
    return f"model{'s' if len(names) > 1 else ''} {', '.join(names)}"


def _numbers(text: str, count: int) -> list[float]:
    """The weights that a text lists."""
    from treewright.ensemble.combination import checked_weights

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
