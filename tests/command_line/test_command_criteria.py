"""`evaluate` by criteria and with several parsers, and `find`."""

import json

import pytest
from small_treebank import SENTENCES, conllu

from treewright.treebank import Sentence, read


@pytest.fixture
def parsed(treebank, tmp_path):
    """The treebank with some words attached to the root of their sentences, as dep."""
    paths = []
    for number, every in (("one", 3), ("two", 5)):
        made, at = [], 0
        for sentence in read(str(treebank)):
            heads, labels = list(sentence.heads), sentence.labels
            top = heads.index(0) + 1
            for i in range(len(heads)):
                at += 1
                if at % every == 0 and heads[i]:
                    heads[i], labels[i] = top if top != i + 1 else 0, "dep"
            made.append(sentence.with_tree(heads, labels))
        path = tmp_path / f"{number}.conllu"
        path.write_text("".join(sentence.to_conllu() for sentence in made), "utf-8")
        paths.append(path.name)
    return paths


def test_breakdowns(run, treebank, parsed):
    whole = run("evaluate", treebank, parsed[0], "--json")
    scores = json.loads(whole.out)
    done = run("evaluate", treebank, parsed[0], "--by", "upos,form+label,predicted.label", "--json")
    data = json.loads(done.out)
    assert data["scores"]["one.conllu"]["las"] == scores["las"] and data["settings"].startswith("CoNLL 2018 definitions")
    assert [table["title"].split(" by ")[1] for table in data["tables"]] == ["upos", "form+label", "predicted.label"]
    for table in data["tables"]:
        *rows, total = table["rows"]
        assert sum(row["words"] for row in rows) == total["words"] == scores["words"]
        assert total.get("LAS", total.get("LAS F1")) == scores["las"]
    lines = run("evaluate", treebank, *parsed, "--by", "upos", "--metrics", "LAS,UPOS", "--top", "1").out.splitlines()
    assert lines[0] == "LAS, UPOS by upos" and lines[3].startswith("(others)") and lines[-1].startswith("(CoNLL 2018")
    assert run("evaluate", treebank, *parsed).out.splitlines()[1].split()[:2] == ["one.conllu", f"{scores['words']:,}"]


def test_parts_of_the_words(run, treebank, parsed):
    for flags in (("--ignore-tags", "PUNCT"), ("--where", "upos!=PUNCT", "--to", "json"), ("--where", "not punctuation")):
        done = run("evaluate", treebank, parsed[0], "--cross", "upos,direction", *flags, "--json")
        assert done.code == 0, done.err
        las = json.loads(run("evaluate", treebank, parsed[0], "--no-punctuation", "--json").out)["las"]
        assert json.loads(done.out)["scores"]["one.conllu"]["las"] == las
    rows = run("evaluate", treebank, parsed[0], "--ignore-tags", "PUNCT,DET", "--to", "csv").out.splitlines()
    assert rows[0] == "parser,words,UAS,LAS,settings" and "gold UPOS is PUNCT, DET left out" in rows[1]


def test_comparing_confusing_counting(run, treebank, parsed):
    first = run("evaluate", treebank, *parsed, "--compare", "--by", "upos", "--seed", "3")
    assert first.out == run("evaluate", treebank, *parsed, "--compare", "--by", "upos", "--seed", "3").out
    assert first.out.splitlines()[1].split()[-1] == "p" and "seed 3" in first.out
    matrix = run("evaluate", treebank, parsed[0], "--confusion", "universal-label", "--to", "markdown").out.splitlines()
    assert matrix[0] == "**universal-label: gold in rows, one.conllu in columns**" and matrix[2].startswith("| gold |")
    counted = run("evaluate", treebank, "--statistics", "--by", "length:2", "--cross", "upos,head.upos+direction").out
    assert counted.startswith("words by length:2\n") and "\nwords by upos and head.upos+direction\n" in counted


