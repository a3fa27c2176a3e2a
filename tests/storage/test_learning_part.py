"""Classifiers and decoders that learn tell what they learnt under one contract."""

import pytest

import treewright as tw
from treewright.classifiers import Classifier
from treewright.decoding import LearningDecoder
from treewright.storage.learning_part import LearningPart


class Forgetful(tw.Classifier):
    def scores(self, features):
        raise AssertionError

    def learn(self, credits):
        raise AssertionError


class Counts(LearningPart):
    def arrays(self):
        return {"seen": [3]}


@pytest.mark.parametrize("part", [Classifier, LearningDecoder])
def test_both_take_it_from_one_base(part):
    assert issubclass(part, LearningPart)
    for name in ("arrays", "restore", "state"):
        assert getattr(part, name) is getattr(LearningPart, name)


def test_the_state_is_the_arrays_unless_there_is_more():
    assert Counts().state() == {"seen": [3]}
    with pytest.raises(tw.TreewrightError, match=r"Counts must define restore\(state\)"):
        Counts().restore({})


def test_what_is_not_defined_is_named_before_training():
    with pytest.raises(tw.SettingsError, match=r"Forgetful: seen no arrays, restore, expected methods scores, learn, arrays"):
        tw.Parser(classifier=Forgetful)
