"""Breakdowns add up to the scores of all words, and are what plain loops count."""

import json
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.plain_criteria import values
from tests.evaluation.invented import GOLD, disturbed, sentences
from tests.evaluation.two_tokenisations import two_treebanks
from treewright.analysis import CRITERIA, ScoredWords, breakdown, compare, confusion, statistics
from treewright.errors import InputError, SettingsError
from treewright.evaluation import evaluate
from treewright.treebank import read

METRICS = ScoredWords.metrics


def sums(found, metric, parser):
    scores = [row.scores[parser, metric] for row in found.rows]
    names = ("gold_correct", "gold_total", "system_correct", "system_total")
    return tuple(sum(getattr(score, name) for score in scores) for name in names)


@given(
    st.integers(0, 2**32), st.sampled_from([*CRITERIA, "head.upos", "form+upos", "label+predicted.label", "length:3+depth/2"])
)
@settings(max_examples=150, deadline=None)
def test_every_breakdown_adds_up_to_the_scores_of_all_words(seed, by):
    gold, system = (list(read(text.encode())) for text in two_treebanks(seed))
    for punctuation in (True, False):
        overall = evaluate(gold, system, punctuation=punctuation)
        words = ScoredWords(gold, system, ignored_tags=() if punctuation else ("PUNCT",), training=gold)
        assert words.sides[0].scores.metrics == {name: overall.metrics[name] for name in METRICS} | {
            "Words": words.sides[0].scores.metrics["Words"]
        }
        assert words.settings() == overall.settings()
        for top in (None, 2):
            found = breakdown(words, by, metrics=METRICS, top=top)
            for metric in METRICS:
                score = overall.metrics[metric]
                expected = (score.correct, score.gold_total, score.correct, score.system_total)
                assert sums(found, metric, "parser 1") == expected
                total = found.total.score(metric)
                shares = (100 * score.f1, 100 * score.precision, 100 * score.recall)
                assert (total.f1, total.precision, total.recall) == shares


@pytest.mark.parametrize("seed", range(6))
def test_parts_of_the_words_are_what_evaluation_says_of_them_alone(seed):
    """Every other word left out: its head and label are made unknown, so that evaluation does not count it."""
    gold = sentences(GOLD) * 3
    predicted = disturbed(gold, 0.5, seed)
    for where in ("upos=NOUN", "length>2", "not projective or depth=1"):
        words = ScoredWords(gold, predicted, where=where)
        hidden = []
        at = 0
        for sentence in gold:
            mask = words.where.mask(words.gold)[at : at + len(sentence)]
            at += len(sentence)
            heads = [head if hit else -1 for head, hit in zip(sentence.heads, mask, strict=True)]
            labels = [label if hit else None for label, hit in zip(sentence.labels, mask, strict=True)]
            hidden.append(sentence.with_tree(heads, labels))
        expected = evaluate(hidden, predicted)
        scores = words.sides[0].scores
        assert (scores.uas, scores.las, scores.clas) == (expected.uas, expected.las, expected.clas)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("by", ["upos", "universal-label", "head.upos", "length", "projective"])
def test_counts_are_those_of_plain_loops(seed, by):
    gold = sentences(GOLD) * 3
    predicted = disturbed(gold, 0.5, seed)
    counts = {name: Counter() for name in ("gold_total", "gold_correct", "system_total", "system_correct")}
    for one, other in zip(gold, predicted, strict=True):
        ours, theirs = values(one, Counter()), values(other, Counter())
        for mine, yours in zip(ours, theirs, strict=True):
            right = mine["head"] == yours["head"] and mine["universal-label"] == yours["universal-label"]
            counts["gold_total"][mine[by]] += 1
            counts["gold_correct"][mine[by]] += right
            counts["system_total"][yours[by]] += 1
            counts["system_correct"][yours[by]] += right
    found = breakdown(ScoredWords(gold, predicted), by)
    for row in found.rows:
        for name, counter in counts.items():
            assert getattr(row.score("LAS"), name) == counter[row.values[0]]
    assert sum(row.words[0] for row in found.rows) == found.total.words[0] == 105
    if by == "upos":
        assert not found.both_ways and "LAS P" not in found.text()
    assert found[next(iter(counts["gold_total"]))].words == (next(iter(counts["gold_total"].values())),)


def test_several_parsers_side_by_side():
    gold = sentences(GOLD)
    words = ScoredWords(gold, gold, disturbed(gold, 0.8, 1), names=["a", "b"])
    found = breakdown(words, "upos+direction", metrics=["las", "upos"])
    assert found.table().columns[:4] == ["upos", "direction", "words", "predicted a"]
    assert found.short_table().columns == ["upos", "direction", "words", "LAS a", "UPOS a", "LAS b", "UPOS b"]
    assert all(row.score("LAS", "a").f1 in (0, 100) and row.score("UPOS", "b").recall in (0, 100) for row in found.rows)
    assert found.total.score("LAS", "b").f1 == evaluate(gold, disturbed(gold, 0.8, 1)).las
    assert words.side("b").name == "b"
    with pytest.raises(SettingsError, match="parser: seen 'c', expected one of a, b"):
        confusion(words, "upos", parser="c")


