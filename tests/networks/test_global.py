"""Global training: credit is the gradient of the loss over whole paths, and networks learn by every strategy with a beam."""

import math

import numpy
import pytest
from test_networks import SMALL, las, trained

import treewright as tw
from treewright.classifiers.scorer import scores_of
from treewright.conformance import check_strategy
from treewright.conformance.own_sentences import own_sentences
from treewright.training import STRATEGIES as BY_NAME
from treewright.training.transition_trainer import LocalTraining

STRATEGIES = ("early-update", "max-violation", "laso")
ROWS = 97  # of the weights below; features that share a row are no problem for a gradient


class Watched(tw.Classifier):
    """Sums of weights, which stay as they are; credit is only noted."""

    looks_at = "keys"
    probabilistic = True
    weights = None
    noted = None

    def scores(self, features):
        return self.weights[(features % ROWS).astype(int)].sum(0)[: self.classes]

    def learn(self, credits):
        for features, number, amount in credits:
            numpy.add.at(self.noted[:, number], (features % ROWS).astype(int), amount)

    def arrays(self):
        return {"nothing": numpy.zeros(1)}

    def restore(self, state):
        pass


def short_sentence():
    words = [("They", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root"), ("it", "PRON", 2, "obj")]
    return tw.Sentence.from_words([{"form": f, "upos": u, "head": h, "deprel": d} for f, u, h, d in words])


def watched(sentence, scale=0.3, **settings):
    Watched.weights = numpy.random.default_rng(5).normal(size=(ROWS, 64)) * scale
    Watched.noted = numpy.zeros((ROWS, 64))
    more = {"training.exploration": "never"} if settings["strategy"] in ("laso", "local") else {}
    parser = tw.Parser(
        {"classifier": Watched, "features": "fast", "system": "arc-hybrid", "facts": 0.0, "margin": 0.0, "epochs": 1,
         "training.seeds": 1, "training.pseudo_projective": "none", **more, **settings}
    )  # fmt: skip
    parser.train([sentence], progress=False)
    worker = parser.way.worker(parser, 1)
    worker.begin_epoch(1, 1, 1)
    return parser, worker


def loss_of(parser, worker, sentence):
    """The loss of one sentence, and the credit that was given for it."""
    Watched.noted[:] = 0.0
    worker.begin_epoch(1, 1, 1)
    worker.search.encode(sentence)
    labels = [parser.labels.index(label) for label in sentence.labels]
    worker.oracle.prepare(list(sentence.heads), labels)
    worker.strategy.learn()
    return worker.strategy.loss + worker.strategy.penalties, Watched.noted.copy()


@pytest.mark.filterwarnings("ignore:search.beam = 0")
@pytest.mark.parametrize(
    "settings",
    [{"strategy": "early-update", "beam": 0}, {"strategy": "early-update", "beam": 3},
     {"strategy": "max-violation", "beam": 3},
     {"strategy": "laso", "beam": 2}, {"strategy": "early-update", "beam": 3, "oracle": "static"},
     {"strategy": "full-update", "beam": 2}, {"strategy": "early-update", "beam": 4, "labels": "second"},
     {"strategy": "early-update", "beam": 4, "system": "arc-eager"},
     {"strategy": "local", "beam": 1, "normalise": 0.0}, {"strategy": "local", "beam": 1, "normalise": 0.3},
     {"strategy": "local", "beam": 1, "normalise": 0.3, "system": "easy-first"}],
    ids=lambda settings: "-".join(map(str, settings.values())),
)  # fmt: skip
def test_credit_is_the_negative_gradient_of_the_loss(settings):
    sentence = short_sentence() if settings["beam"] == 0 else own_sentences(3)[2]
    parser, worker = watched(sentence, **settings)
    loss, credit = loss_of(parser, worker, sentence)
    if settings.get("labels") == "second":  # the loss of labels is not counted among that of paths
        first = min(first for first in worker.search.classes.label_first if first >= 0)
        assert numpy.abs(credit[:, first:]).max() > 0.01
        assert numpy.abs(credit[:, first : parser.transition_classes().count].sum(1)).max() < 1e-5
        credit[:, first:] = 0.0
    assert loss > 0.1 and numpy.abs(credit).max() > 0.05
    places = [*zip(*numpy.unravel_index(numpy.argsort(-numpy.abs(credit), None)[:12], credit.shape), strict=True)]
    for row, number in [*places, (3, 0), (50, 1)]:
        near = []
        for change in (1e-3, -2e-3):
            Watched.weights[row, number] += change
            near.append(loss_of(parser, worker, sentence)[0])
        Watched.weights[row, number] += 1e-3
        assert -(near[0] - near[1]) / 2e-3 == pytest.approx(credit[row, number], abs=2e-3)


@pytest.mark.filterwarnings("ignore:search.beam = 0")
def test_with_a_beam_of_all_paths_the_loss_is_that_of_all_sequences_of_transitions():
    sentence = short_sentence()
    parser, worker = watched(sentence, strategy="early-update", beam=0)
    loss, _ = loss_of(parser, worker, sentence)
    root = parser.labels.index("root")  # the one fact that is always kept: it is the label of the root, and of nothing else
    paths = all_paths(parser, worker.search)
    found = [path for path in paths if [label == root for label in path[2]] == [not head for head in path[1]]]
    assert len(found) > 20
    gold = (list(sentence.heads), [parser.labels.index(label) for label in sentence.labels])
    right = [score for score, heads, labels in found if (heads, labels) == gold]
    assert 1 <= len(right) < len(found)
    total = math.log(sum(math.exp(score) for score, _, _ in found))
    expected = total - math.log(sum(map(math.exp, right)))
    assert loss == pytest.approx(expected, abs=2e-3)  # a wrong transition has a tiny bonus, which breaks ties


def all_paths(parser, search):
    """The score, the heads and the labels of each sequence of transitions, without any beam."""
    system, classes = parser.system, search.classes
    waiting = [()]
    while waiting:
        path, score, c = waiting.pop(), 0.0, system.initial(3)
        for kind, label in path:
            number = classes.first[kind] + (label if classes.width[kind] > 1 else 0)
            score += scores_of(search.scorer, c)[number]
            system.step(c, kind, label)
        if system.final(c):
            yield score, *system.tree(c)
        else:
            waiting += [(*path, (kind, label)) for kind in system.valid(c) for label in range(classes.width[kind])]


# Networks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", ("likelihood", "perceptron"))
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ("feed-forward", "bilstm"))
def test_ten_sentences_are_learnt_by_heart(name, strategy, loss):
    pytest.importorskip("torch")
    sentences = own_sentences(10)
    parser = trained(sentences, classifier=name, beam=4, epochs=60, strategy=strategy, **{"training.loss": loss})
    assert las(parser, sentences) >= 99


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_conformance(strategy):
    pytest.importorskip("torch")
    cls = BY_NAME[strategy]
    assert check_strategy(cls, systems=["arc-eager"], roots=["last"], classifier="feed-forward", **SMALL).total >= 7


@pytest.mark.parametrize("settings", [{"system": "arc-standard"}, {"system": "swap"}, {"labels": "second"}], ids=str)
def test_systems_and_labels(settings):
    pytest.importorskip("torch")
    sentences = own_sentences(10)
    assert las(trained(sentences, classifier="feed-forward", beam=4, epochs=60, **settings), sentences) >= 99


def test_paths_of_a_beam_are_learnt_from_a_random_start_too():
    pytest.importorskip("torch")
    sentences = own_sentences(10)
    settings = {"classifier": "feed-forward", "beam": 4, "epochs": 60, "strategy": "early-update"}
    alone = {"training.local_share": 0.0, "training.local_beside": False}
    assert las(trained(sentences, **settings, **alone), sentences) > 80


@pytest.mark.parametrize("more", ({}, {"normalise": 0.1}, {"system": "easy-first"}))
def test_updates_by_likelihood_are_watched(more):
    seen = []

    class Watch(tw.Callbacks):
        def on_update(self, strategy):
            seen.append(strategy.decisions)

    Watched.weights, Watched.noted = numpy.zeros((ROWS, 64)), numpy.zeros((ROWS, 64))
    parser = tw.Parser({"classifier": Watched, "features": "fast", "strategy": "local", "epochs": 1, **more})
    rows = parser.train(own_sentences(10), callbacks=Watch(), progress=False)
    assert len(seen) == sum(row["updates"] for row in rows) > 50


def test_scores_come_close_to_logarithms_of_probabilities():
    """So their sums along paths can be compared: log Z, of the sum of exp(score) over valid transitions, is nearer to 0."""
    pytest.importorskip("torch")
    sentences = own_sentences(60)
    found = {}
    for normalise in (0.0, 0.1):
        parser = trained(sentences[:40], classifier="feed-forward", beam=4, epochs=20, **{"training.normalise": normalise})
        logs = [log for sentence in sentences[40:] for log in logs_of_sums(parser, sentence)]
        for forced in (False, True):
            own = [abs(log_z) for log_z, only in logs if only == forced]
            found[normalise, forced] = sum(own) / len(own)
    assert 3 * found[0.1, False] < found[0.0, False]
    assert 3 * found[0.1, True] < found[0.0, True]  # greedy search does not ask for these


def logs_of_sums(parser, sentence):
    """log Z of each configuration on the greedy path, and whether there is one valid transition only."""
    search, system = parser.new_search(), parser.system
    search.encode(sentence)
    classes, c = search.classes, system.initial(len(sentence))
    while not system.final(c):
        scores, chosen, total, count = scores_of(search.scorer, c), (-math.inf, 0, 0), 0.0, 0
        for kind in system.valid(c):
            for label in range(classes.width[kind]):
                score = scores[classes.first[kind] + (label if classes.width[kind] > 1 else 0)]
                chosen, total, count = max(chosen, (score, kind, label)), total + math.exp(score), count + 1
        yield math.log(total), count == 1
        system.step(c, *chosen[1:])


def test_networks_learn_from_decisions_beside_paths():
    pytest.importorskip("torch")
    sentences, own = own_sentences(12), {}
    for beside in (True, False):
        parser = tw.Parser({**SMALL, "classifier": "feed-forward", "beam": 2, "epochs": 4, "training.local_beside": beside})
        seen = []

        class Watch(tw.Callbacks):
            def on_epoch_end(self, loop, epoch, row, seen=seen):
                worker = loop.trainer.workers[0]
                seen.append((worker.only_local, worker.beside is not None))

        parser.train(sentences, progress=False, callbacks=Watch())
        assert seen == [(True, False)] * 2 + [(False, beside)] * 2
        own[beside] = parser.contents()[1]
    assert any(not numpy.array_equal(array, own[False][key]) for key, array in own[True].items())


def test_a_beam_is_all_that_has_to_be_asked_for():
    for name in ("feed-forward", "bilstm"):
        training = tw.Parser(classifier=name, beam=8).settings["training"]
        assert training["strategy"] == "laso" and training["local_share"] > 0 and training["loss"] == "auto"
        training = tw.Parser(classifier=name).settings["training"]
        assert training["strategy"] == "local" and training["normalise"] == 0 and not training["local_beside"]
        training = tw.Parser(classifier=name, preset="fast").settings["training"]  # greedy, too
        assert training["strategy"] == "local" and training["normalise"] == 0 and not training["local_beside"]


def test_training_goes_on_where_it_was_stopped(tmp_path):
    """Before the beam begins, and after."""
    pytest.importorskip("torch")
    sentences = own_sentences(8)
    settings = {**SMALL, "classifier": "feed-forward", "beam": 2, "epochs": 4, "network.dropout": 1.0}

    class Stop(tw.Callbacks):
        def __init__(self, at):
            self.at = at

        def on_epoch_start(self, loop, epoch):
            if epoch == self.at:
                raise KeyboardInterrupt

    whole = trained(sentences, **settings).contents()[1]
    for at in (2, 3, 4):
        folder = tmp_path / str(at)
        with pytest.raises(KeyboardInterrupt):
            tw.Parser(settings).train(sentences, progress=False, checkpoint=folder, callbacks=Stop(at))
        again = tw.Parser(settings)
        again.train(sentences, progress=False, checkpoint=folder, resume=True)
        assert all(numpy.array_equal(whole[key], array) for key, array in again.contents()[1].items())


# Any classifier -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "epochs", "local"), [(0.5, 10, 5), (0.5, 1, 0), (1.0, 4, 3), (0.0, 4, 0), (0.25, 2, 0), (0.3, 5, 2)]
)
def test_the_first_share_of_epochs_is_local(share, epochs, local):
    assert LocalTraining(share, True, None, None).epochs(epochs) == local


