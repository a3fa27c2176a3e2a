"""Taggers: they learn, change one column only, and are the same after saving and loading."""

from pathlib import Path

import pytest

import treewright as tw
from treewright.errors import InputError
from treewright.tagging import Tagger
from treewright.tagging.jackknife import jackknifed
from treewright.treebank import Sentence, read

TINY = Path(tw.__file__).parent / "data" / "tiny"


@pytest.fixture(scope="module")
def treebank():
    return list(read(TINY / "train.conllu")), list(read(TINY / "test.conllu"))


def trained(treebank, target="upos", settings=None, **own):
    tagger = Tagger(target, {"epochs": 4, **(settings or {})}, **own)
    tagger.train(treebank[0])
    return tagger


@pytest.mark.parametrize("target", ["upos", "xpos", "feats", "lemma", "upos+feats"])
def test_it_learns_and_changes_its_columns_only(treebank, target):
    tagger = trained(treebank, target)
    assert tagger.accuracy(treebank[0]) > 97
    assert tagger.accuracy(treebank[1]) > 85
    blank = [Sentence.from_words([{"form": form} for form in sentence.forms]) for sentence in treebank[1]]
    kept = [c for c in range(10) if c not in tagger.target.columns]
    if target in ("upos", "upos+feats"):  # the others look at UPOS
        assert [s.source for s in tagger.pipe(blank)] != [s.source for s in blank]
    for before, after in zip(treebank[1], tagger.pipe(treebank[1]), strict=True):
        for i in range(len(before)):
            assert [before.column(i, c) for c in kept] == [after.column(i, c) for c in kept]


@pytest.mark.parametrize("settings", [
    {"beam": 4, "strategy": "early-update", "explore": "never"},
    {"beam": 4, "strategy": "max-violation", "explore": "never"},
    {"beam": 2, "strategy": "laso", "explore": "after-first"},
])  # fmt: skip
def test_beams_and_strategies(treebank, settings):
    assert trained(treebank, settings={"margin": 0.0, **settings}).accuracy(treebank[1]) > 90


def test_known_words_are_frequent_and_have_one_tag(treebank):
    tagger = trained(treebank, known_count=30, known_share=1.0)
    known = tagger.parser.known_labels
    counts = {}
    for sentence in treebank[0]:
        for word in sentence:
            counts.setdefault(word.form, []).append(word.upos)
    assert known == {form: tags[0] for form, tags in counts.items() if len(tags) >= 30 and len(set(tags)) == 1}
    assert "the" in known
    assert not trained(treebank, known_count=0).parser.known_labels
    odd = tagger(["the", "the", "the"])  # the classifier is not asked
    assert [word.upos for word in odd] == [known["the"]] * 3


@pytest.mark.parametrize("beam", [1, 3])
def test_known_words_are_known_to_a_beam(treebank, beam):
    strategy = {"strategy": "early-update", "explore": "never"} if beam > 1 else {}
    tagger = trained(treebank, settings={"beam": beam, **strategy}, known_count=30)
    assert [word.upos for word in tagger(["the", "the"])] == ["DET", "DET"]


def test_parts_give_the_same_tagger(treebank):
    tagger = trained(treebank)
    again = Tagger.from_contents(*tagger.contents())
    assert [s.source for s in again.pipe(treebank[1])] == [s.source for s in tagger.pipe(treebank[1])]


def test_jackknifed_tags_are_not_gold_tags(treebank):
    train = treebank[0][:120]
    tagged = jackknifed(lambda: Tagger("upos", {"epochs": 2}), train, 3)
    right = sum(a.upos == b.upos for one, other in zip(train, tagged, strict=True) for a, b in zip(one, other, strict=True))
    words = sum(map(len, train))
    assert 0.6 * words < right < words
    assert [s.forms for s in tagged] == [s.forms for s in train]


def test_nothing_to_learn_is_said(treebank):
    blank = [Sentence.from_words(sentence.forms) for sentence in treebank[0][:3]]
    with pytest.raises(InputError, match="seen no upos"):
        Tagger("upos").train(blank)
    assert list(trained(treebank).pipe([])) == []


def test_a_fold_that_teaches_nothing_is_left_alone(treebank):
    """All that is tagged may be in one fold, or be one sentence."""
    blank = [Sentence.from_words(sentence.forms) for sentence in treebank[0][1:6]]
    tagged = jackknifed(lambda: Tagger("upos", {"epochs": 1}), [treebank[0][0], *blank], 3)
    assert tagged[0].source == treebank[0][0].source
    assert jackknifed(lambda: Tagger("upos", {"epochs": 1}), treebank[0][:1], 5) == treebank[0][:1]


def test_a_text_is_not_a_list_of_words(treebank):
    with pytest.raises(InputError, match="expected a Sentence or a list of words"):
        trained(treebank)("A dog barks.")


def test_accuracy_is_the_score_of_training(treebank):
    """Words without a tag (_) are neither right nor wrong."""
    dev = [
        Sentence.from_words([{"form": word.form, "upos": word.upos if i % 3 else None} for i, word in enumerate(sentence)])
        for sentence in treebank[1]
    ]
    tagger = Tagger("upos", {"epochs": 2})
    rows = tagger.train(treebank[0], dev)
    assert round(tagger.accuracy(dev), 2) == tagger.parser.scores["dev_upos"] == max(row["dev_upos"] for row in rows) > 80
    assert tagger.accuracy([]) == tagger.accuracy([Sentence.from_words(["unknown"])])