def test_values_and_metrics_that_there_are_not():
    gold = sentences(GOLD)
    words = ScoredWords(gold, gold, names=["a"])
    one, several = breakdown(words, "upos", metrics="LAS"), breakdown(words, "upos", metrics="uas, las")
    assert one.metrics == ("LAS",) and several.metrics == ("UAS", "LAS")
    with pytest.raises(SettingsError, match="metric: seen 'L', expected one of"):
        breakdown(words, "upos", metrics=["L"])
    for found in (one, statistics(gold, "upos")):
        with pytest.raises(KeyError) as error:
            found["FOO"]
        assert error.value.args[0].startswith("upos: seen 'FOO', expected one of 'PUNCT', 'NOUN', ")
    with pytest.raises(KeyError) as error:
        breakdown(words, "form")["a", "b"]
    assert error.value.args[0].startswith("form: seen ('a', 'b'), expected one of ',', ")
    assert error.value.args[0].endswith(" and 11 more")
    with pytest.raises(SettingsError, match="parser: seen 'b', expected one of a"):
        one["NOUN"].score("LAS", "b")


def test_two_way_tables():
    gold = sentences(GOLD)
    words = ScoredWords(gold, disturbed(gold, 0.6, 3))
    found = breakdown(words, "upos+head.upos+direction")
    table = found.two_way("UAS")
    cell = table.rows[[row[0] for row in table.rows].index("NOUN")][table.columns.index("VERB-right")]
    assert cell == found["NOUN", "VERB", "right"].score("UAS").recall
    counts = statistics(gold, "upos+head.upos", where="direction=right").two_way()
    assert counts.title == "words by upos and head.upos"
    assert {row[0]: row[counts.columns.index("NOUN")] for row in counts.rows}["DET"] == 3


def test_confusion_matrices():
    gold = sentences(GOLD) * 2
    predicted = disturbed(gold, 0.7, 5)
    found = confusion(ScoredWords(gold, predicted), "universal-label")
    pairs = Counter(
        (one.split(":")[0], other.split(":")[0])
        for ours, theirs in zip(gold, predicted, strict=True)
        for one, other in zip(ours.labels, theirs.labels, strict=True)
    )
    assert {(one, other): count for ((one,), (other,)), count in found.counts.items()} == pairs
    assert found.words == 70 and found.same == sum(count for (one, other), count in pairs.items() if one == other)
    wrong = [(one, other, count) for (one, other), count in pairs.items() if one != other]
    assert found.errors(3) == sorted(wrong, key=lambda item: (-item[2], item[0], item[1]))[:3]
    for top in (None, 4):
        table = confusion(ScoredWords(gold, predicted), "universal-label", top=top).table()
        assert table.rows[-1][-1] == 70 == sum(row[-1] for row in table.rows[:-1])
        for row in table.rows:
            assert sum(cell or 0 for cell in row[1:-1]) == row[-1]
    assert (table.columns[-2], table.rows[-2][0]) == ("(others)", "(others)")
    with pytest.raises(SettingsError, match=r"confusion: seen 'predicted.label', expected a criterion without gold. and pre"):
        confusion(ScoredWords(gold, predicted), "predicted.label")


def test_a_value_that_only_the_parser_has_is_a_column():
    gold = sentences(GOLD)
    words = ScoredWords(gold, disturbed(gold, 0.7, 5), where="label=det")
    table = confusion(words, "label").table()
    assert [row[0] for row in table.rows] == ["det", "all"]
    assert len(table.columns) > 3 and table.rows[0][1:] == [cell or None for cell in table.rows[1][1:]]


def test_unaligned_words_are_confused_with_nothing():
    gold = list(read(b"1\tcannot\t_\tAUX\t_\t_\t0\troot\t_\t_\n2\tgo\t_\tVERB\t_\t_\t1\tdep\t_\t_\n\n"))
    system = list(read(
        b"1\tcan\t_\tAUX\t_\t_\t0\troot\t_\t_\n2\tnot\t_\tPART\t_\t_\t1\tdep\t_\t_\n3\tgo\t_\tVERB\t_\t_\t1\tdep\t_\t_\n\n"
    ))  # fmt: skip
    words = ScoredWords(gold, system)
    found = confusion(words, "upos")
    none, verb = ("(none)",), ("VERB",)
    assert found.counts == {(("AUX",), none): 1, (verb, verb): 1, (none, ("AUX",)): 1, (none, ("PART",)): 1}
    assert (found.words, found.same) == (2, 1)
    assert [row[0] for row in found.table().rows] == ["AUX", "VERB", "(none)", "all"]
    assert confusion(words, "length").counts[(none, (1,))] == 1, "what is not there is not a length that is not there"
    rows = breakdown(words, "upos", metrics=["UPOS"])
    assert (rows["PART"].words, rows["PART"].predicted) == ((0,), (1,))
    assert breakdown(words, "predicted.upos")[None].words == (1,)


