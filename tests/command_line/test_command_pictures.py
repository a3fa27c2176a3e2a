"""Pages and pictures: all trees on a page, one picture for each sentence."""

import pytest
from small_treebank import SENTENCES, conllu


@pytest.fixture
def other(tmp_path):
    (tmp_path / "b.conllu").write_text(conllu(SENTENCES[:2]))
    return "b.conllu"


def test_a_page(run, treebank):
    done = run("convert", treebank, "--to", "html")
    assert done.code == 0 and done.out.count("<svg ") == 4 and done.out.endswith("</html>\n")
    parsed = run("parse", "--to", "html", stdin=b"A dog barks. It runs.")
    assert parsed.code == 0 and parsed.out.count("<svg ") == 2


def test_a_picture_for_each_sentence(run, treebank, tmp_path):
    for _ in range(2):  # the second time these are ours
        assert run("convert", treebank, "-o", "tree-{}.svg").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [f"tree-{number}.svg" for number in (1, 2, 3, 4)]
    assert (tmp_path / "tree-3.svg").read_text().count("<svg ") == 1
    assert run("parse", "-o", "typed-{}.svg", stdin=b"A dog barks. It runs.").code == 0
    assert len(list(tmp_path.glob("typed-*.svg"))) == 2


def test_several_inputs_are_told_apart(run, treebank, other, tmp_path):
    assert run("convert", treebank, other, "-o", "{}.svg").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["b.svg", "good.svg"], "one for each input, as ever"
    assert run("convert", treebank, other, "-o", "of-{}-{}.svg").code == 0
    assert len(list(tmp_path.glob("of-good-*.svg"))) == 4 and len(list(tmp_path.glob("of-b-*.svg"))) == 2


def test_other_formats_have_a_file_for_each_input(run, treebank, other, tmp_path):
    assert run("convert", treebank, "-o", "one-{}.jsonl").code == 0
    assert run("convert", treebank, other, "-o", "{}.html").code == 0
    assert {"one-good.jsonl", "good.html", "b.html"} <= {path.name for path in tmp_path.iterdir()}


def test_pictures_of_others_are_kept(run, treebank, tmp_path):
    (tmp_path / "tree-3.svg").write_text("mine")
    (tmp_path / "tree-x.svg").write_text("mine")
    assert run("convert", treebank, "-o", "tree-{}.svg").refused("-o tree-3.svg: seen a file that Treewright did not write")
    assert not (tmp_path / "tree-1.svg").exists()
    assert run("convert", treebank, "-o", "tree-{}.svg", "--force").code == 0
    assert (tmp_path / "tree-x.svg").read_text() == "mine"
