"""The biaffine parser: it learns, scores alike with and without PyTorch, keeps what is given, and comes back from files."""

import pickle
import subprocess
import sys
import warnings

import numpy
import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance import check_decoder
from treewright.conformance.own_sentences import own_sentences
from treewright.ensemble import Reparsing, Voting
from treewright.families.dependency_trees import DependencyTrees
from treewright.networks.biaffine.biaffine_decoder import DEFAULTS, BiaffineDecoder
from treewright.networks.biaffine.biaffine_model import BiaffineModel
from treewright.parser.decoders import DECODERS
from treewright.settings import SETTINGS
from treewright.storage import model_file
from treewright.training.callbacks import Callbacks
from treewright.training.trainer import Example
from treewright.treebank.dependency_tree import problem_of
from treewright.treebank.projectivity import is_projective

torch = pytest.importorskip("torch")
from large_weights import give_large_weights  # noqa: E402

SIZES = {"word": 16, "lemma": 8, "affixes": 8, "upos": 8, "xpos": 8, "feats": 8, "width": 32, "layers": 1, "arc": 32,
         "relation": 24, "batch": 20, "rate": 0.015, "average": 0.9, "dropout": 0.0}  # fmt: skip
SMALL = {f"network.{name}": value for name, value in SIZES.items()}


def trained(gold, dev=None, **more):
    parser = tw.Parser({**SMALL, "decoder": "biaffine", "epochs": 25, **more})
    return parser, parser.train(gold, dev, progress=False)


@pytest.fixture(scope="module")
def parser():
    return trained(own_sentences(10))[0]


@pytest.fixture
def decoder():
    """One that has made its network, with random weights, and learnt nothing."""
    sentences = own_sentences(6)
    made = BiaffineDecoder(DependencyTrees().alphabets(sentences), **SIZES)
    made.prepare(sentences)
    torch.manual_seed(3)
    give_large_weights(made.learner)
    return made


def examples(decoder, sentences):
    numbers = {label: number for number, label in enumerate(decoder.alphabets.labels)}
    return [Example(s, (list(s.heads), [numbers[label] for label in s.labels])) for s in sentences]


def sources(parser, sentences):
    return [sentence.source for sentence in parser.pipe(sentences)]


def crossing():
    """A sentence whose tree is not projective."""
    words = ["A", "hearing", "is", "scheduled", "on", "the", "issue", "today"]
    tags = ["DET", "NOUN", "AUX", "VERB", "ADP", "DET", "NOUN", "ADV"]
    sentence = tw.Sentence.from_words([{"form": form, "upos": tag} for form, tag in zip(words, tags, strict=True)])
    return sentence.with_tree([2, 4, 4, 0, 7, 7, 2, 4], ["det", "nsubj", "aux", "root", "case", "det", "nmod", "advmod"])


# Learning -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tree", ["mst", "eisner"])
def test_ten_sentences_are_learnt_by_heart(tree):
    gold = own_sentences(10)
    parser, rows = trained(gold, gold, tree=tree)
    assert parser.evaluate(gold).las >= 99 and rows[-1]["dev_las"] >= 99
    assert rows[-1]["loss"] < rows[0]["loss"] / 10 and rows[-1]["updates"] == rows[0]["updates"] > 3


def test_it_keeps_the_rules():
    assert check_decoder(BiaffineDecoder, least=95.0, epochs=25, settings={**SMALL, "network.dropout": 0.1}).total > 10


def test_defaults_are_those_of_the_settings():
    assert all(SETTINGS[f"network.{name}"].default == value for name, value in DEFAULTS.items())
    assert DECODERS["biaffine"] is BiaffineDecoder


