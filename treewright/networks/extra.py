"""Optional extras: PyTorch, which trains networks, and the library transformers, which runs a transformer."""

from __future__ import annotations

from treewright.errors import SettingsError

WANTED = "2.13"


def torch_or_refuse(doing: str = "training a network", extra: str = "networks") -> None:
    """Refuses, with a sentence, to go on where PyTorch is missing or too old."""
    how = f"pip install 'treewright[{extra}]'"
    try:
        import torch
    except ModuleNotFoundError:
        raise SettingsError(f"{doing}: seen no PyTorch, expected what {how} installs") from None
    except (ImportError, OSError) as error:  # it is there, but a library of it is missing or does not fit
        raise SettingsError(f"{doing}: PyTorch cannot be loaded ({error}), expected what {how} installs") from None
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < tuple(map(int, WANTED.split("."))):
        raise SettingsError(f"{doing}: seen PyTorch {torch.__version__}, expected {WANTED} or later, which {how} installs")


def transformers_or_refuse() -> None:
    """The same for a network with a transformer, which needs the library to parse, too."""
    doing = "a network with a transformer"
    torch_or_refuse(doing, "transformers")
    try:
        import transformers  # noqa: F401 - whether it is there
    except ImportError:
        how = "pip install 'treewright[transformers]'"
        raise SettingsError(f"{doing}: seen no library transformers, expected what {how} installs") from None
