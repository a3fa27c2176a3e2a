"""A decoder of your own, in plain Python: a small graph-based parser (McDonald et al. 2005) in numpy.

It makes no transitions.  Every arc of a sentence gets a score, the sum of the weights of its features (the tags and the
distance of head and dependent, and so on), and the best tree is the maximum spanning tree of these scores.  Labels have
weights of their own.  It learns as a perceptron does: the weights of gold arcs go up, those of predicted arcs go down.

Run this file to check the decoder, train a parser with it, save it and load it again.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from treewright.conformance import check_decoder
from treewright.trees import best_tree

BUCKETS = 1 << 15


class Graph(tw.LearningDecoder):
    """First-order graph-based parsing with hashed features and an averaged perceptron."""

    def __init__(self, alphabets: Any) -> None:
        super().__init__(alphabets)
        count = max(1, len(alphabets.labels))
        self.arcs = numpy.zeros(BUCKETS)  # weights of the features of an arc
        self.labels = numpy.zeros((BUCKETS, count))  # and of the labels that it may have
        self.sums = [numpy.zeros_like(self.arcs), numpy.zeros_like(self.labels)]  # changes by the time they were made
        self.steps = 1

    def decode(self, sentences: list[tw.Sentence], givens: Any = None) -> tw.Prediction:
        """The best tree of each sentence."""
        heads: list[int] = []
        labels: list[int] = []
        for sentence in sentences:
            features = arc_features(sentence)
            tree = best_tree(self.arcs[features].sum(axis=2))
            heads += tree
            labels += self.best_labels(features, tree)
        return tw.Prediction(heads, labels)

    def best_labels(self, features: Any, heads: Sequence[int]) -> list[int]:
        """The best label of each arc."""
        return [int(self.labels[features[head, word]].sum(axis=0).argmax()) for word, head in enumerate(heads, 1)]

    def learn(self, examples: Sequence[Any]) -> int:
        """Compare the best tree with the gold one, and change the weights of what differs."""
        updates = 0
        for sentence, (gold_heads, gold_labels), _ in examples:
            features = arc_features(sentence)
            predicted = best_tree(self.arcs[features].sum(axis=2))
            self.steps += 1
            for word, (gold, head) in enumerate(zip(map(int, gold_heads), predicted, strict=True), 1):
                if gold < 0:  # not annotated
                    continue
                if gold != head:
                    updates += 1
                    self.change(0, features[gold, word], 1.0)
                    self.change(0, features[head, word], -1.0)
                own = features[gold, word]
                right, label = int(gold_labels[word - 1]), int(self.labels[own].sum(axis=0).argmax())
                if right not in (label, -1):
                    updates += 1
                    self.change(1, (own, right), 1.0)
                    self.change(1, (own, label), -1.0)
        return updates

    def change(self, which: int, place: Any, amount: float) -> None:
        """Add to some weights; their average is the weights less the sum of changes times when they were made."""
        numpy.add.at((self.arcs, self.labels)[which], place, amount)
        numpy.add.at(self.sums[which], place, amount * self.steps)

    def arrays(self) -> dict[str, Any]:
        """What a model file keeps: averages."""
        return {"arcs": self.arcs - self.sums[0] / self.steps, "labels": self.labels - self.sums[1] / self.steps}

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps: the weights of the moment, and what averages them."""
        return {
            "arcs": self.arcs, "labels": self.labels, "arc_sums": self.sums[0], "label_sums": self.sums[1],
            "steps": numpy.array([self.steps]),
        }  # fmt: skip

    def restore(self, state: dict[str, Any]) -> None:
        """Take what `arrays` or `state` gave, as copies, because arrays of a model file are read-only."""
        self.arcs, self.labels = state["arcs"].copy(), state["labels"].copy()
        self.sums = [numpy.zeros_like(self.arcs), numpy.zeros_like(self.labels)]
        if "steps" in state:
            self.sums, self.steps = [state["arc_sums"].copy(), state["label_sums"].copy()], int(state["steps"][0])


def arc_features(sentence: tw.Sentence) -> Any:
    """The buckets of the features of all arcs: head x dependent x feature; row and column 0 are the root."""
    tags = numpy.array([code("ROOT"), *(code(tag or "_") for tag in sentence.tags)], numpy.uint64)
    forms = numpy.array([code("ROOT"), *(code(form) for form in sentence.forms)], numpy.uint64)
    place = numpy.arange(len(tags))
    distance = numpy.clip(place[None, :] - place[:, None], -6, 6).astype(numpy.int64).astype(numpy.uint64)
    before = numpy.roll(tags, 1)  # the tag of the word before
    pairs = [
        (tags[:, None], tags[None, :]), (tags[:, None], forms[None, :]), (forms[:, None], tags[None, :]),
        (forms[:, None], forms[None, :]), (tags[:, None], before[None, :]), (before[:, None], tags[None, :]),
    ]  # fmt: skip
    keys = [mixed(number, head, dependent, distance) for number, (head, dependent) in enumerate(pairs)]
    return numpy.stack(numpy.broadcast_arrays(*keys), axis=2).astype(numpy.int64)


def code(text: str) -> int:
    """A number for a text, the same in every run."""
    return int.from_bytes(text.encode()[:40], "little") * 0x9E3779B97F4A7C15 % (1 << 61)


def mixed(number: int, head: Any, dependent: Any, distance: Any) -> Any:
    """The bucket of a feature."""
    odd = [numpy.uint64(value) for value in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)]
    key = (head * odd[0]) ^ (dependent * odd[1]) ^ ((distance + numpy.uint64(number * 64 + 7)) * odd[2])
    return (key * odd[0]) >> numpy.uint64(64 - BUCKETS.bit_length() + 1)


def main(treebank: Path, sentences: int = 40) -> None:
    """Check the decoder, then train, parse, save and load with it."""
    # 1. Does it keep the rules?  This raises an error that names the rule that is broken.
    print(check_decoder(Graph))

    # 2. Train, parse and score as with any other parser.
    gold = list(tw.read(treebank))[:sentences]
    parser = tw.Parser(decoder=Graph, epochs=5)
    parser.train(gold)
    print(parser, parser.evaluate(gold), sep="\n")

    # 3. A model file holds data only, so whoever loads it brings the class.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.tw"
        parser.save(path)
        again = tw.load(path, decoder=Graph)
        assert [again(s).source for s in gold] == [parser(s).source for s in gold]


if __name__ == "__main__":
    tiny = Path(tw.__file__).parent / "data" / "tiny" / "train.conllu"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else tiny)
