"""A classifier and all that it takes to train it greedily, decision by decision, with arc-hybrid."""

from __future__ import annotations

from treewright.classifiers import Classifier
from treewright.features import FeatureModel, extraction_of
from treewright.oracles import ORACLES
from treewright.search import Greedy, TransitionClasses
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence


def made(cls: type[Classifier], classes: int) -> Classifier:
    """A new classifier."""
    return cls(classes, **({"seed": 1} if cls.seeded else {}))


class Learner:
    """Local training of a classifier outside a parser, so that every step can be looked at."""

    def __init__(self, cls: type[Classifier], labels: list[str]) -> None:
        self.labels = labels
        system = TRANSITION_SYSTEMS["arc-hybrid"]()
        classes = TransitionClasses(system, len(labels))
        self.classifier = made(cls, classes.count)
        extraction = extraction_of(FeatureModel())
        self.search = Greedy(system, self.classifier.scorer(extraction), classes)
        self.oracle = ORACLES["arc-hybrid"](system)
        self.strategy = STRATEGIES["local"]()
        self.strategy.attach(self.search, self.oracle, self.classifier.credit(extraction))
        self.strategy.begin_epoch(1, 1, 1)

    def learn(self, sentences: list[Sentence]) -> int:
        """One epoch of local training; returns the number of updates."""
        self.search.scorer.use(self.classifier.learning)
        updates = 0
        for sentence in sentences:
            self.search.encode(sentence)
            self.oracle.prepare(list(sentence.heads), [self.labels.index(label or "") for label in sentence.labels])
            updates += self.strategy.learn()
        return updates

    def parse(self, sentence: Sentence) -> tuple[list[int], list[int], float]:
        """Heads, labels and score with what is learnt at the moment."""
        self.search.scorer.use(self.classifier.learning)
        return self.search.parse(sentence)  # type: ignore[no-any-return]
