"""Every registered part keeps the rules, and for each rule a part that breaks it is caught."""

import re
import sys
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers import CLASSIFIERS, AveragedPerceptron, Learner, Weights
from treewright.conformance import (
    ConformanceError,
    check_classifier,
    check_feature_model,
    check_oracle,
    check_search,
    check_strategy,
    check_transition_system,
)
from treewright.conformance.report import is_compiled
from treewright.features import FEATURES, FeatureModel
from treewright.features.embeddings import Embeddings
from treewright.oracles import ORACLES, Oracle
from treewright.search import SEARCHES, Beam, Greedy
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS

sys.path.insert(0, str(Path(__file__).parent / "own_parts"))
from arc_hybrid_in_python import LEFT_ARC, RIGHT_ARC, SHIFT, PlainArcHybrid, PlainArcHybridOracle

COMPILED = is_compiled(AveragedPerceptron)
only_compiled = pytest.mark.skipif(not COMPILED, reason="nothing is ignored when nothing is compiled")


SMALL = {"two-planar": 3}  # words; with two stacks there are many configurations (tests/oracles/test_two_planar.py has 4)

# Registered parts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRANSITION_SYSTEMS)
def test_transition_systems(name):
    report = check_transition_system(TRANSITION_SYSTEMS[name], small=SMALL.get(name, 4))
    assert report.total > 10_000 and "no rule broken" in str(report)


@pytest.mark.parametrize("name", ORACLES)
def test_oracles(name):
    assert check_oracle(ORACLES[name], small=SMALL.get(name, 4)).total > 10_000


@pytest.mark.parametrize("name", FEATURES)
def test_feature_models(name):
    check_feature_model(name, sentences=1)


def test_feature_models_with_functions_and_embeddings(tmp_path):
    (tmp_path / "own.features").write_text("S0.f[length] N0.p\nN0.misc[SpaceAfter]\nS0.e\nN0.e\n")
    vectors = Embeddings({"the": [1.0, 0.5], "<UNK>": [0.25, 0.0]})
    functions = {"length": lambda word: len(word.form)}
    assert check_feature_model(str(tmp_path / "own.features"), functions=functions, embeddings=vectors).total > 100


@pytest.mark.parametrize("name", [name for name, cls in CLASSIFIERS.items() if not issubclass(cls, Learner)])
def test_classifiers(name):
    check_classifier(CLASSIFIERS[name])


@pytest.mark.parametrize("name", SEARCHES)
def test_searches(name):
    check_search(SEARCHES[name], sentences=4)


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name):
    # a full update may make things worse when the search is not exact (Huang et al. 2012), so less is asked of it
    full = name == "full-update"
    but = ("two-planar", "easy-first")
    systems = [system for system in TRANSITION_SYSTEMS if system not in but] if full else None
    check_strategy(STRATEGIES[name], systems=systems, least=95 if full else 99)


def broken(check, *arguments, **settings):
    """The message of a check that must fail."""
    with pytest.raises(ConformanceError) as caught:
        check(*arguments, **settings)
    assert isinstance(caught.value, tw.TreewrightError) and isinstance(caught.value, AssertionError)
    assert "breaks a rule: " in str(caught.value) or "say which transition system" in str(caught.value)
    return re.sub(r".* breaks a rule: ", "", str(caught.value))


# Transition systems ---------------------------------------------------------------------------------------------------


class Stuck(PlainArcHybrid):
    def is_valid(self, c, kind):
        return super().is_valid(c, kind) and not (kind == LEFT_ARC and c.stack_size() == 1 and c.words_in_buffer() == 0)


class Endless(PlainArcHybrid):
    kinds = ("shift", "left-arc", "right-arc", "wait")

    def is_valid(self, c, kind):
        return kind == 3 or super().is_valid(c, kind)

    def apply(self, c, kind, label):
        if kind < 3:
            super().apply(c, kind, label)


class ManyRoots(PlainArcHybrid):
    def is_valid(self, c, kind):
        if kind == LEFT_ARC:
            return c.is_word(c.top()) and c.buffer_size() > 0
        return c.stack_size() >= 2 if kind == RIGHT_ARC else super().is_valid(c, kind)


