"""Networks of constituency trees and of easy-first: views, sites, and a softmax over all transitions of a step."""

from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers.scorer import scores_of
from treewright.conformance.own_sentences import own_sentences
from treewright.training.trainer import Example

torch = pytest.importorskip("torch")
TREES = Path(tw.__file__).parent / "data" / "tiny-trees"
SMALL = {"network.word": 16, "network.lemma": 8, "network.affixes": 8, "network.upos": 8, "network.xpos": 8,
         "network.feats": 8, "network.label": 8, "network.width": 32, "network.layers": 1, "network.hidden": 64,
         "network.batch": 30, "network.rate": 0.01, "network.dropout": 0.0}  # fmt: skip
SYSTEMS = ("set-based", "merge-gap", "merge-swap")


def trees(count=10, name="train"):
    return list(tw.read(TREES / f"{name}.export"))[:count]


def trained(sentences, **more):
    parser = tw.Parser({**SMALL, "system": "set-based", "classifier": "bilstm", **more})
    parser.train(sentences, progress=False)
    return parser


@pytest.mark.parametrize("system", SYSTEMS)
def test_ten_trees_are_learnt_by_heart(system):
    sentences = trees()
    assert trained(sentences, system=system, epochs=90).evaluate(sentences).f1 >= 99


@pytest.mark.parametrize("more", (
    {"oracle": "static"}, {"explore": "sampled", "training.exploration_rate": 0.15}, {"classifier": "feed-forward"},
    {"strategy": "laso", "beam": 2},
), ids=lambda more: " ".join(map(str, more.values())))  # fmt: skip
def test_other_ways_to_learn_them(more):
    sentences = trees()
    assert trained(sentences, epochs=40, **more).evaluate(sentences).f1 >= 97


@pytest.mark.parametrize("labels", ("joint", "second"))
def test_easy_first_learns_by_heart(labels):
    sentences = own_sentences(10)
    parser = tw.Parser({**SMALL, "classifier": "bilstm", "system": "easy-first", "labels": labels, "epochs": 60})
    parser.train(sentences, progress=False)
    assert parser.evaluate(sentences).las >= 99


def step(worker, sentence, gold):
    """The loss of one sentence, and what was recorded of it: for each view, places of slots and credit."""
    classifier = worker.classifier
    classifier.learner.begin_batch([sentence])
    worker.search.scorer.begin_batch([sentence])
    worker.strategy.begin_epoch(1, 1, 1)
    worker.learn(Example(sentence, gold))
    return worker.strategy.loss, [credit.taken() for credit in classifier.credits if credit.scorer.slots.words]


@pytest.mark.parametrize("system, explore", (("set-based", "never"), ("set-based", "always"), ("merge-gap", "never")))
def test_credit_is_the_negative_gradient_of_the_loss(system, explore):
    """The loss of a sentence, summed over its decisions, changes with each weight as credit says."""
    sentence = trees(3)[2]
    parser = trained([sentence], system=system, epochs=1, explore=explore, **{"network.activation": "tanh"})
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare([sentence])
    learner = worker.classifier.learner
    learner.drop = learner.net.encoder.drop = dict.fromkeys(learner.drop, 0.0)
    columns = parser.family.gold([sentence], parser.alphabets)
    gold = columns.heads, columns.labels
    loss, recorded = step(worker, sentence, gold)
    assert loss > 0 and all(len(places) for places, _ in recorded)
    for places, amounts in recorded:
        assert amounts.shape[0] == places.shape[0]
    learner.net.zero_grad()
    for at, (places, amounts) in enumerate(recorded):
        count, states = len(learner.views[at].words), learner.stages[0].projected[at]
        scores = learner.net.scores(at, states, torch.from_numpy(places), count, learner.stages[0].keep[at])
        scores.backward(torch.from_numpy(-amounts), retain_graph=True)
    own = dict(learner.net.named_parameters())
    for name in ("output.0.weight", "slots.1", "encoder.tables.word.weight", "encoder.lstm.weight_hh_l0", "edges"):
        gradient = own[name].grad
        at = int(gradient.abs().argmax())
        flat, change, found = own[name].view(-1), 1e-2, []
        for sign in (1, -2, 1):
            with torch.no_grad():
                flat[at] += sign * change
            found.append(step(worker, sentence, gold)[0])
        slope = (found[0] - found[1]) / (2 * change)
        assert slope == pytest.approx(float(gradient.view(-1)[at]), rel=0.03, abs=1e-3), name


