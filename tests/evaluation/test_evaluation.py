"""Scores: equal to the official scorer's, by hand where that has none, and clear errors."""

import io
import json
import random

import numpy
import pytest
from bytecodes import bytecodes

from treewright.errors import InputError
from treewright.evaluation import Score, Scores, attachment_counts, evaluate
from treewright.evaluation.attachment import CONTENT_RELATIONS, FUNCTIONAL_RELATIONS
from treewright.treebank import Sentence

from .invented import GOLD, disturbed, random_heads, sentences, text_of


@pytest.fixture
def official():
    return pytest.importorskip("udtools.udeval", reason="udtools, which has the official scorer, is not installed")


def official_scores(official, gold, predicted):
    read = [official.load_conllu(io.StringIO(text_of(t)), "memory", {"multiple_roots_okay": True}) for t in (gold, predicted)]
    return official.evaluate(*read)


# ---------------------------------------------------------------- the official scorer


@pytest.mark.parametrize("seed", range(25))
def test_equal_to_the_official_scorer_to_the_last_digit(official, seed):
    gold = sentences(GOLD) * (1 + seed % 4)
    predicted = disturbed(gold, seed / 24, seed)
    ours, theirs = evaluate(gold, predicted), official_scores(official, gold, predicted)
    for name in ("UAS", "LAS", "CLAS"):
        for count in ("correct", "gold_total", "system_total", "aligned_total"):
            assert getattr(ours.metrics[name], count) == getattr(theirs[name], count)
        for share in ("precision", "recall", "f1", "aligned_accuracy"):
            assert getattr(ours.metrics[name], share) == getattr(theirs[name], share)
    assert (ours.uas, ours.las, ours.clas) == tuple(100 * theirs[name].f1 for name in ("UAS", "LAS", "CLAS"))
    assert ours.words == theirs["Words"].correct and ours.sentences == theirs["Sentences"].correct


def test_the_relations_are_those_of_the_official_scorer(official):
    assert official.CONTENT_DEPRELS == CONTENT_RELATIONS
    assert official.FUNCTIONAL_DEPRELS == FUNCTIONAL_RELATIONS


# ---------------------------------------------------------------- by hand


def test_perfect():
    gold = sentences(GOLD)
    scores = evaluate(gold, gold)
    assert (scores.uas, scores.las, scores.clas, scores.label_accuracy) == (100, 100, 100, 100)
    assert (scores.words, scores.sentences, scores.unknown_heads) == (35, 4, 0)


def small(heads=(2, 0, 2, 2), labels=("nsubj", "root", "obj", "punct"), path="p.conllu"):
    (sentence,) = sentences(
        "# sent_id = s\n1\tI\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        "3\tit\t_\tPRON\t_\t_\t2\tobj\t_\t_\n4\t!\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_\n",
        path,
    )
    return [type(sentence)(sentence.with_tree(heads, labels).source, path=path)]


