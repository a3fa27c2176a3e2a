"""`treewright trace`: from the command line to tables and pages."""

import json

import pytest
from small_treebank import CROSSING, SENTENCES, conllu


def test_gold_trees(run, treebank):
    found = run("trace", treebank, "--system", "arc-standard", "--sentence", "s2")
    assert found.code == 0, found.err
    assert found.out.splitlines()[0] == "a dog barks loudly"
    assert "left-arc det" in found.out and "cat" not in found.out
    rootless = run("trace", treebank, "--system", "arc-hybrid", "--root", "none", "--sentence", "1")
    assert "root(ROOT, sleeps)" not in rootless.out.splitlines()[3] and rootless.code == 0


def test_formats(run, treebank, tmp_path):
    for name, start in (("a.md", "the cat"), ("a.tex", "% the cat"), ("a.html", "<!DOCTYPE html>"), ("a.jsonl", '{"sent_id"')):
        assert run("trace", treebank, "--system", "arc-eager", "-o", name).code == 0
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    rows = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    assert [row["sent_id"] for row in rows] == ["s1", "s2", "s3", "s4"]


def test_what_terminals_obey_is_not_written(run):
    row = "# text = a\x1b[31m b\n1\ta\x1b[31m\ta\tX\t_\t_\t0\troot\t_\t_\n\n"
    for format in ("text", "markdown", "latex", "html"):
        found = run("trace", "--system", "arc-eager", "--to", format, stdin=row.encode())
        assert found.code == 0 and "\x1b" not in found.out and "\ufffd[31m" in found.out.replace("\\", "")


def test_titles_in_markdown_are_texts(run):
    for text, shown in (("# a|b *c*", "\\# a\\|b \\*c\\*"), ("1. a", "1\\. a"), ("a_b", "a\\_b")):
        row = f"# text = {text}\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"
        found = run("trace", "--system", "arc-eager", "--to", "markdown", stdin=row.encode())
        assert found.out.splitlines()[0] == shown


def test_constituents_fit_in_a_hundred_columns(run):
    leaves = " ".join(f"(N {i}=word{i})" for i in range(1, 24))
    tree = f"(ROOT (S (V 0=reads) (NP {leaves}) (. 24=.)))\n"
    for flags in ((), ("--options", "3"), ("--whole",)):
        found = run("trace", "--system", "set-based", *flags, stdin=tree.encode())
        assert found.code == 0 and max(map(len, found.out.splitlines()[2:])) <= 100, found.err


def test_help_names_the_systems_of_the_box(run):
    told = " ".join(run("trace", "--help").out.split())
    assert "--system NAME|MODULE:CLASS" in told and "see treewright parts" in told


@pytest.fixture
def model(run, treebank, tmp_path):
    assert run("train", treebank, "-o", "model.tw", "--epochs", "2", "--seeds", "1", "-q").code == 0
    return tmp_path / "model.tw"


def test_models(run, model, treebank):
    found = run("trace", model, treebank, "--options", "2", "--all")
    assert found.code == 0, found.err
    assert found.out.count("step ") == 4 and "cost 1)" in found.out and "total" in found.out
    bare = conllu([[(form, tag, "_", "_") for form, tag, _, _ in SENTENCES[0]]]).encode()
    found = run("trace", "-m", model, stdin=bare)
    assert found.code == 0 and "cost" not in found.out and "score" in found.out


def test_raw_text(run):
    found = run("trace", "-m", "english", "--to", "json", stdin=b"A dog barks.")
    assert found.code == 0, found.err
    assert json.loads(found.out)["words"] == ["A", "dog", "barks", "."]


def test_the_first_ten(run, tmp_path):
    (tmp_path / "many.conllu").write_text(conllu(SENTENCES * 3), "utf-8")
    found = run("trace", "many.conllu", "--system", "arc-eager", "--to", "json")
    assert found.out.count("\n") == 10 and "--all shows all" in found.err
    assert run("trace", "many.conllu", "--system", "arc-eager", "--to", "json", "--all").out.count("\n") == 12


def test_mistakes(run, treebank, tmp_path):
    (tmp_path / "crossing.conllu").write_text(conllu([CROSSING]), "utf-8")
    assert run("trace", treebank).refused("seen a treebank", "--system NAME")
    assert run("trace", treebank, "--system", "arc-wrong").refused("'arc-wrong'", "arc-eager")
    assert run("trace", treebank, "--system", "set-based").refused("good.conllu:1", "expected a constituency tree")
    assert run("trace", treebank, "--system", "arc-eager", "--sentence", "9").refused("--sentence 9", "4 sentences")
    assert run("trace", treebank, "--system", "arc-eager", "-o", "a.xyz").refused("a.xyz", "html")
    assert run("trace", treebank, "--system", "easy-first", "--root", "none").refused("system.root")
    assert run("trace", treebank, "--system", "arc-eager", "--options", "-1").refused("--options")
    assert run("trace", "nothing.tw", treebank).refused("nothing.tw")
    found = run("trace", "crossing.conllu", "--system", "arc-eager")
    assert found.code == 0 and "arc-eager does not reach" in found.out
