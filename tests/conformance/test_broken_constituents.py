"""For each rule of systems and oracles of constituents, one that breaks it is caught."""

import pytest
from broken_parts import broken

from treewright.conformance import check_oracle, check_transition_system
from treewright.conformance.constituent_trees import constituents_of
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased

SHIFT, COMBINE, NO_LABEL, LABEL, ROOT = range(5)


class Meddling(SetBased):
    def transitions(self, c):
        found = super().transitions(c)
        if len(c.path()) == 2 and c.next < c.size:
            c.shift()
            c.commit(SHIFT, -1)
        return found


class MeddlingAtTheEnd(SetBased):
    def tree(self, c):
        found = super().tree(c)
        c.restore(0)
        return found


class Moody(SetBased):
    asked = 0

    def transitions(self, c):
        Moody.asked += 1
        return super().transitions(c)[:: 1 if Moody.asked % 2 else -1]


class Stuck(SetBased):
    def transitions(self, c):
        return [] if c.next == c.size and not c.labelling else super().transitions(c)


class Twice(SetBased):
    def transitions(self, c):
        return super().transitions(c) * 2


class Boastful(SetBased):
    """Offers a shift when there is no token left."""

    def transitions(self, c):
        found = super().transitions(c)
        return [(SHIFT, 0), *found] if c.next == c.size and not c.labelling else found

    def step(self, c, kind, label=0, site=0):
        if kind == SHIFT and c.next == c.size:
            raise ValueError("no token left")
        super().step(c, kind, label, site)


class OtherLabel(SetBased):
    def step(self, c, kind, label=0, site=0):
        super().step(c, kind, label + 1, site)


class NeighboursOnly(SetBased):
    """Combines with the latest item only."""

    def transitions(self, c):
        return [(kind, site) for kind, site in super().transitions(c) if site < 2]


class Flat(SetBased):
    def tree(self, c):
        return [-1] * c.size, [-1] * c.size


class Loop(SetBased):
    def tree(self, c):
        parents, labels = super().tree(c)
        return ([*parents[:-1], len(parents) - 1], labels) if len(parents) > c.size else (parents, labels)


class Claims(SetBased):
    reaches = "everything"


class Straight(NeighboursOnly):
    reaches = "continuous"


@pytest.mark.parametrize(
    "cls, rule",
    [
        (Meddling, "`transitions` does not change the configuration"),
        (MeddlingAtTheEnd, "`tree` does not change the configuration"),
        (Moody, "`transitions` says the same when asked twice"),
        (Stuck, "no dead ends"),
        (Twice, "`transitions` names each kind and site once"),
        (Boastful, "every transition that is offered can be taken"),
        (OtherLabel, "only labelled kinds make a constituent, with their label"),
        (NeighboursOnly, "reaches every tree of the class it claims (discontinuous); seen: no path to"),
        (Flat, "the tree has the constituents that were made"),
        (Loop, "a final configuration holds a tree"),
        (Claims, "reaches: one of continuous, discontinuous"),
    ],
)
def test_a_broken_system_is_caught(cls, rule):
    message = broken(check_transition_system, cls)
    assert rule in message, message


def test_a_system_of_neighbours_reaches_continuous_trees():
    assert check_transition_system(Straight).total > 10_000


def oracle(change):
    """An oracle whose costs are changed by a function of oracle, configuration and costs."""

    class Changed(SetOracle):
        def transition_costs(self, c):
            return change(self, c, super().transition_costs(c))

    return Changed


def changed(change):
    return oracle(lambda self, c, costs: [(kind, site, change(kind, site, cost), label) for kind, site, cost, label in costs])


def meddle(self, c, costs):
    self.system.step(c, costs[0][0], 0, costs[0][1])
    return costs


ASKED = [0]


def moody(self, c, costs):
    ASKED[0] += 1
    return [(*one[:2], one[2] + (ASKED[0] % 2), one[3]) if len(costs) > 2 else one for one in costs]


def careless(self, c, costs):
    """Shifts whenever it can: constituents that end with the focus are lost."""
    return [(kind, site, 0 if kind == SHIFT else cost, label) for kind, site, cost, label in costs]


class TwoWays(SetOracle):
    """Asks the dynamic oracle when it should be static."""

    def __init__(self, system, *, canonical=False):
        super().__init__(system)


@pytest.mark.parametrize(
    "cls, rule",
    [
        (oracle(meddle), "asking for costs does not change the configuration"),
        (oracle(lambda self, c, costs: costs[1:]), "each valid transition has a cost"),
        (changed(lambda kind, site, cost: cost + 0.5), "a cost is a whole number"),
        (changed(lambda kind, site, cost: -cost), "a cost is a whole number"),
        (oracle(moody), "costs are the same when asked twice"),
        (changed(lambda kind, site, cost: cost + 1), "a transition costs nothing"),
        (changed(lambda kind, site, cost: 0), "a labelled kind that costs nothing has a label"),
        (oracle(careless), "what costs nothing keeps the best F1 within reach"),
        (TwoWays, "the static oracle has one transition for each configuration"),
    ],
)
def test_a_broken_oracle_is_caught(cls, rule):
    message = broken(check_oracle, cls, SetBased)
    assert message.startswith(rule), message


def test_costs_that_are_estimates_pass_when_said_so():
    def lost(self, c, costs):
        """Wrong where the gold tree is lost already: then any transition will do."""
        wrong = any(tuple(tokens) not in self.wanted for _, tokens in c.constituents)
        return [(kind, site, 0 if wrong and kind != LABEL else cost, label) for kind, site, cost, label in costs]

    class Estimate(oracle(lost)):
        def prepare(self, parents, labels, directions=None):
            super().prepare(parents, labels)
            size = (len(parents) + 1) // 2
            self.wanted = {tuple(sorted(tokens)) for tokens in constituents_of(size, list(parents), list(labels))}

    assert broken(check_oracle, Estimate, SetBased).startswith("what costs nothing keeps the best F1")
    assert check_oracle(Estimate, SetBased, exact=False).total > 1000
