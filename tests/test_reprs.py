"""What things are called: one line that says what they are."""

from pathlib import Path

import treewright as tw
from treewright.ensemble import Cascade, Voting
from treewright.tokenization import Tokenizer

TINY = Path(tw.__file__).parent / "data" / "tiny"


def test_one_line_says_what_it_is():
    parser = tw.Parser(preset="fast")
    assert repr(parser) == "<Parser: arc-eager, features fast, greedy; not trained yet>"
    reader = tw.read(TINY / "dev.conllu")
    assert repr(reader) == f"<Reader of {TINY / 'dev.conllu'}: format not looked at yet, 0 sentences so far>"
    parser.train(reader, epochs=1)
    assert repr(reader) == f"<Reader of {TINY / 'dev.conllu'}: CoNLL-U, 60 sentences so far>"
    assert repr(parser) == "<Parser: arc-eager, features fast, greedy; trained on 60 sentences, 31 labels>"
    scores = parser.evaluate(tw.read(TINY / "dev.conllu"))
    assert repr(scores) == f"<Scores: {scores}>" and "\n" not in repr(scores) and " LAS " in repr(scores)
    assert repr(reader.report) == "<Report: sentences 60, errors 0, notes 0>"
    assert repr(tw.Parser(classifier="bilstm")).startswith("<Parser: arc-eager, bilstm, features ")
    assert repr(Cascade([parser, parser])) == "<Cascade: 2 parsers>"
    assert repr(Voting([parser])).startswith("<Voting: 1 parsers, the first: arc-eager,")
    assert repr(tw.Tagger("upos")) == "<Tagger of upos: features tagging, greedy; not trained yet>"
    assert repr(Tokenizer()) == "<Tokenizer: not trained yet>"


def test_a_pipeline_names_its_stages():
    pipeline = tw.load("english")
    assert repr(pipeline).startswith("<Pipeline: tokenizer, upos, ") and "\n" not in repr(pipeline)
    assert repr(pipeline.tokenizer).startswith("<Tokenizer: decides about ")


def test_names_are_there_once():
    for names in (tw.__all__, dir(tw)):
        assert len(names) == len(set(names))
    assert set(tw.__all__) <= set(dir(tw)) and "Any" not in dir(tw)
