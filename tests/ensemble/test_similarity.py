"""KLcpos3 by hand, and the weights it gives to parsers."""

from math import log

import pytest

import treewright as tw
from treewright.ensemble import klcpos3, weights_for
from treewright.treebank.tag_trigrams import tag_trigrams


def tagged(*sentences):
    return [tw.Sentence.from_words([{"form": "w", "upos": tag} for tag in tags.split()]) for tags in sentences]


def test_trigrams_have_one_for_each_word():
    assert tag_trigrams(tagged("DET NOUN", "NOUN")) == {"| DET NOUN": 1, "DET NOUN |": 1, "| NOUN |": 1}
    assert tag_trigrams([]) == {}
    assert tag_trigrams([tw.Sentence.from_words(["a", {"form": "b", "id": "1.1"}])]) == {"| _ |": 1}


def test_by_hand():
    target, source = tagged("DET NOUN", "NOUN", "NOUN"), tagged("DET NOUN", "DET NOUN", "VERB")
    # target: | DET NOUN 1/4, DET NOUN | 1/4, | NOUN | 2/4; source: 2, 2, and 1 for what it has not, of 5 + 1
    expected = 1 / 4 * log((1 / 4) / (2 / 6)) * 2 + 2 / 4 * log((2 / 4) / (1 / 6))
    assert klcpos3(target, source) == pytest.approx(expected) == pytest.approx(log(1.5))
    # the other way round it is another number: | VERB | 1/5 is 1 of 4 + 1 there
    back = 2 / 5 * log((2 / 5) / (1 / 5)) * 2 + 1 / 5 * log((1 / 5) / (1 / 5))
    assert klcpos3(source, target) == pytest.approx(back) == pytest.approx(0.8 * log(2))
    assert klcpos3(tag_trigrams(target), tag_trigrams(source)) == klcpos3(target, source)


def test_it_is_zero_for_itself(train_part, test_part):
    assert klcpos3(train_part, train_part) == 0
    assert klcpos3(train_part, test_part) > 0 < klcpos3(test_part, train_part)


class Source:
    def __init__(self, *sentences):
        self.tag_trigrams = tag_trigrams(tagged(*sentences))


def test_weights_fall_with_the_fourth_power():
    target = tagged("DET NOUN", "NOUN", "NOUN")
    near, far = Source("DET NOUN", "DET NOUN", "VERB"), Source("VERB VERB", "ADJ NOUN", "DET NOUN VERB ADJ")
    distances = [klcpos3(target, source.tag_trigrams) for source in (near, far)]
    weights = weights_for(target, [near, far])
    assert sum(weights) == pytest.approx(1)
    assert weights[0] / weights[1] == pytest.approx((distances[1] / distances[0]) ** 4) and weights[0] > weights[1]
    same = Source("DET NOUN", "NOUN", "NOUN")
    assert weights_for(target, [near, same, same])[1:] == pytest.approx([0.5, 0.5])


def test_nothing_to_compare():
    with pytest.raises(tw.InputError, match="no words in the target"):
        klcpos3([], tagged("NOUN"))
    with pytest.raises(tw.InputError, match="no words in the source"):
        klcpos3(tagged("NOUN"), {})


def test_a_model_tells_the_tags_it_was_trained_on(parser, train_part, test_part, tmp_path):
    one = parser(beam=1)
    assert one.tag_trigrams == tag_trigrams(train_part[:60])
    one.save(tmp_path / "m.tw")
    assert tw.load(tmp_path / "m.tw").tag_trigrams == one.tag_trigrams
    old = tw.load(tmp_path / "m.tw")
    old.tag_trigrams = {}  # as those of the first files of version 2 are
    with pytest.raises(tw.ModelError, match="parser 2 does not tell the tags"):
        weights_for(test_part, [one, old])
