"""Treebanks of one text whose tokens and sentences differ: equal to the official scorer, and by hand."""

import io
import json
from importlib import import_module

import pytest
from bytecodes import bytecodes
from hypothesis import example, given, settings
from hypothesis import strategies as st

import treewright as tw
from treewright.errors import InputError
from treewright.evaluation import Score, evaluate
from treewright.evaluation.analyses import UNIVERSAL_FEATURES
from treewright.evaluation.word_alignment import SpannedWord, align_words, common_lengths

from .invented import GOLD, sentences
from .two_tokenisations import two_treebanks

METRICS = [
    *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
    *("UAS", "LAS", "CLAS", "MLAS", "BLEX"),
]
COUNTS = ["correct", "gold_total", "system_total", "aligned_total", "precision", "recall", "f1", "aligned_accuracy"]


@pytest.fixture(scope="module")
def official():
    return pytest.importorskip("udtools.udeval", reason="udtools, which has the official scorer, is not installed")


def table(metrics):
    return {name: {count: getattr(metrics[name], count) for count in COUNTS} for name in METRICS}


def official_scores(official, *texts):
    return table(official.evaluate(*(official.load_conllu(io.StringIO(text), "memory", {}) for text in texts)))


def our_scores(gold, system):
    return evaluate(tw.read(gold.encode()), tw.read(system.encode()))


# ---------------------------------------------------------------- the official scorer


@given(st.integers(0, 2**32))
@settings(max_examples=400, deadline=None)
def test_equal_to_the_official_scorer_in_every_metric(official, seed):
    gold, system = two_treebanks(seed)
    scores = our_scores(gold, system)
    assert table(scores.metrics) == official_scores(official, gold, system)
    assert scores.trees_only == all(scores.metrics[name].f1 == 1 for name in METRICS[:8])


@given(st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=80, deadline=None)
def test_blocks_and_a_file_after_itself_give_the_same(seed, size):
    gold, system = two_treebanks(seed)
    whole = our_scores(gold, system)
    module = import_module("treewright.evaluation.evaluate")  # the package has a function of that name
    before, module.BLOCK = module.BLOCK, size
    try:
        assert our_scores(gold, system) == whole
    finally:
        module.BLOCK = before
    perfect = our_scores(gold, gold)
    assert perfect.trees_only and {score.f1 for score in perfect.metrics.values() if score.gold_total} == {1}


@given(st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=80, deadline=None)
def test_other_characters_are_refused_there_and_here(official, seed, k):
    gold, system = two_treebanks(seed)
    lines = system.split("\n")
    names = [line.split("\t")[0] for line in lines]
    choices = [i for i, name in enumerate(names) if name and "-" not in name]
    i = choices[k % len(choices)]
    name, form, *rest = lines[i].split("\t")
    lines[i] = "\t".join([name, f"{form}x", *rest])
    changed = "\n".join(lines)
    try:
        expected = official_scores(official, gold, changed)
    except official.UDError:
        with pytest.raises(InputError, match=r"expected the same (characters|text) in both"):
            our_scores(gold, changed)
    else:
        assert table(our_scores(gold, changed).metrics) == expected


@pytest.mark.parametrize("turned", [False, True])
def test_the_official_stretch_may_begin_in_the_sentence_before(official, turned):
    texts = rows("abcd") + rows("ef=b/f"), rows("a", "b", "c", "d") + rows("e", "f")
    gold, system = reversed(texts) if turned else texts
    scores = our_scores(gold, system)
    assert scores.metrics["Words"].correct == (1 if turned else 2)  # b is not in the text of ef
    assert table(scores.metrics) == official_scores(official, gold, system)


def test_the_features_are_those_of_the_official_scorer(official):
    assert {name.encode() for name in official.UNIVERSAL_FEATURES} == UNIVERSAL_FEATURES


# ---------------------------------------------------------------- by hand


def rows(*words):
    """A sentence of words and multiword tokens (`form=two/words`); all words hang on the first."""
    lines, number = [], 0
    for word in words:
        form, _, parts = word.partition("=")
        if parts:
            parts = parts.split("/")
            lines.append(f"{number + 1}-{number + len(parts)}\t{form}\t_\t_\t_\t_\t_\t_\t_\t_")
        for part in parts or [form]:
            number += 1
            tail = "0\troot" if number == 1 else "1\tdep"
            lines.append(f"{number}\t{part}\t{part}\tX\t_\t_\t{tail}\t_\t_")
    return "".join(f"{line}\n" for line in lines) + "\n"