def test_gradients_are_those_of_finite_differences(decoder):
    learner = decoder.learner
    learner.net.double()
    some = examples(decoder, own_sentences(4))
    own = dict(learner.net.named_parameters())
    learner.loss_of(some).backward()
    of_encoder = ("encoder.tables.word.weight", "encoder.lstm.weight_hh_l0")
    for name in ("root", "hidden.weight", "hidden.bias", "arcs", "relations", *of_encoder):
        flat, gradient = own[name].view(-1), own[name].grad.view(-1)
        at = int(gradient.abs().argmax())
        found = []
        with torch.no_grad():
            for change in (1e-6, -2e-6):
                flat[at] += change
                found.append(float(learner.loss_of(some)))
            flat[at] += 1e-6
        assert (found[0] - found[1]) / 2e-6 == pytest.approx(float(gradient[at]), rel=1e-4), name


def test_the_same_seed_gives_the_same_and_another_one_another():
    found = [trained(own_sentences(8), epochs=2, seed=seed)[0].contents()[1] for seed in (3, 3, 4)]
    assert all(numpy.array_equal(found[0][name], found[1][name]) for name in found[0])
    assert not all(numpy.array_equal(found[0][name], found[2][name]) for name in found[0])


class Killed(Callbacks):
    """Ends a training after its second epoch, as a kill would."""

    def on_epoch_end(self, loop, epoch, row):
        if epoch == 2:
            raise KeyboardInterrupt


def test_training_goes_on_where_it_was_killed(tmp_path):
    gold, settings = own_sentences(8), {**SMALL, "decoder": "biaffine", "epochs": 4, "network.dropout": 1.0}
    whole, killed, resumed = (tw.Parser(settings) for _ in range(3))
    whole.train(gold, progress=False)
    with pytest.raises(KeyboardInterrupt):
        killed.train(gold, progress=False, callbacks=Killed(), checkpoint=tmp_path / "c")
    torch.rand(5)  # what others draw does not matter
    resumed.train(gold, progress=False, checkpoint=tmp_path / "c", resume=True)
    one, other = whole.contents()[1], resumed.contents()[1]
    assert all(numpy.array_equal(one[name], other[name]) for name in one)


def test_it_learns_from_parts_of_trees_under_given_heads_and_without_labels():
    gold = own_sentences(10)
    assert trained(gold, drop_arcs="0.3")[0].evaluate(gold).las > 80
    assert trained(gold, **{"training.given_heads": 0.3})[0].evaluate(gold).las > 80
    parser, _ = trained(gold, labels="none")
    assert parser.evaluate(gold).uas >= 99 and {label for s in gold for label in parser(s).labels} == {None}


@pytest.mark.parametrize("tune", [False, True])
def test_vectors_of_words_stay_or_are_learnt_on(tune, tmp_path):
    gold = own_sentences(8)
    vectors = {word.form: [len(word.form), i % 5 - 2.0] for i, word in enumerate(gold[0])}
    parser = tw.Parser({**SMALL, "decoder": "biaffine", "epochs": 3, "network.tune": tune}, embeddings=vectors)
    parser.train(gold, progress=False)
    table = parser.contents()[1]["network.vectors.embedding"][2:]
    given = numpy.array([vectors[word] for word in sorted(vectors)], numpy.float32)
    ratio = numpy.linalg.norm(table, axis=1).sum() / numpy.linalg.norm(given, axis=1).sum()
    assert numpy.allclose(table, given * ratio, atol=1e-5) != tune
    parser.save(tmp_path / "m.tw")
    assert sources(tw.load(tmp_path / "m.tw"), gold) == sources(parser, gold)


def test_a_network_that_explodes_is_told_of(decoder):
    with torch.no_grad():
        decoder.learner.net.arcs.fill_(float("nan"))
    with pytest.raises(tw.TreewrightError, match=r"network: seen a gradient of nan in step 1, .*network\.rate"):
        decoder.learn(examples(decoder, own_sentences(2)))


# Parsing ------------------------------------------------------------------------------------------------------------


