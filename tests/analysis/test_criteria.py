"""Criteria of words, all at once, are what a plain loop over words says."""

import os
import random

import numpy
import pytest

from tests.analysis.plain_criteria import frequencies, values
from tests.evaluation.invented import GOLD, disturbed, sentences
from tests.evaluation.two_tokenisations import two_treebanks
from treewright.analysis import CRITERIA, WordTable, statistics
from treewright.analysis.scores.criterion import criteria_of, criterion
from treewright.errors import InputError, SettingsError
from treewright.treebank import Sentence, read


def random_treebank(seed):
    """Trees, sentences with cycles and sentences with unknown heads."""
    generator = random.Random(seed)
    treebank = disturbed(sentences(GOLD) * 3, 0.7, seed) + list(read(two_treebanks(seed)[0].encode()))
    made = []
    for sentence in treebank:
        heads, labels = list(sentence.heads), sentence.labels
        for i in range(len(heads)):
            if generator.random() < 0.1:
                heads[i] = generator.choice([-1, generator.randrange(len(heads) + 1)])
        made.append(sentence.with_tree(heads, labels))
    return made


@pytest.mark.parametrize("seed", range(12))
def test_every_criterion_is_what_a_plain_loop_says(seed):
    treebank, training = random_treebank(seed), frequencies(random_treebank(seed)[::2])
    table = WordTable(treebank, training=training)
    plain = [word for sentence in treebank for word in values(sentence, training)]
    assert len(plain) == table.size
    for name in plain[0]:
        found = criterion(name).column(table).to_list()
        assert found[: table.size] == [word[name] for word in plain], name


def test_all_criteria_are_compared():
    plain = values(sentences(GOLD)[0], frequencies([]))[0]
    assert set(CRITERIA) - set(plain) == {"feats", "misc", "sentence"}
    assert all(known.meaning for known in CRITERIA.values())


def test_features_items_of_misc_and_sentences():
    (sentence,) = sentences(GOLD)[3:]
    table = WordTable([sentence, sentence])
    assert criterion("misc.SpaceAfter").column(table).to_list() == ["No", None, "No", None, None, None]
    assert criterion("sentence").column(table).to_list() == [1, 1, 2, 2, None, None]
    assert criterion("feats").column(table).to_list()[:4] == ["_"] * 4


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [("depth:4", 3, "3"), ("depth:4", 4, "4+"), ("depth:4", 9, "4+"), ("depth/10", 7, "0-9"), ("depth/10", 10, "10-19"),
     ("depth/10:15", 12, "10-14"), ("depth/10:15", 15, "15+"), ("depth/1", 3, "3")],
)  # fmt: skip
def test_numbers_are_taken_together(text, value, shown):
    chain = Sentence.from_words([{"form": "a", "head": i, "deprel": "dep"} for i in range(value)])
    table = WordTable([chain])
    assert str(criterion(text).column(table)[value - 1]) == shown


def test_numbers_taken_together_stay_in_order():
    chain = Sentence.from_words([{"form": "a", "head": i, "deprel": "dep"} for i in range(120)])
    counts = statistics([chain], "depth/10:100").counts
    assert [str(key[0]) for key in counts] == [*(f"{n}-{n + 9}" for n in range(0, 100, 10)), "100+"]
    assert sum(counts.values()) == 120 and counts[(100,)] == 21


def test_functions_of_ones_own():
    def shape(sentence, i):
        return sentence.forms[i][0].isupper()

    table = WordTable(sentences(GOLD))
    assert statistics(table, shape).counts == {("no",): 30, ("yes",): 5}
    assert statistics(table, [shape, "upos"], where="upos=PROPN").counts == {("yes", "PROPN"): 1}
    named = {"mine:shape": shape}
    assert statistics(table, "mine:shape+root", functions=named, where="mine:shape and root").counts == {("yes", "yes"): 1}
    assert criteria_of("mine:shape", functions=named)[0].function is shape


def test_right_to_left_forms():
    words = [{"form": "כלב", "upos": "NOUN", "head": 2, "deprel": "nsubj"}, {"form": "נובח", "upos": "VERB", "head": 0}]
    found = statistics([Sentence.from_words(words)], "form")
    assert found["כלב"] == 1
    lines = found.text().splitlines()
    assert lines[2].startswith("\u2068כלב\u2069 ") and lines[3].startswith("\u2068נובח\u2069 ")  # numbers keep their places


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("uposs", "by: seen the criterion 'uposs', expected another one; did you mean upos?"),
        ("?", "seen the criterion '?', expected one of form, lower, lemma"),
        ("depth:x", "by: seen 'depth:x', expected a whole number after :, as in depth:4$"),
        ("head.depth/x", "expected a whole number after /, as in depth/4$"),
        ("head.tense", "seen the criterion 'head.tense'"),
        ("child.upos", "seen the criterion 'child.upos', expected upos alone or after head., previous."),
        ("upos:4", "upos:4: seen the value 'DET', expected numbers"),
        ("length/0", "expected at least 1 after /"),
        ("up os", "expected a criterion such as upos"),
        ("", "seen '', expected a criterion"),
        ("upos+", "seen '', expected a criterion"),
        ("mine:shape", "seen 'mine:shape', expected a function"),
        ("frequency", "frequency, unknown: seen without a training treebank"),
        ("predicted.upos", "predicted.: seen with one treebank, expected a gold and a predicted one"),
        (7, "by: seen 7, expected the name of a criterion"),
        ([], r"by: seen \[\], expected the name of a criterion"),
    ],
)
def test_wrong_criteria_are_refused(given, message):
    with pytest.raises(SettingsError, match=message.replace("?", r"\?").replace("+", r"\+")):
        statistics(sentences(GOLD), given)


def test_other_things_than_sentences_with_heads_are_refused():
    with pytest.raises(InputError, match="expected sentences"):
        statistics("gold.conllu", "upos")
    with pytest.raises(InputError, match="seen a constituency tree, expected words with heads"):
        statistics(list(read(b"(ROOT (S (NN a) (VB b)))\n", format="bracket")), "upos")


def test_no_words_at_all():
    assert statistics([], "upos").counts == {}
    assert statistics([], "length:3").text().splitlines()[-2].split() == ["all", "0", "-"]


def test_what_functions_may_return():
    table = WordTable(sentences(GOLD))
    for function, value in (
        (lambda s, i: numpy.int64(3), 3), (lambda s, i: 0.5, "0.5"), (lambda s, i: numpy.bool_(True), "yes"),
        (lambda s, i: None, None), (lambda s, i: "a", "a"),
    ):  # fmt: skip
        assert criteria_of(function)[0].column(table)[0] == value
    with pytest.raises(SettingsError, match=r"listed: seen \[0\] for word 1 of .*, expected a text, a number, true or f"):
        criteria_of(listed)[0].column(table)
    with pytest.raises(SettingsError, match=r"getcwd: seen .* takes no arguments .*, expected a function of a sentence"):
        criteria_of(os.getcwd)[0].column(table)
    with pytest.raises(TypeError, match="unsupported operand"):
        criteria_of(lambda s, i: "a" + 1 if i < 0 else s - 1)[0].column(table)


def listed(sentence, i):
    return [i]
