"""Scores of constituents by hand, the text of them, and pairs that do not fit."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from treewright.errors import InputError, SettingsError
from treewright.evaluation import BracketParameters, BracketScores, Score, bracket_scores, evaluate
from treewright.evaluation.bracket_parameters import ALL, PROPER
from treewright.evaluation.bracket_scores import BRACKETS, DISCONTINUOUS
from treewright.treebank.constituency_tree import ConstituencyTree, Token
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_sentence import TreeSentence

from .invented_trees import disturbed, pairs, tree

GOLD = "(ROOT (SBARQ (VP (WHNP (WP 0=What)) (VB 3=read)) (SQ (MD 1=should) (NP (PRP 2=I))) (. 4=?)))"
PREDICTED = "(ROOT (SBARQ (WHNP (WP 0=What)) (SQ (MD 1=should) (NP (NN 2=I)) (VP (VB 3=read))) (. 4=?)))"


def scores(gold: str = GOLD, predicted: str = PREDICTED, parameters: BracketParameters | str = "proper") -> BracketScores:
    return bracket_scores([tree(gold)], [tree(predicted)], parameters)


def test_counts_by_hand() -> None:
    found = scores()
    assert found.metrics[BRACKETS] == Score(3, 5, 5)  # SBARQ, WHNP and NP
    assert found.metrics[DISCONTINUOUS] == Score(0, 1, 0)
    assert found.tags == Score(3, 4, 4) and found.exact == Score(0, 1, 1) and found.exact_discontinuous == Score(0, 1, 1)
    assert (found.f1, found.precision, found.recall, found.discontinuous_f1) == (60, 60, 60, 0)
    assert (found.exact_match, found.tagging, found.words, found.sentences, found.longest) == (0, 75, 4, 1, 5)
    assert found.by_fan_out == {1: Score(3, 4, 5), 2: Score(0, 1, 0)}
    assert list(found.by_label.items()) == [
        ("NP", Score(1, 1, 1)),
        ("SBARQ", Score(1, 1, 1)),
        ("SQ", Score(0, 1, 1)),
        ("VP", Score(0, 1, 1)),
        ("WHNP", Score(1, 1, 1)),
    ]


def test_all_counts_the_root_and_the_full_stop() -> None:
    found = scores(parameters="all")
    assert found.metrics[BRACKETS] == Score(4, 6, 6) and found.words == 5


def test_perfect() -> None:
    gold, _ = pairs()
    found = bracket_scores(gold, gold)
    assert (found.f1, found.exact_match, found.tagging, found.discontinuous_f1) == (100, 100, 100, 100)


def test_a_gap_of_deleted_tokens_is_none() -> None:
    found = scores("(ROOT (VP (A 0=a) (B 2=b)) (, 1=,))", "(ROOT (VP (A 0=a) (, 1=,) (B 2=b)))")
    assert found.metrics[BRACKETS] == Score(1, 1, 1) and not found.metrics[DISCONTINUOUS].gold_total


def test_a_chain_of_one_label_counts_each_time() -> None:
    found = scores("(ROOT (NP (NP (NP (N 0=a)))))", "(ROOT (NP (NP (N 0=a))))")
    assert found.metrics[BRACKETS] == Score(2, 3, 2) and found.repeated == (2, 1)


def test_only_the_gold_tag_deletes() -> None:
    found = scores("(ROOT (NP (N 0=a) (N 1=b)))", "(ROOT (NP (, 0=a) (N 1=b)))")
    assert found.words == 2 and found.f1 == 100
    assert scores("(ROOT (NP (, 0=a) (N 1=b)))", "(ROOT (NP (N 0=a) (N 1=b)))").words == 1


def test_functions_are_cut_or_not() -> None:
    gold, predicted = [tree("(ROOT (NP-SBJ (N-SG 0=a)))")], [tree("(ROOT (NP=2 (N 0=a)))")]
    cut, kept = bracket_scores(gold, predicted), bracket_scores(gold, predicted, functions=True)
    assert (cut.f1, cut.tagging, kept.f1, kept.tagging) == (100, 100, 0, 0)
    assert list(cut.by_label) == ["NP"] and list(kept.by_label) == ["NP-SBJ", "NP=2"]


def test_nothing_to_score() -> None:
    for found in (bracket_scores([], []), bracket_scores([ConstituencyTree([])], [ConstituencyTree([])])):
        assert found.f1 == found.tagging == 0 and str(found).startswith("F1 -  P -  R -  disc. F1 -")
        json.dumps(found.as_dict())


def test_sums_are_those_of_all_trees() -> None:
    gold, predicted = pairs()
    whole = bracket_scores(gold, predicted)
    assert bracket_scores(gold[:5], predicted[:5]) + bracket_scores(gold[5:], predicted[5:]) == whole
    assert whole.longest == 45 and whole.short is not None and whole.short.longest == 6
    assert bracket_scores(iter(gold), iter(predicted)) == whole
    with pytest.raises(ValueError, match=r"different settings.*parameters proper.*parameters all"):
        whole + bracket_scores(gold, predicted, ALL)


def test_the_discontinuous_ones_alone() -> None:
    gold, predicted = pairs()
    for seed in range(5):
        predicted = [disturbed(tree, 0.2, seed) for tree in predicted]
        everything, alone = (
            bracket_scores(gold, predicted, replace(PROPER, discontinuous_only=only)) for only in (False, True)
        )
        assert everything.metrics[DISCONTINUOUS] == alone.metrics[BRACKETS] == alone.metrics[DISCONTINUOUS]
        assert everything.exact_discontinuous == alone.exact == alone.exact_discontinuous


def test_trees_are_not_changed() -> None:
    gold, predicted = pairs()
    bracket_scores(gold, predicted)
    assert (gold, predicted) == pairs()


# ---------------------------------------------------------------- shown


def test_one_line() -> None:
    assert str(scores()) == (
        "F1 60.00  P 60.00  R 60.00  disc. F1 0.00  exact match 0.00  tags 75.00  "
        "(4 words in 1 sentences; parameters proper, functions cut)"
    )
    assert repr(scores()).startswith("<BracketScores: F1 60.00")


def test_table() -> None:
    lines = scores().table().split("\n")
    assert lines[1].split() == ["constituents", "60.00", "60.00", "60.00", "5", "5", "3"]
    assert lines[2].split() == ["discontinuous", "0.00", "0.00", "0.00", "1", "0", "0"]
    assert lines[-1] == "(4 words in 1 sentences; parameters proper, functions cut)" and len(lines) == 7
    table = bracket_scores(*pairs()).table()
    assert "up to 40 tokens" in table and "(39 words in 13 sentences)" in table


def test_plain_data() -> None:
    data = json.loads(json.dumps(bracket_scores(*pairs()).as_dict()))
    assert data["settings"] == {"parameters": "proper", "functions": False, "cutoff": 40}
    assert data["metrics"]["constituents"]["gold_total"] == sum(row["gold_total"] for row in data["by_label"].values())
    assert data["up_to_cutoff"]["up_to_cutoff"] is None and data["up_to_cutoff"]["sentences"] == 13
    assert set(data["by_fan_out"]) == {"1", "2", "3"}


# ---------------------------------------------------------------- sentences, and what does not fit


def sentences(*texts: str, path: str = "t.export") -> list[TreeSentence]:
    return [TreeSentence(tree(text), path=path, line=10 * i) for i, text in enumerate(texts, 1)]


def test_evaluate_scores_sentences_with_trees() -> None:
    assert evaluate(sentences(GOLD), sentences(PREDICTED)) == scores()
    assert evaluate(sentences(GOLD), sentences(PREDICTED), parameters="all") == scores(parameters="all")


def test_more_trees_on_one_side() -> None:
    expected = r"g:20, sentence 2: a sentence that only the gold trees have; the predicted ones end after 1"
    with pytest.raises(InputError, match=expected):
        evaluate(sentences(GOLD, GOLD, path="g"), sentences(GOLD, path="p"))
    with pytest.raises(InputError, match=r"predicted sentence 1: a sentence that only the predicted trees have"):
        bracket_scores([], [tree(GOLD)])


def test_other_tokens() -> None:
    other = GOLD.replace("should", "could")
    expected = r"p:20, sentence 2: seen 'could' as token 2, expected 'should' as in the gold tree \(g:20, sentence 2\)"
    with pytest.raises(InputError, match=expected):
        evaluate(sentences(GOLD, GOLD, path="g"), sentences(GOLD, other, path="p"))
    with pytest.raises(InputError, match=r"predicted sentence 1: seen 4 tokens, expected 5 as in the gold tree"):
        bracket_scores([tree(GOLD)], [tree(GOLD.replace(" (. 4=?)", ""))])


def test_words_that_count_as_the_same() -> None:
    gold, predicted = (ConstituencyTree.from_brackets([Token(form, "N")], [("NP", (0,))]) for form in ("(", "-LRB-"))
    assert bracket_scores([gold], [predicted]).words == 0
    with pytest.raises(InputError, match="seen '-LRB-' as token 1"):
        bracket_scores([gold], [predicted], "all")


def test_what_is_no_tree() -> None:
    sentence = Sentence.from_words(["a"])
    with pytest.raises(InputError, match="gold sentence 1: seen a sentence without one, expected a constituency tree"):
        bracket_scores([sentence], [sentence])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"predicted: seen 'p\.export', expected a list of constituency trees"):
        bracket_scores([tree(GOLD)], "p.export")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="constituency trees in gold and none in predicted"):
        evaluate(sentences(GOLD), [sentence])  # type: ignore[call-overload]


def test_settings_of_the_other_kind_of_trees() -> None:
    with pytest.raises(SettingsError, match="subtypes: seen with constituency trees"):
        evaluate(sentences(GOLD), sentences(GOLD), subtypes=True)
    sentence = [Sentence.from_words(["a"])]
    with pytest.raises(SettingsError, match="parameters: seen with trees of heads"):
        evaluate(sentence, sentence, parameters="all")  # type: ignore[call-overload]
