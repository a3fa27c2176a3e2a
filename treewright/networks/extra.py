"""Optional extras: PyTorch, which trains networks, and the library transformers, which runs a transformer."""

from __future__ import annotations

import importlib
import importlib.util

from treewright.errors import SettingsError

PARTS = {"torch": ("torch", "torch.nn"), "transformers": ("transformers",)}  # what must be there of a library
CALLED = {"torch": "PyTorch", "transformers": "library transformers"}
WANTED = {"torch": "2.13", "transformers": "5"}


def torch_or_refuse(doing: str = "training a network", extra: str = "networks") -> None:
    """Refuses, with a sentence, to go on where PyTorch is missing, cannot be used or is too old."""
    _library_or_refuse("torch", doing, extra)


def transformers_or_refuse() -> None:
    """The same for a network with a transformer, which needs the library to parse, too."""
    for name in ("torch", "transformers"):
        _library_or_refuse(name, "a network with a transformer", "transformers")


def _library_or_refuse(name: str, doing: str, extra: str) -> None:
    called, how = CALLED[name], f"pip install 'treewright[{extra}]'"
    try:
        for part in PARTS[name]:  # what has this name may be another module, or a part of it may be missing
            importlib.import_module(part)
    except (ImportError, OSError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == name:
            raise SettingsError(f"{doing}: seen no {called}, expected what {how} installs") from None
        why = f"{called} cannot be loaded{_place(name)} ({' '.join(str(error).split())[:200]})"
        raise SettingsError(f"{doing}: {why}, expected what {how} installs") from None
    version = str(getattr(importlib.import_module(name), "__version__", ""))
    if _numbers(version) < _numbers(WANTED[name]):
        seen = f"{called} {version or 'without a version'}{_place(name)}"
        raise SettingsError(f"{doing}: seen {seen}, expected {WANTED[name]} or later, which {how} installs")


def _numbers(version: str) -> tuple[int, ...]:
    """The first two numbers of a version."""
    return tuple(int("".join(filter(str.isdigit, part)) or 0) for part in version.split("+")[0].split(".")[:2])


def _place(name: str) -> str:
    """Where what has this name was found."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return ""
    folders = [] if spec is None else spec.submodule_search_locations or []
    path = None if spec is None else spec.origin or next(iter(folders), None)
    return f" from {path}" if path else ""
