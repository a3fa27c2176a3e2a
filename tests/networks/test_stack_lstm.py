"""The stack-LSTM: it learns, gives the same scores with and without PyTorch, and is a classifier like any other."""

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers.scorer import scores_of
from treewright.conformance.own_sentences import own_sentences
from treewright.tagging import Tagger

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
from pure_copy import pure_copy

torch = pytest.importorskip("torch")
from large_weights import worker_with_large_weights  # noqa: E402

SMALL = {"classifier": "stack-lstm", "network.word": 16, "network.lemma": 8, "network.affixes": 8, "network.upos": 8,
         "network.xpos": 8, "network.feats": 8, "network.label": 8, "network.width": 24, "network.hidden": 40,
         "network.batch": 30, "network.rate": 0.01, "network.dropout": 0.0}  # fmt: skip
SYSTEMS = ("arc-eager", "arc-standard", "arc-hybrid", "swap", "covington", "two-planar", "attardi", "arc-swift")


def trained(sentences, dev=None, **more):
    parser = tw.Parser({**SMALL, **more})
    parser.train(sentences, dev, progress=False)
    return parser


def walked(search, sentences, choose, seen):
    """Walk through sentences by the kinds that are chosen, and look at each configuration."""
    search.scorer.begin_batch(sentences)
    for sentence in sentences:
        search.encode(sentence)
        search.c.start(len(sentence), search.system.root_first)
        while not search.system.final(search.c):
            seen(search)
            search.system.step(search.c, choose(search.system.valid(search.c)), 1)


@pytest.mark.parametrize("activation", ("relu", "tanh"))
def test_ten_sentences_are_learnt_by_heart(activation):
    sentences = own_sentences(10)
    parser = trained(sentences, epochs=60, **{"network.activation": activation})
    assert parser.evaluate(sentences).las >= 99


@pytest.mark.parametrize("more", ({"system": "arc-hybrid"}, {"system": "swap"}, {"beam": 4}, {"system": "covington"},
                                  {"system": "arc-swift", "classifier.tied": True}))  # fmt: skip
def test_systems_and_beams(more):
    sentences = own_sentences(6)
    assert trained(sentences, epochs=60, **more, **{"network.batch": 10}).evaluate(sentences).las >= 99


@pytest.mark.parametrize(("system", "root"), [*((name, "last") for name in SYSTEMS), ("arc-eager", "first"), ("swap", "none")])
def test_scores_are_the_same_with_and_without_pytorch(system, root):
    """The scorer in C finds what PyTorch computes from the paths that the scorer recorded, whatever the path is."""
    sentences = own_sentences(3)
    parser = tw.Parser({**SMALL, "system": system, "root": root, "classifier.tied": False})
    parser.train(sentences, epochs=1, progress=False)
    worker, learner = worker_with_large_weights(parser, sentences)
    states, classes = worker.classifier.scorers[0].states, worker.classifier.classes
    draw = numpy.random.default_rng(1)
    found, places, path = [], [], []

    def choose(valid):
        path.append(int(draw.choice(valid)))
        return path[-1]

    def look(search):
        found.append(scores_of(search.scorer, search.c)[:classes])
        places.append(list(states.place))

    worker.classifier.begin_batch(sentences)
    walked(worker.search, sentences, choose, look)
    made, chain = states.recorded()
    with torch.no_grad():
        scores = learner.net.scores(learner.weights, learner.tokens, made, chain, numpy.array(places), learner.keep).numpy()
    assert len(found) > 20 and len(made) > 10 and numpy.allclose(scores, found, atol=1e-4)
    model = parser.classifier_class().packed(classes, worker.classifier.learnt())
    again, steps = [], iter(path)
    look = lambda search: again.append(scores_of(search.scorer, search.c)[:classes])  # noqa: E731
    walked(parser.make_search(model), sentences, lambda valid: next(steps), look)
    assert numpy.allclose(scores, again, atol=1e-4)


