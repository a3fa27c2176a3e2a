"""The kinds of model files, and who reads each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from treewright.errors import ModelError
from treewright.storage.model_file import ModelFile, Path, loading

KINDS = {  # classes are imported when a file needs them, because all of them are above this folder
    "parser": "treewright.parser:Parser",
    "tagger": "treewright.tagging:Tagger",
    "tokenizer": "treewright.tokenization.tokenizer:Tokenizer",
    "pipeline": "treewright.pipeline:Pipeline",
    "ensemble": "treewright.ensemble:Ensemble",
}
CHECKPOINT = "checkpoint"  # the kind of files that no model is read from
WITH_PARTS = ("parser", "pipeline")  # kinds that parts of the user's own, or a beam, can be given to


def reader_of(kind: str) -> Any:
    """The class that reads a kind."""
    module, _, name = KINDS[kind].partition(":")
    return getattr(import_module(module), name)


def checked_kind(path: Path, header: Mapping[str, Any], *expected: str) -> str:
    """The kind that a header says; refuses one that is not known, or another than is expected."""
    kind = header.get("kind")
    known = (*KINDS, CHECKPOINT)
    if kind not in known:
        raise ModelError(f"{path}: seen a file of kind {kind!r:.60}, expected one that this release reads: {', '.join(known)}")
    if kind not in expected:
        wanted = f"expected a {' or a '.join(expected) if len(expected) < 3 else 'model'}"
        if kind == CHECKPOINT:
            raise ModelError(
                f"{path}: this is a checkpoint of a training, {wanted}; the same train command with --resume goes on with it"
            )
        raise ModelError(f"{path}: this is {_with_article(kind)}, {wanted}")
    return kind


def load(path: Path | ModelFile, *expected: str, cls: Any = None, **given: Any) -> Any:
    """The model of a file, by the class that its kind is read by, or by a subclass of that."""
    with ModelFile.of(path) as file:
        kind = checked_kind(file.path, file.header, *(expected or KINDS))
        if "beam" in given and kind == "ensemble":
            raise ModelError(f"{file.path}: an ensemble has no beam of its own: its parsers keep theirs; leave it out")
        if given and kind not in WITH_PARTS:
            seen = f"{', '.join(given)} for {_with_article(kind)}"
            raise ModelError(f"{file.path}: seen {seen}, which takes nothing of the kind; leave it out")
        header, arrays = file.read()
        with loading(file.path):
            return (cls or reader_of(kind)).from_contents(header, arrays, **given)


def _with_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"
