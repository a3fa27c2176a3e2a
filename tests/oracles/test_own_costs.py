"""What an oracle in plain Python may give as costs: nothing else reaches training."""

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.oracles import Oracle


def trained(change):
    """Training with an oracle to which all is the same, and whose costs are changed."""

    class Own(Oracle):
        def kind_costs(self, c):
            valid = self.system.valid(c)
            return change([0 if kind in valid else None for kind in range(self.system.kind_count)])

    return tw.Parser(system="arc-hybrid", oracle=Own, preset="fast", epochs=1).train(own_sentences(3))


def each(value):
    return lambda costs: [None if cost is None else value for cost in costs]


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda costs: costs + [0] * 5_000_000, r"seen \[0.*, expected a list of 3 costs, one for each kind"),
        (lambda costs: costs[:1], r"seen \[0\], expected a list of 3 costs"),
        (lambda costs: None, "seen None, expected a list of 3 costs"),
        (lambda costs: "abc", "seen 'abc', expected a list of 3 costs"),
        (lambda costs: ["a"] * 3, "seen 'a' for shift, expected a whole number"),
        (each(0.5), "seen 0.5 for shift, expected a whole number"),
        (each(2**40), "seen 1099511627776 for shift, expected a whole number below"),
        (each(None), "seen None for shift, expected a cost, because it is valid"),
        (lambda costs: [0] * 3, "seen 0 for right-arc, expected None, because it is not valid"),
    ],
)
def test_what_is_no_cost_is_refused(change, message):
    with pytest.raises(tw.SettingsError, match=rf"^Own\.kind_costs: {message}"):
        trained(change)


def test_whole_numbers_of_numpy_are_costs():
    assert trained(each(numpy.int64(-3)))[0]["updates"] == trained(each(0))[0]["updates"]
