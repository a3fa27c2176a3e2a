"""`--input lines`: raw text with a sentence on each line."""

import pytest

import treewright as tw

TEXT = "Dr. Shah left. He ran\nA cat sleeps\n\n  The dog barked. \n"


@pytest.fixture(scope="module")
def pipeline():
    return tw.load("english")


def test_each_line_is_a_sentence(run):
    done = run("parse", "--input", "lines", "-q", stdin=TEXT.encode())
    texts = [line.removeprefix("# text = ") for line in done.out.splitlines() if line.startswith("# text")]
    assert texts == ["Dr. Shah left. He ran", "A cat sleeps", "The dog barked."], done.err
    assert done.out.count("# newdoc") == 1 and done.out.count("# newpar") == 2, "a blank line begins a paragraph"
    assert "\t.\t" in done.out, "tokens are found within a line"
    tokens = run("parse", "--input", "lines", "--until", "tokens", "--threads", "2", "-q", stdin=TEXT.encode())
    assert tokens.out.count("# sent_id") == 3
    assert run("parse", "--input", "lines", "--nbest", "1", "--to", "tree", "-q", stdin=TEXT.encode()).code == 0


def test_from_python_nothing_of_the_text_is_lost(pipeline):
    from treewright.tokenization import restored_text

    for text in (TEXT, TEXT.replace("\n", "\r\n"), "a\u2028b\n", "one " * 9000 + "\ntwo. Three."):
        found = list(pipeline.pipe_text([text], lines=True))
        assert [s.text for s in found] == [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        assert restored_text(found) == text
    assert len(pipeline.tokenizer("A. B.\nC. D.", lines=True)) == 2
    assert b"".join(pipeline.parse_text(["A dog. Barks."], lines=True)).count(b"\n\n") == 1


def test_a_model_without_a_tokenizer_says_so(run, treebank):
    assert run("train", treebank, "-o", "m.tw", "--epochs", "1", "--preset", "fast", "-q").code == 0
    assert run("parse", "m.tw", "--input", "lines", treebank).refused("--input lines: this model is a parser alone")
    flags = ("--pipeline", "--tokenizer.epochs", "0", "--tagger.epochs", "1", "--tagger.folds", "0", "--epochs", "1")
    assert run("train", treebank, "-o", "p.tw", *flags, "-q").code == 0
    assert run("parse", "p.tw", "--input", "lines", treebank).refused("--input lines: this pipeline has no tokenizer")
