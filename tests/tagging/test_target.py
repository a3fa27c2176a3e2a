"""Classes of words: what they stand for comes back, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.errors import SettingsError
from treewright.tagging.target import Target
from treewright.treebank import Sentence

CHARACTER = st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs", "Cc"])
FIELD = st.text(CHARACTER, min_size=1, max_size=8).filter(str.strip)


@given(st.lists(st.tuples(FIELD, FIELD, FIELD), min_size=1, max_size=4))
def test_values_of_classes_are_the_fields(rows):
    words = [{"form": form, "lemma": lemma, "upos": "X", "xpos": xpos} for form, lemma, xpos in rows]
    sentence = Sentence.from_words(words)
    for name, columns in (("lemma", [2]), ("xpos", [4]), ("upos+xpos+feats", [3, 4, 5])):
        target = Target(name)
        classes = target.classes(sentence)
        if None in classes:  # `_` stands for an unknown tag
            continue
        values = target.values([sentence], classes)
        assert values == [[sentence.column(i, c).encode() for i in range(len(sentence))] for c in columns]


def test_unknown_tags_have_no_class():
    sentence = Sentence.from_words([{"form": "a", "upos": "X"}, {"form": "b"}])
    assert Target("upos").classes(sentence) == ["X", None]
    assert Target("feats").classes(sentence) == ["_", "_"]  # no features: that is known
    assert Target("lemma").classes(sentence) == [None, None]


@pytest.mark.parametrize("name", ["pos", "upos+upos", "lemma+upos", ""])
def test_other_targets_are_refused(name):
    with pytest.raises(SettingsError, match="target: seen"):
        Target(name)