def test_counts_by_hand():
    gold = small(labels=["nsubj:pass", "root", "obj", "punct"])
    predicted = small(heads=[2, 0, 1, 3], labels=["nsubj", "root", "obj", "obl"])
    scores = evaluate(gold, predicted)
    expected = {
        "Tokens": Score(4, 4, 4),
        "Sentences": Score(1, 1, 1),
        "Words": Score(4, 4, 4),
        **{name: Score(4, 4, 4, 4) for name in ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas")},
        "MLAS": Score(2, 3, 4, 3),
        "BLEX": Score(2, 3, 4, 3),
        "UAS": Score(2, 4, 4, 4),
        "LAS": Score(2, 4, 4, 4),  # nsubj = nsubj:pass
        "CLAS": Score(2, 3, 4, 3),  # punct is no content relation, obl is
        "label accuracy": Score(3, 4, 4, 4),
        "UAS of attached words": Score(2, 4, 4, 4),
        "LAS of attached words": Score(2, 4, 4, 4),
    }
    assert scores.metrics == expected
    assert scores.coverage == 100 and "attached" not in str(scores) and "coverage" not in str(scores)
    assert scores.clas == 100 * (4 / 7)


def test_without_punctuation():
    gold, predicted = small(), small(heads=[2, 0, 1, 3], labels=["nsubj", "root", "obj", "obl"])
    scores = evaluate(gold, predicted, punctuation=False)
    assert scores.words == 3 and scores.metrics["UAS"] == Score(2, 3, 3, 3)
    assert scores.metrics["CLAS"] == Score(2, 3, 3, 3)
    named = small(labels=["nsubj", "root", "obj", "dep"])  # the gold tag decides, not the label
    assert evaluate(named, small(), punctuation=False).las == 100


def test_with_subtypes():
    gold = small(labels=["nsubj:pass", "root", "obj", "punct"])
    scores = evaluate(gold, small(), subtypes=True)
    assert (scores.uas, scores.las, scores.label_accuracy) == (100, 75, 75)
    assert scores.metrics["CLAS"] == Score(2, 3, 3, 3)  # nsubj:pass is still a content relation


def test_unknown_gold_heads_and_labels_are_not_counted():
    gold = small(heads=[-1, 0, 2, 2], labels=["nsubj", "root", None, "punct"])
    scores = evaluate(gold, small(heads=[3, 0, 2, 3]))
    assert scores.metrics["UAS"] == Score(2, 3, 3, 3)
    assert scores.metrics["LAS"] == Score(1, 2, 2, 2)
    assert scores.metrics["label accuracy"] == Score(3, 3, 3, 3)
    assert scores.words == 4 and scores.unknown_heads == 1
    assert "1 words without gold head not counted" in str(scores)


def test_unknown_predicted_heads_are_wrong():
    scores = evaluate(small(), small(heads=[-1, 0, 2, 2], labels=[None, "root", "obj", "punct"]))
    assert (scores.uas, scores.las, scores.label_accuracy) == (75, 75, 75)


def test_partial_trees_have_a_coverage():
    gold = small(heads=[2, 0, 2, -1], labels=["nsubj", "root", "obj", None])
    scores = evaluate(gold, small(heads=[-1, 0, 1, 2], labels=[None, "dep", "obj", "punct"]))
    assert scores.metrics["UAS"] == Score(1, 3, 3, 3) and scores.metrics["UAS of attached words"] == Score(1, 2, 2, 2)
    assert (scores.attached_uas, scores.attached_las, round(scores.coverage, 2)) == (50, 0, 66.67)
    assert "UAS of attached words 50.00  LAS of attached words 0.00  coverage 66.67" in str(scores)
    assert scores.table().splitlines()[-2].split() == ["coverage", "66.67"]
    both = scores + evaluate(small(), small())
    assert both.metrics["UAS of attached words"] == Score(5, 6, 6, 6) and both.as_dict()["coverage"] == 100 * 6 / 7
    nothing = evaluate(small(), small(heads=[-1] * 4, labels=[None] * 4))
    assert (nothing.uas, nothing.coverage) == (0, 0) and "UAS of attached words -" in str(nothing)


def test_nothing_to_score():
    scores = evaluate([], [])
    assert (scores.uas, scores.las, scores.words, scores.sentences) == (0, 0, 0, 0)
    assert "UAS -" in str(scores)
    unlabelled = evaluate(small(labels=[None] * 4), small())
    assert unlabelled.uas == 100 and "LAS -" in str(unlabelled)


def test_comments_without_words_are_passed_over():
    empty = Sentence(b"# only a comment\n")
    assert evaluate([empty, *small()], [*small(), empty]).las == 100


def test_every_printed_score_names_its_settings():
    text = str(evaluate(small(), small()))
    assert text == (
        "UAS 100.00  LAS 100.00  CLAS 100.00  label accuracy 100.00  "
        "(4 words in 1 sentences; CoNLL 2018 definitions, punctuation counted, label subtypes cut)"
    )
    text = str(evaluate(small(), small(), punctuation=False, subtypes=True))
    assert "punctuation left out (gold UPOS is PUNCT), label subtypes compared" in text


def test_as_dict_is_json():
    data = json.loads(json.dumps(evaluate(small(), small()).as_dict()))
    assert data["las"] == 100 and data["settings"] == {
        "definitions": "CoNLL 2018",
        "punctuation": True,
        "subtypes": False,
    }
    assert data["metrics"]["LAS"]["gold_total"] == 4


def test_scores_add_up():
    gold = sentences(GOLD)
    predicted = disturbed(gold, 0.5, 7)
    parts = [evaluate([g], [p]) for g, p in zip(gold, predicted, strict=True)]
    assert sum(parts[1:], parts[0]) == evaluate(gold, predicted)
    assert evaluate(gold * 800, predicted * 800).las == evaluate(gold, predicted).las  # more than one block
    assert evaluate(gold * 800, predicted * 800).words == 800 * 35
    with pytest.raises(ValueError, match="different settings"):
        Scores() + Scores(subtypes=True)
    assert Score(1, 2, 2) + Score(1, 2, 2) == Score(2, 4, 4)


# ---------------------------------------------------------------- two files that differ


def changed(old, new):
    assert old in GOLD
    return sentences(GOLD.replace(old, new), "predicted.conllu")


@pytest.mark.parametrize(
    "old, new, words",
    [
        (
            "2\tkites",
            "2\tcats",
            "predicted.conllu:18 (sent_id invented-2): sentence 2, word 2 is 'cats', but 'kites' in the gold treebank "
            "(gold.conllu:18 (sent_id invented-2))",
        ),
        (
            "2\t!\t!\tPUNCT\t.\t_\t1\tpunct\t_\t_\n",
            "",
            "gold.conllu:49 (sent_id invented-4): the gold treebank goes on with '!', but the predicted one ends here "
            "(predicted.conllu:48 (sent_id invented-4))",
        ),
        ("7\towl\towl\tNOUN\tNN\t_\t11", "7\towl\towl\tNOUN\tNN\t_\t13", "head '13'; expected 0 to 12, or _"),
        ("7\towl\towl\tNOUN\tNN\t_\t11", "7\towl\towl\tNOUN\tNN\t_\t1x", "head '1x'; expected 0 to 12, or _"),
    ],
)
def test_files_that_differ(old, new, words):
    with pytest.raises(InputError) as caught:
        evaluate(sentences(GOLD), changed(old, new))
    assert words in str(caught.value)


def test_a_bad_gold_head_is_an_error_too():
    with pytest.raises(InputError, match=r"gold\.conllu:36 .*head '99'"):
        evaluate(sentences(GOLD.replace("4\tsay\tsay\tVERB\tVB\t_\t0", "4\tsay\tsay\tVERB\tVB\t_\t99")), sentences(GOLD))


def test_different_numbers_of_sentences():
    gold = sentences(GOLD)
    predicted = sentences(GOLD, "predicted.conllu")
    with pytest.raises(InputError, match=r"gold\.conllu:\d+ \(sent_id invented-4\): .*only the gold .*predicted.conllu:\d+"):
        evaluate(gold, predicted[:3])
    with pytest.raises(InputError, match=r"predicted\.conllu:\d+ \(sent_id invented-4\): .*only the predicted .*gold"):
        evaluate(gold[:3], predicted)
    with pytest.raises(InputError, match="gold one is empty"):
        evaluate([], predicted)
    with pytest.raises(InputError, match="predicted one is empty"):
        evaluate(gold, [])


def test_spaces_within_forms_do_not_matter():
    gold = sentences(GOLD)
    assert evaluate(gold, changed("5\tdog", "5\td\N{NO-BREAK SPACE}o g")).las == 100


# ---------------------------------------------------------------- lists and arrays


def test_lists_arrays_and_indices_give_the_same():
    generator = random.Random(5)
    names = ["root", "nsubj", "nsubj:pass", "punct", "obl"]
    heads, others = random_heads(50, generator), random_heads(50, generator)
    ids, more = ([generator.randrange(-1, 5) for _ in range(50)] for _ in range(2))
    texts, texts_2 = ([names[i] if i >= 0 else None for i in x] for x in (ids, more))
    expected = attachment_counts(heads, texts, others, texts_2)
    assert attachment_counts(heads, ids, others, more, names=names) == expected
    octets = [None if t is None else t.encode() for t in texts]
    assert attachment_counts(heads, octets, others, texts_2) == expected
    as_arrays = [numpy.array(x, numpy.int32) for x in (heads, ids, others, more)]
    assert attachment_counts(*as_arrays, names=[n.encode() for n in names]) == expected
    views = [memoryview(x) for x in as_arrays]
    assert attachment_counts(*views, names=names) == expected
    assert expected.metrics["LAS"].gold_total == sum(i >= 0 for i in ids)


def test_unlabelled():
    scores = attachment_counts([2, 0, -1], None, [2, 1, 0], None)
    assert scores.metrics["UAS"] == Score(1, 2, 2, 2) and scores.metrics["LAS"].gold_total == 0


def test_lists_of_different_length():
    with pytest.raises(ValueError, match="words"):
        attachment_counts([1, 0], None, [1], None)
    with pytest.raises(ValueError, match="words"):
        attachment_counts([1, 0], ["a", "b"], [1, 0], ["a"])
    assert attachment_counts([], [], [], []).uas == 0


def test_dev_scores_take_no_python_for_each_word():
    generator = random.Random(1)
    counts = set()
    for size in (1_000, 10_000):
        heads = [generator.randrange(30) for _ in range(size)]
        labels = [generator.choice(["nsubj", "obl:arg", "punct", "det"]) for _ in heads]
        counts.add(bytecodes(attachment_counts, heads, labels, heads, labels))
    assert len(counts) == 1