@pytest.mark.parametrize("system", SYSTEMS)
def test_scores_are_the_same_without_pytorch(system):
    """The network that learns and the one that parses score each site alike."""
    sentences = trees(4)
    parser = trained(sentences, system=system, epochs=1, **{"network.average": 0.0})
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    learner.drop = learner.net.encoder.drop = dict.fromkeys(learner.drop, 0.0)
    learner.optimisation.settle()
    model = parser.classifier_class().packed(worker.classifier.classes, worker.classifier.learnt())
    search = parser.make_search(model)
    worker.classifier.begin_batch(sentences)
    for own in (worker.search, search):
        own.scorer.begin_batch(sentences)
    compared = set()
    for sentence in sentences:
        for own in (worker.search, search):
            own.encode(sentence)
        c = parser.system.initial(len(sentence))
        while not parser.system.final(c):
            kind, site = parser.system.transitions(c)[-1]
            parser.system.show(c, site)
            one, other = (scores_of(own.scorer, c) for own in (worker.search, search))
            seen = parser.transition_classes().seen_from(parser.system, parser.features.names.views[c.view])
            assert numpy.allclose(one[:seen], other[:seen], atol=1e-4)
            assert numpy.ptp(one[:seen]) > 0 or seen == 1
            compared.add(c.view)
            parser.system.step(c, kind, 0, site)
    assert len(compared) == len(parser.system.views)


def test_sentences_are_encoded_once_for_all_views(monkeypatch):
    from treewright.networks.encoders.encoder import Encoder

    sentences = trees(6)
    parser = trained(sentences, epochs=1)
    counts, states = [], Encoder.states
    monkeypatch.setattr(Encoder, "states", lambda self, batch: counts.append(len(batch)) or states(self, batch))
    together = list(parser.pipe(sentences))
    assert counts == [6]
    assert [one.tree.brackets() for one in together] == [parser(one).tree.brackets() for one in sentences]


def test_views_of_structure_have_few_classes():
    parser = trained(trees(6), epochs=1)
    arrays = parser.contents()[1]
    shapes = {name.split(".")[-1]: array.shape[0] for name, array in arrays.items() if ".output." in f".{name}"}
    assert shapes == {"0": 2, "1": 2, "2": parser.transition_classes().count, "3": parser.transition_classes().count}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_model_is_saved_and_loaded(system, tmp_path):
    sentences = trees(8)
    parser = trained(sentences, system=system, epochs=2)
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert b"".join(again.parse_bytes(sentences)) == b"".join(parser.parse_bytes(sentences))
    assert b"".join(again.parse_bytes(sentences, threads=2)) == b"".join(parser.parse_bytes(sentences))


def test_given_constituents_are_kept_and_a_beam_gives_several_trees():
    sentences = trees(8)
    parser = trained(sentences, epochs=2, strategy="laso", beam=4)
    found = list(parser.pipe(sentences, keep="brackets"))
    assert all(set(gold.tree.brackets()) <= set(one.tree.brackets()) for gold, one in zip(sentences, found, strict=True))
    assert any(len(list(parser.nbest(one, 3))) > 1 for one in sentences)  # of some, all paths lead to one tree


@pytest.mark.parametrize(
    ("system", "features", "suited"),
    [
        ("set-based", "slots", "set-slots"), ("merge-gap", "slots", "merge-slots"), ("arc-eager", "set-slots", "few-slots"),
        ("arc-hybrid-swap", "merge-slots", "few-slots"),  # which implies more templates, of its own kind
    ],
)  # fmt: skip
def test_slots_of_another_system_are_refused_with_those_that_suit(system, features, suited):
    kinds = ("constituents", "a stack and a buffer")
    seen, expected = kinds if suited == "few-slots" else kinds[::-1]
    with pytest.raises(tw.SettingsError) as refused:
        tw.Parser(system=system, classifier="bilstm", features=features)
    assert str(refused.value) == (
        f"features.templates = {features} cannot work with system.name = {system}: seen templates that look at {seen}, "
        f"expected some that look at {expected}; use features.templates = {suited} or another system"
    )


def test_templates_without_words_are_refused(tmp_path):
    path = tmp_path / "own.features"
    path.write_text("include set-slots\nview structure\nF.c\n")
    with pytest.raises(tw.SettingsError, match="templates without words"):
        trained(trees(2), features=str(path), epochs=1)
