"""For each rule of oracles, one that breaks it is caught."""

import sys
from pathlib import Path

import pytest
from broken_parts import broken

from treewright.conformance import check_oracle
from treewright.oracles import Oracle
from treewright.transitions import TRANSITION_SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
from arc_hybrid_in_python import SHIFT, PlainArcHybrid, PlainArcHybridOracle


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
