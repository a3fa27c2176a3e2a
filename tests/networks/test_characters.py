"""A BiLSTM over the characters of words: the same with and without PyTorch, for every network; each word is read once."""

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.errors import ModelError
from treewright.networks.encoders.character_encoder import CharacterEncoder
from treewright.networks.encoders.encoder import Encoder
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS, MOST_CHARACTERS, Lexicon
from treewright.storage.sections import section
from treewright.tagging import Tagger

torch = pytest.importorskip("torch")
SMALL = {"network.word": 8, "network.lemma": 0, "network.affixes": 0, "network.upos": 8, "network.xpos": 0,
         "network.feats": 0, "network.characters": 12, "network.character_vectors": 10, "network.batch": 30,
         "network.rate": 0.01, "network.dropout": 0.0}  # fmt: skip
OF_TRANSITIONS = {"network.label": 8, "network.hidden": 64}
OF_BILSTM = {"network.width": 24, "network.layers": 1}
NETWORKS = {
    "feed-forward": {"classifier": "feed-forward", **OF_TRANSITIONS},
    "bilstm": {"classifier": "bilstm", **OF_TRANSITIONS, **OF_BILSTM},
    "biaffine": {"decoder": "biaffine", **OF_BILSTM, "network.arc": 32, "network.relation": 16},
}


def trained(name, sentences, **more):
    parser = tw.Parser({**SMALL, **NETWORKS[name], **more})
    parser.train(sentences, progress=False)
    return parser


def learner_of(sentences, **more):
    """A learner before its first step, with the encoder that parses with its weights."""
    parser = tw.Parser({**SMALL, **NETWORKS["bilstm"], **more})
    parser.train(sentences, epochs=1, progress=False)
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    learner.net.encoder.drop = dict.fromkeys(learner.drop, 0.0)
    return learner, Encoder(section(learner.averaged(), "network"))


@pytest.mark.parametrize("name", NETWORKS)
def test_ten_sentences_are_learnt_from_their_characters(name):
    """Words without vectors of their own are told apart by how they are spelt."""
    sentences = own_sentences(10)
    parser = trained(name, sentences, epochs=80, **{"network.word": 0})
    assert parser.evaluate(sentences).las >= 99


def test_a_tagger_learns_from_characters():
    sentences = own_sentences(10)
    settings = {**SMALL, **NETWORKS["bilstm"], "network.word": 0, "epochs": 40}
    tagger = Tagger("upos", settings, known_count=0)
    tagger.train(sentences, progress=False)
    assert tagger.accuracy(sentences) >= 99


def test_vectors_are_the_same_without_pytorch():
    sentences = own_sentences(12)
    learner, encoder = learner_of(sentences)
    long = tw.Sentence.from_words([{"form": form} for form in ("a", "x" * 300, "日本語", "Straße", "_")])
    for batch in (sentences, [long, *sentences[:2]]):
        words = learner.lexicon.words(batch)
        with torch.no_grad():
            own = learner.net.encoder.characters(words).numpy()
            states = learner.net.encoder(words, [len(sentence) for sentence in batch]).numpy()
        types, memory = encoder.lexicon.types(batch)
        assert numpy.allclose(encoder.embedded(types, memory)[:, -24:], own, atol=1e-4)
        assert numpy.allclose(encoder.states(batch).vectors, states, atol=1e-4)
        assert numpy.ptp(own) > 0.05


def test_gradients_reach_the_characters():
    sentences = own_sentences(3)
    learner, _ = learner_of(sentences)
    encoder = learner.net.encoder.double()
    words, sizes = learner.lexicon.words(sentences), [len(sentence) for sentence in sentences]
    weights = torch.randn(sum(sizes), encoder.width, dtype=torch.double)

    def loss():
        return (encoder(words, sizes) * weights).sum()

    loss().backward()
    for name in ("characters.table.weight", "characters.lstm.weight_hh_l0", "characters.lstm.weight_ih_l0_reverse"):
        own = dict(encoder.named_parameters())[name]
        at = int(own.grad.abs().argmax())
        found = []
        for sign in (1, -2, 1):
            with torch.no_grad():
                own.view(-1)[at] += sign * 1e-5
            found.append(loss().item())
        assert (found[0] - found[1]) / 2e-5 == pytest.approx(float(own.grad.view(-1)[at]), rel=1e-4), name