def test_a_configuration_has_the_same_scores_whatever_was_looked_at_before():
    """A beam goes from one path to another; so do people who go back."""
    sentences = own_sentences(3)
    parser = trained(sentences, epochs=2)
    search = parser.make_search(parser.model)
    system, c, draw = search.system, search.c, numpy.random.default_rng(2)
    search.encode(sentences[2])
    c.start(len(sentences[2]), system.root_first)
    known = [(c.snapshot(), scores_of(search.scorer, c))]
    for _ in range(60):
        state, _ = known[int(draw.integers(len(known)))]
        c.restore(state)
        for _ in range(int(draw.integers(1, 6))):
            if not system.final(c):
                system.step(c, int(draw.choice(system.valid(c))), int(draw.integers(5)))
        if not system.final(c):
            known.append((c.snapshot(), scores_of(search.scorer, c)))
    again = parser.make_search(parser.model)
    again.encode(sentences[2])
    again.c.start(len(sentences[2]), system.root_first)
    for state, scores in known:
        c.restore(state)
        assert scores_of(search.scorer, c) == scores
        again.c.start(len(sentences[2]), system.root_first)
        for kind, label in c.path():
            again.system.step(again.c, kind, label)
        assert scores_of(again.scorer, again.c) == scores


def test_gradients():
    """The gradient of all weights is that of finite differences, along the paths that were recorded."""
    sentences = own_sentences(3)
    parser = tw.Parser({**SMALL, "network.activation": "tanh"})
    parser.train(sentences, epochs=1, progress=False)
    worker, learner = worker_with_large_weights(parser, sentences)
    states, places, draw = worker.classifier.scorers[0].states, [], numpy.random.default_rng(1)

    def look(search):
        scores_of(search.scorer, search.c)
        places.append(list(states.place))

    worker.classifier.begin_batch(sentences)
    walked(worker.search, sentences, lambda valid: int(draw.choice(valid)), look)
    made, chain = states.recorded()
    amounts = torch.from_numpy(draw.normal(size=(len(places), worker.classifier.classes)))
    learner.net.double()

    def loss():
        learner.begin_batch(sentences)
        keep = learner.keep.double()
        return -(learner.net.scores(learner.weights, learner.tokens, made, chain, numpy.array(places), keep) * amounts).sum()

    loss().backward()
    checked = 0
    for name, weights in learner.net.named_parameters():
        at = int(weights.grad.abs().argmax())
        if not float(weights.grad.abs().max()):
            assert name.startswith("encoder.tables.")  # a column that these sentences leave empty
            continue
        with torch.no_grad():
            flat = weights.view(-1)
            flat[at] += 1e-5
            high = float(loss())
            flat[at] -= 2e-5
            low = float(loss())
            flat[at] += 1e-5
        assert (high - low) / 2e-5 == pytest.approx(float(weights.grad.view(-1)[at]), rel=1e-4), name
        checked += 1
    assert checked > 20


def test_the_loss_falls_with_the_gradient_of_credit():
    """What training records is what the scorer saw: the probability of gold transitions rises from epoch to epoch."""
    sentences = own_sentences(10)
    few, many = (trained(sentences, epochs=epochs).evaluate(sentences).las for epochs in (2, 12))
    assert many > few + 10


def test_a_model_is_saved_loaded_and_verified(tmp_path):
    sentences = own_sentences(12)
    parser = trained(sentences, epochs=4)
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert b"".join(again.parse_bytes(sentences)) == b"".join(parser.parse_bytes(sentences))
    header, arrays = parser.contents()
    for name, wrong in (
        ("network.stack_on", arrays["network.stack_on"][:, :-1]), ("network.token", arrays["network.token"].T),
        ("network.output", arrays["network.output"][1:]), ("network.tops", arrays["network.tops"].astype(numpy.float64)),
    ):  # fmt: skip
        with pytest.raises(tw.TreewrightError, match=r"seen .* expected"):
            tw.Parser.from_contents(header, {**arrays, name: wrong})


