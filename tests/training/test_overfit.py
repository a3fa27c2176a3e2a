"""Every way of training learns ten sentences by heart; every output of any model is a tree with one root.

Partial systems learn which words have no head, and every output is a part of a tree with one root.
"""

import itertools
import random

import pytest
from grids import pairwise
from random_models import randomised
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.conformance.own_sentences import UntilLearnt, learnable, own_sentences, reproduced
from treewright.settings import STATIC
from treewright.treebank.dependency_tree import is_tree, problem_of

WHOLE = [name for name, cls in DEPENDENCY_SYSTEMS.items() if not cls.partial]
PARTIAL = [name for name, cls in DEPENDENCY_SYSTEMS.items() if cls.partial]

STRATEGIES = {
    "greedy-static": {"beam": 1, "strategy": "local", "oracle": "static"},
    "greedy-dynamic": {"beam": 1, "strategy": "local", "explore": "always"},
    "early-update": {"beam": 4, "strategy": "early-update"},
    "max-violation": {"beam": 4, "strategy": "max-violation"},
    "restart": {"beam": 4, "strategy": "early-update", "restart": "positive"},
}

ROOTLESS = [name for name, cls in DEPENDENCY_SYSTEMS.items() if "none" in cls.roots]
ROOTED = [*((name, root) for name in DEPENDENCY_SYSTEMS for root in ("first", "last")), *((name, "none") for name in ROOTLESS)]

WAYS = [  # swap and attardi have no dynamic oracle, easy-first neither a static one nor a beam
    (system, strategy)
    for system in WHOLE
    for strategy in STRATEGIES
    if (system not in STATIC or strategy != "greedy-dynamic") and (system != "easy-first" or strategy == "greedy-dynamic")
]


def best_score(own, **settings):
    """The share of words of the training data, in per cent, that the seed reproduces that knows them best.

    The weights of the last epoch make no error on it; the averaged ones that a parser gets may, where a margin is small,
    and it depends on the seed whether they do.
    """
    best = 0.0
    for seed in (1, 2, 3, 4):
        parser = tw.Parser(preset="panparser", epochs=60, seed=seed, **settings)
        rows = parser.train(own, callbacks=UntilLearnt())
        assert rows[-1]["updates"] == 0
        best = max(best, reproduced(parser, own, labelled=settings["labels"] != "none"))
        if best >= 99:
            break
    return best


@pytest.mark.parametrize(
    ("system", "strategy", "root", "labels"),
    pairwise((*way, *more) for way in WAYS for more in itertools.product(("first", "last"), ("joint", "none"))),
)
def test_ten_sentences_by_heart(system, root, strategy, labels):
    assert best_score(own_sentences(10), system=system, root=root, labels=labels, **STRATEGIES[strategy]) >= 99


@pytest.mark.parametrize("labels", ["joint", "second", "none"])
@pytest.mark.parametrize("strategy", ["greedy-static", "early-update"])
@pytest.mark.parametrize("system", ROOTLESS)
def test_ten_sentences_by_heart_without_a_root_token(system, strategy, labels):
    assert best_score(own_sentences(10), system=system, root="none", labels=labels, **STRATEGIES[strategy]) >= 99


def partly_annotated(system):
    """Ten sentences without the heads of the words that a treebank might leave open, and of some others."""
    rng = random.Random(7)
    own = []
    for sentence in own_sentences(10):
        open_words = [word.upos in ("ADP", "ADV", "PUNCT") or rng.random() < 0.1 for word in sentence]
        heads = [-1 if o else head for o, head in zip(open_words, sentence.heads, strict=True)]
        labels = [None if o else label for o, label in zip(open_words, sentence.labels, strict=True)]
        own.append(learnable(sentence.with_tree(heads, labels), system))
    return own


@pytest.mark.parametrize(
    ("system", "root", "strategy", "labels"),
    pairwise(itertools.product(PARTIAL, ("first", "last"), STRATEGIES, ("joint", "none"))),
)
def test_partial_annotation_by_heart(system, root, strategy, labels):
    own = partly_annotated(system)
    heads = [head for sentence in own for head in sentence.heads]
    assert 0.2 * len(heads) < heads.count(-1) < 0.8 * len(heads)
    assert best_score(own, system=system, root=root, labels=labels, **STRATEGIES[strategy]) >= 99


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("system", [name for name in PARTIAL if name.endswith("-partial")])
def test_partial_systems_learn_whole_trees(system, root):
    assert best_score(own_sentences(10), system=system, root=root, labels="joint", **STRATEGIES["greedy-dynamic"]) >= 99


