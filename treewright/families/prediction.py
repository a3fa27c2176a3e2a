"""What a decoder predicts for a batch of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy

UNKNOWN = -1  # no head, no label


@dataclass
class Prediction:
    """Flat columns: one number for each entry, one sentence after another.  A column that a family does not have is None.

    Of dependency trees and tags each word is an entry, and its head is the number of a word (0 is the root).  Of constituency
    trees tokens and constituents are entries, and a head is the entry that is the parent (-1: none; see
    constituent_columns.py).  Labels and tags are numbers in the alphabets of the model.

    If confidence is asked for, there are 32-bit floats beside them: how probable it is that a head, a label or a tag is right,
    and that a whole sentence is.
    """

    heads: Any = None
    labels: Any = None
    tags: Any = None
    head_confidence: Any = None
    label_confidence: Any = None
    tag_confidence: Any = None
    sentence_confidence: Any = None

    def leave_out(self, least: float) -> None:
        """Make unknown what is less probable than this; without its head a word has no label, unless that was given."""
        weak = numpy.zeros(len(self.labels), bool)
        if self.head_confidence is not None:
            weak[: len(self.head_confidence)] = self.head_confidence < least
            numpy.asarray(self.heads)[weak] = UNKNOWN
        if self.label_confidence is not None:
            weak[: len(self.label_confidence)] |= self.label_confidence < least
            weak[: len(self.label_confidence)] &= self.label_confidence < 1  # only what was given is certain
        numpy.asarray(self.labels)[weak] = UNKNOWN
