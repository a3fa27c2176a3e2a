"""Taggers and lemmatizers that are networks: they learn, see no tag that they should find, and work in pipelines."""

import sys
from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences
from treewright.settings import resolve
from treewright.tagging import Tagger
from treewright.tagging.jackknife import jackknifed

torch = pytest.importorskip("torch")
TINY = Path(tw.__file__).parent / "data" / "tiny"
NAMES = ("feed-forward", "bilstm")
SMALL = {"network.word": 16, "network.affixes": 16, "network.lemma": 8, "network.upos": 8, "network.xpos": 8,
         "network.feats": 8, "network.label": 8, "network.hidden": 64, "network.batch": 30, "network.rate": 0.01,
         "network.dropout": 0.0}  # fmt: skip
BILSTM = {"network.width": 24, "network.layers": 1}
TARGETS = ("upos", "xpos", "feats", "upos+feats", "lemma")


def small(name):
    return {**SMALL, **(BILSTM if name == "bilstm" else {}), "classifier": name}


def trained(sentences, target="upos", name="bilstm", epochs=40, **more):
    tagger = Tagger(target, {**small(name), "epochs": epochs, **more}, known_count=0)
    tagger.train(sentences, progress=False)
    return tagger


def with_columns(sentences, **columns):
    """The sentences with other values in some columns: each word gets what the function makes of it."""
    names = ("form", "lemma", "upos", "xpos", "feats")

    def values(word):
        return {name: columns[name](word) if name in columns else getattr(word, name) for name in names}

    return [tw.Sentence.from_words([values(word) for word in sentence]) for sentence in sentences]


def found(tagger, sentences):
    return [[sentence.column(i, column) for column in tagger.target.columns for i in range(len(sentence))]
            for sentence in tagger.pipe(sentences)]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", TARGETS)
def test_ten_sentences_are_learnt_by_heart(name, target):
    sentences = own_sentences(10)
    assert trained(sentences, target, name).accuracy(sentences) >= 99


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", TARGETS)
def test_gold_tags_in_the_input_are_not_seen(name, target):
    """Neither the target nor what comes after it changes anything, in training or in tagging."""
    sentences = own_sentences(16)
    order = ("upos", "xpos", "feats", "lemma")
    first = min(order.index(part) for part in target.split("+"))
    later = {part: lambda word: f"Odd={len(word.form)}" for part in order[first:] if part not in target.split("+")}
    blind = trained(sentences, target, name, epochs=4)
    other = trained(with_columns(sentences, **later), target, name, epochs=4)
    assert found(other, sentences) == found(blind, sentences)
    for part in order[first:]:
        changed = with_columns(sentences, **{part: lambda word: f"Odd={len(word.form)}"})
        assert found(blind, changed) == found(blind, sentences)
    assert not any(blind.parser.settings["network"][part] for part in order[first:])
    assert all(blind.parser.settings["network"][part] for part in order[:first])


def test_what_comes_before_is_seen():
    sentences = own_sentences(16)
    tagger = trained(sentences, "lemma", epochs=10)
    assert found(tagger, with_columns(sentences, upos=lambda word: "X", feats=lambda word: "_")) != found(tagger, sentences)


def test_stages_of_a_pipeline_read_those_before_them():
    settings = {"tagger.classifier": "bilstm", "lemmatizer.classifier": "feed-forward", "tagger.targets": "xpos,upos+feats"}
    from treewright.pipeline.stages import make_tagger

    targets = ["xpos", "upos+feats", "lemma"]
    made = [make_tagger(target, settings=resolve(settings, pipeline=True), targets=targets) for target in targets]
    fields = ("lemma", "upos", "xpos", "feats")
    seen = [[name for name in fields if tagger.parser.settings["network"][name]] for tagger in made]
    assert seen == [[], ["xpos"], ["upos", "xpos", "feats"]]
    templates = [tagger.parser.settings["features"]["templates"] for tagger in made]
    assert templates == ["tagging-few-slots", "tagging-few-slots", "lemma-slots"]
    assert [tagger.parser.settings["classifier"]["name"] for tagger in made] == ["bilstm", "bilstm", "feed-forward"]


