"""Does a classifier learn, give the same again, and go on from a saved state as if nothing had happened?"""

from __future__ import annotations

import warnings
from typing import Any

import numpy

from treewright.classifiers import AveragedPerceptron, Classifier
from treewright.classifiers.classifier import OWN
from treewright.conformance.learner import SMALL, Learner, made
from treewright.conformance.own_sentences import own_sentences, reproduced
from treewright.conformance.report import Report, refuse_ignored, require_same
from treewright.errors import SettingsWarning
from treewright.parser import Parser
from treewright.training.callbacks import Callbacks
from treewright.treebank import Sentence

ROUNDS = 30  # in which one decision must be learnt; a perceptron needs one
ROUNDED = 1e-4  # what scores of a network may differ by where they are summed in another order


def check_classifier(
    cls: type[Classifier], *, sentences: int = 6, epochs: int = 3, least: float = 40.0, **settings: Any
) -> Report:
    """Learn one decision, then a few sentences, step by step; then train parsers, and load what they have learnt.

    `least` per cent of the words of these sentences must be right at last; `settings` go to the parsers.
    """
    report = Report(getattr(cls, "__name__", repr(cls)))
    kept = isinstance(cls, type) and issubclass(cls, Classifier)
    report.require(kept, "is a subclass of Classifier", repr(cls))
    _check_declared(cls, report)
    own = own_sentences(sentences)
    labels = sorted({label for sentence in own for label in sentence.labels if label})
    if not cls.fitted:
        _check_one_decision(cls, report)
        once, twice = Learner(cls, labels), Learner(cls, labels)
        for _ in range(epochs):
            once.learn(own)
            twice.learn(own)
            require_same(once.classifier.state(), twice.classifier.state(), "the same training gives the same state", report)
            _check_learnt(once.classifier, report)
        _check_restore(cls, once, labels, own, report)
        if cls.takes_network:
            _check_scores(once, own, report)
    _check_parsers(cls, own, least, settings, report)
    return report


def _check_declared(cls: type[Classifier], report: Report) -> None:
    """What a class says of itself."""
    report.require(cls.looks_at in ("atoms", "keys"), "looks_at is atoms or keys", repr(cls.looks_at))
    if issubclass(cls, AveragedPerceptron):
        refuse_ignored(report, cls, AveragedPerceptron, ("update",))
    if cls.in_python:
        missing = [name for name in OWN if getattr(cls, name) is getattr(Classifier, name)]
        report.require(not missing, f"defines {', '.join(OWN)}", f"not {', '.join(missing)}")


def _check_one_decision(cls: type[Classifier], report: Report) -> None:
    """A sentence of one word, where only the label is open: a perceptron needs one update, others may need some more."""
    learner = Learner(cls, ["first", "second"])
    sentence = Sentence.from_words([{"form": "Timber", "upos": "NOUN", "head": 0, "deprel": "second"}])
    learner.prepare([sentence])
    before = learner.parse(sentence)
    report.require(learner.parse(sentence) == before, "the same configuration always has the same scores")
    rounds = 1 if issubclass(cls, AveragedPerceptron) else ROUNDS
    if issubclass(cls, AveragedPerceptron):
        keys = learner.classifier.state()["keys"]
        report.require(len(keys) == 0, "a new classifier has no weights", f"{len(keys)} features")
        report.require(before[2] == 0.0, "without weights every score is 0", str(before[2]))
    updates = 0
    while updates < rounds and (new := learner.learn([sentence])):
        updates += new
        report.require(new == 1, "a wrong decision causes one update", f"{new} updates")
    after = learner.parse(sentence)
    report.require(after[1] == [1], "credit makes the right transition win", f"label {after[1]} after {updates} updates")
    report.require(learner.learn([sentence]) == 0, "a right decision causes no update")
    if not cls.batched:
        seen = learner.classifier.updates
        report.require(seen == updates, "updates are counted", f"{seen} of {updates}")


