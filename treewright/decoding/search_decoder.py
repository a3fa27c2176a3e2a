"""A decoder that searches: the best derivation of each sentence on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array, int_array, ints
from treewright.constraints.given import Given
from treewright.decoding.decoder import Decoder, finish
from treewright.errors import SettingsError
from treewright.families.prediction import Prediction
from treewright.search.search import Search
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are names of the .pxd files
    from treewright.search.margins import SIGNALS
    from treewright.treebank.columns import CUTS


class SearchDecoder(Decoder):
    """Searches sentence by sentence, and undoes a transform of the trees if there is one."""

    def __init__(self, search: Search, transform: Any = None, filter_maker: Any = None) -> None:
        """`filter_maker` makes a filter for constraints, when there are some for the first time; None if it cannot."""
        self.search = search
        self.filter_maker = filter_maker
        self.transform = transform  # of gold trees before training, such as Lifting; it is undone here

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """The best tree of each sentence."""
        search = self.search
        self._make_ready(givens is not None)
        search.begin_batch(sentences)
        entries = sum([search.system.entries(sentence.size) for sentence in sentences])
        heads, labels = int_array(entries), int_array(entries)
        tags = None if search.chosen is None else int_array(entries)
        if cython.compiled and givens is None and tags is None and not search.needs_python():
            self._at_once(sentences, heads, labels, NOWHERE)
        else:
            self._one_by_one(sentences, givens, heads, labels, heads if tags is None else tags, NOWHERE)
        found = search.scorer.tags(sentences) if tags is None else tags
        return self._finished(Prediction(heads, labels, found), sentences, givens)

    def watched(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> tuple[Prediction, Any]:
        """The same, and the signals of each word (see Margins): a row for each of them."""
        search = self.search
        if search.sites is not None:
            name = type(search.system).__name__
            raise SettingsError(f"confidence: {name} decides where to go on, too, which is not calibrated; use a stack system")
        self._make_ready(givens is not None)
        search.begin_batch(sentences)
        words = sum([sentence.size for sentence in sentences])
        heads, labels, signals = int_array(words), int_array(words), float_array(SIGNALS * words)
        tags = None if search.chosen is None else int_array(words)
        search.watch(True)
        try:
            if cython.compiled and givens is None and tags is None and not search.needs_python():
                self._at_once(sentences, heads, labels, signals)
            else:
                self._one_by_one(sentences, givens, heads, labels, heads if tags is None else tags, signals)
        finally:
            search.watch(False)
        rows = numpy.asarray(signals, numpy.float32).reshape(words, SIGNALS)
        return self._finished(Prediction(heads, labels, tags), sentences, givens), rows

    def best(self, sentence: Sentence, count: int, given: Given | None = None) -> list[tuple[float, Prediction]]:
        """The best different trees with their scores, best first; as many as the search has at the most."""
        self._make_ready(given is not None)
        if given is not None:
            self.search.constrain(given)
        givens = None if given is None else [given]
        trees: dict[tuple[int, ...], tuple[float, Prediction]] = {}
        # two derivations may end in one tree, once a transform is undone
        for score, heads, labels in self.search.best(sentence, count if self.transform is None else MOST_TREES):
            tags = self.search.scorer.tags([sentence])
            tree = self._finished(Prediction(ints(heads), ints(labels), tags), [sentence], givens)
            trees.setdefault((*map(int, tree.heads), *map(int, tree.labels)), (score, tree))
        return list(trees.values())[:count]

    def _finished(self, prediction: Prediction, sentences: Sequence[Sentence], givens: Any) -> Prediction:
        system: Any = self.search.system
        return finish(prediction, sentences, givens, self.transform, lambda size: system.entries(size))

    def _make_ready(self, constrained: bool) -> None:
        """Give the search a filter for constraints, or make it forget those of the last sentence."""
        if not constrained:
            self.search.constrain(None)
        elif self.search.filter is None and self.filter_maker is not None:
            self.search.filter = self.filter_maker()

    def tag(self, text: bytes, cuts: Any, size: int, labels: Any) -> None:
        """Leave the label numbers of words whose columns are pieces of a text in `labels`."""
        source = text
        length = len(text)
        search = self.search
        search.take_size(size)
        with cython.nogil:
            search.encode_text(source, length, cuts, size)
            search.decode()
            for i in range(size):
                labels[i] = search.label[i]

    def _one_by_one(
        self, sentences: list[Sentence], givens: Any, heads: Any, labels: Any, tags: Any, signals: Any
    ) -> int:
        """Search where each sentence is encoded in Python, or has something given, or gets tags."""
        search = self.search
        in_python = not cython.compiled or search.needs_python()
        at = number = 0
        for sentence in sentences:
            if givens is not None:
                search.constrain(givens[number])
            number += 1
            if sentence.size == 0:
                continue
            source = sentence.source
            text = source
            length = len(source)
            cuts = sentence.cuts
            search.take_size(sentence.size)
            entries = search.system.entries(sentence.size)
            if in_python:
                search.encode(sentence)
            with cython.nogil:
                if not in_python:
                    search.encode_text(text, length, cuts, search.size)
                if search.margins is None:
                    search.find_tree()
                else:
                    search.find_watched_tree()
                    for i in range(SIGNALS * search.size):
                        signals[SIGNALS * at + i] = search.margins.signal[i]
                for i in range(entries):
                    heads[at + i] = search.head[i]
                    labels[at + i] = search.label[i]
                    if search.chosen is not None:
                        tags[at + i] = search.chosen.of(i + 1)
            at += entries
        return 0

    def _at_once(self, sentences: list[Sentence], heads: Any, labels: Any, signals: Any) -> int:
        """Search without Python's lock from the first sentence to the last: threads do not wait."""
        search = self.search
        count = len(sentences)
        texts, lengths, sizes = hash_array(count), hash_array(count), int_array(count)
        cuts = int_array(CUTS * sum([sentence.size for sentence in sentences]) + 1)
        entries = int_array(count)
        at = largest = 0
        for k in range(count):
            sentence = sentences[k]
            source = sentence.source
            text = source
            texts[k] = cython.cast(cython.ulonglong, text)
            lengths[k] = len(source)
            sizes[k] = sentence.size
            entries[k] = search.system.entries(sentence.size)
            largest = max(largest, sentence.size)
            own = sentence.cuts
            for i in range(CUTS * sentence.size):
                cuts[at + i] = own[i]
            at += CUTS * sentence.size
        search.take_size(largest)
        at = word = 0
        with cython.nogil:
            for k in range(count):
                search.size = sizes[k]
                if search.size > 0:
                    text = cython.cast("const char *", texts[k])
                    search.encode_text(text, lengths[k], cuts[CUTS * word : CUTS * (word + search.size)], search.size)
                    if search.margins is None:
                        search.find_tree()
                    else:
                        search.find_watched_tree()
                        for i in range(SIGNALS * search.size):
                            signals[SIGNALS * word + i] = search.margins.signal[i]
                    for i in range(entries[k]):
                        heads[at + i] = search.head[i]
                        labels[at + i] = search.label[i]
                    at += entries[k]
                    word += search.size
        return 0


NOWHERE = float_array(1)  # for signals that nobody asked for
MOST_TREES = 1 << 30  # more than any beam has
