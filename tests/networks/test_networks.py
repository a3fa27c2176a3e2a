"""Networks that score transitions: they learn, they give the same scores with and without PyTorch, and are saved."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.networks.encoders.lexicon import COLUMNS, WIDTH, Lexicon
from treewright.networks.layers.lstm import WIDTHS
from treewright.storage import model_file

torch = pytest.importorskip("torch")
from large_weights import worker_with_large_weights  # noqa: E402

NAMES = ("feed-forward", "bilstm")
SMALL = {"network.word": 16, "network.lemma": 8, "network.affixes": 8, "network.upos": 8, "network.xpos": 8,
         "network.feats": 8, "network.label": 8, "network.width": 32, "network.layers": 1, "network.hidden": 64,
         "network.batch": 30, "network.rate": 0.01, "network.dropout": 0.0}  # fmt: skip


def las(parser, sentences):
    return parser.evaluate(sentences).las


def trained(sentences, dev=None, **more):
    parser = tw.Parser({**SMALL, **more})
    parser.train(sentences, dev, progress=False)
    return parser


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("activation", ("relu", "tanh", "cube"))
def test_ten_sentences_are_learnt_by_heart(name, activation):
    sentences = own_sentences(10)
    more = {"network.rate": 0.003} if activation == "cube" else {}
    parser = trained(sentences, classifier=name, epochs=80, **{"network.activation": activation, **more})
    assert las(parser, sentences) >= 99


@pytest.mark.parametrize("system", ("arc-standard", "arc-hybrid", "swap", "covington", "arc-eager-partial"))
def test_every_kind_of_system(system):
    sentences = own_sentences(10)
    assert las(trained(sentences, classifier="bilstm", system=system, epochs=80), sentences) >= 99


@pytest.mark.parametrize("labels", ("second", "none"))
def test_labels_apart(labels):
    sentences = own_sentences(10)
    parser = trained(sentences, classifier="bilstm", labels=labels, epochs=80)
    assert parser.evaluate(sentences).uas >= 99
    assert labels == "none" or las(parser, sentences) >= 99


@pytest.mark.parametrize("name", NAMES)
def test_scores_are_the_same_without_pytorch(name):
    """The network that learns and the one that parses score each configuration alike."""
    sentences = own_sentences(6)
    parser = tw.Parser({**SMALL, "classifier": name, "network.average": 0.0})
    parser.train(sentences, epochs=2, progress=False)
    worker, _ = worker_with_large_weights(parser, sentences)
    model = parser.classifier_class().packed(worker.classifier.classes, worker.classifier.learnt())
    search = parser.make_search(model)
    worker.classifier.begin_batch(sentences)
    worker.search.scorer.begin_batch(sentences)
    search.scorer.begin_batch(sentences)
    compared = 0
    for sentence in sentences:
        for own in (worker.search, search):
            own.encode(sentence)
            own.c.start(len(sentence), own.system.root_first)
        while not search.system.final(search.c):
            one, other = scores(worker.search), scores(search)
            assert numpy.allclose(one, other, atol=1e-4)
            kind = search.system.valid(search.c)[0]
            for own in (worker.search, search):
                own.system.step(own.c, kind)
            compared += 1
    assert compared > 20


def scores(search):
    from treewright.classifiers.scorer import scores_of

    return scores_of(search.scorer, search.c)


@pytest.mark.parametrize("hidden", (7, 64))
def test_scores_are_the_same_with_vectors_of_every_width(hidden):
    """Scores are added up eight vectors at a time, and what is left over: 48 scores have both cases."""
    sentences = own_sentences(6)
    parser = trained(sentences, classifier="feed-forward", epochs=2, **{"network.hidden": hidden})
    search = parser.new_search()
    sentence = sentences[0]
    search.encode(sentence)
    search.c.start(len(sentence), search.system.root_first)
    assert search.scorer.lanes == WIDTHS[0]
    while not search.system.final(search.c):
        found = []
        for search.scorer.lanes in WIDTHS:
            found.append(scores(search))
        assert any(found[0]) and all(numpy.allclose(found[0], other, atol=1e-5) for other in found)
        search.system.step(search.c, search.system.valid(search.c)[0])


def test_gradients_of_layers_and_encoder():
    """Credit is the negative gradient of a loss: the gradient of weights is that of finite differences."""
    sentences = own_sentences(4)
    parser = tw.Parser({**SMALL, "classifier": "bilstm", "network.activation": "tanh"})
    parser.train(sentences, epochs=1, progress=False)
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    learner.drop = dict.fromkeys(learner.drop, 0.0)
    learner.net.encoder.drop = learner.drop
    gold = [parser.family.gold([sentence], parser.alphabets) for sentence in sentences]
    assert gold
    learner.begin_batch(sentences)
    rng = numpy.random.default_rng(1)
    count, slots = 12, len(learner.views[0].words)
    places = rng.integers(0, sum(map(len, sentences)) + 2, (count, slots))
    amounts = rng.normal(size=(count, worker.classifier.classes)).astype(numpy.float32)

    def loss():
        learner.begin_batch(sentences)
        stage = learner.stages[0]
        found = learner.net.scores(0, stage.projected[0], torch.from_numpy(places), slots, stage.keep[0])
        return -(found * torch.from_numpy(amounts)).sum()

    learner.net.double()
    amounts = amounts.astype(numpy.float64)
    learner.stages[0].keep = [torch.ones(64)]
    names = ("output.0.weight", "slots.0", "encoder.tables.word.weight", "encoder.lstm.weight_hh_l0", "edges", "bias.0")
    own = dict(learner.net.named_parameters())
    learner.net.zero_grad()
    loss().backward()
    for name in names:
        weights, gradient = own[name], own[name].grad
        at = int(gradient.abs().argmax())
        with torch.no_grad():
            flat = weights.view(-1)
            flat[at] += 1e-5
            high = float(loss())
            flat[at] -= 2e-5
            low = float(loss())
            flat[at] += 1e-5
        assert (high - low) / 2e-5 == pytest.approx(float(gradient.view(-1)[at]), rel=1e-4), name


@pytest.mark.parametrize("name", NAMES)
def test_a_model_is_saved_and_loaded(name, tmp_path):
    sentences = own_sentences(12)
    parser = trained(sentences, classifier=name, epochs=4)
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert b"".join(again.parse_bytes(sentences)) == b"".join(parser.parse_bytes(sentences))
    assert again.settings == parser.settings


def test_one_by_one_and_in_batches_and_in_threads():
    sentences = own_sentences(30)
    parser = trained(sentences[:15], classifier="bilstm", epochs=4)
    together = list(parser.pipe(sentences))
    assert [parser(sentence) for sentence in sentences] == together
    assert b"".join(parser.parse_bytes(sentences, threads=2)) == b"".join(parser.parse_bytes(sentences))


@pytest.mark.parametrize("parts", ({"classifier": "feed-forward"}, {"classifier": "bilstm"}, {"decoder": "biaffine"}))
def test_delexicalised_by_sizes(parts):
    """What the refusal of features.lexicalised = false recommends: words and lemmas change nothing."""
    sentences = own_sentences(8)
    sizes = {f"network.{name}": 0 for name in ("word", "lemma", "affixes", "characters")}
    parser = trained(sentences, **parts, epochs=40, **sizes)
    names = ("upos", "xpos", "feats")
    others = [
        tw.Sentence.from_words([
            {"form": f"w{i}", "lemma": "-", **{name: getattr(word, name) for name in names}} for i, word in enumerate(sentence)
        ])
        for sentence in sentences
    ]  # fmt: skip
    found, again = ([(list(s.heads), s.labels) for s in parser.pipe(own)] for own in (sentences, others))
    assert again == found
    assert las(parser, sentences) > 50


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_and_another_one_another(name):
    sentences = own_sentences(8)
    found = [trained(sentences, classifier=name, epochs=2, seed=seed).contents()[1] for seed in (3, 3, 4)]
    assert all(numpy.array_equal(found[0][key], found[1][key]) for key in found[0])
    assert not all(numpy.array_equal(found[0][key], found[2][key]) for key in found[0])


def test_training_goes_on_where_it_was_stopped(tmp_path):
    sentences = own_sentences(8)

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 3:
                raise KeyboardInterrupt

    whole = trained(sentences, classifier="bilstm", epochs=4, **{"network.dropout": 1.0})
    parser = tw.Parser({**SMALL, "classifier": "bilstm", "epochs": 4, "network.dropout": 1.0})
    with pytest.raises(KeyboardInterrupt):
        parser.train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    again = tw.Parser({**SMALL, "classifier": "bilstm", "epochs": 4, "network.dropout": 1.0})
    again.train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    one, other = whole.contents()[1], again.contents()[1]
    assert all(numpy.array_equal(one[key], other[key]) for key in one)


def test_constraints_are_kept():
    sentences = own_sentences(12)
    parser = trained(sentences, classifier="bilstm", epochs=1)
    found = list(parser.pipe(sentences, keep="heads"))
    assert [list(one.heads) for one in found] == [list(one.heads) for one in sentences]


class Poison(tw.Callbacks):
    """Spoils the weights before an epoch."""

    def __init__(self, epoch):
        self.epoch = epoch

    def on_epoch_start(self, loop, epoch):
        if epoch == self.epoch:
            learner = getattr(loop.trainer, "classifier", None) or loop.trainer.own
            with torch.no_grad():
                for weights in learner.learner.net.parameters():
                    weights.fill_(float("nan"))


@pytest.mark.parametrize("settings", ({"classifier": "feed-forward"}, {"classifier": "bilstm"}, {"decoder": "biaffine"}))
@pytest.mark.parametrize("with_dev", (True, False))
def test_a_network_that_explodes_keeps_its_best_model(settings, with_dev):
    sentences = own_sentences(8)
    dev = sentences if with_dev else None
    parser = tw.Parser({**SMALL, **settings, "epochs": 6})
    with pytest.warns(tw.SettingsWarning, match=r"gradient of nan in step .*network\.rate may help; training ends in epoch 4"):
        history = parser.train(sentences, dev, progress=False, callbacks=Poison(4))
    assert [row["epoch"] for row in history] == [1, 2, 3] and all("best" in row for row in history)
    if with_dev:
        assert round(parser.evaluate(sentences).las, 2) == max(row["dev_las"] for row in history)
    assert all(numpy.isfinite(array).all() for array in parser.contents()[1].values() if array.dtype.kind == "f")


def test_a_network_that_explodes_at_once_is_refused():
    parser = tw.Parser({**SMALL, "classifier": "feed-forward"})
    with pytest.raises(tw.TreewrightError, match=r"gradient of nan in step 1, expected .*network\.rate may help"):
        parser.train(own_sentences(8), progress=False, callbacks=Poison(1))


@pytest.mark.parametrize("settings", ({"classifier": "feed-forward"}, {"decoder": "biaffine"}))
def test_updates_of_a_batch_cannot_be_watched(settings):
    class Watch(tw.Callbacks):
        def on_update(self, strategy):
            pass

    with pytest.raises(tw.SettingsError, match=r"on_update follows single sentences, .* at once; leave it out with a network"):
        tw.Parser({**SMALL, **settings}).train(own_sentences(8), progress=False, callbacks=Watch())


GREEDY_AND_OTHERS = (
    {"classifier": "bilstm"}, {"classifier": "bilstm", "beam": 2}, {"decoder": "biaffine"},
    {"classifier": "bilstm", "beam": 2, "training.local_share": 0.0, "training.normalise": 9.0},
)  # fmt: skip


@pytest.mark.parametrize("settings", GREEDY_AND_OTHERS, ids=range(4))
def test_a_loss_worse_than_guessing_is_told_at_the_end(settings):
    sentences = own_sentences(8)
    parser = tw.Parser({**SMALL, **settings, "epochs": 3, "network.rate": 1.0})
    with pytest.warns(tw.SettingsWarning, match=r"worse than guessing; a lower rate of learning \(network\.rate\) may help"):
        parser.train(sentences, progress=False)
    parser = tw.Parser({**SMALL, **settings, "epochs": 3})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser.train(sentences, progress=False)


def test_a_loss_worse_than_guessing_is_told_after_the_paths_of_a_resumed_training(tmp_path):
    sentences = own_sentences(8)
    settings = {**SMALL, "classifier": "feed-forward", "beam": 2, "epochs": 2, "network.rate": 1.0}

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 2:  # the epoch that learns from paths, too
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    with pytest.warns(tw.SettingsWarning, match="worse than guessing"):
        tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)


def test_a_training_that_explodes_may_be_resumed(tmp_path):
    """It explodes again, and leaves the same model."""
    sentences, found = own_sentences(8), []
    for resume in (False, True):
        parser = tw.Parser({**SMALL, "classifier": "feed-forward", "epochs": 4})
        with pytest.warns(tw.SettingsWarning, match="keeps the model of epoch 2"):
            parser.train(sentences, progress=False, callbacks=Poison(3), checkpoint=tmp_path / "c", resume=resume)
        found.append([sentence.source for sentence in parser.pipe(sentences)])
    assert found[0] == found[1]


def test_a_lexicon_numbers_what_occurs():
    sentences = own_sentences(10)
    lexicon = Lexicon.of(sentences)
    rows = lexicon.rows(sentences)
    assert rows.shape == (sum(map(len, sentences)), WIDTH)
    assert all(rows[:, columns].max() < lexicon.size(name) for name, columns in COLUMNS.items())
    assert Lexicon.from_arrays(lexicon.arrays()) is lexicon  # what one parser has met, the next one knows
    again = Lexicon.from_arrays({**lexicon.arrays(), "xpos": numpy.frombuffer(b"Odd", numpy.uint8)})
    assert again is not lexicon and again.fields == {**lexicon.fields, "xpos": ["Odd"]}
    assert numpy.array_equal(numpy.delete(again.rows(sentences), 3, 1), numpy.delete(rows, 3, 1))
    strange = tw.Sentence.from_words([{"form": "\u200bxyzzy", "upos": "NOUN"}])
    row = lexicon.rows([strange])[0]
    assert row[COLUMNS["word"]] == 1 and row[COLUMNS["lemma"]] == 0


@pytest.mark.parametrize("tune", (False, True))
def test_pretrained_vectors_are_frozen_or_tuned(tune, tmp_path):
    sentences = own_sentences(8)
    words = sorted({word.form.lower() for sentence in sentences for word in sentence})
    given = numpy.random.default_rng(1).normal(size=(len(words) + 1, 5)).astype(numpy.float32)
    vectors = dict(zip([*words, "zyzzyva"], given.tolist(), strict=True))
    parser = tw.Parser({**SMALL, "classifier": "feed-forward", "network.tune": tune}, embeddings=vectors)
    parser.train(sentences, epochs=2, progress=False)
    kept = parser.contents()[1]["network.vectors.embedding"][2:]
    scale = 1.0 / numpy.linalg.norm(given, axis=1).mean()
    expected = numpy.array([vectors[word] for word in sorted(vectors)], numpy.float32) * scale
    assert numpy.allclose(kept, expected, atol=1e-6) == (not tune)
    assert numpy.allclose(kept[sorted(vectors).index("zyzzyva")], expected[sorted(vectors).index("zyzzyva")], atol=1e-6)
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert b"".join(again.parse_bytes(sentences)) == b"".join(parser.parse_bytes(sentences))
    sentence = [tw.Sentence.from_words([{"form": form, "upos": "NOUN"}]) for form in ("zyzzyva", "zyzzyvb")]
    rows = again.model.encoder.states(sentence).vectors
    assert not numpy.allclose(rows[0], rows[1])


def test_without_pytorch_training_is_refused_and_parsing_works(tmp_path, monkeypatch):
    sentences = own_sentences(6)
    trained(sentences, classifier="bilstm", epochs=1).save(tmp_path / "m.tw")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(tw.SettingsError, match=r"seen no PyTorch, expected what pip install 'treewright\[networks\]'"):
        trained(sentences, classifier="bilstm", epochs=1)
    assert len(list(tw.load(tmp_path / "m.tw").pipe(sentences))) == 6


@pytest.mark.parametrize(
    ("name", "change", "seen"),
    [
        ("output.", lambda a: a[:, :0].copy(), r"slots\.\d+: seen \(\d+, \d+\), expected a network of \d+ classes"),
        ("by_label.", lambda a: a[:1].copy(), r"by_label: seen vectors of 1 labels, expected \d+"),
        ("lexicon.upos", lambda a: a[None].copy(), "lexicon: seen no text under 'upos', expected one line"),
        ("lexicon.upos", lambda a: numpy.frombuffer(b"X\n" * (len(a) // 2) + b"X", "u1").copy(), "seen a value of 'upos'"),
    ],
)
def test_forged_models_are_refused(forgeable, tmp_path, name, change, seen):
    header, arrays = forgeable.contents()
    (full,) = [own for own in arrays if own.startswith(f"network.{name}")]
    model_file.write(tmp_path / "forged.tw", header, {**arrays, full: change(arrays[full])})
    with pytest.raises(tw.ModelError, match=seen) as caught:
        tw.load(tmp_path / "forged.tw")
    assert "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def forgeable():
    return trained(own_sentences(6), classifier="feed-forward", epochs=1)


@pytest.mark.parametrize("error", ["OSError", "ImportError"])
def test_a_pytorch_that_does_not_load_is_named(tmp_path, monkeypatch, error):
    (tmp_path / "torch.py").write_text(f"raise {error}('libtorch_cpu.so: cannot open shared object file')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    said = r"PyTorch cannot be loaded from .*torch\.py \(libtorch_cpu.so: cannot open .*\), expected what pip install "
    with pytest.raises(tw.SettingsError, match=said):
        trained(own_sentences(6), classifier="bilstm", epochs=1)


def test_a_pytorch_that_is_too_old_is_named(monkeypatch):
    monkeypatch.setattr("torch.__version__", "1.4.0")
    said = r"seen PyTorch 1.4.0 from .*, expected 2.13 or later, which pip install 'treewright\[networks\]' installs"
    with pytest.raises(tw.SettingsError, match=said):
        trained(own_sentences(6), classifier="bilstm", epochs=1)


WITHOUT_NN = """
import os, sys
sys.path.insert(0, sys.argv[1])
import treewright as tw
from treewright.conformance.own_sentences import own_sentences
notes = []
for made in (tw.Ensemble({"ensemble.members": "fast; bilstm"}), tw.Pipeline({"tagger.classifier": "bilstm"})):
    try:
        made.train(own_sentences(6), checkpoint="c", note=notes.append, progress=False)
    except tw.SettingsError as error:
        print(error)
assert not notes and not os.path.exists("c"), notes
"""


def test_a_pytorch_that_cannot_be_used_is_named_before_anything_is_trained(tmp_path):
    (tmp_path / "torch.py").write_text('__version__ = "9.9.9"\n')
    folder = str(Path(tw.__file__).parents[1])
    found = subprocess.run([sys.executable, "-c", WITHOUT_NN, str(tmp_path)], capture_output=True, text=True, check=True,
                           cwd=tmp_path, env={**os.environ, "PYTHONPATH": folder}).stdout.splitlines()  # fmt: skip
    assert len(found) == 2 and found[0] == found[1]
    assert found[0].startswith(f"training a network: PyTorch cannot be loaded from {tmp_path / 'torch.py'} (No module named")


@pytest.mark.parametrize("name", ["feed-forward", "bilstm"])
def test_refusals_name_networks_as_settings_do(name):
    with pytest.raises(tw.SettingsError, match=f"cannot work with (classifier.name = |the classifier ){name}"):
        tw.Parser(classifier=name, seeds=2)
