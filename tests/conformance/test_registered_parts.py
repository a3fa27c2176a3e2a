"""Every registered part keeps the rules, and every part that is not registered is named here with the reason."""

import importlib
from pathlib import Path

import pytest

import treewright
from treewright.classifiers import CLASSIFIERS, Classifier
from treewright.classifiers.linear_learner import LinearLearner
from treewright.conformance import (
    check_classifier,
    check_decoder,
    check_feature_model,
    check_oracle,
    check_search,
    check_strategy,
    check_transition_system,
)
from treewright.conformance.configurations import DEPENDENCIES
from treewright.decoding import DECODERS, LearningDecoder
from treewright.features import FEATURES
from treewright.features.embeddings import Embeddings
from treewright.networks import NETWORK_DECODERS, NETWORKS
from treewright.oracles import ORACLES, Oracle
from treewright.search import SEARCHES, Search
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem

REGISTERED = (
    (TransitionSystem, "transitions", TRANSITION_SYSTEMS), (Oracle, "oracles", ORACLES), (Search, "search", SEARCHES),
    (Classifier, "classifiers", {**CLASSIFIERS, **NETWORKS}), (Classifier, "networks", {**CLASSIFIERS, **NETWORKS}),
    (TrainingStrategy, "training", STRATEGIES),
)  # fmt: skip
NOT_REGISTERED = {
    "Tagging": "gives flat trees, where each word hangs on ROOT (tests/tagging)",
    "TaggingOracle": "the oracle of Tagging",
    "TagChoosingOracle": "wraps another oracle where shift chooses tags (tests/parser/test_joint_tags.py)",
    "WrappingOracle": "the base of oracles that ask another one",
    "StaticOracle": "wraps another oracle; its costs are of one path (tests/oracles)",
    "GoldOrder": "the base of the oracles with swap",
    "ItemSystem": "the base of systems of constituents",
    "ItemOracle": "the base of their oracles",
    "LinearClassifier": "the base of those with weights",
    "FittedClassifier": "the base of those that are fitted once",
    "LinearLearner": "the base of those of scikit-learn",
    "VotingBeam": "takes several parsers (tests/ensemble/test_voting.py)",
    "Network": "the base of networks",
    "Likelihood": "stands in for local where scores are logarithms of probabilities (tests/networks)",
    "LikelihoodAtSites": "the same where a system has several sites (tests/networks)",
    "LocalAtSites": "stands in for local where a system has several sites, and is checked with easy-first",
    "GoldPaths": "makes no updates: it shows gold paths to what is fitted once (tests/classifiers/test_learners.py)",
}
SMALL = {"two-planar": 3}  # words; with two stacks there are many configurations (tests/oracles/test_two_planar.py has 4)


def below(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from below(sub)


def test_every_part_is_registered_or_named_with_the_reason():
    unchecked = set()
    for base, folder, registered in REGISTERED:
        for path in (Path(treewright.__file__).parent / folder).glob("[!_]*.py"):
            importlib.import_module(f"treewright.{folder}.{path.stem}")
        unchecked |= {cls.__name__ for cls in below(base) if cls.__module__.startswith("treewright.")}
        unchecked -= {cls.__name__ for cls in registered.values()}
    assert unchecked == set(NOT_REGISTERED)
    assert set(ORACLES) == set(TRANSITION_SYSTEMS)
    templates = (Path(treewright.__file__).parent / "features").rglob("*.features")
    assert set(FEATURES) == {path.stem for path in templates}


@pytest.mark.parametrize("name", TRANSITION_SYSTEMS)
def test_transition_systems(name):
    report = check_transition_system(TRANSITION_SYSTEMS[name], small=SMALL.get(name, 4))
    assert report.total > 10_000 and "no rule broken" in str(report)


@pytest.mark.parametrize("name", ORACLES)
def test_oracles(name):
    assert check_oracle(ORACLES[name], small=SMALL.get(name, 4)).total > 10_000


@pytest.mark.parametrize("name", [name for name, cls in DECODERS.items() if issubclass(cls, LearningDecoder)])
def test_decoders(name):
    check_decoder(DECODERS[name])


def test_the_biaffine_decoder():
    pytest.importorskip("torch")
    small = {"network.width": 32, "network.layers": 1, "network.arc": 32, "network.relation": 16, "network.batch": 30}
    report = check_decoder(NETWORK_DECODERS["biaffine"], epochs=40, **small, **{"network.rate": 0.01, "network.dropout": 0.0})
    assert report.total > 40


@pytest.mark.parametrize("name", FEATURES)
def test_feature_models(name):
    check_feature_model(name, sentences=1)


def test_feature_models_with_functions_and_embeddings(tmp_path):
    (tmp_path / "own.features").write_text("S0.f[length] N0.p\nN0.misc[SpaceAfter]\nS0.e\nN0.e\n")
    vectors = Embeddings({"the": [1.0, 0.5], "<UNK>": [0.25, 0.0]})
    functions = {"length": lambda word: len(word.form)}
    assert check_feature_model(str(tmp_path / "own.features"), functions=functions, embeddings=vectors).total > 100


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers(name):
    if issubclass(CLASSIFIERS[name], LinearLearner):
        pytest.importorskip("sklearn")
    assert check_classifier(CLASSIFIERS[name]).total > 10


@pytest.mark.parametrize("name", NETWORKS)
def test_networks(name):
    pytest.importorskip("torch")
    report = check_classifier(NETWORKS[name])
    assert report.total > 50 and "what was learnt gives the scores that it had while learning" in report.counts


@pytest.mark.parametrize("name", SEARCHES)
def test_searches(name):
    check_search(SEARCHES[name], sentences=4)


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name):
    systems = None  # all
    if name == "full-update":
        systems = [system for system in DEPENDENCIES if system not in ("two-planar", "easy-first")]
    elif name != "laso":
        more = ["easy-first"] if name == "local" else []  # it has a training of its own
        systems = ["arc-eager", "arc-hybrid-span", "swap", *more]  # tests/training/test_overfit.py has all of them
    # a full update may make things worse when the search is not exact (Huang et al. 2012), so less is asked of it
    check_strategy(STRATEGIES[name], systems=systems, least=95 if name == "full-update" else 99)
