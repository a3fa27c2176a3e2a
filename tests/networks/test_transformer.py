"""A pre-trained transformer as part of a network: here a tiny one, made on the spot, with random weights."""

import random
import shutil
import weakref
from itertools import pairwise
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences
from treewright.networks.transformer import kept_states
from treewright.networks.transformer.kept_states import KeptStates
from treewright.networks.transformer.piece_reader import PieceReader
from treewright.networks.transformer.transformer_arrays import packed, weights_of
from treewright.networks.transformer.transformer_folder import read_folder
from treewright.networks.transformer.windows import windows_of
from treewright.tagging import Tagger

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers", reason="the extra treewright[transformers] is not installed")
from tiny_transformer import BLIND, NETWORKS, WIDTH, long_sentence, make_folder, parsed, settings, trained  # noqa: E402

from treewright.networks.transformer.transformer import Transformer  # noqa: E402

TREES = Path(tw.__file__).parent / "data" / "tiny-trees"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_folder(tmp_path_factory.mktemp("transformer") / "tiny")


def encoder_of(parser):
    return parser.model.encoder if hasattr(parser.model, "encoder") else parser.way.decoder(parser, parser.model).model.encoder


# Learning -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("tune", (False, True))
def test_ten_sentences_are_learnt_by_heart(name, tune, folder):
    sentences = own_sentences(10)
    parser = trained(name, folder, sentences, epochs=80 if name == "bilstm" else 50, **{"network.tune": tune})
    assert parser.evaluate(sentences).las >= 97


def test_without_a_bilstm(folder):
    sentences = own_sentences(10)
    chosen = settings("biaffine", folder, **{"network.layers": 0, "network.tune": True})
    del chosen["network.width"]
    parser = tw.Parser({**chosen, "epochs": 50})
    parser.train(sentences, progress=False)
    assert parser.evaluate(sentences).las >= 95
    with pytest.raises(tw.SettingsError, match=r"network\.layers = 0 cannot work with network\.transformer"):
        tw.Parser({"decoder": "biaffine", "network.layers": 0})


def test_constituency_trees(folder):
    sentences = list(tw.read(TREES / "train.export"))[:8]
    parser = trained("bilstm", folder, sentences, epochs=50, system="set-based", **{"network.upos": 8})
    assert parser.evaluate(sentences).f1 >= 95


def test_taggers(folder):
    sentences = own_sentences(10)
    chosen = {**settings("bilstm", folder), "network.affixes": 0, "epochs": 40}
    tagger = Tagger("upos", chosen, known_count=0)
    tagger.train(sentences, progress=False)
    assert tagger.accuracy(sentences) >= 99


@pytest.mark.parametrize("tune", (False, True))
def test_the_transformer_stays_as_it_is_or_learns_on(tune, folder):
    before = weights_of(read_folder(str(folder)))
    parser = trained("biaffine", folder, own_sentences(8), epochs=3, **{"network.tune": tune})
    kept = {name.removeprefix("network.transformer."): array for name, array in parser.contents()[1].items()}
    after = weights_of({name: kept[name] for name in ("half", "single", "shapes")})
    assert set(after) == set(before)
    changed = {name for name in before if not numpy.array_equal(before[name], after[name])}
    assert not any("word_embeddings" in name for name in changed)
    assert any("layer.1" in name for name in changed) == any("layer.0" in name for name in changed) == tune
    assert kept["mix"].shape == (3,)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("tune", (False, True))
def test_the_same_seed_gives_the_same_and_a_run_goes_on_where_it_was_stopped(name, tune, folder, tmp_path):
    sentences = own_sentences(8)
    more = {"network.tune": tune, "network.dropout": 1.0}

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 2:
                raise KeyboardInterrupt

    one, other = (trained(name, folder, sentences, epochs=3, **more).contents()[1] for _ in range(2))
    assert all(numpy.array_equal(one[key], other[key]) for key in one)
    chosen = {**settings(name, folder, **more), "epochs": 3}
    with pytest.raises(KeyboardInterrupt):
        tw.Parser(chosen).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    again = tw.Parser(chosen)
    again.train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    other = again.contents()[1]
    assert all(numpy.array_equal(one[key], other[key]) for key in one)


def test_a_run_does_not_go_on_with_another_transformer(tmp_path):
    sentences, chosen = own_sentences(4), settings("biaffine", make_folder(tmp_path / "t"), epochs=2)

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tw.Parser(chosen).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    make_folder(tmp_path / "t", seed=2)
    with pytest.raises(tw.TreewrightError, match="seen another transformer, expected that of the checkpoint"):
        tw.Parser(chosen).train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)