def test_one_by_one_in_batches_and_in_threads():
    sentences = own_sentences(30)
    parser = trained(sentences[:15], epochs=4)
    together = list(parser.pipe(sentences))
    assert [parser(sentence) for sentence in sentences] == together
    assert b"".join(parser.parse_bytes(sentences, threads=2)) == b"".join(parser.parse_bytes(sentences))


def test_the_same_seed_gives_the_same_and_another_one_another():
    sentences = own_sentences(8)
    more = {"network.dropout": 1.0}
    found = [trained(sentences, epochs=2, seed=seed, **more).contents()[1] for seed in (3, 3, 4)]
    assert all(numpy.array_equal(found[0][key], found[1][key]) for key in found[0])
    assert not all(numpy.array_equal(found[0][key], found[2][key]) for key in found[0])


def test_training_goes_on_where_it_was_stopped(tmp_path):
    sentences = own_sentences(8)

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 3:
                raise KeyboardInterrupt

    settings = {**SMALL, "epochs": 4, "network.dropout": 1.0}
    whole = tw.Parser(settings)
    whole.train(sentences, progress=False)
    with pytest.raises(KeyboardInterrupt):
        tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    again = tw.Parser(settings)
    again.train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    one, other = whole.contents()[1], again.contents()[1]
    assert all(numpy.array_equal(one[key], other[key]) for key in one)


def test_constraints_n_best_trees_and_traces():
    sentences = own_sentences(12)
    parser = trained(sentences, epochs=2, beam=4)
    found = list(parser.pipe(sentences, keep="heads"))
    assert [list(one.heads) for one in found] == [list(one.heads) for one in sentences]
    assert len(parser.nbest(sentences[0], 3)) > 1
    assert len(tw.trace(parser, sentences[0]).steps) > 10


@pytest.mark.parametrize("system", ("easy-first", "set-based", "merge-gap"))
def test_systems_without_a_stack_are_refused(system):
    with pytest.raises(tw.SettingsError, match=r"stack-lstm.*system\.name"):
        tw.Parser({**SMALL, "system": system})


PLAIN = """
import sys
import treewright as tw
from treewright.networks.stack_lstm import stack_states
assert stack_states.__file__.endswith(".py")
sys.stdout.buffer.write(b"".join(tw.load(sys.argv[1]).parse_bytes(list(tw.read(sys.argv[2])))))
"""


def test_plain_python_gives_the_same(tmp_path):
    sentences = own_sentences(8)
    parser = trained(sentences, epochs=3)
    parser.save(tmp_path / "m.tw")
    tw.write(sentences, tmp_path / "s.conllu")
    command = [sys.executable, "-c", PLAIN, str(tmp_path / "m.tw"), str(tmp_path / "s.conllu")]
    environment = {**os.environ, "PYTHONPATH": str(pure_copy(tmp_path))}
    done = subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)
    assert done.stdout == b"".join(parser.parse_bytes(sentences))


def test_taggers_are_refused():
    with pytest.raises(tw.SettingsError, match=r"seen stack-lstm in a tagger.*feed-forward, bilstm"):
        Tagger("upos", {"classifier": "stack-lstm"})
    with pytest.raises(tw.SettingsError, match=r"tagger\.classifier.*stack-lstm"):
        tw.Pipeline({"tagger.classifier": "stack-lstm"})


def test_without_pytorch_training_is_refused_and_parsing_works(tmp_path, monkeypatch):
    sentences = own_sentences(6)
    trained(sentences, epochs=1).save(tmp_path / "m.tw")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(tw.SettingsError, match=r"seen no PyTorch, expected what pip install 'treewright\[networks\]'"):
        trained(sentences, epochs=1)
    assert len(list(tw.load(tmp_path / "m.tw").pipe(sentences))) == 6
