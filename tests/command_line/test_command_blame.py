"""`treewright blame`: from the command line to tables."""

import csv
import io
import json

import pytest
from small_treebank import SENTENCES, conllu

OTHERS = [
    [("cat", "NOUN", 2, "nsubj"), ("sleeps", "VERB", 0, "root"), ("the", "DET", 4, "det"), ("dog", "NOUN", 2, "obj")],
    [("she", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root"), ("loudly", "ADV", 2, "dep"), (".", "PUNCT", 2, "punct")],
]


@pytest.fixture
def model(run, treebank):
    assert run("train", treebank, "-o", "model.tw", "--epochs", "3", "--seeds", "1", "-q").code == 0
    return "model.tw"


@pytest.fixture
def gold(tmp_path):
    (tmp_path / "gold.conllu").write_text(conllu(SENTENCES + OTHERS), "utf-8")
    return "gold.conllu"


def test_tables(run, model, gold):
    found = run("blame", model, gold, "--what-if")
    assert found.code == 0, found.err
    for part in (
        "of 6 sentences",
        "mistakes by transition",
        "mistakes by label",
        "mistakes by length",
        "decided by: ",
        "gain",
    ):
        assert part in found.out
    assert "step" not in run("blame", model, gold, "--show", "0").out
    alone = run("blame", model, gold, "--by", "label")
    assert alone.out.startswith("mistakes by label") and "by length" not in alone.out


def test_long_tables(run, tmp_path):
    """Twenty labels: the overview shows fifteen and says so, the table that is asked for has all."""
    words = [("a", "DET", 2, "det"), ("b", "NOUN", 0, "root")]
    train, gold = ([[(form, tag, head, label) for form, tag, head, _ in words[:1]] + words[1:]
                    for label in (["det"] if one else [f"d{k:02}" for k in range(20)])] for one in (True, False))  # fmt: skip
    (tmp_path / "train.conllu").write_text(conllu(train + gold), "utf-8")
    (tmp_path / "gold.conllu").write_text(conllu(gold), "utf-8")
    assert run("train", "train.conllu", "-o", "m.tw", "--preset", "fast", "--epochs", "1", "-q").code == 0
    whole = run("blame", "m.tw", "gold.conllu").out
    alone = [line for line in run("blame", "m.tw", "gold.conllu", "--by", "label").out.splitlines() if line.startswith("d")]
    assert len(alone) > 15 and "more row" not in alone
    assert sum(line.startswith("d") for line in whole.splitlines() if line[1:3].isdigit()) == 15
    assert f"({len(alone) - 15} more rows: --by label shows all)" in whole


def test_one_sentence_is_one(run, model, tmp_path):
    (tmp_path / "one.conllu").write_text(conllu(OTHERS[1:]), "utf-8")
    assert "1 of 1 sentence is not as in gold" in run("blame", model, "one.conllu").out


def test_columns_of_csv_do_not_depend_on_mistakes(run, model, treebank, gold):
    for flags in ((), ("--by", "label"), ("--by", "transition"), ("--by", "length")):
        none, some = (run("blame", model, path, *flags, "--to", "csv").out.splitlines() for path in (treebank, gold))
        assert none[0] == some[0] and len(some) > len(none) == 1


def test_formats(run, model, gold, tmp_path):
    rows = list(csv.DictReader(io.StringIO(run("blame", model, gold, "--to", "csv").out)))
    data = json.loads(run("blame", model, gold, "--to", "json", "--what-if").out)
    assert len(rows) == data["summary"]["mistakes"] > 0
    assert sum(int(row["cost"]) for row in rows) == data["summary"]["cost"]
    for table in data["tables"].values():
        assert sum(row["mistakes"] for row in table) == len(rows)
        assert sum(row["first"] for row in table) == sum(row["first"] == "1" for row in rows)
    assert data["what_if"]["transition"][-1]["transition"] == "all"
    assert any(sentence["features"] for sentence in data["sentences"])
    by_length = list(csv.DictReader(io.StringIO(run("blame", model, gold, "--by", "length", "--to", "csv").out)))
    assert [row["length"] for row in by_length]
    assert run("blame", model, gold, "-o", "blame.md").code == 0
    assert "| made | right | mistakes |" in (tmp_path / "blame.md").read_text("utf-8")


def test_mistakes(run, model, gold, treebank, tmp_path):
    assert run("blame", gold, treebank).refused("gold.conllu")
    assert run("blame", model, "none.conllu").refused("none.conllu")
    assert run("blame", model, gold, "-o", "blame.xyz").refused("blame.xyz", "csv")
    assert run("blame", model, gold, "--show", "-1").refused("--show")
    assert run("blame", model, gold, "--by", "colour").refused("--by", "transition")
    (tmp_path / "bare.conllu").write_text("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "utf-8")
    assert run("blame", model, "bare.conllu").refused("no known heads")
    (tmp_path / "trees.discbracket").write_text("(ROOT (S (NP (D 0=a) (N 1=b)) (V 2=c)))\n", "utf-8")
    assert run("blame", model, "trees.discbracket").refused("seen a constituency tree, expected heads")
    assert run("train", treebank, "-o", "swap.tw", "--system", "swap", "--epochs", "1", "-q").code == 0
    assert run("blame", "swap.tw", gold).refused("system.name: swap has no oracle")