def test_functions_of_ones_own_and_training(run, treebank, parsed, tmp_path):
    (tmp_path / "mine.py").write_text("def first(sentence, i):\n    return sentence.forms[i][0]\n")
    done = run("evaluate", treebank, parsed[0], "--by", "mine:first", "--where", "mine:first!=T", "--training", treebank)
    assert done.code == 0 and done.out.startswith("UAS, LAS by mine:first\n"), done.err
    unknown = run("evaluate", treebank, parsed[0], "--by", "unknown", "--training", treebank).out.splitlines()
    assert unknown[2].split()[0] == "no" and unknown[3].split()[0] == "all"
    assert run("evaluate", treebank, parsed[0], "--by", "os:getcwd").refused("os:getcwd: seen", "expected a function")
    (tmp_path / "mine.py").write_text("def first(sentence, i):\n    return 1 / 0\n")
    assert run("evaluate", treebank, parsed[0], "--by", "mine:first").refused("mine.py, line 2, in first: ZeroDivisionError")
    assert run("evaluate", treebank, parsed[0], "--by", "mine:last").refused("function: cannot import 'mine:last'")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--by", "uppos"), "error: --by: seen the criterion 'uppos'"),
        (("--by", "upos,"), "error: --by: seen ''"),
        (("--where", "upos="), "error: --where: column 6 of 'upos=': seen the end, expected a value"),
        (("--where", "form='it"), "--where: column 6"),
        (("--cross", "upos"), "--cross: seen 'upos', expected two criteria"),
        (("--cross", "upos,dept"), "error: --cross: seen the criterion 'dept'"),
        (("--confusion", "uppos"), "error: --confusion: seen the criterion 'uppos'"),
        (("--confusion", "predicted.upos"), "error: --confusion: seen 'predicted.upos'"),
        (("--compare",), "error: --compare: seen one predicted treebank, expected at least two"),
        (("--statistics", "--by", "upos"), "--statistics: seen a predicted treebank, expected only GOLD"),
        (("--metrics", "bleu"), "error: --metrics: seen 'bleu', expected one of Words"),
        (("--by", "frequency"), "seen without a training treebank"),
        (("--by", "upos", "--top", "0"), "--top: seen 0, expected at least 1"),
        (("--to", "xml"), "--to: seen 'xml', expected one of text, markdown, csv, json"),
    ],
)
def test_mistakes_are_one_sentence(run, treebank, flags, message):
    assert run("evaluate", treebank, treebank, *flags).refused(message)


def test_other_mistakes(run, treebank, tmp_path):
    assert run("evaluate", treebank, "--statistics").refused("--statistics: seen no criterion, expected --by or --cross")
    other = tmp_path / "other.conllu"
    other.write_text(conllu(SENTENCES).replace(SENTENCES[0][0][0], "Xyzzy", 1), "utf-8")
    assert run("evaluate", treebank, treebank, other, "--by", "upos").refused("other.conllu:", "'Xyzzy'")


def test_flags_without_effect_are_told(run, treebank, parsed):
    for flags, message in (
        (("--seed", "3"), "warning: --seed has no effect without --compare"),
        (("--seed", "3", "--by", "upos"), "warning: --seed has no effect without --compare"),
        (("--training", treebank), "warning: --training has no effect without the criteria frequency and unknown"),
        (("--training", treebank, "--by", "upos"), "warning: --training has no effect"),
    ):
        assert message in run("evaluate", treebank, parsed[0], *flags).err
    assert "warning: --training has no effect" in run("find", "upos=NOUN", treebank, "--training", treebank).err
    for flags in (("--training", treebank, "--by", "frequency"), ("--training", treebank, "--where", "not unknown")):
        assert not run("evaluate", treebank, parsed[0], *flags).err
    assert not run("evaluate", treebank, *parsed, "--compare", "--seed", "3").err
    assert "warning" not in run("find", "unknown", treebank, "--training", treebank).err


def test_misspelt_values_are_told(run, treebank, parsed):
    hint = "no word has upos=NUON; did you mean NOUN?"
    found = run("find", "upos=NUON and length>0", treebank, "--count")
    assert found.out == "0 words in 0 sentences\n" and found.err == f"treewright: warning: {hint}\n"
    assert f"warning: --where: {hint}\n" in run("evaluate", treebank, parsed[0], "--where", "upos=NUON").err
    statistics = run("evaluate", treebank, "--statistics", "--by", "form", "--where", "upos in NUON,XY")
    assert f"--where: {hint}" in statistics.err and "--where: no word has upos=XY\n" in statistics.err
    assert "--where: it holds for no word" in run("evaluate", treebank, parsed[0], "--where", "length>90").err
    assert "did you mean" not in run("find", "head.upos=ROOT and upos=PUNCT", treebank).err
    assert not run("find", "upos=NUON or upos=NOUN", treebank, "--count").err
    tags = run("evaluate", treebank, parsed[0], "--ignore-tags", "punct,SYM").err
    assert tags == "treewright: warning: --ignore-tags: no word has upos=punct; did you mean PUNCT?\n"
    assert run("find", "form~[ab", treebank).refused("seen '[ab', in which [ is never closed, expected ] after it")


