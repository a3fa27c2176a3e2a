"""Does a decoder of your own keep its contract: does it learn, decode, and come back from a file as it was?"""

from __future__ import annotations

import warnings
from typing import Any

import numpy

from treewright.conformance.own_sentences import own_sentences, reproduced
from treewright.conformance.report import Report, require_same
from treewright.decoding import LearningDecoder
from treewright.decoding.learning_decoder import CheckedDecoder
from treewright.families.dependency_trees import DependencyTrees
from treewright.parser import Parser
from treewright.storage.named_arrays import checked_arrays
from treewright.training.trainer import Example
from treewright.treebank import Sentence

SEVERAL = 3  # trees that `best` is asked for


def check_decoder(
    cls: type[LearningDecoder], *, sentences: int = 10, epochs: int = 30, least: float = 80.0, **settings: Any
) -> Report:
    """Train on a few sentences, decode them, save and restore; `least` is the share of their words that must be right."""
    report = Report(getattr(cls, "__name__", repr(cls)))
    kept = isinstance(cls, type) and issubclass(cls, LearningDecoder)
    report.require(kept, "is a subclass of LearningDecoder", repr(cls))
    own = own_sentences(sentences)
    _check_alone(cls, own, report)
    _check_parser(cls, own, epochs, least, settings, report)
    return report


def _made(cls: type[LearningDecoder], own: list[Sentence]) -> LearningDecoder:
    more = {"seed": 1} if cls.seeded else {}
    return cls(DependencyTrees().alphabets(own), **more)  # type: ignore[arg-type]


def _examples(decoder: LearningDecoder, own: list[Sentence]) -> list[Example]:
    numbers = {label: number for number, label in enumerate(decoder.alphabets.labels)}
    gold = ((list(s.heads), [numbers[label or ""] for label in s.labels]) for s in own)
    return [Example(sentence, tree) for sentence, tree in zip(own, gold, strict=True)]


def _learn(decoder: LearningDecoder, own: list[Sentence]) -> int:
    examples = _examples(decoder, own)
    return sum(decoder.learn(examples[at : at + decoder.batch]) for at in range(0, len(examples), decoder.batch))


def _check_alone(cls: type[LearningDecoder], own: list[Sentence], report: Report) -> None:
    """The decoder by itself: trees from the first moment, states that can be restored."""
    decoder = _made(cls, own)
    checked = CheckedDecoder(decoder)
    sources = [sentence.source for sentence in own]
    for when in ("before it has learnt", "after an epoch"):
        together = checked.decode(own)
        apart = [checked.decode([sentence]) for sentence in own]
        heads = [int(head) for one in apart for head in one.heads]
        same = [int(head) for head in together.heads] == heads
        report.require(same, "the sentences of a batch do not depend on each other", "", when)
        checked.decode([])
        checked.decode([Sentence.from_words(["one"])])
        report.require([s.source for s in own] == sources, "decoding does not change the sentences", "", when)
        for sentence in own:
            scores = [score for score, _ in checked.best(sentence, SEVERAL)]
            rule = "best gives at least one tree, and the best one first"
            report.require(len(scores) > 0 and scores == sorted(scores, reverse=True), rule, str(scores), when)
        if when.startswith("before"):
            updates = _learn(decoder, own)
            counted = isinstance(updates, int) and updates > 0
            report.require(counted, "learn says how often it changed the model", repr(updates))
            report.require([s.source for s in own] == sources, "learning does not change the sentences")
    state = {name: numpy.array(array) for name, array in decoder.state().items()}
    for array in state.values():
        array.setflags(write=False)  # as those of a file
    other = _made(cls, own)
    other.restore(state)
    require_same(other.state(), state, "restore gives back the state", report)
    _learn(decoder, own)
    _learn(other, own)
    rule = "learning goes on from a restored state as if nothing had happened"
    require_same(checked_arrays(other), checked_arrays(decoder), rule, report)


def _check_parser(
    cls: type[LearningDecoder], own: list[Sentence], epochs: int, least: float, settings: dict[str, Any], report: Report
) -> None:
    """A parser with this decoder: trained, scored on dev, saved and loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        once, twice = (Parser(decoder=cls, **{"epochs": epochs, **settings}) for _ in range(2))
    rows = once.train(own, own)
    twice.train(own, own)
    require_same(twice.model.arrays(), once.model.arrays(), "the same seed gives the same model", report)
    report.require("dev_las" in rows[-1], "every epoch is scored on dev")
    score = reproduced(once, own)
    report.require(score >= least, f"it learns: {least:g} % of the words of its own sentences", f"{score:.1f} %")
    again = Parser.from_contents(*once.contents(), **once.given_again())
    same = [again(s).source for s in own] == [once(s).source for s in own]
    report.require(same, "a model that is loaded parses as the one that was saved")
    for sentence in own if cls.keeps_heads else ():
        size = len(sentence)
        given = sentence.with_tree([size, *[-1] * (size - 1)], [None] * size)  # an arc that it would hardly make
        report.require(once(given, keep="heads").heads[0] == size, "given heads are kept, as keeps_heads says")
    same = [s.source for s in once.pipe(own)] == [once(s).source for s in own]
    report.require(same, "sentences do not depend on each other")