def test_a_perceptron_may_start_locally_too():
    sentences, losses = own_sentences(12), []

    class Watch(tw.Callbacks):
        def on_epoch_end(self, loop, epoch, row):
            losses.append(loop.trainer.strategy.by_decision)

    parser = tw.Parser({"epochs": 6, "training.local_share": 0.5, "strategy": "max-violation"})
    parser.train(sentences, progress=False, callbacks=Watch())
    assert losses == [True] * 3 + [False] * 3
    assert las(parser, sentences) >= 95


def test_patience_waits_for_the_beam():
    sentences, dev = own_sentences(30)[:20], own_sentences(30)[20:]
    parser = tw.Parser({"epochs": 12, "training.local_share": 0.5, "strategy": "early-update", "patience": 1})
    rows = parser.train(sentences, dev, progress=False)
    best = max(rows, key=lambda row: row["dev_las"])["epoch"]
    assert len(rows) == max(best, 6) + 1 < 12


@pytest.mark.parametrize("parts", ({"classifier": "feed-forward"}, {"decoder": "biaffine"}))
def test_patience_waits_until_a_network_has_warmed_up(parts):
    dev = own_sentences(4)
    parser = tw.Parser({**parts, "network.rate": 1e-6, "epochs": 40, "patience": 1})  # which learns nothing
    rows = parser.train(own_sentences(6), dev, progress=False)
    assert len(rows) == max(max(rows, key=lambda row: row["dev_las"])["epoch"], 4) + 1


def test_likelihood_is_for_probabilities():
    with pytest.raises(tw.SettingsError, match=r"training.loss = likelihood cannot work with classifier.name = averaged-p"):
        tw.Parser({"training.loss": "likelihood"})