@pytest.mark.parametrize("name", NAMES)
def test_a_tagger_is_kept_as_it_is(name):
    sentences = own_sentences(12)
    tagger = trained(sentences, "feats", name, epochs=4)
    again = Tagger.from_contents(*tagger.contents())
    assert found(again, sentences) == found(tagger, sentences)
    assert again.parser.settings == tagger.parser.settings


@pytest.mark.parametrize("more", ({"beam": 4, "strategy": "max-violation"}, {"beam": 2, "strategy": "laso"}))
def test_a_beam(more):
    sentences = own_sentences(10)
    assert trained(sentences, "upos", "feed-forward", epochs=60, **more).accuracy(sentences) >= 97


def test_words_that_are_known_are_looked_up_and_teach_nothing():
    sentences = own_sentences(12)
    tagger = Tagger("upos", {**small("bilstm"), "epochs": 3}, known_count=2, known_share=1.0)
    tagger.train(sentences, progress=False)
    known = tagger.parser.known_labels
    assert known and all(word.upos == known.get(word.form, word.upos) for s in tagger.pipe(sentences) for word in s)


def test_words_without_a_tag_teach_nothing():
    sentences = own_sentences(10)
    half = with_columns(sentences, upos=lambda word: word.upos if len(word.form) > 3 else "_")
    tagger = trained(half)
    assert tagger.accuracy(half) >= 99


def test_many_classes():
    """Scripts of lemmas may be thousands of classes: each word here has one of its own."""
    words = [{"form": f"w{i}", "lemma": f"{i * 7919 % 2000}"} for i in range(1200)]
    sentences = [tw.Sentence.from_words(words[i : i + 20]) for i in range(0, 1200, 20)]
    tagger = Tagger("lemma", {"classifier": "feed-forward", "epochs": 1}, known_count=0)
    tagger.train(sentences, progress=False)
    assert len(tagger.parser.labels) > 1000
    assert len(found(tagger, sentences)) == 60


