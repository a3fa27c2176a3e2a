"""Margins: a greedy search notes on the way what a beam of one finds when it looks back, and both find what is there."""

from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.decoding import SearchDecoder
from treewright.search.margins import NAMES

TINY = Path(tw.__file__).parent / "data" / "tiny"
TRAIN, TEST = (list(tw.read(TINY / f"{part}.conllu"))[:40] for part in ("train", "test"))
ARC, LABEL, LEAST, RIVAL, LABEL_RIVAL, TAG = range(len(NAMES))


def trained(**settings):
    parser = tw.Parser(**{"epochs": 2, "strategy": "local", "beam": 1, **settings})
    parser.train(TRAIN, progress=False)
    return parser


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "arc-standard", "swap", "covington", "attardi"])
def test_noting_and_looking_back_are_the_same(system):
    parser = trained(system=system, **{"training.facts": 1.0})
    greedy = parser.new_decoder()
    beam = SearchDecoder(parser.make_search(parser.model, global_training=True))
    for decoder in (greedy, beam):
        decoder.search.facts = None  # what does not fit is left out on the way only
    (one, noted), (other, found) = greedy.watched(TEST), beam.watched(TEST)
    same = [i for i in range(len(one.heads)) if one.heads[i] == other.heads[i]]
    assert len(same) == len(one.heads)
    numpy.testing.assert_allclose(noted[:, (ARC, LABEL, LEAST)], found[:, (ARC, LABEL, LEAST)], rtol=1e-4)


def test_rivals_are_those_of_the_best_trees():
    parser = tw.Parser(epochs=2, beam=4, strategy="max-violation", system="arc-hybrid", pseudo_projective="none")
    parser.train(TRAIN, progress=False)
    decoder = parser.new_decoder()
    decoder.search.facts = None
    scale = decoder.search.scorer.scale
    compared = 0
    for sentence in TEST:
        _, signals = decoder.watched([sentence])
        (score, first), *others = decoder.best(sentence, 100)
        for i in range(len(sentence)):
            behind = [score - s for s, tree in others if tree.heads[i] != first.heads[i]]
            assert (signals[i, RIVAL] >= 0 and bool(behind)) or (signals[i, RIVAL] <= 0 and not behind)
            if behind:
                compared += 1
                assert signals[i, RIVAL] * scale == pytest.approx(min(behind), rel=1e-3, abs=1e-3)
    assert compared > 5


def test_a_decoder_that_was_asked_forgets_it():
    decoder = trained().new_decoder()
    before = list(decoder.decode(TEST).heads)
    decoder.watched(TEST)
    assert decoder.search.margins is None and list(decoder.decode(TEST).heads) == before
