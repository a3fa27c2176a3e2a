"""What a decoder of the user's own answers: trees of its family, from `decode` and from `best`; seeds reach it."""

import pickle

import numpy
import pytest
from examples import example
from own_trees import ten_trees

import treewright as tw
from treewright.conformance import ConformanceError, check_decoder
from treewright.conformance.own_sentences import own_sentences
from treewright.families import ConstituencyTrees, DependencyTrees
from treewright.families.constituent_columns import problem_of

Graph = example("own_decoder").Graph
NAN = float("nan")


def decoder(**methods):
    return type("Own", (Graph,), {**methods, "__module__": __name__})


@pytest.mark.parametrize(
    "answer, message",
    [
        (lambda self, s: None, "seen None, expected a list of scores and predictions, in pairs"),
        (lambda self, s: [self.decode([s])], "seen .*, expected a list of scores and predictions, in pairs"),
        (lambda self, s: self.decode([s]), "seen .*, expected a list of scores and predictions, in pairs"),
        (lambda self, s: [("x", self.decode([s]))], "seen .*, expected a list of scores and predictions, in pairs"),
        (lambda self, s: [(NAN, self.decode([s]))], "seen a score that is NaN, expected numbers"),
        (lambda self, s: [(1.0, None)], "seen NoneType, expected a Prediction"),
        (lambda self, s: [(1.0, tw.Prediction([7] * 3, [0] * 3))], "seen heads of shape"),
        (lambda self, s: [(1.0, tw.Prediction([0] * len(s), [0] * len(s)))], "seen .* roots .*, expected one"),
    ],
)
def test_what_best_may_answer(answer, message):
    parser = tw.Parser(decoder=decoder(best=lambda self, s, count, given=None: answer(self, s)), epochs=1)
    parser.train(own_sentences(4))
    with pytest.raises(tw.TreewrightError, match=rf"^Own\.best: {message}"):
        parser.nbest(own_sentences(1)[0], 2)
    assert len(parser(own_sentences(1)[0])) > 0  # decode is another method


def test_the_rules_hold_for_best_too():
    def twice(self, sentence, count, given=None):
        return [(score, self.decode([sentence])) for score in (1.0, 2.0)]

    with pytest.raises(ConformanceError, match="best gives at least one tree, and the best one first"):
        check_decoder(decoder(best=twice))
    with pytest.raises(ConformanceError, match="best gives at least one tree"):
        check_decoder(decoder(best=lambda self, sentence, count, given=None: []))


def test_a_seeded_decoder_keeps_the_rules():
    seeds = []

    class Seeded(Graph):
        seeded = True

        def __init__(self, alphabets, *, seed):
            super().__init__(alphabets)
            seeds.append(seed)

    assert check_decoder(Seeded).total > 10 and set(seeds) == {1}
    tw.Parser(decoder=Seeded, epochs=1).train(own_sentences(3), seed=7)
    assert seeds[-1] == 7


# Families ---------------------------------------------------------------------------------------------------------------


class Flat(tw.LearningDecoder):
    """Predicts one constituent that has all tokens, and learns only how many sentences it has seen."""

    def __init__(self, alphabets):
        super().__init__(alphabets)
        self.seen = 0

    def decode(self, sentences, givens=None):
        parents, labels = [], []
        name = self.alphabets.labels.index("S")
        for size in map(len, sentences):
            several = size > 1
            parents += [size if several else -1] * size + [-1] * (size - 1)
            labels += ([-1] * size + [name] + [-1] * (size - 2)) if several else [name] * size
        return tw.Prediction(parents, labels)

    def learn(self, examples):
        assert all(len(gold[0]) == max(0, 2 * len(sentence) - 1) for sentence, gold, _ in examples)
        self.seen += len(examples)
        return len(examples)

    def arrays(self):
        return {"seen": numpy.array([self.seen])}

    def restore(self, state):
        self.seen = int(state["seen"][0])


def test_a_system_without_effect_says_nothing_of_the_family():
    with pytest.warns(tw.SettingsWarning, match="system.name has no effect"):
        parser = tw.Parser(decoder=Graph, system="set-based", epochs=1)
    assert isinstance(parser.family, DependencyTrees)
    parser.train(own_sentences(3), own_sentences(3))
    assert parser(own_sentences(1)[0]).heads


def test_a_decoder_of_constituents(tmp_path):
    trees = ten_trees()
    parser = tw.Parser(decoder=Flat, family=ConstituencyTrees(), epochs=1)
    rows = parser.train(trees, trees)
    assert rows[0]["updates"] == 10 and 0 < rows[0]["dev_f1"] < 50
    parsed = parser(trees[0])
    assert len(parsed.tree.brackets()) == 1 and [s.tree.brackets() for s in parser.pipe(trees[:1])] == [parsed.tree.brackets()]
    parser.save(tmp_path / "flat.tw")
    again = tw.load(tmp_path / "flat.tw", decoder=Flat, family=ConstituencyTrees())
    for other in (again, pickle.loads(pickle.dumps(parser))):
        assert isinstance(other.family, ConstituencyTrees) and other.evaluate(trees).f1 == parser.evaluate(trees).f1
    with pytest.raises(tw.SettingsError, match="Flat makes no dependency trees, so no heads can be given"):
        parser(trees[0], keep="heads")


@pytest.mark.parametrize(
    "columns, message",
    [
        (lambda n: ([0] * n, [0] * n), r"seen heads of shape .*, expected one number for each of \d+ tokens and const"),
        (lambda n: ([99] * (2 * n - 1), [0] * (2 * n - 1)), "seen 99 as the parent of entry 0, expected -1 or a constituent"),
        (lambda n: ([n] * (2 * n - 1), [0] * (2 * n - 1)), "seen entry 0 above itself or above another that is"),
        (lambda n: ([-1] * (2 * n - 1), [-2] * (2 * n - 1)), "seen -2 among the labels, expected numbers from -1 to"),
        (lambda n: (None, [0] * (2 * n - 1)), "seen heads of shape"),
    ],
)
def test_columns_that_are_no_constituents(columns, message):
    class Wrong(Flat):
        def decode(self, sentences, givens=None):
            found = [columns(len(sentence)) for sentence in sentences]
            heads = None if found[0][0] is None else [head for one, _ in found for head in one]
            return tw.Prediction(heads, [label for _, one in found for label in one])

    with pytest.raises(tw.TreewrightError, match=rf"^Wrong\.decode: {message}"):
        tw.Parser(decoder=Wrong, family=ConstituencyTrees(), epochs=1).train(ten_trees()[:3], ten_trees()[:3])


def test_which_parents_are_trees():
    assert problem_of([]) is problem_of([-1]) is problem_of([3, 3, 4, -1, 3]) is problem_of([4, 4, 3, -1, 3]) is None
    assert "above itself" in problem_of([3, 4, 4, 4, 3]) and "parent of entry 3" in problem_of([-1, -1, -1, 1, -1])