@pytest.mark.parametrize("max_length", [1, 2, 5])
@pytest.mark.parametrize("strategy", ["greedy-static", "greedy-dynamic"])
@pytest.mark.parametrize("system", [name for name in PARTIAL if name.endswith("-span")])
def test_short_arcs_of_whole_trees(system, strategy, max_length):
    """Trained on whole trees, the span systems give their short arcs and nothing else.

    The templates must show the token below the top, from which arc-hybrid makes its right arcs; zn11 does not.
    """
    own = own_sentences(10)
    settings = {"system": system, "features": "rich", "epochs": 60, **STRATEGIES[strategy]}
    best = 0.0
    for seed in (1, 2, 3, 4):
        parser = tw.Parser(preset="panparser", max_length=max_length, seed=seed, **settings)
        parser.train(own, callbacks=UntilLearnt())
        pairs = [(d, g, h) for s in own for d, (g, h) in enumerate(zip(s.heads, parser(s).heads, strict=True), 1)]
        assert all(h == -1 or (h > 0 and abs(h - d) <= max_length) for d, _, h in pairs)
        right = [h == (g if g > 0 and abs(g - d) <= max_length else -1) for d, g, h in pairs]
        best = max(best, sum(right) / len(right))
        if best >= 0.99:
            break
    assert best >= 0.99


@pytest.mark.parametrize(("system", "strategy"), WAYS)
def test_labels_by_a_second_classifier(system, strategy):
    assert best_score(own_sentences(10), system=system, labels="second", **STRATEGIES[strategy]) >= 99


def random_sentence(rng, size):
    words = [{"form": rng.choice("abcdefg"), "upos": rng.choice(["NOUN", "VERB", "DET"])} for _ in range(size)]
    return tw.Sentence.from_words(words)


@pytest.mark.parametrize(
    ("system", "root", "beam"),
    [(*rooted, beam) for rooted in ROOTED for beam in (1, 3) if (rooted[0], beam) != ("easy-first", 3)],
)
def test_any_model_gives_trees_with_one_root(system, root, beam):
    partial = DEPENDENCY_SYSTEMS[system].partial
    rng = random.Random(5)
    # random trees over a few words give weights to all sorts of features
    gold = []
    for _ in range(30):
        sentence = random_sentence(rng, rng.randint(1, 9))
        heads = [word - 1 for word in range(1, len(sentence) + 1)]
        gold.append(sentence.with_tree(heads, [rng.choice("xyz") for _ in heads]))
    way = "local" if beam == 1 else "laso"
    parser = tw.Parser(preset="panparser", system=system, root=root, beam=beam, strategy=way, epochs=2)
    parser.train(gold)
    for _ in range(3):
        randomised(parser, rng)
        for size in (1, 2, 3, 5, 9, 17, 40):
            for _ in range(4):
                parsed = parser(random_sentence(rng, size))
                heads = list(parsed.heads)
                assert problem_of(heads) is None if partial else is_tree(heads)
                assert all(label in ("x", "y", "z") for head, label in zip(heads, parsed.labels, strict=True) if head >= 0)
                assert all(label is None for head, label in zip(heads, parsed.labels, strict=True) if head < 0)


@pytest.mark.parametrize("system", DEPENDENCY_SYSTEMS)
def test_odd_gold_trees_can_be_learnt_from(system):
    """Non-projective trees, missing heads and missing labels: training goes on, and a tree comes out."""
    forms = ["a", "b", "c", "d", "e"]
    blank = tw.Sentence.from_words(forms)
    odd = [
        blank.with_tree([3, 4, 0, 3, 4], ["x"] * 5),  # crossing arcs
        blank.with_tree([-1, 3, 0, -1, 4], ["x", None, "y", None, "x"]),
        blank.with_tree([-1] * 5, [None] * 5),
    ]
    for root in ("first", "last"):
        for name, settings in STRATEGIES.items():
            if DEPENDENCY_SYSTEMS[system].partial is False and (system, name) not in WAYS:
                continue
            parser = tw.Parser(preset="panparser", system=system, root=root, epochs=5, **settings)
            parser.train(odd)
            heads = list(parser(blank).heads)
            assert problem_of(heads) is None if DEPENDENCY_SYSTEMS[system].partial else is_tree(heads)
