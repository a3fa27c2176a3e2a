"""For each rule of training strategies, one that breaks it is caught."""

import pytest
from broken_parts import broken, only_compiled

from treewright.conformance import check_strategy
from treewright.training import TrainingStrategy


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
