"""The words of encoded sentences as a scorer of slots reads them."""

from __future__ import annotations

from typing import Any, NamedTuple

from treewright.networks.layers.scoring_layers import ScoringLayers


class ProjectedWords(NamedTuple):
    """The products of the first layer with each word of some sentences, and the layers that come next."""

    layers: ScoringLayers
    projected: Any  # row x slot x unit, flat
    more: Any  # the same of the root, of an empty slot, then of words that are not there
    row_of: Any  # of each word; the rows of `more` are numbered after those of `projected`
    keep: Any = None  # what dropout makes of each unit, while learning