def test_split_and_joined_words():
    gold, system = rows("can", "not", "go") + rows("yes"), rows("cannot", "go", "yes")
    scores = our_scores(gold, system)
    assert scores.metrics["Tokens"] == scores.metrics["Words"] == Score(2, 4, 3)
    assert scores.metrics["Sentences"] == Score(0, 2, 1)
    assert scores.metrics["UPOS"] == Score(2, 4, 3, 2)
    assert scores.metrics["UAS"] == Score(0, 4, 3, 2)  # go hangs on a word that is not there, yes is no root
    assert scores.metrics["UPOS"].precision == 2 / 3 and scores.metrics["UPOS"].recall == 2 / 4
    assert scores.metrics["UPOS"].aligned_accuracy == 1
    assert scores.upos == 100 * (4 / 7) and not scores.trees_only
    assert "4 words in 2 sentences, 2 of them among the 3 predicted words" in str(scores)


def test_multiword_tokens():
    gold, system = rows("du=de/le", "chat"), rows("du=De/la", "chat")
    assert our_scores(gold, system).metrics["Words"] == Score(2, 3, 3)  # letter case does not matter, la is not le
    assert our_scores(gold, rows("du", "chat")).metrics["Words"] == Score(1, 3, 2)
    assert our_scores(gold, rows("duchat=le/chat")).metrics["Words"] == Score(2, 3, 2)


def test_words_without_their_multiword_tokens():
    gold, system = rows("du=de/le", "chat") + rows("a=x/y"), rows("de", "le", "chat") + rows("x", "y")
    scores = our_scores(gold, system)  # as after a conversion to CoNLL-X: the characters differ, but all words are there
    assert scores.las == 100 and scores.metrics["Words"] == Score(5, 5, 5) and scores.metrics["Tokens"] == Score(1, 3, 5)
    with pytest.raises(InputError, match=r"sentence 2, word 2 is 'z', but 'a' in the gold treebank"):
        our_scores(rows("du=de/le", "chat") + rows("a", "a"), rows("de", "le", "chat") + rows("a", "z"))


def test_functional_children():
    base = (
        "1\tthe\tthe\tDET\tD\tDefinite=Def\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\tN\tNumber=Sing|X=1\t0\troot\t_\t_\n"
        "3\tis\tbe\tAUX\tA\t_\t2\tcop\t_\t_\n\n"
    )
    for old, new, right in [
        ("X=1", "X=2", True),  # no universal feature
        ("Number=Sing", "Number=Plur", False),
        ("Definite=Def", "Definite=Ind", False),
        ("2\tcop", "2\tcop:x", True),
        ("2\tcop", "2\tpunct", False),
        ("2\tcop", "1\tcop", False),
        ("the\tDET\tD", "a\tDET\tE", True),  # lemma and XPOS do not count
    ]:
        assert our_scores(base, base.replace(old, new)).metrics["MLAS"].correct == right, new
        assert our_scores(base.replace(old, new), base).metrics["MLAS"].correct == right, new
    assert our_scores(base, base.replace("cat\tNOUN", "dog\tNOUN")).blex == 0
    assert our_scores(base.replace("cat\tNOUN", "_\tNOUN"), base).blex == 100  # an unknown gold lemma


def test_punctuation_left_out_where_words_differ():
    word = "{}\t{}\t_\t{}\t_\t_\t{}\tdep\t_\t_\n"
    gold = word.format(1, "hm", "INTJ", 0) + word.format(2, "...", "PUNCT", 1) + "\n"
    system = word.format(1, "hm", "INTJ", 0) + word.format(2, ".", "PUNCT", 1) + word.format(3, "..", "NOUN", 1) + "\n"
    scores = evaluate(tw.read(gold.encode()), tw.read(system.encode()), punctuation=False)
    assert scores.metrics["Words"] == Score(1, 1, 2) and scores.metrics["UAS"] == Score(1, 1, 2, 1)
    assert scores.metrics["Tokens"] == Score(1, 2, 3)


