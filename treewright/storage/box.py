"""The file of a model that is named: by its path, or as the model in the box."""

from __future__ import annotations

import os
import warnings
from typing import Any

from treewright.errors import ModelError, SettingsWarning
from treewright.storage.model_file import ModelFile
from treewright.storage.zip_archive import SIGNATURE

BOX = "english"  # the model that comes with the package


def in_the_box(name: str = BOX) -> str:
    """The model of this name that comes with the package: English, from raw text to trees."""
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", f"{name}.tw")
    if not os.path.exists(path):
        raise ModelError("MODEL: seen none, expected the name of a model file; this installation has no English model in it")
    return path


def opened(model: Any) -> ModelFile:
    """The file of a model, open: one that is named by its path, or the one in the box by its name (or by no name)."""
    if isinstance(model, ModelFile):  # it is open already
        return model
    if model is None:
        return ModelFile(in_the_box())
    if not isinstance(model, (str, os.PathLike)):
        raise ModelError(f"MODEL: seen {model!r}, expected the path of a model file, or {BOX!r} for the model in the box")
    path = os.fspath(model)
    if path == BOX:
        return _named_as_the_box() or ModelFile(in_the_box())
    if path.isidentifier() and not os.path.exists(path):  # rather a name than a path
        raise ModelError(f"{path}: no such file, and the model in the box is {BOX!r}")
    return ModelFile(path)


def _named_as_the_box() -> ModelFile | None:
    """A model in the current folder that has the name of the one in the box."""
    if not os.path.isfile(BOX):
        return None
    file = ModelFile(BOX)
    if file.start() == SIGNATURE:
        tell_of_namesake()
        return file
    file.close()
    return None


def tell_of_namesake() -> None:
    """Warn that a file is used which has the name of the model in the box."""
    used = "a model file of this name in the current folder is used, not the one in the box"
    warnings.warn(f"{BOX}: {used}; rename it if that is not meant", SettingsWarning, stacklevel=5)
