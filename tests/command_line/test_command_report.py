"""`treewright evaluate --html`: the page, and what does not go with it."""

import pytest
from small_treebank import SENTENCES, conllu


@pytest.fixture
def parsed(tmp_path):
    """The treebank with one wrong label and one wrong head."""
    changed = [list(sentence) for sentence in SENTENCES]
    form, tag, head, _ = changed[0][0]
    changed[0][0] = (form, tag, head, "wrong")
    form, tag, head, label = changed[1][0]
    changed[1][0] = (form, tag, 3 if head != 3 else 2, label)
    path = tmp_path / "parsed.conllu"
    path.write_text(conllu(changed), "utf-8")
    return path


def test_the_page_and_the_scores(run, treebank, parsed, tmp_path):
    found = run("evaluate", treebank, parsed, treebank, "--html", "report.html", "--training", treebank)
    assert found.code == 0, found.err
    assert "report.html: written" in found.err and "parsed.conllu" in found.out
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "<title>good.conllu: parsed.conllu, good.conllu</title>" in text and 'id="comparison"' in text
    assert text.count('<section class="sentence"') == 2 and "Word frequency in training" in text
    assert run("evaluate", treebank, parsed, "--html", "-").out.startswith("<!DOCTYPE html>")
    again = run("evaluate", treebank, parsed, "--html", "report.html", "--sentences", "1", "--no-punctuation")
    assert again.code == 0, again.err
    text = (tmp_path / "report.html").read_text("utf-8")
    assert text.count('<section class="sentence"') == 1 and "punctuation left out" in text


def test_blame_of_a_model(run, treebank, parsed, tmp_path):
    assert run("train", treebank, "-o", "model.tw", "--epochs", "1", "--seeds", "1", "-q").code == 0
    found = run("evaluate", treebank, parsed, "--html", "report.html", "--model", "model.tw")
    assert found.code == 0, found.err
    assert 'id="blame"' in (tmp_path / "report.html").read_text("utf-8")


def test_constituents(run, tmp_path):
    (tmp_path / "gold.discbracket").write_text("(ROOT (S (NP (NN 0=Rain)) (VP (VBZ 1=falls) (ADVP (RB 2=here)))))\n", "utf-8")
    (tmp_path / "other.discbracket").write_text("(ROOT (S (NP (NN 0=Rain)) (VP (VBZ 1=falls)) (NP (RB 2=here))))\n", "utf-8")
    found = run("evaluate", "gold.discbracket", "other.discbracket", "--html", "report.html")
    assert found.code == 0, found.err
    assert 'class="missed"' in (tmp_path / "report.html").read_text("utf-8")


def test_mistakes(run, treebank, parsed, tmp_path):
    page = ("--html", "report.html")
    assert run("evaluate", treebank, parsed, *page, "--by", "upos").refused("--html: seen with --by")
    assert run("evaluate", treebank, parsed, *page, "--json").refused("--html: seen with --json")
    assert run("evaluate", treebank, parsed, *page, "--to", "csv").refused("--html: seen with --to csv")
    assert run("evaluate", treebank, parsed, *page, "--sentences", "-1").refused("--sentences: seen -1")
    assert run("evaluate", treebank, parsed, "--model", "m.tw").refused("--model: seen without --html")
    assert run("evaluate", treebank, parsed, "--sentences", "3").refused("--sentences: seen without --html")
    assert run("evaluate", treebank, parsed, "--html", "none/report.html").refused("--html none/report.html", "does not exist")
    assert run("evaluate", treebank, parsed, "--html", parsed).refused("--html", "input itself")
    (tmp_path / "mine.html").write_text("mine", "utf-8")
    assert run("evaluate", treebank, parsed, "--html", "mine.html").refused("--html mine.html", "--force")
    assert run("evaluate", treebank, parsed, "--html", "mine.html", "--force").code == 0
    assert run("evaluate", treebank, parsed, *page, "--model", parsed).refused("parsed.conllu")