class ManyPartialRoots(ManyRoots):
    """Words may be left without a head, so the root may be missing; but two are still too many."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    partial = True

    def is_valid(self, c, kind):
        return c.is_word(c.top()) if kind == 3 else super().is_valid(c, kind)

    def apply(self, c, kind, label):
        if kind == 3:
            c.pop()
        else:
            super().apply(c, kind, label)


class Headless(PlainArcHybrid):
    def apply(self, c, kind, label):
        if kind == RIGHT_ARC:
            c.pop()
        else:
            super().apply(c, kind, label)


class TwoArcs(PlainArcHybrid):
    """Only the last arc of a transition counts."""

    kinds = ("shift", "left-arc", "right-arc", "two-left-arcs")
    labelled = ("left-arc", "right-arc", "two-left-arcs")

    def is_valid(self, c, kind):
        if kind == 3:
            return c.words_in_buffer() > 0 and c.is_word(c.top()) and c.is_word(c.second())
        return super().is_valid(c, kind)

    def apply(self, c, kind, label):
        super().apply(c, LEFT_ARC if kind == 3 else kind, label)
        if kind == 3:
            super().apply(c, LEFT_ARC, label)


class Meddling(PlainArcHybrid):
    def is_valid(self, c, kind):
        valid = super().is_valid(c, kind)
        if kind == RIGHT_ARC and c.stack_size() == 3:
            c.pop()
        return valid


class MeddlingAtTheEnd(PlainArcHybrid):
    def is_final(self, c):
        if c.words_in_buffer() == 2 and c.stack_size() > 0:
            c.shift()
        return super().is_final(c)


class Moody(PlainArcHybrid):
    asked = 0

    def is_valid(self, c, kind):
        Moody.asked += 1
        return super().is_valid(c, kind) and not (Moody.asked % 50 == 0 and kind == SHIFT and c.stack_size() > 1)


class Forgetful(PlainArcHybrid):
    """Keeps something to itself that a configuration does not know."""

    steps = 0

    def apply(self, c, kind, label):
        self.steps += 1
        if kind == LEFT_ARC and c.is_word(c.second()) and self.steps % 100 == 0:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        else:
            super().apply(c, kind, label)


class RightOnly(PlainArcHybrid):
    def is_valid(self, c, kind):
        return super().is_valid(c, kind) and (kind != LEFT_ARC or c.next() == c.root)


class Unlabelled(PlainArcHybrid):
    labelled = ("left-arc",)


class Twins(PlainArcHybrid):
    kinds = ("shift", "left-arc", "left-arc")


class Strangers(PlainArcHybrid):
    labelled = ("left-arc", "swap")


class Boastful(PlainArcHybrid):
    reaches = "everything"


class Liar(PlainArcHybrid):
    reaches = "all"


class Fixed(PlainArcHybrid):
    def __init__(self):
        super().__init__(root="last")


@pytest.mark.parametrize(
    "cls, rule",
    [
        (int, "is a subclass of TransitionSystem"),
        (Stuck, "a configuration that is not final has a valid transition"),
        (Endless, "every path comes to an end"),
        (ManyRoots, "a final configuration holds a tree with exactly one root; seen: seen 2 roots"),
        (ManyPartialRoots, "a final configuration holds a tree with at most one root; seen: seen 2 roots"),
        (Headless, "a final configuration holds a tree with exactly one root; seen: no head of word 1"),
        (TwoArcs, "a final configuration holds a tree with exactly one root; seen: no head of word 2"),
        (Meddling, "is_valid does not change the configuration"),
        (MeddlingAtTheEnd, "is_final does not change the configuration"),
        (Moody, "is_valid says the same when asked twice"),
        (Forgetful, "the same transitions lead to the same configuration"),
        (RightOnly, "reaches every tree of the class it claims (projective); seen: no path"),
        (Liar, "reaches every tree of the class it claims (all); seen: no path"),
        (Unlabelled, "every kind that makes an arc is in `labelled`; seen: right-arc"),
        (Twins, "kinds: 1 to 30 different names"),
        (Strangers, "labelled: some of the kinds"),
        (Boastful, "reaches: one of projective, 2-planar, many, all"),
        (Fixed, "is made with root= and single_root="),
    ],
)
def test_a_broken_transition_system_is_caught(cls, rule):
    if cls is int:
        cls = type("Unrelated", (), {"kinds": ("shift",), "labelled": (), "reaches": "projective"})
    small = 2 if cls in (Meddling, MeddlingAtTheEnd, Moody, Forgetful) else 4  # so that random paths are what finds it
    message = broken(check_transition_system, cls, small=small)
    assert message.startswith(rule), message


def test_the_configuration_is_shown():
    message = broken(check_transition_system, Stuck)
    assert "in Configuration(stack=[1], buffer=[2], heads=[-1]) of Stuck(root='last'" in message
    assert message.endswith("reached by shift")


@only_compiled
def test_an_override_of_a_compiled_system_is_caught():
    class Mine(TRANSITION_SYSTEMS["arc-hybrid"]):
        def apply(self, c, kind, label):
            c.shift()

    assert "would be ignored" in broken(check_transition_system, Mine)


# Oracles --------------------------------------------------------------------------------------------------------------


def oracle(change):
    """An oracle whose costs are changed by a function of oracle, configuration and costs."""

    class Changed(PlainArcHybridOracle):
        def kind_costs(self, c):
            return change(self, c, super().kind_costs(c))

    return Changed


def each(change):
    return lambda self, c, costs: [None if cost is None else change(self, c, k, cost) for k, cost in enumerate(costs)]


def meddle(self, c, costs):
    c.shift() if c.words_in_buffer() > 0 else None
    return costs


def overwrite(self, c, costs):
    self.gold[1] = 0 if self.gold[1] else 1
    return costs


ASKED = [0]


def moody(self, c, kind, cost):
    ASKED[0] += 1
    return cost + ASKED[0] % 2


@pytest.mark.parametrize(
    "change, rule, exact",
    [
        (meddle, "kind_costs does not change the configuration", True),
        (overwrite, "kind_costs does not change the gold tree", True),
        (lambda self, c, costs: costs[:2], "kind_costs gives one cost per kind, None for those", True),
        (
            lambda self, c, costs: [cost or 0 for cost in costs],
            "kind_costs gives one cost per kind, None for those",
            True,
        ),
        (each(lambda self, c, k, cost: cost + 0.5), "a cost is a whole number", True),
        (each(moody), "kind_costs says the same when asked twice", True),
        (each(lambda self, c, k, cost: cost + (k == SHIFT)), "a missing gold head costs nothing", True),
        (each(lambda self, c, k, cost: cost * (k + 1)), "a cost is the number of gold heads that get lost", True),
        (each(lambda self, c, k, cost: min(cost, 1)), "a cost is the number of gold heads that get lost", True),
        (each(lambda self, c, k, cost: 0), "transitions of the least cost lead to the gold tree", False),
    ],
)
def test_a_broken_oracle_is_caught(change, rule, exact):
    message = broken(check_oracle, oracle(change), PlainArcHybrid, exact=exact)
    assert message.startswith(rule), message


def test_an_oracle_that_does_not_mind_filled_heads_is_caught():
    class Careless(Oracle):
        def kind_costs(self, c):
            return [0 if kind in self.system.valid(c) else None for kind in range(4)]

    for name in ("arc-eager-partial", "arc-hybrid-span"):
        message = broken(check_oracle, Careless, TRANSITION_SYSTEMS[name])
        assert message.startswith("a head for a word that has none in the gold tree costs 1"), message


def test_oracles_that_cannot_be_checked():
    class Empty(Oracle):
        pass

    assert broken(check_oracle, Empty, PlainArcHybrid).startswith("defines kind_costs(c)")
    assert broken(check_oracle, dict, PlainArcHybrid).startswith("is a subclass of Oracle")
    assert "say which transition system" in broken(check_oracle, PlainArcHybridOracle)


def test_costs_that_are_estimates_pass_when_said_so():
    # wrong where the gold tree is lost already, right on the way to it
    estimate = oracle(each(lambda self, c, k, cost: min(cost, 1)))
    check_oracle(estimate, PlainArcHybrid, exact=False)


# Feature models -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template, function, rule",
    [
        ("S0.f[x]\nN0.p", lambda word: word.head, "features do not look at the gold tree of the sentence"),
        ("S0.f[x]\nN0.p", lambda word: ASKED.append(1) or len(ASKED), "the same configuration always"),
        ("S0.misc[Nothing]", None, "configurations have features"),
        ("S0.f[x]", None, "every function that a template names is given; seen: x"),
        ("S0.nothing", None, "its templates can be read; seen: "),
        ("# empty", None, "there is a template"),
    ],
)
def test_a_broken_feature_model_is_caught(tmp_path, template, function, rule):
    path = tmp_path / "own.features"
    path.write_text(template + "\n")
    functions = {"x": function} if function else None
    if rule.startswith("its templates"):
        message = broken(check_feature_model, str(path))
    else:
        message = broken(check_feature_model, FeatureModel(templates=str(path), history=False), functions=functions)
    assert message.startswith(rule), message


# Classifiers ----------------------------------------------------------------------------------------------------------


class Prejudiced(AveragedPerceptron):
    def __init__(self, classes):
        super().__init__(classes)
        arrays = {"keys": numpy.array([7], "u8"), "classes": numpy.array([0], "u2"), "weights": numpy.ones(1, "f4")}
        counts = {"sums": numpy.zeros(1, "f4"), "steps": numpy.ones(1), "updates": numpy.zeros(1, "i8")}
        self.restore({**arrays, **counts})


class Restless(AveragedPerceptron):
    def averaged(self):
        self.steps += 1
        return super().averaged()


class Undecided(AveragedPerceptron):
    times = 0

    def averaged(self):
        self.times += 1
        return Weights.of(self.classes, [self.times], [0], [1.0])


class Narrow(AveragedPerceptron):
    def averaged(self):
        return Weights.of(1, [], [], [])


class Amnesiac(AveragedPerceptron):
    def restore(self, state):
        pass


class HalfAmnesiac(AveragedPerceptron):
    def state(self):
        return {name: array for name, array in super().state().items() if name != "steps"}

    def restore(self, state):
        super().restore({**state, "steps": numpy.ones(1)})


@pytest.mark.parametrize(
    "cls, rule",
    [
        (dict, "is a subclass of AveragedPerceptron"),
        (Prejudiced, "a new classifier has no weights"),
        (Restless, "averaging leaves the weights that are learnt as they are"),
        (Undecided, "averaging twice gives the same weights"),
        (Narrow, "the averages have the same classes"),
        (Amnesiac, "restore gives back the state"),
        (HalfAmnesiac, "and the same average"),
    ],
)
def test_a_broken_classifier_is_caught(cls, rule):
    assert broken(check_classifier, cls).startswith(rule)


@only_compiled
def test_an_update_in_python_would_be_ignored():
    class Mine(AveragedPerceptron):
        def update(self, keys, values, binary, count, number, amount):
            return 0

    assert "would be ignored; seen: update" in broken(check_classifier, Mine)


# Searches -------------------------------------------------------------------------------------------------------------


def search(change, base=Greedy):
    """A search whose answers are changed by a function of heads, labels and score."""

    class Changed(base):
        times = 0

        def parse(self, sentence):
            self.times += 1
            return change(self, *super().parse(sentence))

    return Changed


def best(change):
    class Changed(Beam):
        def best(self, sentence, count):
            return change(super().best(sentence, 4), count)

    return Changed


@pytest.mark.parametrize(
    "cls, rule",
    [
        (dict, "is a subclass of Search"),
        (search(lambda self, heads, labels, score: ([0] * len(heads), labels, score)), "gives a tree with one root"),
        (search(lambda self, heads, labels, score: (heads, [-1] * len(heads), score)), "gives every word a label"),
        (
            search(lambda self, heads, labels, score: (heads, labels, score + self.times)),
            "gives the same when asked twice",
        ),
        (
            search(lambda self, heads, labels, score: (heads, labels, score + 1e6), Beam),
            "the first of the best trees is",
        ),
        (best(lambda found, count: found[::-1]), "the first of the best trees is the one that parse gives"),
        (best(lambda found, count: [found[0], *found[:0:-1]]), "the best trees come in order of their scores"),
        (best(lambda found, count: [found[0], *found]), "the best trees are different, and no more than wanted"),
    ],
)
def test_a_broken_search_is_caught(cls, rule):
    assert broken(check_search, cls, systems=["arc-eager"], sentences=4).startswith(rule)


def test_a_search_that_boasts_is_caught():
    class Boasting(Greedy):
        def parse(self, sentence):
            heads, labels, score = super().parse(sentence)
            return heads, labels, score + 1000

        def best(self, sentence, count):
            heads, labels, score = self.parse(sentence)
            return [(score, heads, labels)]

    message = broken(check_search, Boasting, systems=["arc-eager"], sentences=2)
    assert message.startswith("claims no higher score than the best path has")


@only_compiled
def test_a_decode_in_python_would_be_ignored():
    class Mine(Greedy):
        def decode(self):
            return 0.0

    assert "would be ignored; seen: decode" in broken(check_search, Mine)


# Strategies -----------------------------------------------------------------------------------------------------------


class Idle(TrainingStrategy):
    def learn(self):
        return 0


class Busy(TrainingStrategy):
    def learn(self):
        return 1


class Impatient(TrainingStrategy):
    times = 0

    def learn(self):
        self.times += 1
        return super().learn() if self.times <= 15 else 0


class Fickle(TrainingStrategy):
    """Every other training makes one more update, whatever the seed."""

    made = 0

    def __init__(self, **settings):
        super().__init__(**settings)
        Fickle.made += 1
        self.more = Fickle.made % 2

    def learn(self):
        more, self.more = self.more, 0
        return super().learn() + more


@pytest.mark.parametrize(
    "cls, rule",
    [
        (dict, "is a subclass of TrainingStrategy"),
        (Idle, "the first epoch, without weights, makes updates"),
        (Busy, "later epochs make fewer updates"),
        (Impatient, "within 20 epochs it knows its own sentences by heart (99 %)"),
    ],
)
def test_a_broken_strategy_is_caught(cls, rule):
    assert broken(check_strategy, cls, systems=["arc-eager"], epochs=20).startswith(rule)


def test_a_strategy_that_depends_on_more_than_its_seed_is_caught():
    message = broken(check_strategy, Fickle, systems=["arc-eager"], roots=["last"], least=0, epochs=40)
    assert message.startswith("the same seed gives the same updates")


@only_compiled
def test_a_method_of_the_scheme_in_python_would_be_ignored():
    class Mine(TrainingStrategy):
        def _unit(self, state):
            return 0

    assert "would be ignored; seen: _unit" in broken(check_strategy, Mine)