def test_scores_are_the_same_without_pytorch(decoder):
    sentences = own_sentences(6)
    sizes = [len(sentence) for sentence in sentences]
    net, model = decoder.learner.net.eval(), BiaffineModel(decoder.labels, decoder.arrays())
    own = model.shown(sentences)
    asked = model.asked(own)
    with torch.no_grad():
        words = decoder.learner.lexicon.words(sentences)
        shown = net.shown(words, sizes)
        places = torch.full((len(sizes), max(sizes) + 1), -1)
        at = 0
        for number, size in enumerate(sizes):
            places[number, 0] = sum(sizes)
            places[number, 1 : size + 1] = torch.arange(at, at + size)
            at += size
        arcs = net.arc_scores(shown[0], shown[1], places).numpy()
        heads = [(7 * i) % (at + 1) for i in range(at)]
        labels = net.label_scores(shown[2][heads], shown[3][:at]).numpy()
    at = 0
    for number, size in enumerate(sizes):
        found = model.arc_scores(own, asked, at, size).T
        there = numpy.isfinite(arcs[number, :size, : size + 1])
        assert there.sum() == size * size  # all heads but the word itself
        assert numpy.allclose(found[there], arcs[number, :size, : size + 1][there], atol=1e-4)
        at += size
    assert numpy.array_equal(model.best_labels(own, heads, numpy.ones((at, decoder.labels))), labels.argmax(1))


def test_pytorch_is_not_needed_to_parse(parser, tmp_path):
    parser.save(tmp_path / "m.tw")
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import treewright as tw; from treewright.conformance.own_sentences import own_sentences\n"
        f"print(tw.load({str(tmp_path / 'm.tw')!r}).evaluate(own_sentences(10)).las)\n"
        "try: tw.Parser(decoder='biaffine').train(own_sentences(3), progress=False)\n"
        "except tw.SettingsError as error: print(error)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split("\n")
    assert float(found[0]) >= 99
    assert found[1] == "training a network: seen no PyTorch, expected what pip install 'treewright[networks]' installs"


def test_one_by_one_and_in_batches_and_in_threads(parser, tmp_path):
    sentences = own_sentences(30)
    alone = [parser(sentence).source for sentence in sentences]
    assert sources(parser, sentences) == alone == [s.source for s in parser.pipe(sentences, threads=3)]
    assert sources(pickle.loads(pickle.dumps(parser)), sentences) == alone and not parser.in_python
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert sources(again, sentences) == alone and again.settings == parser.settings
    assert repr(again).startswith("<Parser: decoder biaffine, tree eisner; trained on 10 sentences")


def test_long_sentences(parser):
    long = tw.Sentence.from_words([f"word{i % 50}" for i in range(1000)])
    assert problem_of(list(parser(long).heads), several_roots=False) is None
    with pytest.raises(tw.InputError, match=r"seen 3,001 words, expected 3,000 at the most: memory grows .*biaffine"):
        parser(tw.Sentence.from_words(["word"] * 3001))
    empty, one = tw.Sentence.from_words([]), tw.Sentence.from_words(["one"])
    assert list(parser.predict([empty, one, empty]).heads) == [0] and len(parser.predict([empty]).heads) == 0


def test_root_labels_are_those_of_roots():
    parser, _ = trained(own_sentences(10), epochs=1)
    for sentence in parser.pipe(own_sentences(60)[10:]):
        assert [label == "root" for label in sentence.labels] == [head == 0 for head in sentence.heads]


