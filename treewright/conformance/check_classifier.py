"""Does a classifier learn, average, and go on from a saved state as if nothing had happened?"""

from __future__ import annotations

from typing import Any

import numpy

from treewright.classifiers import AveragedPerceptron, PackedWeights
from treewright.conformance.own_sentences import own_sentences
from treewright.conformance.report import Report, refuse_ignored
from treewright.features import Extraction, FeatureModel
from treewright.oracles import ORACLES
from treewright.search import Greedy, TransitionClasses
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence


def check_classifier(cls: type[AveragedPerceptron], *, sentences: int = 6, epochs: int = 3) -> Report:
    """Learn one decision, then a few sentences, and look at the weights after each step."""
    report = Report(cls.__name__)
    report.require(issubclass(cls, AveragedPerceptron), "is a subclass of AveragedPerceptron", repr(cls))
    refuse_ignored(report, cls, AveragedPerceptron, ("update",))
    _check_one_decision(cls, report)
    own = own_sentences(sentences)
    labels = sorted({label for sentence in own for label in sentence.labels if label})
    once, twice = _Learner(cls, labels), _Learner(cls, labels)
    for _ in range(epochs):
        once.learn(own)
        twice.learn(own)
        _same(once.classifier.state(), twice.classifier.state(), "the same training gives the same weights", report)
        _check_average(once.classifier, report)
    _check_restore(cls, once, labels, own, report)
    return report


class _Learner:
    """A classifier and all that it takes to train it."""

    def __init__(self, cls: type[AveragedPerceptron], labels: list[str]) -> None:
        self.labels = labels
        system = TRANSITION_SYSTEMS["arc-hybrid"]()
        classes = TransitionClasses(system, len(labels))
        self.classifier = cls(classes.count)
        extraction = Extraction(FeatureModel())
        self.search = Greedy(system, extraction, self.classifier.table, classes)
        self.oracle = ORACLES["arc-hybrid"](system)
        self.strategy = STRATEGIES["local"]()
        self.strategy.attach(self.search, self.oracle, self.classifier)
        self.strategy.begin_epoch(1, 1, 1)

    def learn(self, sentences: list[Sentence]) -> int:
        """One epoch of local training; returns the number of updates."""
        self.search.scorer.use(self.classifier.table)
        updates = 0
        for sentence in sentences:
            self.search.encode(sentence)
            self.oracle.prepare(list(sentence.heads), [self.labels.index(label or "") for label in sentence.labels])
            updates += self.strategy.learn()
        return updates

    def parse(self, sentence: Sentence) -> tuple[list[int], list[int], float]:
        """Heads, labels and score with the weights of the moment."""
        self.search.scorer.use(self.classifier.table)
        return self.search.parse(sentence)  # type: ignore[no-any-return]


def _check_one_decision(cls: type[AveragedPerceptron], report: Report) -> None:
    """A sentence of one word, where only the label is open: one update must be enough."""
    learner = _Learner(cls, ["first", "second"])
    state = learner.classifier.state()
    report.require(len(state["keys"]) == 0, "a new classifier has no weights", f"{len(state['keys'])} features")
    sentence = Sentence.from_words([{"form": "Timber", "upos": "NOUN", "head": 0, "deprel": "second"}])
    before = learner.parse(sentence)
    report.require(before[2] == 0.0, "without weights every score is 0", str(before[2]))
    updates = learner.learn([sentence])
    report.require(updates == 1, "a wrong decision causes one update", f"{updates} updates")
    after = learner.parse(sentence)
    report.require(after[2] > before[2], "an update raises the score of the right transition", f"{before[2]} -> {after[2]}")
    report.require(after[1] == [1], "an update makes the right transition win", f"label {after[1]}, expected [1]")
    report.require(learner.learn([sentence]) == 0, "a right decision causes no update")
    counts = learner.classifier.updates, learner.classifier.steps
    report.require(counts[0] == 1 and counts[1] > 1, "updates and steps are counted", f"updates and steps {counts}")


def _check_average(classifier: AveragedPerceptron, report: Report) -> None:
    state = classifier.state()
    one, other = classifier.averaged(), classifier.averaged()
    _same(classifier.state(), state, "averaging leaves the weights that are learnt as they are", report)
    _same(one.arrays(), other.arrays(), "averaging twice gives the same weights", report)
    report.require(one.class_count == classifier.classes, "the averages have the same classes", str(one.class_count))
    finite = bool(numpy.isfinite(one.arrays()["weights"]).all())
    report.require(finite, "averaged weights are numbers, neither infinite nor undefined")
    packed = PackedWeights.of(one)
    again = PackedWeights(packed.classes, packed.arrays())
    _same(again.arrays(), packed.arrays(), "packed weights made of their arrays have the same arrays", report)


def _check_restore(
    cls: type[AveragedPerceptron], learner: _Learner, labels: list[str], own: list[Sentence], report: Report
) -> None:
    """A checkpoint: a new classifier goes on from a state exactly as the old one does."""
    other = _Learner(cls, labels)
    state = {name: numpy.array(array) for name, array in learner.classifier.state().items()}
    other.classifier.restore(state)
    _same(other.classifier.state(), state, "restore gives back the state", report)
    _same(other.classifier.averaged().arrays(), learner.classifier.averaged().arrays(), "and the same average", report)
    learner.learn(own)
    other.learn(own)
    rule = "learning goes on from a restored state as if nothing had happened"
    _same(other.classifier.averaged().arrays(), learner.classifier.averaged().arrays(), rule, report)


def _same(one: dict[str, Any], other: dict[str, Any], rule: str, report: Report) -> None:
    """Two sets of arrays are equal."""
    one, other = _sorted(one), _sorted(other)
    names = [name for name in sorted({*one, *other}) if not _equal(one.get(name), other.get(name))]
    report.require(not names, rule, f"{', '.join(names)} differ")


def _sorted(arrays: dict[str, Any]) -> dict[str, Any]:
    """Entries of a table in the order of keys and classes; the order in which they were learnt does not matter."""
    if "keys" not in arrays or "classes" not in arrays or len(arrays["keys"]) != len(arrays["classes"]):
        return arrays
    order = numpy.lexsort((arrays["classes"], arrays["keys"]))
    return {name: array[order] if len(array) == len(order) else array for name, array in arrays.items()}


def _equal(one: Any, other: Any) -> bool:
    return one is not None and other is not None and bool(numpy.array_equal(one, other))
