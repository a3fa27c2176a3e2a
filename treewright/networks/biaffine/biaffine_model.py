"""A trained biaffine network as a parser parses with it: numpy and compiled code, without PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

import numpy

from treewright.errors import ModelError
from treewright.networks.encoders.encoder import Encoder, floats
from treewright.networks.layers.product import Product
from treewright.networks.sizes import sizes_of
from treewright.storage.named_arrays import Arrays, identity
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence

AT_ONCE = 64  # words whose labels are scored at once: what they take stays in a cache
_SHARED: WeakValueDictionary[Any, BiaffineModel] = WeakValueDictionary()  # those in use, by labels and arrays


class BiaffineModel:
    """Scores of arcs and labels; immutable."""

    def __init__(self, labels: int, arrays: Arrays) -> None:
        """`labels` is how many labels there are."""
        self.labels, self._arrays = labels, dict(arrays)
        arrays = section(arrays, "network")
        self.encoder = Encoder(arrays)
        if not self.encoder.in_context:
            raise ModelError("encoder.weight_ih_l0: seen nothing, expected the weights of a BiLSTM")
        arcs, relations = floats(arrays, "arcs", 2), floats(arrays, "relations", 3)
        self.arc, self.relation = arcs.shape[0], relations.shape[0] - 1
        width, units = self.encoder.width, 2 * self.arc + 2 * self.relation
        weights, bias, root = (floats(arrays, *own) for own in (("hidden.weight", 2), ("hidden.bias", 1), ("root", 1)))
        for name, array, expected in (
            ("arcs", arcs, (self.arc, self.arc + 1)),
            ("relations", relations, (self.relation + 1, self.relation + 1, labels)),
            ("hidden.weight", weights, (units, width)), ("hidden.bias", bias, (units,)), ("root", root, (width,)),
        ):  # fmt: skip
            if array.shape != expected or 0 in (self.arc, self.relation):
                raise ModelError(f"{name}: seen {array.shape}, expected {expected}")
        self._hidden, self._bias = Product(weights), bias
        self._arcs, self._constant = Product(arcs[:, :-1]), arcs[:, -1].copy()
        flat = relations.reshape(self.relation + 1, -1)
        self._relations, self._of_labels = Product(flat[:-1].T), flat[-1].copy()
        self._root = self._rectified(root[None])

    @classmethod
    def shared(cls, labels: int, arrays: Arrays) -> BiaffineModel:
        """The one that is made of these very arrays, which nobody changes: the decoders of all threads parse with it."""
        key = labels, identity(arrays)
        return _SHARED.get(key) or _SHARED.setdefault(key, cls(labels, arrays))

    @property
    def sizes(self) -> dict[str, int]:
        """The settings of [network] that the arrays tell."""
        return {**sizes_of(self.encoder), "arc": self.arc, "relation": self.relation}

    def shown(self, sentences: list[Sentence]) -> Any:
        """The hidden layer: a row for each word, and one for ROOT, the last."""
        return numpy.concatenate([self._rectified(self.encoder.states(sentences).vectors), self._root])

    def _rectified(self, states: Any) -> Any:
        found = self._hidden.of(states)
        found += self._bias
        return numpy.maximum(found, 0.0, out=found)

    def asked(self, shown: Any) -> Any:
        """What each word asks of its head: its product with a head is the score of the arc."""
        return self._arcs.of(shown[:, self.arc : 2 * self.arc]) + self._constant

    def arc_scores(self, shown: Any, asked: Any, at: int, size: int) -> Any:
        """head x dependent, ROOT first among the heads, of the sentence whose first word is `at`."""
        heads = numpy.concatenate([shown[-1:, : self.arc], shown[at : at + size, : self.arc]])
        return Product(asked[at : at + size]).of(heads)

    def best_labels(self, shown: Any, heads: Sequence[int], allowed: Any) -> Any:
        """The best label of each word, given the row of its head; `allowed` is 0 for labels that it must not have."""
        words = len(shown) - 1
        found = numpy.zeros(words, numpy.int32)
        if self.labels == 1:
            return found
        own = 2 * self.arc
        dependents = shown[:words, own + self.relation :]
        whole = numpy.ones((words, self.relation + 1), numpy.float32)
        whole[:, :-1] = shown[heads, own : own + self.relation]
        for at in range(0, words, AT_ONCE):
            asked = self._relations.of(dependents[at : at + AT_ONCE])
            asked += self._of_labels
            asked = asked.reshape(-1, self.relation + 1, self.labels)
            asked *= whole[at : at + AT_ONCE, :, None]
            scores = asked.sum(1)
            scores[allowed[at : at + AT_ONCE] == 0] = -numpy.inf
            found[at : at + AT_ONCE] = scores.argmax(1)
        return found
