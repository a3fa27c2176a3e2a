"""Parsers of constituency trees from Python: what they refuse, what they keep, and what else works with them."""

import pickle
from pathlib import Path

import pytest

import treewright as tw
from treewright.errors import InputError, ModelError, SettingsError
from treewright.parser.cross_validation import cross_validate
from treewright.storage import model_file
from treewright.tagging import Tagger

TREES = Path(tw.__file__).parent / "data" / "tiny-trees"
HEADS = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"
SET = {"system.name": "set-based", "search.beam": 1, "training.seeds": 1, "training.epochs": 2}


@pytest.fixture(scope="module")
def train():
    return list(tw.read(TREES / "train.export"))


@pytest.fixture(scope="module")
def parser(train):
    made = tw.Parser(SET)
    made.train(train, progress=False)
    return made


def test_the_other_kind_of_trees_is_refused(train):
    heads = list(tw.read(HEADS))
    with pytest.raises(InputError, match=r"dev.conllu:1: seen a sentence without a constituency.*arc-eager learns from heads"):
        tw.Parser(SET).train(heads, progress=False)
    with pytest.raises(InputError, match=r"train.export:2: seen a constituency tree, expected heads.*set-based learns"):
        tw.Parser().train(train, progress=False)
    with pytest.raises(InputError, match=r"train.export:2: seen a constituency tree, expected heads"):
        tw.Pipeline().train(train, progress=False)
    with pytest.raises(InputError, match="seen a sentence without a constituency tree"):
        tw.Pipeline(SET).train(heads, progress=False)


def test_scores_of_no_sentence_are_those_of_constituents(parser):
    assert str(parser.evaluate([])).startswith("F1 -") and parser.evaluate([], functions=True).sentences == 0


def test_sentences_keep_what_they_are(parser, train):
    for sentence in list(tw.read(HEADS))[:3]:
        found = parser(sentence)
        assert found.source == sentence.source and [token.form for token in found.tree.tokens] == list(sentence.forms)
    assert list(parser.pipe(train[:9], threads=2)) == [parser(sentence) for sentence in train[:9]]
    assert b"".join(parser.parse_bytes(train[:9])).count(b"#EOS") == 9
    assert parser.evaluate(train).f1 > 90 and parser.evaluate(train, parameters="all").words == 1368
    empty = tw.Sentence(b"# only a comment\n")
    assert parser(empty).tree.tokens == []


def test_model_files(parser, train, tmp_path):
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert repr(loaded) == repr(parser) and repr(loaded).startswith("<Parser: set-based, ")
    for again in (loaded, pickle.loads(pickle.dumps(parser))):
        assert list(again.pipe(train[:5])) == list(parser.pipe(train[:5]))
    assert pickle.loads(pickle.dumps(train[0])) == train[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda h: h["labels"].__setitem__(0, "A\tB"), "labels"),
        (lambda h: h["labels"].__setitem__(0, "NP@"), "expected names, with @ between"),
        (lambda h: h["labels"].__setitem__(0, "--"), "expected names"),
        (lambda h: h.update(labels=[]), "labels: seen 0, expected some"),
        (lambda h: h.update(labels=h["labels"][:4]), ""),
        (lambda h: h["settings"]["system"].update(name="arc-eager"), ""),
        (lambda h: h["settings"]["system"].update(name="no-such"), "no-such"),
        (lambda h: h.update(templates=["S0.w", "N0.w"]), "templates"),
        (lambda h: h.update(facts={}), "facts"),
        (lambda h: h.update(kinds=["shift"]), "kinds"),
    ],
)
def test_forged_headers(parser, tmp_path, change, said):
    parser.save(tmp_path / "m.tw")
    header, arrays = model_file.read(tmp_path / "m.tw")
    header = {name: value for name, value in header.items() if name not in model_file.OURS}
    change(header)
    model_file.write(tmp_path / "n.tw", header, dict(arrays))
    with pytest.raises(ModelError, match=r"n\.tw") as caught:
        tw.load(tmp_path / "n.tw")
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_ensembles_refuse_them(parser):
    from treewright.ensemble import ENSEMBLES

    for make in ENSEMBLES.values():
        with pytest.raises(SettingsError, match="seen parser 1, which finds constituents, expected parsers that find heads"):
            make([parser, parser])


def test_cross_validation(train):
    scores = cross_validate(SET, train[:40], 2, progress=False)
    assert [score.sentences for score in scores] == [20, 20] and all(score.f1 > 70 for score in scores)


def test_taggers_keep_trees(train):
    tagger = Tagger("xpos", {"training.epochs": 1, "features.templates": "tagging"}, known_count=0)
    tagger.train(train, progress=False)
    bare = [tw.Sentence(sentence.source.replace(b"\tNN\t", b"\t_\t")) for sentence in train[:5]]
    assert all(type(sentence) is tw.Sentence for sentence in tagger.tag_batch(bare))
    for old, new in zip(train[:30], tagger.tag_batch(train[:30]), strict=True):
        assert new.tree.brackets() == old.tree.brackets() and new.tree.constituents is not None
        assert [token.tag for token in new.tree.tokens] == [new.column(i, 4) for i in range(len(new))]


def test_pipeline_in_memory(train, tmp_path):
    pipeline = tw.Pipeline({**SET, "tagger.epochs": 2, "tokenizer.epochs": 3, "tagger.folds": 2})
    scores = pipeline.train(train, train[:20], progress=False)
    assert {"xpos", "f1_gold_tags", "f1_predicted_tags", "tokens"} <= {*scores}
    first, second = pipeline("We laughed. She slept.")
    assert [one.tree.name for one in (first, second)] == ["1", "2"] and first.tree.brackets()[-1][0] == "S"
    assert b"".join(pipeline.parse_text(["We laughed. She slept."])).count(b"#BOS") == 2
    assert pipeline(["She", "slept", "."]).tree.tokens[0].tag == "PRP"
    assert pipeline.evaluate(train[:20]).tags.f1 > 0.8
    assert [rank for rank, _ in enumerate(pipeline.nbest(["She", "slept", "."], 2))] == [0]
    pipeline.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert list(again.pipe(train[:5])) == list(pipeline.pipe(train[:5], keep="")) == list(pipeline.pipe(train[:5], threads=2))
    kept = list(pipeline.pipe(train[:5], keep="tags"))
    assert [one.tree.tokens[0].tag for one in kept] == [one.tree.tokens[0].tag for one in train[:5]]


def test_a_classifier_in_plain_python(train, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs" / "examples")
    from own_classifier import Network

    class OfKeys(Network):
        """Its features are keys: the views have different numbers of atoms."""

        looks_at = "keys"

    with pytest.raises(SettingsError, match="looks_at: seen 'atoms', expected 'keys'"):
        tw.Parser(SET, classifier=Network)
    parser = tw.Parser(SET, classifier=OfKeys)
    parser.train(train[:40], progress=False)
    scores = parser.evaluate(train[:40])
    assert scores.f1 > 20
    parser.save(tmp_path / "own.tw")
    again = tw.load(tmp_path / "own.tw", classifier=OfKeys)
    assert [again(sentence) for sentence in train[:5]] == [parser(sentence) for sentence in train[:5]]
