"""What a decoder predicts for a batch of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

UNKNOWN = -1  # no head, no label


@dataclass
class Prediction:
    """Flat columns: one number for each word, one sentence after another.

    Heads are numbers of words (0 is the root), labels and tags are numbers in the alphabets of the model.  A column that a
    family does not have is None.
    """

    heads: Any = None
    labels: Any = None
    tags: Any = None