def test_unknown_heads_where_words_differ():
    gold = rows("a", "b", "c", "de").replace("2\tb\tb\tX\t_\t_\t1", "2\tb\tb\tX\t_\t_\t_")
    system = rows("a", "b", "c", "d", "e").replace("3\tc\tc\tX\t_\t_\t1", "3\tc\tc\tX\t_\t_\t_")
    scores = our_scores(gold, system)
    assert scores.metrics["UAS"] == Score(1, 3, 4, 2) and scores.metrics["UAS of attached words"] == Score(1, 2, 3, 1)
    assert scores.unknown_heads == 1 and scores.metrics["UPOS"] == Score(3, 4, 5, 3)


@pytest.mark.parametrize(
    "gold, system, message",
    [
        (
            rows("ab", "cde") + rows("f"),
            rows("abc", "dxf"),
            "(memory):2: sentence 1, word 2 is 'dxf', but 'cde' in the gold treebank ((memory):2); expected the same "
            "characters in both but for spaces, seen 'xf' in the place of 'e'",
        ),
        (rows("a", "bc=b/c"), rows("a", "bd=b/d"), "sentence 1, token 2-3 is 'bd', but 'bc' in the gold treebank"),
        (rows("ab=x/y", "c"), rows("ad=x/y", "c"), "sentence 1, token 1-2 is 'ad', but 'ab' in the gold treebank"),
        (rows("a", "b"), rows("ab", "c"), "the predicted treebank goes on with 'c', but the gold one ends here"),
        (rows("a", "b"), rows("ab") + rows("c"), "a sentence that only the predicted treebank has; the gold one ends after"),
        (rows("a") + rows("b", "c"), rows("a", "b"), "the gold treebank goes on with 'c', but the predicted one ends here"),
    ],
)
def test_texts_that_differ(gold, system, message):
    with pytest.raises(InputError) as caught:
        our_scores(gold, system)
    assert message in str(caught.value)


def test_the_table_has_all_metrics():
    gold = sentences(GOLD)
    text = evaluate(gold, sentences(GOLD.replace("5\tdog\tdog\tNOUN", "5\tdog\tdig\tVERB"), "p")).table()
    header, *lines, last = text.split("\n")
    assert header.split() == ["precision", "recall", "F1", "aligned", "accuracy"]
    assert [line[:22].rstrip() for line in lines] == [*METRICS, "label accuracy"]
    assert lines[0].split() == ["Tokens", "100.00", "100.00", "100.00"]
    assert lines[3].split() == ["UPOS", *["97.14"] * 4]
    assert last.startswith("(35 words in 4 sentences; CoNLL 2018 definitions")
    data = json.loads(json.dumps(evaluate(gold, gold).as_dict()))
    assert list(data["metrics"])[:13] == METRICS and data["metrics"]["MLAS"]["f1"] == data["metrics"]["BLEX"]["f1"] == 1


# ---------------------------------------------------------------- alignment


@given(*[st.lists(st.sampled_from("abc"), max_size=8)] * 2)
@example(list("abcbdab"), list("bdcaba"))
def test_common_lengths(ours, theirs):
    table = common_lengths(ours, theirs)

    def length(g, s):
        if g == len(ours) or s == len(theirs):
            return 0
        return length(g + 1, s + 1) + 1 if ours[g] == theirs[s] else max(length(g + 1, s), length(g, s + 1))

    for g in range(len(ours) + 1):
        for s in range(len(theirs) + 1):
            rest = len(theirs) - s
            assert rest - (table[g] & ((1 << rest) - 1)).bit_count() == length(g, s)


def test_long_stretches_are_cheap():
    counts = []
    for size in (1000, 2000):
        one = [SpannedWord(0, size, True, str(i % 7)) for i in range(size)]
        other = [SpannedWord(i, i + 1, False, str(i % 5)) for i in range(size)]
        aligned = align_words(one, other)
        assert len(aligned[0]) == len(aligned[1]) > size // 2
        counts.append(bytecodes(align_words, one, other))
    assert counts[1] < 2.2 * counts[0]  # a table of all pairs of words takes four times as many
