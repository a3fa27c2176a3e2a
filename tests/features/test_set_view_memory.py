"""Features of other words are never those remembered; heads survive a model file; endless sentences are refused."""

import random

import pytest

import treewright as tw
from tests.own_trees import random_tree, ten_trees
from treewright.features import extraction_of
from treewright.features.extraction import keys_of
from treewright.transitions import TRANSITION_SYSTEMS


def test_other_words_give_other_features():
    model = tw.FeatureModel(templates="set", history=False)
    system = TRANSITION_SYSTEMS["set-based"]()
    one, other = (random_tree(random.Random(seed), 6) for seed in (1, 2))
    c = system.initial(6)
    for kind in (0, 2, 0, 2, 1):
        system.step(c, kind, -1, 1 if kind == 1 else 0)
    extraction, fresh = extraction_of(model), extraction_of(model)
    extraction.encode(one)
    before = keys_of(extraction, c)
    extraction.encode(other)
    fresh.encode(other)
    assert keys_of(extraction, c) == keys_of(fresh, c) != before


def test_heads_of_labels_are_kept_without_tags(tmp_path):
    """A treebank in which every token is a constituent of its own has ranks of labels only."""
    trees = [s.with_brackets([("X", (i,)) for i in range(len(s))] + [("S", tuple(range(len(s))))]) for s in ten_trees()]
    parser = tw.Parser({"system": "set-based", "preset": "fast", "epochs": 1})
    parser.train(trees, progress=False)
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert loaded.features.heads.labels == parser.features.heads.labels


def test_endless_sentences_are_refused():
    with pytest.raises(tw.InputError, match="300,000 tokens"):
        TRANSITION_SYSTEMS["set-based"]().initial(300_000)