# What is given ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tree", ["mst", "eisner"])
def test_what_is_given_is_kept(tree):
    parser, _ = trained(own_sentences(10), epochs=1, tree=tree)
    for sentence in own_sentences(16)[10:]:
        size = len(sentence)
        assert list(parser(sentence, keep="heads").heads) == list(sentence.heads)
        part = sentence.with_tree(sentence.heads, ["odd" if i % 2 else None for i in range(size)])
        assert parser(part, keep="labels").labels[1::2] == ["odd"] * (size // 2)
        banned = tw.Constraints().no_head(2, *(h for h in range(size + 1) if h not in (1, 2))).right(1)
        parsed = parser(sentence, constraints=banned)
        assert parsed.heads[0] > 1 and parsed.heads[1] == 1
        for root in range(1, size + 1):
            assert parser(sentence, constraints=tw.Constraints().root(root)).heads[root - 1] == 0


def test_only_spanning_trees_cross():
    sentence = crossing()
    mst, _ = trained([sentence] * 5, tree="mst")
    eisner, _ = trained([sentence] * 5, tree="eisner", epochs=10)
    assert mst.evaluate([sentence]).las == 100 and is_projective(eisner(sentence).heads)
    spans = tw.Constraints().subtree(1, 3)
    assert all(constraint.holds(list(map(int, eisner(sentence, constraints=spans).heads))) for constraint in spans)
    with pytest.raises(tw.SettingsError, match=r"spans are kept in projective trees; use search.tree = eisner"):
        mst(sentence, constraints=spans)
    with pytest.raises(tw.InputError, match="expected constraints that one projective tree can satisfy"):
        eisner(sentence, keep="heads")


def test_it_is_a_member_of_ensembles(parser):
    gold = own_sentences(10)
    linear = tw.Parser(preset="fast", epochs=4)
    linear.train(gold)
    assert sources(Reparsing([parser, linear], [1.0, 0.0]), gold) == sources(parser, gold)
    assert Reparsing([parser, linear, linear]).evaluate(gold).las > 95
    with pytest.raises(tw.SettingsError, match="voting: parser 1 makes no transitions"):
        Voting([parser, linear])


# What is refused ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change", "seen"),
    [
        ("arcs", lambda a: a[:, :-1].copy(), r"arcs: seen \(32, 32\), expected \(32, 33\)"),
        ("arcs", lambda a: a.astype(numpy.float64), "arcs: seen float64 in 2 dimensions, expected 32-bit floats"),
        ("relations", lambda a: a[:, :, 1:].copy(), "relations: seen"),
        ("hidden.weight", lambda a: a[1:].copy(), "hidden.weight: seen"),
        ("hidden.bias", lambda a: a[None].copy(), "hidden.bias: seen"),
        ("root", lambda a: a[1:].copy(), "root: seen"),
        ("allowed", lambda a: a[1:].copy(), "allowed: seen uint8"),
        ("vectors.word", lambda a: a[1:].copy(), "vectors.word: seen"),
        ("encoder.weight_hh_l0", lambda a: a[1:].copy(), "BiLSTM's array weight_hh_l0"),
        ("lexicon.word", lambda a: a.astype(numpy.int64), "lexicon: seen no text under 'word'"),
        ("arcs", lambda a: numpy.full_like(a, 3e38), "seen scores that are NaN or beyond 1e20"),
        ("arcs", lambda a: numpy.full_like(a, 1e22), "seen scores that are NaN or beyond 1e20"),
    ],
)
def test_forged_models_are_refused(parser, tmp_path, name, change, seen):
    header, arrays = parser.contents()
    name = name if name in arrays else f"network.{name}"
    model_file.write(tmp_path / "forged.tw", header, {**arrays, name: change(arrays[name])})
    with pytest.raises(tw.ModelError, match=seen) as caught:
        tw.load(tmp_path / "forged.tw")(own_sentences(1)[0])
    assert "\n" not in str(caught.value)
    model_file.write(tmp_path / "less.tw", header, {own: array for own, array in arrays.items() if own != name})
    with pytest.raises(tw.ModelError):
        tw.load(tmp_path / "less.tw")


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        ({"seeds": 3}, "training.seeds = 3 cannot work with the decoder biaffine: its weights are not averaged over seeds"),
        ({"prune": 0.1}, "classifier.prune = 0.1 cannot work with the decoder biaffine: it has no weights to prune"),
        ({"joint_tags": "upos"}, "system.tags = upos cannot work with search.decoder = biaffine: it makes no transitions"),
        ({"network.arc": 0}, "network.arc: seen 0, expected a whole number from 1"),
    ],
)
def test_what_cannot_work_is_one_sentence(settings, seen):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(tw.SettingsError, match=seen):
            tw.Parser({"decoder": "biaffine", **settings})