# Parsing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tune", (False, True))
def test_what_learns_and_what_parses_see_the_same_vectors(tune, folder):
    parser = tw.Parser({**settings("biaffine", folder), "epochs": 1, "network.average": 0.0, "network.tune": tune})
    sentences = own_sentences(6)
    parser.train(sentences, progress=False)
    decoder = parser.way._made(parser, 1)
    decoder.prepare(sentences)
    learner = decoder.learner
    with torch.no_grad():
        learner.net.encoder.context.weights.copy_(torch.tensor([0.5, -1.0, 0.2]))
        learner.net.eval()
        if tune:
            learner.net.encoder.context.fast = False
        words = learner.lexicon.words(sentences)
        expected = learner.net.encoder(words, [sentence.size for sentence in sentences]).numpy()
    learner.optimisation.settle()
    found = decoder._made_model().encoder.states(sentences).vectors
    assert numpy.allclose(found, expected, atol=2e-3 if tune else 1e-4)  # the file keeps 16 bits of weights that learn


@pytest.mark.parametrize("name", NETWORKS)
def test_a_model_needs_no_folder_to_parse(name, tmp_path):
    folder = make_folder(tmp_path / "t")
    sentences = own_sentences(12)
    parser = trained(name, folder, sentences[:8])
    parser.save(tmp_path / "m.tw")
    shutil.rmtree(folder)
    again = tw.load(tmp_path / "m.tw")
    assert parsed(again, sentences) == parsed(parser, sentences)
    again.save(tmp_path / "n.tw")
    assert (tmp_path / "n.tw").read_bytes() == (tmp_path / "m.tw").read_bytes()


def test_a_model_file_says_what_transformer_it_has_and_not_where_it_was(folder, tmp_path, capsys):
    sentences = own_sentences(4)
    parser = trained("biaffine", folder, sentences, epochs=1)
    parser.save(tmp_path / "m.tw")
    members = f"bilstm transformer={folder}; fast"
    ensemble = tw.Ensemble({**BLIND, "ensemble.members": members, "network.batch": 12}, epochs=1)
    ensemble.train(sentences, progress=False)
    ensemble.save(tmp_path / "e.tw")
    for name, written in (("m.tw", 'transformer = "tiny"'), ("e.tw", 'members = "bilstm transformer=tiny; fast"')):
        assert str(folder.parent).encode() not in (tmp_path / name).read_bytes()
        assert main(["info", str(tmp_path / name)]) == 0
        told = capsys.readouterr().out
        assert "bert, 2 layers of 64, 0.1 million weights" in told and written in told
    assert parser.settings["network"]["transformer"] == str(folder)
    assert parsed(tw.load(tmp_path / "e.tw"), sentences) == parsed(ensemble, sentences)


@pytest.mark.parametrize("name", NETWORKS)
def test_one_by_one_and_in_batches_and_in_threads(name, folder):
    sentences = own_sentences(30)
    parser = trained(name, folder, sentences[:15])
    assert [parser(sentence) for sentence in sentences] == list(parser.pipe(sentences))
    assert parsed(parser, sentences, threads=2) == parsed(parser, sentences)


def test_the_vectors_of_a_sentence_do_not_depend_on_those_beside_it(folder):
    encoder = encoder_of(trained("bilstm", folder, own_sentences(8)))
    sentences = [*own_sentences(20), long_sentence()]
    alone = numpy.concatenate([encoder.transformer.states([sentence]) for sentence in sentences])
    assert numpy.array_equal(encoder.transformer.states(sentences), alone)


def test_long_sentences_and_strange_words(folder):
    parser = trained("biaffine", folder, own_sentences(8))
    encoder = encoder_of(parser)
    long = long_sentence(300)
    assert [len(found) for found in parser.pipe([long])] == [300]
    states = encoder.transformer.states([long])
    assert len(states) == 300 and numpy.isfinite(states).all() and (numpy.abs(states).sum((1, 2)) > 0).all()
    strange = [{"form": form} for form in ("\u200b", "\x7f", "x" * 90, "ab" * 3000, "\u6c34", "a b", "_")]
    sentence = tw.Sentence.from_words(strange)
    assert encoder.transformer.states([sentence]).shape == (len(strange), 3, WIDTH)
    assert [len(found) for found in parser.pipe([sentence])] == [len(strange)]
    many = [tw.Sentence.from_words([{"form": "ab" * 20}] * 40)]  # each word has as many pieces as a word may have
    assert encoder.transformer.states(many).shape == (40, 3, WIDTH)


@pytest.mark.parametrize("kind", ("distilbert", "roberta", "deberta-v2", "gpt2"))
def test_other_kinds(kind, tmp_path):
    """They have other names of settings, begin to number pieces elsewhere, or attend in one way only."""
    config = transformers.AutoConfig.for_model(
        kind, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, vocab_size=300, max_position_embeddings=66,
        pad_token_id=1,
    )  # fmt: skip
    made = Transformer(read_folder(str(make_folder(tmp_path / "t", config=config))))
    sentences = [*own_sentences(4), long_sentence()]
    states = made.states(sentences)
    assert states.shape == (sum(map(len, sentences)), 3, 16) and made.room in (60, 62)
    assert numpy.array_equal(states, numpy.concatenate([made.states([sentence]) for sentence in sentences]))


