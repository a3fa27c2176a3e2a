"""How models pickle: as the bytes of their model file, so that unpickling one makes of it what loading does, and checks it."""

from __future__ import annotations

from typing import Any

from treewright.storage import model_file
from treewright.storage.sections import Contents

PICKLE = "(pickle)"  # what messages name as the file
Reduced = tuple[Any, tuple[Any, ...]]


def reduced(model: Any, contents: Contents, given: dict[str, Any]) -> Reduced:
    """What `__reduce__` says of a model; `given` has what loading its file would need besides, such as own classes."""
    return restored, (type(model), model_file.to_bytes(*contents), given)


def restored(cls: Any, data: bytes, given: dict[str, Any]) -> Any:
    """The model again."""
    header, arrays = model_file.read(PICKLE, data=data)
    with model_file.loading(PICKLE):
        return cls.from_contents(header, arrays, **given)

