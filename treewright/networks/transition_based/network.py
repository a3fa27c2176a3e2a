"""Classifiers that are networks: feed-forward, or over the states of a BiLSTM; any search and any strategy goes with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from treewright.classifiers.classifier import Classifier
from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.errors import ModelError, SettingsError
from treewright.features.extraction import Extraction
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS, Lexicon
from treewright.networks.extra import torch_or_refuse
from treewright.networks.layers.scoring_layers import ACTIVATIONS
from treewright.networks.sizes import check_sizes
from treewright.networks.transition_based.network_model import NetworkModel
from treewright.networks.transition_based.projected_words import ProjectedWords
from treewright.networks.transition_based.slot_credit import SlotCredit
from treewright.networks.transition_based.slot_scorer import SlotScorer
from treewright.networks.transition_based.slots import Slots
from treewright.storage.named_arrays import Arrays, LearntArrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class Network(Classifier):
    """Base of networks that score transitions; PyTorch learns, and what was learnt needs numpy only."""

    seeded = True
    probabilistic = True
    batched = True
    in_python = False
    needs_class = False
    reads_vectors = True
    takes_network = True
    encoder = "none"  # what is between the vectors of words and the first layer

    def __init__(self, classes: int, *, seed: int = 1, embeddings: Any = None, **settings: Any) -> None:
        """`settings` are those of [network] and what `takes_network` tells of, `embeddings` pre-trained vectors of words."""
        super().__init__(classes)
        self.seen: dict[str, int] = settings.pop("seen", {})
        self.seed, self.embeddings, self.settings = seed, embeddings, settings
        self.scorers: list[Any] = []
        self.credits: list[Any] = []
        self.learner: Any = None
        self.followers: list[Network] = []  # that learn with it, over its encoder

    # Parts of a search and of a strategy ----------------------------------------------------------------------------

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer for one view."""
        scorer = SlotScorer(self, extraction, room)
        if not scorer.slots.words and (extraction.tables.atoms or len(extraction.model.tables) == 1):
            raise SettingsError("features.templates: seen templates without words, expected some that a network can look at")
        self.scorers.append(scorer)
        return scorer

    def credit(self, extraction: Extraction) -> Credit:
        """Credit for what that scorer saw."""
        scorer = next(own for own in self.scorers if own.extraction is extraction)
        self.credits.append(SlotCredit(scorer, self._classes_of(scorer.slots)))
        return self.credits[-1]

    def _classes_of(self, slots: Slots) -> int:
        return self.seen.get(slots.name, self.classes)

    def states(self, sentences: list[Sentence]) -> Any:
        """Nothing: the learner has encoded them."""

    def tags(self, states: Any) -> Any:
        """None: tags are asked of what has been learnt."""

    def encoded(self, states: Any, slots: Slots) -> ProjectedWords:
        """The sentences of the batch that is learnt from, as the network sees them now from one view."""
        return self.learner.encoded(slots)  # type: ignore[no-any-return]

    # Learning -------------------------------------------------------------------------------------------------------

    def prepare(self, sentences: Sequence[Sentence]) -> None:
        """Make the network for these training data."""
        words = sum(sentence.size for sentence in sentences)
        fields = [name for name in COLUMNS if self.settings.get(name, 1)]
        fields += [CHARACTERS] if self.settings.get(CHARACTERS) else []
        self._make(Lexicon.of(sentences, self.embeddings.words if self.embeddings else (), fields=fields), words)

    def _make(self, lexicon: Lexicon, words: int) -> None:
        torch_or_refuse()
        more = {"encoder": self.encoder, "seed": self.seed, "words": words, "embeddings": self.embeddings}
        self.learner = self.make_learner(lexicon, {**self.settings, **more})
        for own, stage in zip(self.followers, self.learner.stages[1:] if self.followers else (), strict=True):
            own.learner = stage

    def make_learner(self, lexicon: Lexicon, settings: Mapping[str, Any]) -> Any:
        """What learns with PyTorch."""
        if self.followers:
            from treewright.networks.transition_based.shared_learner import SharedLearner

            followers = [(*own.views(), int(own.settings["labels"])) for own in self.followers]
            return SharedLearner(lexicon, *self.views(), followers=followers, **settings)
        from treewright.networks.transition_based.transition_learner import TransitionLearner

        return TransitionLearner(lexicon, *self.views(), **settings)

    def views(self) -> tuple[list[Slots], list[int]]:
        """The views that have slots, and how many classes each sees."""
        views = [scorer.slots for scorer in self.scorers if scorer.slots.words]
        return views, [self._classes_of(view) for view in views]

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Set the rate of learning."""
        self.learner.begin_epoch(epoch, epochs)

    def batches(self, sizes: Sequence[int]) -> list[list[int]]:
        """Which sentences are learnt from at once, given how long they are."""
        return self.learner.batches(sizes)  # type: ignore[no-any-return]

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences to learn from."""
        self.learner.begin_batch(sentences)

    def end_batch(self) -> None:
        """Learn from what was recorded."""
        self.learner.learn([taken for own in (self, *self.followers) for taken in own.taken()])

    def taken(self) -> list[tuple[Any, Any]]:
        """What was recorded from each view."""
        return [credit.taken() for credit in self.credits if credit.scorer.slots.words]

    # What was learnt ------------------------------------------------------------------------------------------------

    @property
    def row_count(self) -> int:
        """How many numbers were learnt."""
        return int(self.learner.parameter_count)

    def learnt(self) -> Any:
        """The moving average of the weights."""
        return LearntArrays(self.learner.averaged())

    def arrays(self) -> Arrays:
        """The same as arrays."""
        return self.learner.averaged()  # type: ignore[no-any-return]

    def state(self) -> Arrays:
        """With the state of the optimiser."""
        return self.learner.state()  # type: ignore[no-any-return]

    def restore(self, state: Arrays) -> None:
        """Go on from a state."""
        self._make(Lexicon.from_arrays(section(state, "lexicon")), int(section(state, "numbers")["words"][0]))
        self.learner.restore(state)

    @classmethod
    def model_from(cls, classes: int, arrays: Arrays) -> Any:
        """The model that a parser parses with."""
        return NetworkModel(classes, arrays)

    @classmethod
    def check_model(cls, model: Any, settings: Mapping[str, Any]) -> None:
        """Refuses a model that is not what the settings of [network] say."""
        check_sizes(model.sizes, settings, cls.encoder, bool(model.encoder.tags))
        if ACTIVATIONS[model.activation] != settings["activation"]:
            seen = f"seen {ACTIVATIONS[model.activation]} in the arrays, expected {settings['activation']}"
            raise ModelError(f"network.activation: {seen}, as the settings say")


class FeedForward(Network):
    """Vectors of words, tags and labels at the positions of the templates (Chen and Manning 2014)."""


class BiLSTMNetwork(Network):
    """The states of a BiLSTM over the sentence at a few positions (Kiperwasser and Goldberg 2016)."""

    encoder = "bilstm"
