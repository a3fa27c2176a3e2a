"""Every registered part keeps the rules."""

import pytest

from treewright.classifiers import CLASSIFIERS
from treewright.classifiers.linear_learner import LinearLearner
from treewright.conformance import (
    check_classifier,
    check_feature_model,
    check_oracle,
    check_search,
    check_strategy,
    check_transition_system,
)
from treewright.features import FEATURES
from treewright.features.embeddings import Embeddings
from treewright.oracles import ORACLES
from treewright.search import SEARCHES
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS

SMALL = {"two-planar": 3}  # words; with two stacks there are many configurations (tests/oracles/test_two_planar.py has 4)


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


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers(name):
    if issubclass(CLASSIFIERS[name], LinearLearner):
        pytest.importorskip("sklearn")
    assert check_classifier(CLASSIFIERS[name]).total > 10


@pytest.mark.parametrize("name", SEARCHES)
def test_searches(name):
    check_search(SEARCHES[name], sentences=4)


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name):
    systems = None  # all
    if name == "full-update":
        systems = [system for system in TRANSITION_SYSTEMS if system not in ("two-planar", "easy-first")]
    elif name != "laso":
        systems = ["arc-eager", "arc-hybrid-span", "swap"]  # tests/training/test_overfit.py has these strategies with all
    # a full update may make things worse when the search is not exact (Huang et al. 2012), so less is asked of it
    check_strategy(STRATEGIES[name], systems=systems, least=95 if name == "full-update" else 99)
