"""For each rule of searches, one that breaks it is caught."""

import pytest
from broken_parts import broken, only_compiled

from treewright.conformance import check_search
from treewright.search import Beam, Greedy


def search(change, base=Greedy):
    """A search whose answers are changed by a function of heads, labels and score."""

    class Changed(base):
        times = 0

        def parse(self, sentence):
            self.times += 1
            return change(self, *super().parse(sentence))

    return Changed


def best(change):
    class Changed(Beam):
        def best(self, sentence, count):
            return change(super().best(sentence, 4), count)

    return Changed


@pytest.mark.parametrize(
    "cls, rule",
    [
        (dict, "is a subclass of Search"),
        (search(lambda self, heads, labels, score: ([0] * len(heads), labels, score)), "gives a tree with one root"),
        (search(lambda self, heads, labels, score: (heads, [-1] * len(heads), score)), "gives every word a label"),
        (
            search(lambda self, heads, labels, score: (heads, labels, score + self.times)),
            "gives the same when asked twice",
        ),
        (
            search(lambda self, heads, labels, score: (heads, labels, score + 1e6), Beam),
            "the first of the best trees is",
        ),
        (best(lambda found, count: found[::-1]), "the first of the best trees is the one that parse gives"),
        (best(lambda found, count: [found[0], *found[:0:-1]]), "the best trees come in order of their scores"),
        (best(lambda found, count: [found[0], *found]), "the best trees are different, and no more than wanted"),
    ],
)
def test_a_broken_search_is_caught(cls, rule):
    assert broken(check_search, cls, systems=["arc-eager"], sentences=4).startswith(rule)


def test_a_search_that_boasts_is_caught():
    class Boasting(Greedy):
        def parse(self, sentence):
            heads, labels, score = super().parse(sentence)
            return heads, labels, score + 1000

        def best(self, sentence, count):
            heads, labels, score = self.parse(sentence)
            return [(score, heads, labels)]

    message = broken(check_search, Boasting, systems=["arc-eager"], sentences=2)
    assert message.startswith("claims no higher score than the best path has")


@only_compiled
def test_a_decode_in_python_would_be_ignored():
    class Mine(Greedy):
        def decode(self):
            return 0.0

    assert "would be ignored; seen: decode" in broken(check_search, Mine)
