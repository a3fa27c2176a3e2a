"""Pictures of results, where matplotlib is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def picture(path: Path, draw: Callable[[Any], None], size: tuple[float, float] = (7, 4), dpi: int = 120) -> bool:
    """Write what is drawn on a figure of this size, the same bytes for the same figures; False if there is no matplotlib."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return False
    figure = pyplot.figure(figsize=size, dpi=dpi)
    draw(figure)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Software": None})
    pyplot.close(figure)
    return True
