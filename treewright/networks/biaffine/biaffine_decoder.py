"""The biaffine parser: a graph-based network over a BiLSTM, and the best tree (Dozat and Manning 2017)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.arrays import int_array
from treewright.constraints.given import Given
from treewright.decoding.arc_graph import MOST_WORDS, too_many_words
from treewright.decoding.decoder import finish
from treewright.decoding.graph_decoder import TREES
from treewright.decoding.learning_decoder import LearningDecoder
from treewright.errors import InputError, ModelError, NotFinite
from treewright.families.family import Alphabets
from treewright.families.prediction import Prediction
from treewright.networks.biaffine.biaffine_model import BiaffineModel
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS, Lexicon
from treewright.networks.extra import torch_or_refuse
from treewright.networks.sizes import check_sizes
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence
from treewright.trees.best_tree import LARGEST

DEFAULTS: dict[str, Any] = {  # of the settings of [network] that are read here
    "word": 50, "lemma": 50, "affixes": 50, "upos": 24, "xpos": 24, "feats": 48, "characters": 0,
    "character_vectors": 50, "layers": 2, "width": 128,
    "arc": 100, "relation": 50, "tune": False, "transformer": "", "dropout": 1.0, "rate": 0.002, "batch": 100, "average": 0.99,
}  # fmt: skip


class BiaffineDecoder(LearningDecoder):
    """A network scores all arcs of a sentence; its best tree is found, then the labels of that."""

    seeded = True
    batch = 512  # sentences among which those of about the same length are learnt from at once
    in_python = False
    most_words = MOST_WORDS
    keeps_heads = keeps_constraints = True
    takes_network = True
    more_settings = ("search.tree",)

    def __init__(
        self, alphabets: Alphabets, *, seed: int = 1, tree: str = "mst", threads: int = 1, embeddings: Any = None,
        **settings: Any,
    ) -> None:  # fmt: skip
        """`tree` says which trees are found: mst (all) or eisner (projective); `settings` are those of [network].

        `threads` are those of PyTorch while it learns, `embeddings` pre-trained vectors of words.
        """
        super().__init__(alphabets)
        self.seed, self.threads, self.embeddings = seed, threads, embeddings
        self.settings = {name: settings.get(name, value) for name, value in DEFAULTS.items()}
        self.projective = tree != "mst"
        self.tree = TREES[tree]()
        self.labels = max(1, len(alphabets.labels))
        self.allowed = numpy.ones((2, self.labels), numpy.uint8)  # the labels of arcs from ROOT, and of others
        self.learner: Any = None
        self.model: BiaffineModel | None = None
        self.kept: Arrays = {}  # what the model was made of, if it came from a file

    # Parsing --------------------------------------------------------------------------------------------------------

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """The best tree of each sentence."""
        words = sum(sentence.size for sentence in sentences)
        heads, labels = int_array(words), int_array(words)
        if words:
            self._parse(sentences, givens, heads, labels)
        return finish(Prediction(heads, labels), sentences, givens, None)

    def _parse(self, sentences: list[Sentence], givens: Sequence[Given | None] | None, heads: Any, labels: Any) -> None:
        model = self._made_model()
        shown = asked = None
        if model is not None:
            shown = model.shown(sentences)
            asked = model.asked(shown)
        rows: list[int] = []  # of the heads
        at = 0
        for number, sentence in enumerate(sentences):
            size = sentence.size
            if not size:
                continue
            if size > MOST_WORDS:
                raise too_many_words(sentence, "biaffine")
            costs = numpy.full((size + 1, size + 1), self.tree.impossible)
            costs[:, 1:] = 0.0 if model is None else -model.arc_scores(shown, asked, at, size)
            found = self._best_tree(sentence, costs, None if givens is None else givens[number])
            heads[at : at + size] = found
            rows.extend([head + at - 1 if head else -1 for head in found])
            at += size
        if model is not None:
            allowed = self.allowed[[0 if row < 0 else 1 for row in rows]]
            labels[:] = model.best_labels(shown, rows, allowed)

    def _best_tree(self, sentence: Sentence, costs: Any, given: Given | None) -> list[int]:
        """The heads of the tree that costs the least, under what is given."""
        size = sentence.size
        if not (abs(costs[:, 1:]) < LARGEST).all():
            seen = "seen scores that are NaN or beyond 1e20"
            raise NotFinite(f"{_where(sentence)}: {seen}, expected a model with smaller weights")
        spans = []
        if given is not None:
            spans = given.spans
            known = numpy.asarray(given.heads)[:size]
            words = numpy.flatnonzero(known >= 0) + 1
            kept = costs[known[words - 1], words]
            costs[:, words] = self.tree.impossible
            costs[known[words - 1], words] = kept
            if given.banned is not None:
                costs[numpy.asarray(given.banned)[: costs.size].reshape(costs.shape) != 0] = self.tree.impossible
        numpy.fill_diagonal(costs, self.tree.impossible)
        total, heads = self.tree.best(costs, size, spans, True)
        if total >= self.tree.impossible / 2:
            raise InputError(f"{_where(sentence)}: seen constraints that no tree satisfies")
        return heads

    def _made_model(self) -> BiaffineModel | None:
        """The network as it is now, None before it has learnt anything; made once until it learns again."""
        if self.model is None and self.learner is not None:
            self.model = BiaffineModel(self.labels, self.learner.averaged())
        return self.model

    # Learning -------------------------------------------------------------------------------------------------------

    def prepare(self, sentences: Sequence[Sentence]) -> None:
        """Make the network for these training data; labels that arcs never have there they never get."""
        numbers = {label: number for number, label in enumerate(self.alphabets.labels)}
        seen = numpy.zeros_like(self.allowed)
        for sentence in sentences:
            for head, label in zip(sentence.heads, sentence.labels, strict=False):
                if head >= 0 and label in numbers:
                    seen[min(1, head), numbers[label]] = 1
        for own, some in zip(self.allowed, seen, strict=True):
            own[:] = some if some.any() else 1
        embedded = self.embeddings.words if self.embeddings else ()
        lexicon = Lexicon.of(sentences, embedded, fields=[*COLUMNS, *([CHARACTERS] if self.settings[CHARACTERS] else ())])
        self._make(lexicon, sum(sentence.size for sentence in sentences))

    def _make(self, lexicon: Lexicon, words: int) -> None:
        torch_or_refuse()
        from treewright.networks.biaffine.biaffine_learner import BiaffineLearner

        self.learner = BiaffineLearner(
            lexicon, self.labels, seed=self.seed, words=words, threads=self.threads, embeddings=self.embeddings,
            **self.settings,
        )  # fmt: skip
        self.model = None

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Set the rate of learning."""
        self.learner.begin_epoch(epoch, epochs)

    def learn(self, examples: Sequence[Any]) -> int:
        """Learn from some sentences; returns the number of steps."""
        if self.learner is None:
            self.prepare([example[0] for example in examples])
        self.model = None
        return int(self.learner.learn(examples))

    def figures(self) -> dict[str, Any]:
        """How many numbers it learns, and how large the loss was."""
        own = self.learner
        return {"rows": own.parameter_count, **({"loss": round(own.loss / own.steps, 4)} if own.steps else {})}

    # What has been learnt -------------------------------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """The moving average of the weights, and which labels arcs may have."""
        return self.kept if self.learner is None else {**self.learner.averaged(), "allowed": self.allowed}

    def state(self) -> Arrays:
        """The same with all that the optimiser needs."""
        return self.kept if self.learner is None else {**self.learner.state(), "allowed": self.allowed}

    def restore(self, state: Arrays) -> None:
        """Take what `arrays` or `state` gave; refuses what does not fit together."""
        allowed = state.get("allowed")
        if not isinstance(allowed, numpy.ndarray) or allowed.shape != self.allowed.shape or allowed.dtype != numpy.uint8:
            seen = "nothing" if allowed is None else f"{allowed.dtype}{list(allowed.shape)}"
            raise ModelError(f"allowed: seen {seen}, expected uint8{list(self.allowed.shape)}")
        self.allowed = numpy.array(allowed)
        if "numbers.words" not in state:
            self.model, self.kept = BiaffineModel.shared(self.labels, state), dict(state)
            check_sizes(self.model.sizes, self.settings, "bilstm")
            return
        self._make(Lexicon.from_arrays(section(state, "lexicon")), int(state["numbers.words"][0]))
        self.learner.restore(state)


def _where(sentence: Sentence) -> str:
    return f"{sentence.path or '(memory)'}:{sentence.line}"
