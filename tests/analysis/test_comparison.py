"""Comparisons of parsers: counts by hand and by plain loops, and the paired test against all changes of signs."""

import itertools

import numpy
import pytest

from tests.evaluation.invented import GOLD, disturbed, sentences
from tests.evaluation.two_tokenisations import two_treebanks
from treewright.analysis import ScoredWords, compare
from treewright.analysis.scores.paired_test import paired_test
from treewright.errors import SettingsError
from treewright.evaluation import evaluate
from treewright.treebank import read


def universal(label):
    return label.split(":")[0]


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_those_of_plain_loops(seed):
    gold = sentences(GOLD) * 3
    one, other = disturbed(gold, 0.5, seed), disturbed(gold, 0.4, seed + 100)
    rows = {}
    for right, first, second in zip(gold, one, other, strict=True):
        triples = [zip(tree.heads, map(universal, tree.labels), strict=True) for tree in (right, first, second)]
        for label, answer, mine, yours in zip(right.labels, *triples, strict=True):
            for key in (label, "all"):
                counts = rows.setdefault(key, [0] * 5)
                kinds = (True, mine == yours, mine == answer == yours, mine == answer != yours, yours == answer != mine)
                for k, hit in enumerate(kinds):
                    counts[k] += hit
    found = compare(ScoredWords(gold, one, other, names=["a", "b"]), "label", rounds=50)
    assert {
        row.values[0]: [row.words, row.agreed, row.both_right, row.only_first, row.only_second] for row in found.rows
    } == rows
    last = found.rows[-1]
    assert last.scores == (evaluate(gold, one).las, evaluate(gold, other).las)
    assert last.difference == pytest.approx(evaluate(gold, one).las - evaluate(gold, other).las)


@pytest.mark.parametrize("metric", ScoredWords.metrics)
def test_every_metric_can_be_compared(metric):
    """A parser agrees with itself, but for words that it has not; who is right is what the scores say."""
    gold, one = (list(read(text.encode())) for text in two_treebanks(11))
    words = ScoredWords(gold, one, one, gold, names=["a", "same", "gold"])
    rows = {(row.first, row.second): row for row in compare(words, metric=metric, rounds=20).rows}
    same = rows["a", "same"]
    assert same.only_first == same.only_second == 0 and same.p == 1
    assert rows["a", "gold"].only_first == 0
    score = evaluate(gold, one).metrics[metric]
    if "attached" not in metric:
        assert same.both_right == score.correct and same.words == score.gold_total


def test_kappa_by_hand():
    row = "1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n"
    gold = sentences("\n".join(row.format(form) for form in "abcdefghij"))
    # the first parser is wrong in a and b, the second in b and c
    trees = [[s.with_tree([0], ["dep" if form in wrong else "root"]) for form, s in zip("abcdefghij", gold, strict=True)]
             for wrong in ("ab", "bc")]  # fmt: skip
    (found,) = compare(ScoredWords(gold, *trees), rounds=100).rows
    assert (found.both_right, found.only_first, found.only_second, found.both_wrong) == (7, 1, 1, 1)
    assert found.agreement == 80 and found.scores == (80, 80)
    assert found.kappa == pytest.approx((0.8 - 0.68) / (1 - 0.68))


def test_paired_test_against_all_changes_of_signs():
    for differences in ([1, 2, -1, 3, 1, 0, 2], [1, -1, 1, -1], [5, 4, 3, 2, 1, 6, 7, 8]):
        signs = numpy.array(list(itertools.product((1, -1), repeat=len(differences))))
        exact = numpy.mean(numpy.abs(signs @ differences) >= abs(sum(differences)))
        assert paired_test(numpy.array(differences, float), rounds=20_000, seed=4) == pytest.approx(exact, abs=0.012)


def test_paired_test_is_the_same_for_the_same_seed():
    differences = numpy.array([1.0, -2, 3, 1, 1, -1, 2] * 3)
    assert paired_test(differences, seed=1) == paired_test(differences, seed=1) != paired_test(differences, seed=2)
    assert paired_test(differences, rounds=999, seed=5) == 0.067  # on every machine
    assert paired_test(numpy.zeros(5)) == paired_test(numpy.zeros(0)) == 1


def test_several_parsers_and_formats():
    gold = sentences(GOLD)
    trees = [disturbed(gold, share, 3) for share in (0, 0.3, 0.9)]
    found = compare(ScoredWords(gold, *trees, names=["a", "b", "c"]), "upos", metric="UAS", top=3, rounds=10, seed=7)
    assert [(row.first, row.second) for row in found.rows if row.values == ("all",)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found.table().columns[:6] == ["first", "second", "upos", "words", "UAS first", "UAS second"]
    assert "seed 7" in found.text() and "10 rounds" in found.csv()


def test_what_cannot_be_compared():
    gold = sentences(GOLD)
    with pytest.raises(SettingsError, match="compare: seen one predicted treebank, expected at least two"):
        compare(ScoredWords(gold, gold))
    with pytest.raises(SettingsError, match=r"compare: seen a criterion with predicted., expected those of gold"):
        compare(ScoredWords(gold, gold, gold), "predicted.label")
