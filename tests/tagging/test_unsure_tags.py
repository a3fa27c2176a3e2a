"""The parser inside a tagger: tags that are not sure enough are left out, and it is scored as all parsers are."""

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences


@pytest.fixture(scope="module")
def tagger():
    made = tw.Tagger("upos", {"epochs": 3})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("treewright.decoding.confidence.LEAST_WORDS", 10)
        made.train(own_sentences(8))
        made.calibrate(own_sentences(40))
    return made


def test_unsure_tags_are_left_out(tagger):
    gold = own_sentences(40)
    sure = tagger.parser.parsed_batch(gold, confidence=True)
    some = tagger.parser.parsed_batch(gold, min_confidence=0.9)
    expected = []
    for sentence in sure:
        for word in sentence:
            known = dict(entry.split("=") for entry in word.misc.split("|") if "=" in entry)
            expected.append(word.upos if float(known["UposConf"]) >= 0.9 else None)
    assert [word.upos for sentence in some for word in sentence] == expected and None in expected and len(set(expected)) > 3


def test_scores_of_a_tagger(tagger):
    gold = own_sentences(40)
    scores = tagger.parser.evaluate(gold)
    assert 100 * scores.metrics["upos"].f1 == pytest.approx(tagger.accuracy(gold)) and scores.words == sum(map(len, gold))
    assert tagger.parser.evaluate(gold, threads=2).metrics == scores.metrics
    with pytest.raises(TypeError, match="bogus"):
        tagger.parser.evaluate(gold, bogus=3)
