"""One encoder for the taggers and the parser of a pipeline: trained together, kept once, and run once for a sentence."""

import pickle
from pathlib import Path

import pytest

import treewright as tw
from treewright.__main__ import main
from treewright.conformance.own_sentences import own_sentences
from treewright.networks.encoders.encoder import Encoder
from treewright.storage import model_file
from treewright.storage.sections import section

torch = pytest.importorskip("torch")
TINY = Path(tw.__file__).parent / "data" / "tiny"
SMALL = {"network.width": 32, "network.layers": 1, "network.hidden": 48, "network.rate": 0.01, "network.batch": 30,
         "network.dropout": 0.0}  # fmt: skip
SETTINGS = {"tagger.encoder": "shared", "tokenizer.epochs": 0, "tagger.known_count": 0, **SMALL}


def sentences(part, count):
    return list(tw.read(TINY / f"{part}.conllu"))[:count]


def trained(train, dev=None, **more):
    pipeline = tw.Pipeline({**SETTINGS, **more})
    pipeline.train(train, dev, progress=False)
    return pipeline


@pytest.fixture(scope="module")
def pipeline():
    return trained(sentences("train", 40), sentences("dev", 20), epochs=3, **{"lemmatizer.epochs": 1})


@pytest.fixture(scope="module")
def model(pipeline, tmp_path_factory):
    path = tmp_path_factory.mktemp("shared") / "shared.tw"
    pipeline.save(path)
    return path


def parsed(pipeline, **how):
    return b"".join(pipeline.parse_bytes(sentences("test", 30), **how))


def test_ten_sentences_are_learnt_by_heart_with_their_tags():
    ten = own_sentences(10)
    more = {"epochs": 80, "lemmatizer.classifier": "bilstm", "tagger.targets": "upos"}
    scores = trained(ten, **more).evaluate(ten)
    assert scores.las >= 98 and scores.metrics["UPOS"].f1 >= 0.98 and scores.metrics["Lemmas"].f1 >= 0.98


def test_tags_in_the_input_change_nothing(pipeline):
    given = sentences("test", 20)
    blank = [tw.Sentence.from_words([word.form for word in sentence]) for sentence in given]
    for one, other in zip(pipeline.pipe(given), pipeline.pipe(blank), strict=True):
        assert list(one.heads) == list(other.heads) and one.labels == other.labels
        assert [word.upos for word in one] == [word.upos for word in other]
    trees = zip(pipeline.parser.pipe(given), pipeline.parser.pipe(blank), strict=True)
    assert all(list(one.heads) == list(other.heads) for one, other in trees)


def test_a_batch_is_encoded_once(pipeline, monkeypatch):
    seen, run = [], Encoder.states
    monkeypatch.setattr(Encoder, "states", lambda self, batch: seen.append(len(batch)) or run(self, batch))
    given = sentences("test", 12)
    b"".join(pipeline.parse_bytes(given))
    assert seen == [12] and len(pipeline.taggers) == 4
    pipeline(given[3])
    assert seen == [12, 1]


def test_the_file_has_the_encoder_once(pipeline, model, tmp_path, capfd):
    header, arrays = model_file.read(model)
    stages = [section(arrays, str(number)) for number in range(len(header["stages"]))]
    assert [any("vectors" in name for name in own) for own in stages] == [False, False, False, False, True]
    again = tw.load(model)
    assert parsed(again) == parsed(pipeline) == parsed(again, threads=2) == parsed(pickle.loads(pickle.dumps(again)))
    encoders = {id(own.model.encoder) for own in (again.parser, *(tagger.parser for tagger in again.taggers[:3]))}
    assert len(encoders) == 1
    again.save(tmp_path / "again.tw")
    assert (tmp_path / "again.tw").read_bytes() == model.read_bytes()
    assert main(["info", str(model), "--verify"]) == 0
    shown = capfd.readouterr().out
    assert "verified: 12" in shown
    stages = [line for line in shown.split("\n") if line.startswith("stage ")]
    over = [line.endswith(", over the encoder of the parser") for line in stages]
    assert over == [True, True, True, False, False]  # taggers, lemmatizer, parser


def test_the_parser_is_scored_once_for_it_sees_no_tags():
    train, notes = sentences("train", 12), []
    pipeline = tw.Pipeline({**SETTINGS, "epochs": 1, "lemmatizer.epochs": 1, "tokenizer.epochs": 0})
    scores = pipeline.train(train, train[:4], note=notes.append, progress=False)
    told = [note for note in notes if note.startswith("parser")]
    assert len(told) == 1 and told[0].startswith("parser: UAS") and told[0].endswith(f"LAS {scores['las']:.2f}")
    assert not {"las_gold_tags", "las_predicted_tags"} & {*scores}


def test_a_file_without_the_encoder_is_refused(model, tmp_path):
    header, arrays = model_file.read(model)
    model_file.write(tmp_path / "bad.tw", header, {name: own for name, own in arrays.items() if "encoder.weight" not in name})
    with pytest.raises(tw.ModelError, match=r"bad\.tw: "):
        tw.load(tmp_path / "bad.tw")


def test_a_killed_training_goes_on_as_if_nothing_had_been(tmp_path):
    train, more = sentences("train", 25), {"epochs": 3, "lemmatizer.epochs": 0}

    class Killed(Exception):
        pass

    def killed(row):
        if row["epoch"] == 2:
            raise Killed

    whole = trained(train, **more)
    with pytest.raises(Killed):
        tw.Pipeline({**SETTINGS, **more}).train(train, log=killed, progress=False, checkpoint=tmp_path / "c")
    again, rows = tw.Pipeline({**SETTINGS, **more}), []
    again.train(train, log=rows.append, progress=False, checkpoint=tmp_path / "c", resume=True)
    assert rows and rows[0]["epoch"] > 1
    for pipeline, name in ((whole, "whole.tw"), (again, "again.tw")):
        pipeline.save(tmp_path / name)
    assert (tmp_path / "whole.tw").read_bytes() == (tmp_path / "again.tw").read_bytes()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"classifier": "feed-forward"}, "tagger.encoder = shared cannot work with classifier.name = feed-forward"),
        ({"tagger.classifier": "averaged-perceptron"}, "cannot work with tagger.classifier = averaged-perceptron"),
        ({"search.decoder": "biaffine"}, "cannot work with search.decoder = biaffine"),
        ({"network.upos": 8}, "cannot work with network.upos = 8.*must not be seen"),
        ({"system": "set-based"}, "cannot work with system.name = set-based"),
        ({"seeds": 2}, "seeds"),
        ({"preset": "best"}, r"cannot work with ensemble.members = accurate .*\(preset best\).*use tagger.encoder = own"),
        ({"ensemble.members": "fast; bilstm"}, "cannot work with ensemble.members = fast; bilstm: .* one parser"),
    ],
)
def test_what_cannot_be_shared_is_refused(more, told):
    with pytest.raises(tw.SettingsError, match=told):
        tw.Pipeline({"tagger.encoder": "shared", **more})


def test_a_parser_alone_shares_nothing():
    with pytest.raises(tw.SettingsError, match=r"tagger\.encoder: a setting of a pipeline"):
        tw.Parser({"tagger.encoder": "shared"})
    with pytest.warns(tw.SettingsWarning, match=r"tagger\.folds has no effect with tagger\.encoder = shared"):
        tw.Pipeline({"tagger.encoder": "shared", "tagger.folds": 3})
