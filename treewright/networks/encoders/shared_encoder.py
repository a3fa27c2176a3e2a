"""An encoder that several stages of a pipeline share: a sentence is encoded once, by the first stage that needs it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from treewright.networks.encoders.encoder import Encoder
from treewright.storage.named_arrays import Arrays
from treewright.treebank.columns import CUTS, FORM, LEMMA
from treewright.treebank.sentence import Sentence

PARTS = ("lexicon.", "vectors.", "characters.", "encoder.", "transformer.")  # names of arrays that are the encoder's


class SharedEncoder(Encoder):
    """Remembers the states of the last batch of each thread, by its forms: nothing else is seen of a word."""

    def __init__(self, arrays: Arrays) -> None:
        super().__init__(arrays)
        self._last = threading.local()

    def states(self, sentences: list[Sentence]) -> Any:
        """The vectors of all words; between two stages only the tags of sentences change."""
        key = [_forms(sentence) for sentence in sentences]
        if getattr(self._last, "key", None) != key:
            self._last.states, self._last.key = super().states(sentences), key
        return self._last.states


def _forms(sentence: Sentence) -> Sequence[bytes]:
    source, cuts = sentence.source, sentence.cuts
    return [source[cuts[at + FORM] : cuts[at + LEMMA]] for at in range(0, CUTS * sentence.size, CUTS)]


def of_encoder(arrays: Arrays) -> Arrays:
    """Those of a network's arrays that are its encoder's."""
    return {name: own for name, own in arrays.items() if name.startswith(PARTS)}


def of_heads(arrays: Arrays) -> Arrays:
    """Those that are not."""
    return {name: own for name, own in arrays.items() if not name.startswith(PARTS)}