def test_pieces_of_bytes_know_the_start_of_a_word():
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.BPE(vocab={"a": 0, "b": 1, "\u0120": 2, "\u0120a": 3}, merges=[("\u0120", "a")]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    reader = PieceReader(tokenizer.to_str())
    assert reader.pieces(["a", "ab", "b", "z"]) == [[3], [3, 1], [2, 1], [2]]
    assert (reader.before, reader.after, reader.size) == ([], [], 4)


@pytest.mark.parametrize("seed", range(20))
def test_windows_cover_every_word_once(seed):
    rng = random.Random(seed)
    room = rng.randint(8, 40)
    lengths = [rng.randint(1, room // 4) for _ in range(rng.randint(1, 300))]
    windows = windows_of(lengths, room)
    assert [word for window in windows for word in range(window.own, window.own_end)] == list(range(len(lengths)))
    for window in windows:
        assert window.first <= window.own <= window.own_end <= window.end
        assert sum(lengths[window.first : window.end]) <= room
    for one, other in pairwise(windows):  # words on either side of a border have neighbours in their windows
        overlap = sum(lengths[other.first : one.end])
        assert overlap > room // 2 - room // 4
        for side in (lengths[other.first : one.own_end], lengths[one.own_end : one.end]):
            assert abs(sum(side) - overlap / 2) <= room // 4


@pytest.fixture
def nobody_else(monkeypatch):
    """No states are kept by models of other tests."""
    monkeypatch.setattr(kept_states, "_in_use", weakref.WeakSet())


@pytest.mark.usefixtures("nobody_else")
def test_few_states_are_kept_where_memory_is_short():
    kept = KeptStates(most=100)
    kept.put("a", numpy.zeros(40, numpy.uint8))
    kept.put("b", numpy.zeros(80, numpy.uint8))
    kept.put("c", numpy.zeros(60, numpy.uint8))
    assert kept.get("a") is not None and kept.get("b") is None and kept.get("c") is not None and kept.bytes == 100


@pytest.mark.usefixtures("nobody_else")
def test_all_that_keep_states_share_the_memory(tmp_path, monkeypatch):
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(kept_states, "LIMITS", (str(tmp_path / "none"), str(limit)))
    limit.write_text("max\n")
    assert KeptStates().most > 1 << 20
    limit.write_text("400\n")
    one, other = KeptStates(), KeptStates()
    assert one.most == other.most == 100
    one.put("a", numpy.zeros(70, numpy.uint8))
    other.put("a", numpy.zeros(40, numpy.uint8))
    assert other.get("a") is None
    del one
    other.put("a", numpy.zeros(40, numpy.uint8))
    assert other.get("a") is not None


def test_states_are_computed_once_for_all_epochs(folder, monkeypatch):
    asked = []
    real = Transformer._run
    monkeypatch.setattr(Transformer, "_run", lambda self, sentences: asked.append(len(sentences)) or real(self, sentences))
    train, dev = own_sentences(12)[:8], own_sentences(12)[8:]
    parser = tw.Parser({**settings("bilstm", folder), "epochs": 3})
    parser.train(train, dev, progress=False)
    assert sum(asked) <= 8 + 4 + 12  # those of train and dev, and the examples of the model file once more


def test_weights_that_16_bits_cannot_hold_stay_as_they_are():
    own = {"a": [[1e6, 0.0]], "b": [1.0, 1.0, 1.0], "c": []}
    found = weights_of(packed({}, "", {name: numpy.array(values, numpy.float32) for name, values in own.items()}))
    assert found["a"].dtype == numpy.float32 and found["a"][0, 0] == 1e6 and found["a"].shape == (1, 2)
    assert found["b"].dtype == numpy.float16 and found["c"].shape == (0,)


def test_adapting_says_how_many_words_the_pieces_can_spell(folder):
    own = own_sentences(6)
    count = len({form for sentence in own for form in sentence.forms})
    told = tw.Parser(settings("biaffine", folder)).adapt(own)
    assert told[-1] == f"network.transformer: its pieces can spell {count} of {count} different training words"
    other = [tw.Sentence.from_words(["Ὅμηρος", "sang"]).with_tree([2, 0], ["nsubj", "root"])]
    told = tw.Parser(settings("bilstm", folder)).adapt(other)
    said = "network.transformer: its pieces can spell 1 of 2 different training words; the others look alike to it"
    assert told[-1] == f"warning: {said}"
