"""A classifier of your own, in plain Python: a small neural network in numpy.

Each atom of a configuration (the form of the next word, the tag of the top of the stack ...) has an embedding, which is found
by hashing the atom and its place into buckets.  The sum of all embeddings goes through one hidden layer of rectifiers, which
gives a score to each class:

    hidden = max(0, bias + sum of embeddings)        scores = hidden x output

What was right and wrong comes as credit: an amount for the score of a class in a configuration, positive if the score should
have been higher.  So credit is the gradient of the scores that is to be followed, and Adagrad follows it.

Run this file to check the network, train parsers with it, save one and load it again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from treewright.conformance import check_classifier

BUCKETS, HIDDEN = 1 << 14, 64
RATE, TINY = 0.1, 1e-8  # of Adagrad


class Network(tw.Classifier):
    """One hidden layer over embeddings of atoms."""

    seeded = True  # the constructor takes `seed`

    def __init__(self, classes: int, seed: int = 1) -> None:
        super().__init__(classes)
        random = numpy.random.default_rng(seed)
        self.embeddings = random.normal(0, 0.1, (BUCKETS, HIDDEN)).astype(numpy.float32)
        self.bias = numpy.zeros(HIDDEN, numpy.float32)
        self.output = random.normal(0, 0.1, (HIDDEN, classes)).astype(numpy.float32)
        self.squares = [numpy.zeros_like(array) for array in (self.embeddings, self.bias, self.output)]

    def scores(self, features: Any) -> Any:
        """One score for each class."""
        return self.hidden(self.buckets(features)) @ self.output

    def learn(self, credits: list[tuple[Any, int, float]]) -> None:
        """One step of Adagrad for all decisions of a sentence; those of one configuration have equal features."""
        decisions = {features.tobytes(): features for features, _, _ in credits}
        rows = {key: row for row, key in enumerate(decisions)}
        wanted = numpy.zeros((len(rows), self.classes), numpy.float32)  # how each score should change
        for features, number, amount in credits:
            wanted[rows[features.tobytes()], number] += amount
        buckets = [self.buckets(features) for features in decisions.values()]
        hidden = numpy.stack([self.hidden(own) for own in buckets])
        back = (wanted @ self.output.T) * (hidden > 0)
        change = numpy.zeros_like(self.embeddings)
        for own, row in zip(buckets, back, strict=True):
            numpy.add.at(change, own, row)
        steps = (change, back.sum(axis=0), hidden.T @ wanted)
        for array, square, step in zip((self.embeddings, self.bias, self.output), self.squares, steps, strict=True):
            square += step * step
            array += RATE * step / numpy.sqrt(square + TINY)

    def arrays(self) -> dict[str, Any]:
        """What a model file keeps."""
        return {"embeddings": self.embeddings, "bias": self.bias, "output": self.output}

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps: the sums of Adagrad, too."""
        return {**self.arrays(), **{f"squares{number}": square for number, square in enumerate(self.squares)}}

    def restore(self, state: dict[str, Any]) -> None:
        """Take what `arrays` or `state` gave, as copies, because arrays of a model file are read-only."""
        self.embeddings, self.bias, self.output = (state[name].copy() for name in ("embeddings", "bias", "output"))
        self.squares = [state.get(f"squares{number}", square).copy() for number, square in enumerate(self.squares)]

    # The first layer

    def buckets(self, features: Any) -> Any:
        """The rows of the embeddings of all atoms that are there; 0 is an absent one."""
        places = numpy.arange(1, 2 * len(features), 2, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        return ((features * places) >> numpy.uint64(50))[features != 0].astype(numpy.int64)

    def hidden(self, buckets: Any) -> Any:
        """The hidden layer."""
        return numpy.maximum(self.embeddings[buckets].sum(axis=0) + self.bias, 0)


def main(treebank: Path, sentences: int = 40) -> None:
    """Check the network, then train, parse, save and load with it."""
    # 1. Does it keep the rules?  This raises an error that names the rule that is broken.
    print(check_classifier(Network))

    # 2. Train as with any other classifier: a greedy parser that explores ...
    gold = list(tw.read(treebank))[:sentences]
    greedy = tw.Parser(classifier=Network, preset="fast", epochs=5)
    greedy.train(gold)
    print("greedy:", greedy.evaluate(gold))

    # ... and one with a beam and max-violation updates.
    beam = tw.Parser(classifier=Network, preset="fast", beam=4, strategy="max-violation", epochs=5)
    beam.train(gold)
    print("beam:  ", beam.evaluate(gold))

    # 3. A model file holds data only, so whoever loads it brings the class.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.tw"
        beam.save(path)
        again = tw.load(path, classifier=Network)
        assert [again(s).source for s in gold] == [beam(s).source for s in gold]


if __name__ == "__main__":
    tiny = Path(tw.__file__).parent / "data" / "tiny" / "train.conllu"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else tiny)
