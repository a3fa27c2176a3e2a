"""Optional extras: PyTorch, which trains networks, and the library transformers, which runs a transformer."""

from __future__ import annotations

import importlib.util

from treewright.errors import SettingsError

WANTED = "2.13"


def torch_or_refuse(doing: str = "training a network", extra: str = "networks") -> None:
    """Refuses, with a sentence, to go on where PyTorch is missing, cannot be used or is too old."""
    how = f"pip install 'treewright[{extra}]'"
    try:
        import torch
        import torch.nn  # what is called torch may be another module, or a part of it may be missing
    except (ImportError, OSError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "torch":
            raise SettingsError(f"{doing}: seen no PyTorch, expected what {how} installs") from None
        seen = f"PyTorch cannot be loaded{_place()} ({error})"
        raise SettingsError(f"{doing}: {seen}, expected what {how} installs") from None
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < tuple(map(int, WANTED.split("."))):
        seen = f"PyTorch {torch.__version__}{_place()}"
        raise SettingsError(f"{doing}: seen {seen}, expected {WANTED} or later, which {how} installs")


def _place() -> str:
    """Where what is called torch was found."""
    try:
        spec = importlib.util.find_spec("torch")
    except (ImportError, ValueError):
        return ""
    folders = [] if spec is None else spec.submodule_search_locations or []
    path = None if spec is None else spec.origin or next(iter(folders), None)
    return f" from {path}" if path else ""


def transformers_or_refuse() -> None:
    """The same for a network with a transformer, which needs the library to parse, too."""
    doing = "a network with a transformer"
    torch_or_refuse(doing, "transformers")
    try:
        import transformers  # noqa: F401 - whether it is there
    except ImportError:
        how = "pip install 'treewright[transformers]'"
        raise SettingsError(f"{doing}: seen no library transformers, expected what {how} installs") from None