def test_each_word_is_read_once(monkeypatch):
    """Spellings that were met before are not computed again, whatever their tags are and whatever stands beside them."""
    sentences = own_sentences(10)
    _, encoder = learner_of(sentences)
    asked, states = [], CharacterEncoder._states
    monkeypatch.setattr(CharacterEncoder, "_states", lambda self, *given: asked.append(len(given[1])) or states(self, *given))
    first = encoder.states(sentences).vectors
    assert asked == [len({word.form for sentence in sentences for word in sentence})]
    again = [tw.Sentence.from_words([{"form": word.form, "upos": word.upos, "xpos": "Odd"} for word in s]) for s in sentences]
    assert numpy.array_equal(encoder.states(again[::-1]).vectors, encoder.states(sentences[::-1]).vectors)
    assert len(asked) == 1 and numpy.array_equal(encoder.states(sentences).vectors, first)


def test_the_lexicon_keeps_characters():
    sentences = own_sentences(10)
    lexicon = Lexicon.of(sentences, fields=[*COLUMNS, CHARACTERS])
    letters = {letter for sentence in sentences for word in sentence for letter in word.form}
    assert set(lexicon.fields[CHARACTERS]) <= letters and len(lexicon.fields[CHARACTERS]) > 10
    again = Lexicon.from_arrays({**lexicon.arrays(), "upos": numpy.frombuffer(b"Odd", numpy.uint8)})
    assert again is not lexicon and again.fields[CHARACTERS] == lexicon.fields[CHARACTERS]
    one, other = lexicon.words(sentences), again.words(sentences)
    assert all(numpy.array_equal(a, b) for a, b in zip(one[1:4], other[1:4], strict=True)) and one.sentences == sentences
    assert one.lengths.sum() == len(one.characters) and one.spelling.max() + 1 == len(one.lengths)
    strange = lexicon.words([tw.Sentence.from_words([{"form": "\u200b" * 200}])])
    assert strange.lengths.tolist() == [MOST_CHARACTERS] and set(strange.characters.tolist()) == {1}
    assert CHARACTERS not in Lexicon.of(sentences).arrays()  # files of networks without characters are as they were
    assert Lexicon.of([tw.Sentence.from_words([{"form": "dog"}])], fields=[CHARACTERS]).fields[CHARACTERS] == ["d", "g", "o"]


@pytest.mark.parametrize("name", NETWORKS)
def test_a_model_is_saved_and_loaded(name, tmp_path):
    sentences = own_sentences(12)
    parser = trained(name, sentences, epochs=4)
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert "network.characters.weight_ih_l0" in again.contents()[1]
    assert b"".join(again.parse_bytes(sentences)) == b"".join(parser.parse_bytes(sentences))
    assert b"".join(again.parse_bytes(sentences, threads=2)) == b"".join(parser.parse_bytes(sentences))


@pytest.mark.parametrize("name", ("bilstm", "biaffine"))
def test_training_goes_on_where_it_was_stopped(name, tmp_path):
    sentences = own_sentences(8)

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 3:
                raise KeyboardInterrupt

    more = {**SMALL, **NETWORKS[name], "epochs": 4, "network.dropout": 1.0}
    whole = trained(name, sentences, epochs=4, **{"network.dropout": 1.0})
    with pytest.raises(KeyboardInterrupt):
        tw.Parser(more).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    again = tw.Parser(more)
    again.train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    one, other = whole.contents()[1], again.contents()[1]
    assert any("characters" in key for key in one)
    assert all(numpy.array_equal(one[key], other[key]) for key in one)


def test_arrays_that_do_not_fit_are_refused():
    sentences = own_sentences(4)
    learner, _ = learner_of(sentences)
    arrays = section(learner.averaged(), "network")
    Encoder(arrays)
    for name, change, why in (
        ("vectors.characters", lambda array: array[:-1], "vectors.characters: seen"),
        ("vectors.characters", lambda array: array[:, :-1].copy(), "expected one layer for vectors of 9"),
        ("vectors.characters", lambda array: array.astype(numpy.float64), "expected 32-bit floats"),
        ("characters.weight_hh_l0", lambda array: array[:-1], "the BiLSTM's array weight_hh_l0"),
        ("lexicon.characters", lambda array: array.astype(numpy.int32), "seen no text under 'characters'"),
    ):
        with pytest.raises(ModelError, match=why):
            Encoder({**arrays, name: change(arrays[name])})
    with pytest.raises(ModelError, match="expected one layer"):
        two = torch.nn.LSTM(10, 12, 2, bidirectional=True)
        weights = {name: array.detach().numpy() for name, array in two.named_parameters()}
        CharacterEncoder(arrays["vectors.characters"], weights)


def test_settings():
    with pytest.warns(tw.SettingsWarning, match=r"network\.character_vectors has no effect with network\.characters = 0"):
        tw.Parser({"classifier": "bilstm", "network.character_vectors": 20})
    with pytest.warns(tw.SettingsWarning, match=r"network\.characters has no effect"):
        tw.Parser({"network.characters": 20})
