"""PyTorch, an optional extra: only training needs it."""

from __future__ import annotations

from treewright.errors import SettingsError

WANTED = "2.13"
HOW = "pip install 'treewright[networks]'"


def torch_or_refuse() -> None:
    """Refuses, with a sentence, to train where PyTorch is missing or too old."""
    try:
        import torch
    except ModuleNotFoundError:
        raise SettingsError(f"training a network: seen no PyTorch, expected what {HOW} installs") from None
    except (ImportError, OSError) as error:  # it is there, but a library of it is missing or does not fit
        raise SettingsError(f"training a network: PyTorch cannot be loaded ({error}), expected what {HOW} installs") from None
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < tuple(map(int, WANTED.split("."))):
        raise SettingsError(f"PyTorch: seen version {torch.__version__}, expected {WANTED} or later")
