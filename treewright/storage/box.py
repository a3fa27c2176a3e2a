"""Where a model is that is named: the file of a path, or the model in the box."""

from __future__ import annotations

import os
from typing import Any

from treewright.errors import ModelError
from treewright.storage.model_file import ModelFile, Path

BOX = "english"  # the model that comes with the package


def in_the_box(name: str = BOX) -> str:
    """The model of this name that comes with the package: English, from raw text to trees."""
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", f"{name}.tw")
    if not os.path.exists(path):
        raise ModelError("MODEL: seen none, expected the name of a model file; this installation has no English model in it")
    return path


def located(model: Any) -> Any:
    """The file of a model: one that is named by its path, or the one in the box by its name (or by no name)."""
    if isinstance(model, ModelFile):  # it is open already
        return model
    if model is None or (model == BOX and not _is_model(BOX)):
        return in_the_box()
    if not isinstance(model, (str, os.PathLike)):
        raise ModelError(f"MODEL: seen {model!r}, expected the path of a model file, or {BOX!r} for the model in the box")
    path = os.fspath(model)
    if path.isidentifier() and not os.path.exists(path):  # rather a name than a path
        raise ModelError(f"{path}: no such file, and the model in the box is {BOX!r}")
    return path


def _is_model(path: Path) -> bool:
    """Whether a file begins as model files do."""
    file = ModelFile.if_model(path)
    if file is not None:
        file.close()
    return file is not None