@pytest.mark.parametrize("format", ["text", "markdown", "csv", "json"])
def test_every_table_names_its_settings(format):
    gold = sentences(GOLD)
    words = ScoredWords(gold, disturbed(gold, 0.5, 2), where="upos!=X", ignored_tags=["PUNCT", "INTJ"], subtypes=True)
    named = "words whose gold UPOS is PUNCT, INTJ left out, label subtypes compared, only words where upos!=X"
    for found in (breakdown(words, "label"), breakdown(words, "upos+root").two_way()):
        assert named in getattr(found, format)().replace("\\", "")
    counted = named.replace("label subtypes compared, ", "")  # a matrix compares nothing but what it shows
    assert counted in getattr(confusion(words, "upos"), format)().replace("\\", "")


def test_footers_tell_where_subtypes_are_cut():
    gold = sentences(GOLD)
    words = ScoredWords(gold, gold, gold, names=["a", "b"])
    for found in (breakdown(words, "label"), breakdown(words, "upos+head.label"), compare(words, "label", rounds=5)):
        assert "label subtypes cut in the scores, not in the rows" in str(found)
    for found in (breakdown(words, "universal-label"), compare(words, rounds=5)):
        assert "label subtypes cut" in str(found) and "not in the rows" not in str(found)
    assert "subtypes" not in str(confusion(words, "label"))


def test_columns_of_csv_do_not_depend_on_the_data():
    gold, others = sentences(GOLD), disturbed(sentences(GOLD), 0.7, 5)
    for by, where in (("upos", None), ("label", None), ("predicted.label", None), ("upos", "predicted.label=det")):
        for make in (lambda one: [one], lambda one: [one, gold]):
            heads = {
                breakdown(ScoredWords(gold, *make(predicted), where=where), by).csv().partition("\n")[0]
                for predicted in (gold, others)
            }
            assert len(heads) == 1 and "LAS R" in heads.pop()


def test_formats():
    gold = sentences(GOLD)
    found = breakdown(ScoredWords(gold, gold), "form", top=2)
    assert found.text().splitlines()[:2] == ["UAS, LAS by form", "form      words     UAS     LAS"]
    lines = ["| form | words | UAS | LAS |", "| --- | ---: | ---: | ---: |", "| , | 2 | 100.00 | 100.00 |"]
    assert found.markdown().splitlines()[2:5] == lines
    assert found.csv().splitlines()[2].startswith(".,2,2,100.0,100.0,")
    data = json.loads(found.json())
    shares = {f"{metric} {share}": 100.0 for metric in ("UAS", "LAS") for share in ("P", "R", "F1")}
    assert data["rows"][0] == {"form": ",", "words": 2, "predicted": 2, **shares} and data == found.as_dict()
    with pytest.raises(SettingsError, match="format: seen 'html', expected one of text, markdown, csv, json"):
        found.table().write("html")


def test_forms_that_would_break_a_table():
    row = "1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n"
    treebank = sentences("\n".join(row.format(form) for form in ("a|b", "\x1b[31m", "*x*", ",", '"')))
    found = statistics(treebank, "form")
    assert "\x1b" not in found.text() and r"\x1b[31m" in found.text()
    assert r"| a\|b |" in found.markdown() and r"| \*x\* |" in found.markdown()
    assert '",",1,' in found.csv() and '"""",1,' in found.csv()
    assert "\x1b" not in found.json() and json.loads(found.json())["rows"][1]["form"] in ("\x1b[31m", "*x*", '"', ",", "a|b")


def test_pandas(monkeypatch):
    gold = sentences(GOLD)
    found = breakdown(ScoredWords(gold, gold), "upos")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(SettingsError, match=r"^to_pandas: seen no pandas, expected it to be installed"):
        found.to_pandas()
    monkeypatch.undo()
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = found.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["upos", "words", "UAS", "LAS"]
    assert frame["words"].iloc[:-1].sum() == 35 and "CoNLL 2018" in frame.attrs["settings"]


def test_different_words_are_refused_with_the_place():
    gold = sentences(GOLD)
    other = sentences(GOLD.replace("\tkites\t", "\tkings\t"), "other.conllu")
    with pytest.raises(InputError, match=r"other.conllu:.*word 2 is 'kings', but 'kites' in the gold treebank"):
        ScoredWords(gold, gold, other)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"names": ["a"]}, "names: seen 1 for 2 predicted treebanks, expected as many"),
        ({"names": ["a", "a"]}, "names: seen 'a, a', expected different ones"),
        ({"where": "tag=X"}, "where: column 1 of 'tag=X'"),
    ],
)
def test_wrong_options(options, message):
    gold = sentences(GOLD)
    with pytest.raises(SettingsError, match=message):
        ScoredWords(gold, gold, gold, **options)
    with pytest.raises(SettingsError, match="metric: seen 'bleu', expected one of Words, UPOS"):
        breakdown(ScoredWords(gold, gold), "upos", metrics=["bleu"])
    with pytest.raises(InputError, match="predicted: seen no treebank"):
        ScoredWords(gold)
