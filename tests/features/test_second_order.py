"""The second-order map: one template for each unordered pair of atoms, and what it amounts to in a configuration."""

import itertools

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences, reproduced
from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.transitions import TRANSITION_SYSTEMS


def atoms_of(name):
    return [line for line in FeatureModel(templates=name, history=False).text if " " not in line]


@pytest.mark.parametrize("name", ["atoms", "desr"])
def test_every_pair_once(name):
    atoms = atoms_of(name)
    model = FeatureModel(templates=name, history=False, second_order=True)
    lines = [line for line in model.text if not line.startswith("define")]
    assert lines[: len(atoms)] == atoms and lines[len(atoms)] == "1"
    pairs = [frozenset(line.split()) for line in lines[len(atoms) + 1 :]]
    assert len(pairs) == len(set(pairs)) == len(atoms) * (len(atoms) - 1) // 2
    assert set(pairs) == {frozenset(pair) for pair in itertools.combinations(atoms, 2)}


def test_templates_that_are_combined_already_stay_and_pairs_are_not_made_twice():
    plain, paired = (FeatureModel(history=False, second_order=second) for second in (False, True))
    assert paired.text[: len(plain.text)] == plain.text
    assert len({frozenset(line.split()) for line in paired.text}) == len(paired.text)


def test_the_number_of_features_is_that_of_the_map():
    """d atoms that are there give d (d + 1) / 2 features and the constant, all of them different."""
    system = TRANSITION_SYSTEMS["arc-standard"]()
    one, two = (extraction_of(FeatureModel(templates="desr", history=False, second_order=s)) for s in (False, True))
    seen = set()
    for sentence in own_sentences(3):
        c = system.initial(len(sentence))
        for extraction in (one, two):
            extraction.encode(sentence)
        while not system.final(c):
            single, both = keys_of(one, c), keys_of(two, c)
            assert len(both) == len(set(both)) == len(single) * (len(single) + 1) // 2 + 1
            assert set(single) <= set(both)
            seen.add(len(single))
            system.step(c, system.valid(c)[-1])
    assert len(seen) > 3


def test_what_cannot_be_paired_is_refused(tmp_path):
    path = tmp_path / "own.features"
    path.write_text("S0.p N0.p\nS0.F\nS0.w\n")
    with pytest.raises(tw.SettingsError, match=r"second_order: seen 1 templates of one atom to pair, expected 2 to 128"):
        FeatureModel(templates=str(path), history=False, second_order=True)


def test_a_model_carries_its_pairs(tmp_path):
    own = own_sentences(8)
    parser = tw.Parser(features="desr", second_order=True, strategy="local", epochs=10)
    assert parser.settings["features"]["history"] is False
    parser.train(own)
    assert reproduced(parser, own) >= 99
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert again.features.text == parser.features.text and len(again.features.plain) == 30 * 31 // 2 + 1
    assert [again(s).source for s in own] == [parser(s).source for s in own]
