"""`evaluate` with constituency trees."""

import json

import pytest

GOLD = """\
(ROOT (SBARQ (VP (WHNP-1 (WP 0=What)) (VB 3=read)) (SQ (MD 1=should) (NP (PRP 2=I))) (. 4=?)))
(ROOT (S (NP (NN 0=Rain)) (VP (VBZ 1=falls) (ADVP (RB 2=here))) (. 3=.)))
"""
PARSED = """\
(ROOT (SBARQ (WHNP (WP 0=What)) (SQ (MD 1=should) (NP (PRP 2=I)) (VP (VB 3=read))) (. 4=?)))
(ROOT (S (NP (NN 0=Rain)) (VP (VBZ 1=falls) (PRT (RP 2=here))) (. 3=.)))
"""


@pytest.fixture
def files(tmp_path, run):
    for name, text in (("gold", GOLD), ("parsed", PARSED)):
        (tmp_path / f"{name}.discbracket").write_text(text)
        assert run("convert", f"{name}.discbracket", "-o", f"{name}.export").code == 0
    return tmp_path


def test_one_line(run, files):
    kept = "F1 66.67  P 66.67  R 66.67  disc. F1 0.00  exact match 50.00  tags 85.71  "
    cut = "F1 77.78  P 77.78  R 77.78  disc. F1 0.00  exact match 50.00  tags 85.71  "
    sizes = "(7 words in 2 sentences; parameters proper, functions "
    assert run("evaluate", "gold.discbracket", "parsed.discbracket").out == f"{kept}{sizes}compared)\n"
    assert run("evaluate", "gold.export", "parsed.export").out == f"{cut}{sizes}cut)\n"
    assert run("evaluate", "gold.export", stdin=PARSED.encode()).out == f"{cut}{sizes}cut)\n"
    assert run("evaluate", "gold.export", "parsed.export", "--functions", "keep").out == f"{kept}{sizes}compared)\n"
    assert run("evaluate", "gold.discbracket", "parsed.discbracket", "--functions", "cut").out == f"{cut}{sizes}cut)\n"


def test_parameters(run, files):
    done = run("evaluate", "gold.export", "parsed.export", "--params", "all")
    assert "(9 words in 2 sentences; parameters all" in done.out
    (files / "own.prm").write_text("DELETE_LABEL ROOT\nDISC_ONLY 1\n")
    done = run("evaluate", "gold.export", "parsed.export", "--params", "own.prm")
    assert "in 1 sentences; parameters own.prm, discontinuous constituents only" in done.out
    (files / "own.prm").write_text("DELETE_LABEL ROOT\nDELETE 1\n")
    assert run("evaluate", "gold.export", "parsed.export", "--params", "own.prm").refused("own.prm:2: seen DELETE")
    assert run("evaluate", "gold.export", "parsed.export", "--params", "prop").refused("prop: no such file")


def test_tables(run, files):
    rows = run("evaluate", "gold.export", "parsed.export", "--by", "fan-out,label+size/2:4").out.split("\n")
    assert rows[0] == "constituents, labelled, by fan-out" and rows[1].split()[:2] == ["fan-out", "constituents"]
    assert rows[3].split() == ["2", "1", "0", "-", "0.00", "0.00"]
    assert rows[4].split() == ["all", "9", "9", "77.78", "77.78", "77.78"]
    assert rows[5] == "(parameters proper, functions cut)"
    assert ["ADVP", "0-1", "1", "1", "100.00", "100.00", "100.00"] in [row.split() for row in rows]
    rows = run("evaluate", "gold.export", "parsed.export", "parsed.export", "--by", "label", "--all").out.split("\n")
    assert rows[1].split()[2:6] == ["labelled", "parsed.export", "(1)", "unlabelled"]
    rows = run("evaluate", "gold.export", "parsed.export", "--confusion", "label", "--params", "all").out.split("\n")
    assert rows[1].split()[:4] == ["gold", "NP", "ROOT", "VP"]
    rows = run("evaluate", "gold.export", "parsed.export", "parsed.export", "--compare", "--where", "size>1").out.split("\n")
    assert rows[2].split()[-1] == "1.0000" and "only constituents where size>1" in rows[3]


def test_json(run, files):
    scores = json.loads(run("evaluate", "gold.export", "parsed.export", "--json").out)
    assert scores["f1"] == pytest.approx(700 / 9) and scores["by_fan_out"]["2"]["gold_total"] == 1
    assert scores["settings"] == {"parameters": "proper", "functions": False, "cutoff": 40}


def test_what_does_not_fit(run, files, treebank):
    (files / "short.discbracket").write_text(PARSED.split("\n")[0] + "\n")
    done = run("evaluate", "gold.export", "short.discbracket")
    assert done.refused("gold.export:", "sentence 2: a sentence that only the gold trees have", "end after 1")
    (files / "other.discbracket").write_text(PARSED.replace("falls", "fell"))
    done = run("evaluate", "gold.discbracket", "other.discbracket")
    assert done.refused("other.discbracket:2, sentence 2: seen 'fell' as token 2, expected 'falls'", "gold.discbracket:2")
    assert run("evaluate", "gold.export", treebank).refused("constituency trees in gold and none in predicted")
    assert run("evaluate", "gold.export", "parsed.export", "--subtypes").refused("subtypes: seen with constituency trees")
    assert run("evaluate", treebank, treebank, "--by", "upos", "--params", "all").refused("--params: seen with trees of heads")
    assert run("evaluate", "gold.export", "parsed.export", "--by", "upos").refused(
        "'upos', expected one of label, fan-out, size"
    )
    assert run("evaluate", "gold.export", treebank, "--by", "label").refused("good.conllu: seen another kind of trees")
    done = run("evaluate", "gold.export", "parsed.export", "--by", "label", "--ignore-tags", "X")
    assert done.refused("--ignore-tags: seen with constituency trees")
    assert run("evaluate", treebank, treebank, "--params", "all").refused("parameters: seen with trees of heads")
