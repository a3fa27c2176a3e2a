"""What strategies and callbacks of the user's own answer while a parser learns."""

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.training import TrainingStrategy

NAN = float("nan")


def trained(strategy="early-update", callbacks=None):
    return tw.Parser(strategy=strategy, beam=2, epochs=2, seeds=1).train(own_sentences(4), callbacks=callbacks)


class Gold(tw.Callbacks):
    def __init__(self, answer):
        self.answer = answer

    def on_gold(self, loop, number, heads, labels):
        return self.answer(heads, labels)


@pytest.mark.parametrize(
    "answer",
    [
        lambda heads, labels: (heads, labels, labels),
        lambda heads, labels: heads,
        lambda heads, labels: (heads, None),
        lambda heads, labels: ([NAN] * len(heads), labels),
        lambda heads, labels: ([0.5] * len(heads), labels),
        lambda heads, labels: (["1"] * len(heads), labels),
        lambda heads, labels: 3,
    ],
)
def test_on_gold_gives_two_lists_of_whole_numbers(answer):
    message = r"^on_gold, sentence \d: seen .*, expected two lists of whole numbers, heads and labels, or None$"
    with pytest.raises(tw.SettingsError, match=message):
        trained(callbacks=Gold(answer))


def test_on_gold_out_of_range():
    with pytest.raises(tw.SettingsError, match=r"^on_gold, sentence \d: seen 99 among the heads, expected \d+ numbers"):
        trained(callbacks=Gold(lambda heads, labels: ([99] * len(heads), labels)))
    with pytest.raises(tw.SettingsError, match=r"^on_gold, sentence \d: seen \d+ labels, expected \d+ numbers"):
        trained(callbacks=Gold(lambda heads, labels: (heads, labels[1:])))
    same = Gold(lambda heads, labels: (numpy.array(heads), tuple(labels)))
    assert len(trained(callbacks=same)) == 2


@pytest.mark.parametrize("rate", [NAN, None, "often", -0.1, 1.5, 2])
def test_an_exploration_rate_is_a_probability(rate):
    class Own(TrainingStrategy):
        def exploration_rate(self, epoch, epochs):
            return rate

    with pytest.raises(tw.SettingsError, match=rf"^Own\.exploration_rate: seen {rate!r}, expected a probability from 0 to 1"):
        trained(Own)


@pytest.mark.parametrize("rate", [0, 1, 0.5, numpy.float32(0.25), True])
def test_exploration_rates(rate):
    class Own(TrainingStrategy):
        restart = "positive"

        def exploration_rate(self, epoch, epochs):
            return rate

    assert len(trained(Own)) == 2


@pytest.mark.parametrize("start", [5, "Negative", True, ["negative"]])
def test_where_to_go_on(start):
    class Own(TrainingStrategy):
        restart = "positive"

        def choose_start(self, reason):
            return start

    with pytest.raises(tw.SettingsError, match=r"^Own\.choose_start: seen .*, expected 'positive', 'negative' or None"):
        trained(Own)
