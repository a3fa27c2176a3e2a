"""Breakdowns of constituents add up to the scores of all, and are what the scores say by label and fan-out."""

from collections import Counter

import pytest

from tests.evaluation.invented_trees import pairs
from treewright.analysis import ScoredConstituents, breakdown, compare, confusion
from treewright.analysis.scores.scored_constituents import paired
from treewright.errors import InputError, SettingsError
from treewright.evaluation import bracket_scores


@pytest.mark.parametrize("parameters", ["proper", "all"])
@pytest.mark.parametrize("functions", [True, False])
def test_breakdowns_add_up(parameters, functions):
    gold, predicted = pairs()
    scores = bracket_scores(gold, predicted, parameters, functions=functions)
    words = ScoredConstituents(gold, predicted, parameters=parameters, functions=functions)
    total = scores.metrics["constituents"]
    for by in ("label", "fan-out", "size", "span", "position", "discontinuous", "sentence", "sentence-length/5", "label+size"):
        found = breakdown(words, by)
        parts = [row.score("labelled") for row in found.rows]
        assert sum(part.gold_correct for part in parts) == sum(part.system_correct for part in parts) == total.correct
        assert sum(part.gold_total for part in parts) == total.gold_total
        assert sum(part.system_total for part in parts) == total.system_total
        assert found.total.score("labelled").f1 == pytest.approx(scores.f1, abs=1e-12)
    for by, expected in (("label", scores.by_label), ("fan-out", scores.by_fan_out)):
        rows = {row.values[0]: row.score("labelled") for row in breakdown(words, by).rows}
        assert set(rows) == set(expected)
        for key, score in expected.items():
            counts = (rows[key].gold_correct, rows[key].gold_total, rows[key].system_correct, rows[key].system_total)
            assert counts == (score.correct, score.gold_total, score.correct, score.system_total)


NONE = ("(none)",)


def test_labels_of_the_same_tokens_are_confused():
    gold, predicted = pairs()
    found = confusion(ScoredConstituents(gold, predicted, parameters="all"), "label")
    assert (("INTJ",), ("NP",)) in found.counts and found.counts[(("NP",), ("NP",))] > 3
    assert sum(count for (_, other), count in found.counts.items() if other == NONE) > 0  # nothing has the same tokens
    unlabelled = breakdown(ScoredConstituents(gold, predicted, parameters="all"), "label", metrics=["unlabelled"]).total
    pairs_found = sum(count for key, count in found.counts.items() if NONE not in key)
    assert unlabelled.score("unlabelled").gold_correct == pairs_found
    extra = sum(count for (one, _), count in found.counts.items() if one == NONE)
    assert extra == unlabelled.predicted[0] - pairs_found > 0, "constituents that gold has not are there, too"


def test_pairs_take_each_constituent_once():
    gold, predicted = [("NP", 3), ("NP", 3), ("VP", 3), ("S", 7)], [("VP", 3), ("X", 3), ("S", 7), ("NP", 3), ("NP", 1)]
    found = paired(gold, predicted)
    assert found == [(0, 3), (1, 1), (2, 0), (3, 2)]
    same = sum(gold[one][0] == predicted[other][0] for one, other in found)
    assert same == sum((Counter(gold) & Counter(predicted)).values())


def test_two_parsers():
    gold, predicted = pairs()
    (row,) = compare(ScoredConstituents(gold, gold, predicted, names=["a", "b"], where="discontinuous"), rounds=50).rows
    assert row.only_second == 0 and row.both_right + row.only_first == row.words > 3
    assert row.agreement == pytest.approx(100 * row.both_right / row.words)


def test_what_is_refused():
    gold, predicted = pairs()
    with pytest.raises(SettingsError, match="seen the criterion 'upos', expected one of label, fan-out, size"):
        breakdown(ScoredConstituents(gold, predicted), "upos")
    with pytest.raises(SettingsError, match=r"column 1 of 'head.label=NP'"):
        ScoredConstituents(gold, predicted, where="head.label=NP")
    with pytest.raises(InputError, match="a sentence that only the gold trees have"):
        ScoredConstituents(gold, predicted[:-1])
    with pytest.raises(InputError, match="predicted: seen no treebank"):
        ScoredConstituents(gold)
