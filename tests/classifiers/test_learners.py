"""Learners that are fitted once: SVMs, logistic regression, nearest neighbours. Each learns a treebank by heart."""

import random
import sys
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers import CLASSIFIERS, FittedClassifier
from treewright.classifiers.fitted_classifier import required
from treewright.conformance.own_sentences import own_sentences, reproduced
from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.features.hash_functions import constant_key
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.dependency_tree import is_tree

LEARNERS = [name for name, cls in CLASSIFIERS.items() if issubclass(cls, FittedClassifier)]
TINY = Path(tw.__file__).parent / "data" / "tiny"
WEIGHING = [name for name in LEARNERS if CLASSIFIERS[name].has_weights]
SURE = {name: {"classifier.cost": 10.0} if name in WEIGHING else {"classifier.neighbours": 1} for name in LEARNERS}


@pytest.fixture(autouse=True)
def _installed(request):
    name = getattr(request.node, "callspec", None) and request.node.callspec.params.get("name")
    if name != "nearest-neighbours" and "without_scikit_learn" not in request.node.name:
        pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'treewright[learners]'")


def parser_of(name, settings=(), **more):
    return tw.Parser({"classifier.name": name, **SURE[name], **dict(settings)}, **more)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_tiny_treebank_by_heart(name, tmp_path):
    """Trained twice: the same bytes; saved and loaded: the same trees, each with one root."""
    own = [s for s in tw.read(TINY / "train.conllu") if len(s)][:40]
    test = list(tw.read(TINY / "test.conllu"))
    for file in ("a.tw", "b.tw"):
        parser = parser_of(name, system="swap")
        rows = parser.train(own, test)
        parser.save(tmp_path / file)
    assert (tmp_path / "a.tw").read_bytes() == (tmp_path / "b.tw").read_bytes()
    assert len(rows) == 1 and rows[0]["rows"] > 100 and rows[0]["dev_las"] > 30 and parser.settings["training"]["epochs"] == 1
    assert parser.evaluate(own).las >= 99
    again = tw.load(tmp_path / "a.tw")
    parsed = [again(s) for s in [*own, *test]]
    assert [s.source for s in parsed] == [parser(s).source for s in [*own, *test]]
    assert all(is_tree(list(s.heads)) for s in parsed if len(s))
    assert [s.source for s in again.pipe(test, threads=2)] == [s.source for s in parsed[len(own) :]]


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid-partial", "arc-standard"])
@pytest.mark.parametrize("name", LEARNERS)
def test_other_systems_oracles_and_labels(name, system):
    own = own_sentences(8)
    for more in ({"oracle": "dynamic"}, {"labels": "none"}, {"root": "first"}):
        if system == "arc-hybrid-partial":
            more = {**more, "features": "desr"}  # zn11 does not show the token below the top
        parser = parser_of(name, system=system, **more)
        parser.train(own)
        assert reproduced(parser, own, labelled=more.get("labels") != "none") >= 99


@pytest.mark.parametrize("name", LEARNERS)
def test_random_sentences_give_trees(name):
    parser = parser_of(name)
    parser.train(own_sentences(6))
    rng = random.Random(3)
    for size in (1, 2, 5, 12, 30):
        words = [{"form": rng.choice("abc"), "upos": rng.choice(["NOUN", "VERB", "X"])} for _ in range(size)]
        assert is_tree(list(parser(tw.Sentence.from_words(words)).heads))


@pytest.mark.parametrize("name", LEARNERS)
def test_one_word_and_one_class(name):
    own = [tw.Sentence.from_words([{"form": "Ja", "upos": "INTJ", "head": 0, "deprel": "root"}])]
    parser = parser_of(name)
    parser.train(own)
    assert list(parser(own[0]).heads) == [0]


@pytest.mark.parametrize("name", LEARNERS)
def test_a_finished_training_can_be_resumed(name, tmp_path):
    own = own_sentences(5)
    for resume in (False, True):
        parser = parser_of(name)
        parser.train(own, own, checkpoint=tmp_path / "checkpoint", resume=resume)
        parser.save(tmp_path / f"{resume}.tw")
    assert (tmp_path / "False.tw").read_bytes() == (tmp_path / "True.tw").read_bytes()


