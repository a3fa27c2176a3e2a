"""PyTorch, an optional extra: only training needs it."""

from __future__ import annotations

from treewright.errors import SettingsError

WANTED = "2.13"


def torch_or_refuse() -> None:
    """Refuses, with a sentence, to train where PyTorch is missing or too old."""
    try:
        import torch
    except ImportError:
        how = "pip install 'treewright[networks]'"
        raise SettingsError(f"training a network: seen no PyTorch, expected what {how} installs") from None
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < tuple(map(int, WANTED.split("."))):
        raise SettingsError(f"PyTorch: seen version {torch.__version__}, expected {WANTED} or later")
