"""Something else where sentences are expected: one sentence that names the right call, from every public door."""

from pathlib import Path

import pytest

import treewright as tw
from treewright.ensemble import Cascade
from treewright.tokenization import Tokenizer

TINY = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"
NO_SENTENCES = {
    "a text": ("A dog barks.", "seen the text 'A dog barks.'"),
    "bytes": (b"A dog", "seen the text b'A dog'"),
    "a path": ("dev.conllu", r"seen the path 'dev.conllu', expected .*; tw.read\('dev.conllu'\) reads its sentences"),
    "another path": (Path("x"), r"tw.read\('x'\) reads its sentences"),
    "nothing": (None, "seen None, expected sentences"),
    "a number": (5, "seen 5, expected sentences"),
    "a dict": ({"form": "A"}, "seen {'form': 'A'}, expected sentences"),
    "texts": (["A dog barks."], "number 1: seen the text 'A dog barks.', expected a Sentence"),
    "paths": (["a.conllu"], r"number 1: seen the path 'a.conllu', expected a Sentence; tw.read\('a.conllu'\)"),
    "numbers": ([3], "number 1: seen 3, expected a Sentence"),
    "nothings": ([None], "number 1: seen None, expected a Sentence"),
    "words": ([["A", "dog"]], r"seen \['A', 'dog'\], expected a Sentence; tw.Sentence.from_words\(words\) makes one"),
    "one sentence": (tw.Sentence.from_words(["A"]), r"seen one Sentence, expected several; put it into a list: \[sentence\]"),
}


@pytest.fixture(scope="module")
def parser():
    parser = tw.Parser(preset="fast")
    parser.train(tw.read(TINY), epochs=1)
    return parser


@pytest.fixture(scope="module")
def pipeline():
    return tw.load("english")


def doors(parser, pipeline):
    """Everything public that takes sentences."""
    taking = [parser.pipe, parser.parse_bytes, parser.train, parser.evaluate, pipeline.pipe, pipeline.parse_bytes]
    taking += [pipeline.train, pipeline.evaluate, pipeline.taggers[0].pipe, pipeline.taggers[0].train, Tokenizer().train]
    taking += [Cascade([parser]).pipe, Cascade([parser]).evaluate, lambda given: tw.cross_validate({}, given, 2)]
    taking += [lambda given: tw.evaluate(given, given), lambda given: tw.write(given, "/dev/null")]
    return [*taking, lambda given: parser.train(list(tw.read(TINY)), given, epochs=1) if given else list(parser.pipe(given))]


@pytest.mark.parametrize("kind", NO_SENTENCES)
def test_every_door_names_the_right_call(kind, parser, pipeline):
    given, said = NO_SENTENCES[kind]
    for door in doors(parser, pipeline):
        with pytest.raises(tw.InputError, match=said) as caught:
            list(door(given) or ())
        assert "\n" not in str(caught.value)


def test_raw_text_is_for_pipelines(parser, pipeline):
    with pytest.raises(tw.InputError, match=r"for raw text there are pipelines: tw.load\('english'\)\(text\)"):
        parser("A dog barks.")
    with pytest.raises(tw.InputError, match=r"pipeline\(text\) gives the sentences of a text, pipeline.pipe_text\(\[text"):
        list(pipeline.pipe(["A dog barks."]))
    with pytest.raises(tw.InputError, match=r"'A dog barks.': no such file; a text itself is given in a list: \[text\]"):
        list(pipeline.pipe_text("A dog barks."))
    one = tw.Sentence.from_words(["A"])
    for given, said in ((5, "seen 5, expected a path"), ([5], "text 1: seen 5"), ([one], "pipe takes")):
        with pytest.raises(tw.InputError, match=said):
            list(pipeline.pipe_text(given))


def test_several_sentences_in_the_place_of_one(parser):
    with pytest.raises(tw.InputError, match="seen a list of sentences, expected one sentence; pipe takes many"):
        parser([tw.Sentence.from_words(["A"])])


def test_a_pipeline_that_was_not_trained():
    with pytest.raises(tw.ModelError, match="this pipeline has no weights yet"):
        tw.Pipeline()("A dog barks.")


def test_no_threads(parser):
    with pytest.raises(tw.SettingsError, match="threads: seen 0, expected a whole number of at least 1"):
        list(parser.pipe(tw.read(TINY), threads=0))


@pytest.mark.parametrize("given", ["A dog barks.", None, 5, {"form": "A"}, [None], [3], [["A", "dog"]], [{"form": 5}],
                                   [{"form": "A", "head": "x"}], [{"form": "A", "upos": True}], b"A dog"])  # fmt: skip
def test_one_sentence(given, parser, pipeline):
    for door in (parser, pipeline.taggers[0], tw.draw, tw.to_svg, lambda one: parser.nbest(one, 1), Cascade([parser])):
        with pytest.raises(tw.InputError):
            door(given)
    if not isinstance(given, str):
        with pytest.raises(tw.InputError):
            pipeline(given)


def test_settings_that_are_no_settings():
    with pytest.raises(tw.SettingsError, match=r"seen 'fast', expected a dict .*; preset='fast' chooses a preset"):
        tw.Parser("fast")
    for given in (5, ["beam"], "what"):
        for cls in (tw.Parser, tw.Pipeline):
            with pytest.raises(tw.SettingsError, match="expected a dict"):
                cls(given)
    with pytest.raises(tw.SettingsError, match="target: seen 5"):
        tw.Tagger(5)


def test_what_is_no_treebank():
    for given in (None, 5, ["a.conllu"], {"a": 1}):
        with pytest.raises(tw.InputError, match="expected a path, a file or bytes"):
            tw.read(given)
    with pytest.raises(tw.InputError, match=r"seen a text of 2 lines, expected the name of a file; .*: text.encode\(\)"):
        tw.read("1\tA\n2\tB\n")
    for given in (5, ["x"], {"a": 1}):
        with pytest.raises(tw.ModelError, match="expected the path of a model file, or 'english'"):
            tw.load(given)
    with pytest.raises(tw.InputError, match="target: seen None, expected a path or a binary file"):
        tw.write([], None)


def test_arguments_of_other_types(parser):
    sentence = tw.Sentence.from_words(["A", "dog"])
    for call, said in (
        (lambda: parser.train(list(tw.read(TINY)), epochs=0), "training.epochs: seen 0, expected a whole number"),
        (lambda: parser.train(list(tw.read(TINY)), seed="a"), "training.seed: seen 'a', expected a whole number"),
        (lambda: parser.nbest(sentence, 0), "nbest: seen 0"),
        (lambda: parser.nbest(sentence, "two"), "nbest: seen 'two'"),
        (lambda: list(parser.pipe([sentence], threads="two")), "threads: seen 'two'"),
        (lambda: parser(sentence, constraints="x"), r"constraints: seen 'x', expected tw.Constraints\(\)"),
        (lambda: list(parser.pipe([sentence], constraints="x")), "constraints: seen 'x', expected a function"),
        (lambda: tw.Parser(system=int), "system.name: int is not a subclass of TransitionSystem"),
    ):
        with pytest.raises(tw.SettingsError, match=said):
            call()
    for call in (lambda: tw.Constraints().head("dog", 2), lambda: tw.Sentence("A dog"), lambda: tw.Sentence(b"A dog"),
                 lambda: tw.Sentence(None)):  # fmt: skip
        with pytest.raises(tw.InputError, match=r"seen .*, expected"):
            call()
