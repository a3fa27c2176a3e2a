"""The sentences that are added to the training data of the English model."""

import subprocess
import sys
from pathlib import Path

import pytest

import treewright as tw
from tools import make_english_sentences as benchmark
from tools.english.brackets import read_sentence
from tools.english.columns import fill

ENGLISH = Path(benchmark.__file__).parent / "english"
JUDGES = Path(__file__).parents[1] / "pipeline" / "english"
OPEN_CLASSES = {"NOUN", "VERB", "ADJ", "PROPN", "ADV", "NUM"}


@pytest.fixture(scope="module")
def ours() -> str:
    return "".join(benchmark.convert(ENGLISH / name) for name in ("clauses.txt", "texts.txt"))


def test_brackets_are_trees():
    sentence = read_sentence("[nsubj [nmod:poss Anna/NNP 's/POS] cats/NNS] do:aux n't like/VB [obj 50 _%/NN] .")
    fill(sentence)
    assert [word.label for word in sentence[:6]] == ["nmod:poss", "case", "nsubj", "aux", "advmod", "root"]
    assert [word.head.form for word in sentence if word.head] == ["cats", "Anna", "like", "like", "like", "%", "like", "like"]
    assert sentence[3].feats == "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin" and sentence[2].lemma == "cat"
    assert "# text = Anna's cats don't like 50%.\n1-2\tAnna's\t" in benchmark.to_conllu(sentence, "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[nsubj a cat sleeps/VBZ .", "not closed"),
        ("cat] sleeps/VBZ .", "too many"),
        ("cat sleeps/VBZ .", "may be the head"),
        ("cats/NNS* sleep/VBP .", "has no label"),
    ],
)
def test_a_wrong_line_is_told(line, said):
    with pytest.raises(SystemExit, match=said):
        read_sentence(line)


def test_the_textbook_sentences_are_made_of_their_brackets():
    assert benchmark.convert(JUDGES / "textbook.txt") == (JUDGES / "textbook.conllu").read_text(encoding="utf-8")


def test_the_official_validator_accepts_them(ours, tmp_path):
    pytest.importorskip("udtools", reason="the official validator is not installed")
    (tmp_path / "ours.conllu").write_text(ours, encoding="utf-8")
    command = [sys.executable, "-c", "from udtools.cli import main; main()", "--lang", "en", "--level", "5"]
    for path in (tmp_path / "ours.conllu", JUDGES / "textbook.conllu"):
        result = subprocess.run([*command, str(path)], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr


def test_they_are_not_those_that_judge_the_model(ours):
    def content(sentence):
        return {word.lemma for word in sentence if word.upos in OPEN_CLASSES} - {"be", "have", "do"}

    sentences = list(tw.read(ours.encode()))
    texts = [sentence.text for sentence in sentences]
    assert len(texts) > 600 and len(set(texts)) == len(texts)
    probes = (JUDGES / "tokens.txt").read_text(encoding="utf-8")
    assert not any(text in probes for text in texts if len(text) > 12)
    for judge in tw.read(JUDGES / "textbook.conllu"):
        for sentence in sentences:
            shared = content(judge) & content(sentence)
            assert len(shared) < 2, (judge.text, sentence.text)