def test_what_it_cannot_do_is_one_sentence(parser):
    sentence = own_sentences(1)[0]
    with pytest.raises(tw.SettingsError, match="nbest: seen 3, expected 1: biaffine gives one tree for each sentence"):
        parser.nbest(sentence, 3)
    with pytest.raises(tw.SettingsError, match="biaffine makes no transitions, so it has no search"):
        parser.new_search()
    with pytest.raises(tw.SettingsError, match="confidence: biaffine does not tell how narrowly it decides"):
        parser.calibrate([sentence])


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        ({"decoder": "biaffine", "network.hidden": 100}, "network.hidden has no effect with search.decoder = biaffine"),
        ({"decoder": "biaffine", "classifier": "bilstm"}, "classifier.name has no effect with search.decoder = biaffine"),
        ({"decoder": "biaffine", "beam": 4}, "search.beam has no effect with search.decoder = biaffine: only parsers by"),
        ({"decoder": "biaffine", "features": "atoms"}, "features.templates has no .* by transitions and graph read it"),
        ({"decoder": "graph", "features.embeddings": "given"}, "embeddings has no .* transitions and biaffine read it"),
        ({"classifier": "bilstm", "margin": 5}, "training.margin has no effect with training.loss = auto: likelihood makes"),
        ({"classifier": "bilstm", "beam": 2, "training.averaging": "transition"}, r"averaging has no .*\(network\.average\)"),
        ({"decoder": "graph", "network.arc": 9}, "network.arc has no effect with search.decoder = graph: only networks"),
        ({"network.arc": 9}, "network.arc has no effect with classifier.name = averaged-perceptron: only networks"),
        ({"classifier": "bilstm", "network.arc": 9}, "network.arc has no effect with search.decoder = transitions"),
    ],
)
def test_what_has_no_effect_is_told(settings, seen):
    with pytest.warns(tw.SettingsWarning, match=seen):
        tw.Parser(settings)


def test_the_command_line(parser, tmp_path, capsys):
    model, text = str(tmp_path / "m.tw"), tmp_path / "in.conllu"
    parser.save(model)
    text.write_bytes(b"".join(sentence.source + b"\n" for sentence in own_sentences(3)))
    assert main(["info", "--verify", model]) == 0
    shown = capsys.readouterr().out
    assert 'decoder = "biaffine"' in shown and "without what the decoder biaffine does not read" in shown
    assert not any(unread in shown for unread in ("arc-eager", "averaged-perceptron", "beam", "templates"))
    assert main(["info", "--settings", model]) == 0
    assert 'name = "arc-eager"' in capsys.readouterr().out  # all of them, to train again
    for refused, why in (
        (["parse", model, str(text), "--beam", "4"], "--beam 4: this model makes no transitions, so it has no beam"),
        (["parse", model, str(text), "--nbest", "2"], "nbest: seen 2, expected 1: biaffine gives one tree"),
        (["parse", model, str(text), "--confidence"], "confidence: biaffine does not tell how narrowly it decides"),
        (["trace", model, str(text)], "biaffine makes no transitions, so there is no derivation"),
        (["blame", model, str(text)], "biaffine makes no transitions, so none is to blame"),
    ):
        assert main(refused) == 2
        assert why in capsys.readouterr().err


def test_its_own_settings_have_an_effect():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tw.Parser({"decoder": "biaffine", **SMALL, "tree": "eisner"})


def test_decoders_of_one_parser_share_the_network(parser, tmp_path):
    one, other = parser.new_decoder(), parser.new_decoder()
    assert one is not other and one.model is other.model
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert loaded.new_decoder().model is not one.model
    changed = {name: array.copy() if name == "network.root" else array for name, array in parser.model.arrays().items()}
    other.restore(changed)
    assert other.model is not one.model