def _check_learnt(classifier: Classifier, report: Report) -> None:
    """What is learnt at the moment, and the model that is made of it."""
    state = {name: numpy.array(array) for name, array in classifier.state().items()}
    one, other = classifier.learnt(), classifier.learnt()
    require_same(classifier.state(), state, "asking what is learnt leaves it as it is", report)
    require_same(one.arrays(), other.arrays(), "asking twice gives the same", report)
    seen = getattr(one, "class_count", classifier.classes)  # arrays of a model in plain Python do not tell
    report.require(seen == classifier.classes, "what is learnt has the same classes", str(seen))
    finite = all(bool(numpy.isfinite(array).all()) for array in one.arrays().values())
    report.require(finite, "what is learnt is numbers, neither infinite nor undefined")
    again = classifier.learnt_from(classifier.classes, one.arrays())
    require_same(again.arrays(), one.arrays(), "what was learnt, made of its arrays, has the same arrays", report)
    joined = classifier.joined([one], 0.0)
    if classifier.needs_class:
        model, again = (made(type(classifier), classifier.classes) for _ in range(2))
        model.restore(joined.arrays())
        again.restore(model.arrays())
    else:
        model = classifier.packed(classifier.classes, joined)
        again = classifier.model_from(classifier.classes, model.arrays())
    require_same(again.arrays(), model.arrays(), "a model made of its arrays has the same arrays", report)


def _check_restore(cls: type[Classifier], learner: Learner, labels: list[str], own: list[Sentence], report: Report) -> None:
    """A checkpoint: a new classifier goes on from a state exactly as the old one does."""
    other = Learner(cls, labels)
    state = {name: numpy.array(array) for name, array in learner.classifier.state().items()}
    for array in state.values():
        array.setflags(write=False)  # as those of a file
    other.restore(state, learner.epoch)
    require_same(other.classifier.state(), state, "restore gives back the state", report)
    require_same(other.classifier.learnt().arrays(), learner.classifier.learnt().arrays(), "and the same is learnt", report)
    learner.learn(own)
    other.learn(own)
    rule = "learning goes on from a restored state as if nothing had happened"
    require_same(other.classifier.learnt().arrays(), learner.classifier.learnt().arrays(), rule, report)


def _check_scores(learner: Learner, own: list[Sentence], report: Report) -> None:
    """A network learns with PyTorch and parses without it; either must say the same."""
    for sentence in own:
        found, expected = learner.parse(sentence), learner.parse_learning(sentence)
        same = found[:2] == expected[:2] and abs(found[2] - expected[2]) <= ROUNDED * max(1.0, abs(expected[2]))
        seen = "" if same else f"{found[2]:g} and {expected[2]:g}"
        report.require(same, "what was learnt gives the scores that it had while learning", seen)


def _check_parsers(cls: type[Classifier], own: list[Sentence], least: float, settings: dict[str, Any], report: Report) -> None:
    """Parsers with greedy search and with a beam; one that is fitted once knows single decisions only."""
    beam = {"beam": 2, "strategy": "early-update", "restart": "positive"}
    for way in ({}, beam) if not cls.fitted else ({},):
        kind: dict[str, Any] = {"preset": "fast", "epochs": 20 if cls.probabilistic else 8}  # these go in small steps
        if cls.fitted:
            kind = {"explore": "never"}
        elif cls.takes_network:
            kind = {"epochs": 60, **SMALL, "network.average": 0.9}
        given = {**kind, **way, **settings}
        where = "with a beam" if way else "with greedy search"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SettingsWarning)  # not every network reads all of `SMALL`
            once, twice = Parser(classifier=cls, **given), Parser(classifier=cls, **given)
        kept = _Kept()
        once.train(own, callbacks=kept)
        twice.train(own)
        _check_learnt(kept.classifier, report)
        require_same(twice.contents()[1], once.contents()[1], "the same seed gives the same model", report)
        score = reproduced(once, own)
        report.require(score >= least, f"it learns: {least:g} % of its own sentences", f"{score:.1f} %", where)
        again = Parser.from_contents(*once.contents(), None, **once.given_again())
        same = [again(s).source for s in own] == [once(s).source for s in own]
        report.require(same, "a model that is loaded parses as the one that was saved", "", where)
        same = [s.source for s in once.pipe(own)] == [once(s).source for s in own]
        report.require(same, "sentences do not depend on each other", "", where)


class _Kept(Callbacks):
    """Keeps the classifier of a training."""

    classifier: Classifier

    def on_training_end(self, loop: Any) -> None:
        """Take it."""
        self.classifier = loop.trainer.classifier