def test_nothing_to_compare_with(run, treebank):
    for flags in ((), ("--by", "upos")):
        assert run("evaluate", treebank, *flags).refused("PREDICTED: seen no file and nothing on stdin, expected")
    assert run("evaluate", treebank, stdin=treebank.read_bytes()).code == 0


def test_formats_that_are_refused_are_not_offered(run, treebank, tmp_path):
    for verb in ("find", "calibrate"):
        told = run(verb, "--help").out
        assert "CoNLL-U" in told and "export" not in told and "TIGER" not in told
    assert "export" in run("blame", "--help").out


def test_find(run, treebank, parsed):
    table = list(read(str(treebank)))
    nouns = [(sentence, i) for sentence in table for i, tag in enumerate(sentence.tags) if tag == "NOUN"]
    done = run("find", "upos=NOUN", treebank, "--count")
    assert done.out == f"{len(nouns)} words in {len({sentence.line for sentence, _ in nouns})} sentences\n" and not done.err
    lines = run("find", "upos=NOUN", treebank).out.splitlines()
    sentence, i = nouns[0]
    assert lines[0].startswith(f"{treebank}:{sentence.line}") and f"[{sentence.forms[i]}]" in lines[0]
    assert sum(line.count("[") for line in lines) == len(nouns)
    written = run("find", "upos=NOUN", treebank, "--to", "conllu").out.encode()
    assert run("find", "upos=NOUN", "-", "--to", "conllu", stdin=written).out.encode() == written
    marked = list(read(written))
    hits = [(s.line, i) for s in marked for i, word in enumerate(s.words) if "Mark=Yes" in (word.misc or "")]
    assert len(hits) == len(nouns) and all(word.upos == "NOUN" for s in marked for word in s if "Mark" in (word.misc or ""))
    tree = run("find", "upos=NOUN", treebank, "--to", "tree", "--most", "1").out
    assert f"[{sentence.forms[i]}]" in tree
    assert json.loads(run("find", "upos=NOUN", treebank, "--to", "json", "--most", "1").out)["words"]
    wrong = run("find", "label!=predicted.label", treebank, "--predicted", parsed[0], "--count").out
    assert wrong == run("find", "predicted.label=dep and label!=dep", treebank, "--predicted", parsed[0], "--count").out
    assert not wrong.startswith("0 ")


def test_find_reads_stdin_and_other_scripts(run):
    words = [{"form": "כלב", "upos": "NOUN", "head": 2, "deprel": "nsubj"}, {"form": "נובח", "upos": "VERB", "head": 0}]
    done = run("find", "child.upos=NOUN", stdin=Sentence.from_words(words).to_conllu().encode())
    assert done.code == 0 and done.out.strip().endswith("\u2068כלב\u2069 [\u2068נובח\u2069]")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("uppos=VERB",), "error: EXPRESSION: column 1 of 'uppos=VERB': seen the criterion 'uppos'"),
        (("upos=VERB and (",), "column 16 of"),
        (("predicted.upos=VERB",), "predicted.: seen with one treebank"),
        (("unknown",), "seen without a training treebank, expected one (--training FILE"),
        (("upos=VERB", "--most", "0"), "--most: seen 0, expected at least 1"),
        (("upos=VERB", "--to", "svg"), "--to: seen 'svg', expected one of text, tree, conllu, json"),
    ],
)
def test_find_refuses(run, treebank, arguments, message):
    assert run("find", *arguments, treebank).refused(message)


def test_find_has_no_constituents(run, tmp_path):
    (tmp_path / "a.discbracket").write_text("(ROOT (S (NN 0=a)))\n")
    assert run("find", "upos=VERB", "a.discbracket").refused(
        "a.discbracket:1: seen a constituency tree, expected words with heads"
    )


def test_top_without_rows_to_limit_is_refused(run, treebank, parsed):
    done = run("evaluate", treebank, parsed[0], "--cross", "upos,direction", "--top", "3")
    assert done.refused("--top", "--by or --confusion")
