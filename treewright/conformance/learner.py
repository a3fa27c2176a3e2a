"""A classifier and all that it takes to train it greedily, decision by decision, with arc-hybrid."""

from __future__ import annotations

from typing import Any

from treewright.classifiers import Classifier
from treewright.features import FeatureModel, extraction_of
from treewright.oracles import ORACLES
from treewright.search import Greedy, TransitionClasses
from treewright.settings import SETTINGS
from treewright.storage.named_arrays import Arrays
from treewright.training import STRATEGIES
from treewright.training.trainer import Example
from treewright.training.transition_trainer import TransitionTrainer, Worker
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence

EPOCHS = 30  # that a network plans its rate for
SMALL = {  # settings of a network that learns a few sentences quickly
    "network.word": 16, "network.lemma": 8, "network.affixes": 8, "network.upos": 8, "network.xpos": 8, "network.feats": 8,
    "network.label": 8, "network.width": 32, "network.hidden": 64, "network.batch": 30, "network.rate": 0.01,
    "network.dropout": 0.0, "network.average": 0.0,
}  # fmt: skip


def made(cls: type[Classifier], classes: int, labels: int = 0) -> Classifier:
    """A new classifier; a network has vectors of so many labels, and small ones."""
    more: dict[str, Any] = {"seed": 1} if cls.seeded else {}
    if cls.takes_network:
        network = {name: setting.default for name, setting in SETTINGS.items() if name.startswith("network.")}
        more.update({name.partition(".")[2]: value for name, value in {**network, **SMALL}.items()})
        more.update(labels=labels + 1)  # and that of no label
    return cls(classes, **more)


class Learner:
    """Local training of a classifier outside a parser, so that every step can be looked at."""

    def __init__(self, cls: type[Classifier], labels: list[str]) -> None:
        self.labels, self.epoch, self.prepared = labels, 0, False
        self.system = TRANSITION_SYSTEMS["arc-hybrid"]()
        self.classes = TransitionClasses(self.system, len(labels))
        self.classifier = made(cls, self.classes.count, len(labels))
        self.extraction = extraction_of(FeatureModel(templates="slots") if cls.takes_network else FeatureModel())
        self.search = Greedy(self.system, self.classifier.scorer(self.extraction), self.classes)
        oracle, self.strategy = ORACLES["arc-hybrid"](self.system), STRATEGIES["local"]()
        self.strategy.attach(self.search, oracle, self.classifier.credit(self.extraction))
        self.trainer = TransitionTrainer([Worker(self.search, oracle, self.classifier, self.strategy)], lambda learnt: learnt)

    def prepare(self, sentences: list[Sentence]) -> None:
        """Show the training data to the classifier, if it has not seen them yet."""
        if not self.prepared:
            self.trainer.prepare(sentences)
        self.prepared = True

    def restore(self, state: Arrays, epoch: int) -> None:
        """Go on from what a classifier knew after this epoch."""
        self.trainer.restore(state)
        self.prepared, self.epoch = True, epoch

    def learn(self, sentences: list[Sentence]) -> int:
        """One epoch of local training; returns the number of updates."""
        self.prepare(sentences)
        self.epoch += 1
        self.trainer.begin_epoch(self.epoch, EPOCHS, 1)
        return self.trainer.learn([Example(sentence, self._gold(sentence)) for sentence in sentences])

    def _gold(self, sentence: Sentence) -> tuple[list[int], list[int]]:
        return list(sentence.heads), [self.labels.index(label or "") for label in sentence.labels]

    def parse(self, sentence: Sentence) -> tuple[list[int], list[int], float]:
        """Heads, labels and score with what is learnt at the moment."""
        if self.classifier.batched:  # it scores the sentences in hand only, and what has been learnt scores all
            model = self.classifier.packed(self.classes.count, self.classifier.learnt())
            return Greedy(self.system, model.scorer(self.extraction), self.classes).parse(sentence)
        return self.parse_learning(sentence)

    def parse_learning(self, sentence: Sentence) -> tuple[list[int], list[int], float]:
        """The same as it is scored while learning goes on."""
        self.search.scorer.use(self.classifier.learning)
        self.classifier.begin_batch([sentence])
        self.search.begin_batch([sentence])
        return self.search.parse(sentence)  # type: ignore[no-any-return]