def test_jackknifing():
    sentences = own_sentences(20)
    tagged = jackknifed(lambda: Tagger("upos", {**small("feed-forward"), "epochs": 3}, known_count=0), sentences, 2)
    pairs = [(a.upos, b.upos) for one, other in zip(sentences, tagged, strict=True) for a, b in zip(one, other, strict=True)]
    assert 0.3 < sum(a == b for a, b in pairs) / len(pairs) < 1.0


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A pipeline with network stages, made on the command line, and its file."""
    folder = tmp_path_factory.mktemp("network-pipeline")
    path, train = folder / "whole.tw", folder / "train.conllu"
    tw.write(list(tw.read(TINY / "train.conllu"))[:150], train)
    flags = {**SMALL, **BILSTM, "tagger.classifier": "bilstm", "lemmatizer.classifier": "feed-forward", "tagger.epochs": 4,
             "lemmatizer.epochs": 4, "tagger.folds": 0, "tokenizer.epochs": 2, "epochs": 1}  # fmt: skip
    given = [text for name, value in flags.items() for text in (f"--{name}", str(value))]
    assert main(["train", str(train), "--pipeline", "--preset", "fast", "-q", "-o", str(path), *given]) == 0
    return path


def test_raw_text_by_network_stages(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    pipeline = tw.load(model)
    names = [tagger.parser.settings["classifier"]["name"] for tagger in pipeline.taggers]
    assert names == ["bilstm", "bilstm", "bilstm", "feed-forward"]
    assert pipeline.parser.settings["classifier"]["name"] == "averaged-perceptron"
    test = list(tw.read(TINY / "test.conllu"))
    scores = tw.evaluate(test, list(pipeline.pipe(test)))
    assert 100 * scores.metrics["UPOS"].f1 > 80 and 100 * scores.metrics["Lemmas"].f1 > 80
    words = [word for sentence in pipeline("The old carpenter planed the board. Who left the glue open?") for word in sentence]
    assert len(words) == 13 and all(word.upos != "_" and word.lemma != "_" and word.head is not None for word in words)
    blank = with_columns(test, upos=lambda word: "_", xpos=lambda word: "_", feats=lambda word: "_", lemma=lambda word: "_")
    for one, other in zip(pipeline.pipe(test), pipeline.pipe(blank), strict=True):
        rows = [[(w.upos, w.xpos, w.feats, w.lemma, w.head) for w in sentence] for sentence in (one, other)]
        assert rows[0] == rows[1]


def test_a_pipeline_tells_of_epochs_and_folds_of_networks():
    told, own = [], own_sentences(6)
    more = {"network.word": 8, "network.hidden": 8, "network.affixes": 0, "network.batch": 30}
    stages = {"tagger.targets": "upos", "tagger.folds": 2, "tagger.epochs": 2, "tokenizer.epochs": 0, "lemmatizer.epochs": 1}
    pipeline = tw.Pipeline({**stages, **more, "tagger.classifier": "feed-forward", "epochs": 1, "seeds": 1}, preset="fast")
    scores = pipeline.train(own, own, progress=False, note=told.append)
    first = told.index("training the tagger of upos")
    assert told[first + 1].startswith("upos: epoch 1 of 2: dev ") and told[first + 2].startswith("upos: epoch 2 of 2: dev ")
    assert f"upos: {scores['upos']:.2f} % of the dev words are right" in told
    assert "upos: tags for the parser, fold 2 of 2" in told
    assert "training the lemmatizer" in told and not any(text.startswith("lemma: epoch") for text in told)


def test_without_pytorch_a_pipeline_is_refused_before_its_first_stage(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    told = []
    pipeline = tw.Pipeline({"tagger.classifier": "bilstm"}, preset="fast")
    with pytest.raises(tw.SettingsError, match=r"seen no PyTorch, expected what pip install 'treewright\[networks\]'"):
        pipeline.train(own_sentences(4), progress=False, note=told.append)
    assert not any("training" in line for line in told)


def test_settings_of_stages():
    with pytest.raises(tw.SettingsError, match=r"tagger\.prune = 0\.1.*cannot work with tagger\.classifier = bilstm"):
        tw.Pipeline({"tagger.classifier": "bilstm", "tagger.prune": 0.1})
    with pytest.raises(tw.SettingsError, match=r"tagger\.classifier: seen 'linear-svm'"):
        tw.Pipeline({"tagger.classifier": "linear-svm"})
    with pytest.warns(tw.SettingsWarning, match=r"network\.width has no effect"):
        tw.Pipeline({"tagger.classifier": "feed-forward", "network.width": 20})
    settings = tw.Pipeline({"tagger.classifier": "bilstm", "network.width": 20}).settings  # and no warning
    assert settings["network"]["width"] == 20
    assert settings["tagger"]["epochs"] == 20 and settings["lemmatizer"]["epochs"] == 10


NO_VECTORS = {f"network.{name}": 0 for name in ("word", "lemma", "affixes", "upos", "xpos", "feats", "characters")}


@pytest.mark.parametrize("settings", ({"classifier": "feed-forward"}, {"classifier": "bilstm"}, {"decoder": "biaffine"}))
def test_a_network_that_sees_nothing_is_refused(settings):
    with pytest.raises(tw.SettingsError, match=r"network.word = 0 cannot work with .*would see nothing; use a size above 0"):
        tw.Parser({**NO_VECTORS, **settings})
    tw.Parser({**NO_VECTORS, **settings, "network.feats": 8})


def test_a_tagger_that_sees_nothing_is_refused():
    """Vectors of tags do not help one that must not see tags."""
    settings = {**NO_VECTORS, "network.upos": 8, "classifier.name": "bilstm"}
    with pytest.raises(tw.SettingsError, match=r"network.word = 0 cannot work with .*would see nothing"):
        Tagger("upos", settings)
    Tagger("xpos", settings)