@pytest.mark.parametrize("name", LEARNERS)
def test_more_that_a_parser_does(name):
    """Constraints, pseudo-projective trees, the fast preset, n best trees: as with the perceptron."""
    own = own_sentences(6)
    parser = parser_of(name, preset="fast", pseudo_projective="head")
    parser.train(own)
    assert parser.settings["training"]["exploration"] == "never" and parser.settings["training"]["margin"] == 0
    some = own[0].with_tree([own[0].heads[0], *[None] * (len(own[0]) - 1)], own[0].labels)
    assert parser(some, keep="heads").heads[0] == own[0].heads[0]
    assert len(parser.nbest(own[0], 3)) == 1


def test_partial_trees_are_refused():
    own = own_sentences(3)
    blank = own[0].with_tree([-1, *list(own[0].heads)[1:]], own[0].labels)
    unlabelled = own[0].with_tree(own[0].heads, [None, *own[0].labels[1:]])
    for odd in (blank, unlabelled):
        with pytest.raises(tw.InputError, match=r"seen no head or no label at word 1 .*expected whole trees"):
            parser_of("nearest-neighbours").train([*own[1:], odd])


@pytest.mark.parametrize(
    "given",
    [{"training.strategy": "laso"}, {"training.exploration": "always"}, {"training.margin": 1.0}, {"training.threads": 2},
     {"training.seeds": 2}, {"training.drop_arcs": "0.5"}, {"training.given_heads": 0.5}, {"classifier.labels": "second"},
     {"classifier.update": "uniform"}, {"search.beam": 4}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("name", LEARNERS)
def test_what_learners_cannot_do_is_refused(name, given):
    with pytest.raises(tw.SettingsError, match=r"cannot work with .*; use "):
        tw.Parser({"classifier.name": name, **given})


def test_settings_that_do_nothing_are_told():
    from treewright.settings import resolve, without_effect

    given = {"classifier.cost": 2.0, "classifier.neighbours": 3, "classifier.gamma": 1.0, "training.epochs": 3}
    expected = {
        "averaged-perceptron": {"cost", "neighbours", "gamma"},
        "linear-svm": {"neighbours", "gamma", "epochs"},
        "poly2-svm": {"neighbours", "epochs"},
        "nearest-neighbours": {"cost", "gamma", "epochs"},
    }
    for name, idle in expected.items():
        told = without_effect(given, resolve({"classifier.name": name, **given}))
        assert {line.split()[0].split(".")[1] for line in told} == idle


def test_without_scikit_learn_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    for name in WEIGHING:
        parser = tw.Parser({"classifier.name": name})
        with pytest.raises(tw.SettingsError, match=rf"{name} needs scikit-learn, .*pip install 'treewright\[learners\]'"):
            parser.train(own_sentences(2))


def test_the_constant_is_always_there():
    extraction = extraction_of(FeatureModel(options="constant"))
    system = TRANSITION_SYSTEMS["arc-eager"]()
    for sentence in own_sentences(2):
        extraction.encode(sentence)
        c = system.initial(len(sentence))
        while not system.final(c):
            assert keys_of(extraction, c).count(constant_key()) == 1
            system.step(c, system.valid(c)[0])


# The kernel of degree two ---------------------------------------------------------------------------------------------


def poly2(atoms, gamma, cost=1.0):
    """A learner of random instances with so many atoms, some of them absent; the constant is the last atom."""
    model = CLASSIFIERS["poly2-svm"](2, cost=cost, gamma=gamma)
    templates = [(1000 + i, [i]) for i in range(atoms + 1)]
    templates += [(5000 + 97 * i + j, [i, j]) for i in range(atoms) for j in range(i)]
    model.look_at(templates, 0, 0)
    return model


def instances(count, atoms, rng):
    values = rng.integers(1, 4, (count, atoms)) * rng.integers(2**40, 2**41, (1, atoms)) * (rng.random((count, atoms)) > 0.2)
    return numpy.concatenate([values, numpy.ones((count, 1), int)], axis=1).astype("u8")


def overlap(one, other):
    """Dot products of the binary vectors that instances stand for."""
    one, other = one[:, :-1], other[:, :-1]
    return ((one[:, None, :] == other[None, :, :]) & (one[:, None, :] != 0)).sum(axis=2)


@pytest.mark.parametrize("gamma", [0.1, 0.5, 2.0])
def test_the_explicit_map_has_the_dot_products_of_the_kernel(gamma):
    rng = numpy.random.default_rng(2)
    found = instances(40, 7, rng)
    matrix, columns, scale = poly2(7, gamma).matrix(found.reshape(-1), None, [8] * 40)
    dots = (matrix @ matrix.T).toarray()
    assert numpy.allclose(dots, (gamma * overlap(found, found) + 1) ** 2)
    assert len(columns) == len(set(columns.tolist())) == matrix.shape[1] == len(scale)


def test_decisions_are_those_of_a_kernel_machine():
    """What is not a sum over atoms: the class is whether two atoms agree; a linear SVM of the atoms cannot know."""
    svm = required("sklearn.svm", "poly2-svm")
    rng = numpy.random.default_rng(4)
    found, unseen = instances(120, 6, rng), instances(60, 6, rng)
    scale = {at: {v: n for n, v in enumerate(numpy.unique(found[:, at]))} for at in range(6)}
    classes = numpy.array([(scale[0].get(r[0]) == scale[1].get(r[1])) ^ (scale[2].get(r[2]) == 1) for r in found]).astype(int)
    gamma, cost = 0.5, 1.0
    kernel = svm.SVC(kernel=lambda a, b: (gamma * overlap(a, b) + 1) ** 2, C=cost)
    kernel.fit(found, classes)
    learner = poly2(6, gamma, cost)
    both = numpy.concatenate([found, unseen])
    matrix, columns, _ = learner.matrix(both.reshape(-1), None, [7] * len(both))
    known = numpy.isin(columns, learner.matrix(found.reshape(-1), None, [7] * len(found))[1])
    weights = learner._weights(matrix[: len(found)], classes == 1) * known
    ours, theirs = matrix @ weights > 0, kernel.predict(both) == 1
    assert (ours[: len(found)] == theirs[: len(found)]).mean() >= 0.98
    assert (ours[len(found) :] == theirs[len(found) :]).mean() >= 0.9
    assert kernel.score(found, classes) >= 0.95


def test_templates_that_are_no_map_are_refused():
    for more in ({"features.second_order": False}, {"features.templates": "zn11"}, {"features.options": "morphology"}):
        with pytest.raises(tw.SettingsError, match=r"poly2-svm needs all pairs of plain atoms and nothing else"):
            tw.Parser({"classifier.name": "poly2-svm", **more}).train(own_sentences(2))
    parser = tw.Parser({"classifier.name": "poly2-svm", "features.templates": "atoms", "classifier.least_count": 2})
    assert parser.train(own_sentences(2))[0]["rows"] > 100


class Mine(CLASSIFIERS["linear-svm"]):
    """A learner of the user's own."""


def test_a_subclass_of_a_learner_has_its_defaults_and_its_rules():
    for given in ({"classifier": Mine}, {"classifier.name": Mine}, {"settings": {"classifier": {"name": Mine}}}):
        training = tw.Parser(**given).settings["training"]
        assert (training["strategy"], training["exploration"], training["epochs"]) == ("local", "never", 1)
    with pytest.raises(tw.SettingsError, match=r"training.drop_arcs = 0.5 cannot work with classifier.name = \w+:Mine"):
        tw.Parser(classifier=Mine, drop_arcs="0.5")
    parser = tw.Parser(classifier=Mine)
    parser.train(own_sentences(10))
    assert parser.evaluate(own_sentences(10)).las > 90
