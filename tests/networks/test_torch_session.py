"""What a network does to PyTorch: its threads and its source of chance are used while it learns, and put back then."""

import threading
import time

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.tagging import Tagger

torch = pytest.importorskip("torch")
SMALL = {"network.width": 16, "network.layers": 1, "network.batch": 100}
WAYS = {
    "feed-forward": {"classifier": "feed-forward", "network.hidden": 32},
    "bilstm": {"classifier": "bilstm"},
    "stack-lstm": {"classifier": "stack-lstm", "network.layers": 2},
    "biaffine": {"decoder": "biaffine"},
}


@pytest.fixture(autouse=True)
def others():
    """What somebody else has set."""
    before, chance = torch.get_num_threads(), torch.get_rng_state()
    torch.set_num_threads(3)
    torch.manual_seed(20)
    yield
    torch.set_num_threads(before)
    torch.set_rng_state(chance)


def trained(way, callback=lambda: None, **more):
    parser = tw.Parser({**(SMALL if way != "feed-forward" else {}), **WAYS[way], "epochs": 1, **more})
    parser.train(own_sentences(3), progress=False, log=lambda row: callback())
    return parser


def arrays(parser):
    return parser.contents()[1]


def same(one, other):
    return one.keys() == other.keys() and all(numpy.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("way", WAYS)
def test_threads_and_chance_of_the_caller_stay(way):
    chance = torch.get_rng_state()
    parser = trained(way)
    list(parser.pipe(own_sentences(3)))
    assert torch.get_num_threads() == 3
    assert torch.equal(torch.get_rng_state(), chance)


@pytest.mark.parametrize("way", WAYS)
def test_what_others_draw_changes_nothing(way):
    torch.manual_seed(1)
    once = trained(way)
    torch.manual_seed(2)
    assert same(arrays(trained(way, lambda: torch.rand(7))), arrays(once))


@pytest.mark.parametrize("way", ["feed-forward", "biaffine"])  # each of the two kinds of learners
def test_threads_are_a_setting(way, monkeypatch):
    from treewright.networks.optimisation import Optimisation

    seen, descend = set(), Optimisation.descend

    def watched(self, *given):
        seen.add(torch.get_num_threads())
        descend(self, *given)

    monkeypatch.setattr(Optimisation, "descend", watched)
    once = trained(way, threads=2)
    assert seen == {2} and torch.get_num_threads() == 3
    assert same(arrays(trained(way, threads=2)), arrays(once))
    seen.clear()
    trained(way)
    assert seen == {1}


def test_a_tagger_leaves_both_as_they_are():
    chance = torch.get_rng_state()
    Tagger("upos", {"classifier": "bilstm", "epochs": 1}).train(own_sentences(3))
    assert torch.get_num_threads() == 3 and torch.equal(torch.get_rng_state(), chance)


def test_an_error_puts_both_back(monkeypatch):
    from treewright.networks.optimisation import Optimisation

    monkeypatch.setattr(Optimisation, "descend", lambda *given: 1 / 0)
    chance = torch.get_rng_state()
    with pytest.raises(ZeroDivisionError):
        trained("bilstm")
    assert torch.get_num_threads() == 3 and torch.equal(torch.get_rng_state(), chance)


def test_sessions_within_each_other():
    from treewright.networks.torch_session import threads_of

    with threads_of(2):
        with threads_of(1):
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    assert torch.get_num_threads() == 3


def test_a_thread_that_begins_meanwhile_does_not_keep_the_number():
    from treewright.networks.torch_session import threads_of

    entered, go_on, seen = threading.Event(), threading.Event(), []

    def work():
        with threads_of(1):
            entered.set()
            go_on.wait(60)
        seen.append(torch.get_num_threads())

    other = threading.Thread(target=work)
    with threads_of(1):
        other.start()
        assert entered.wait(60)
    assert torch.get_num_threads() == 3
    go_on.set()
    other.join()
    later = threading.Thread(target=lambda: seen.append(torch.get_num_threads()))
    later.start()
    later.join()
    assert seen == [3, 3]


def test_two_threads_that_learn_at_once_draw_what_each_draws_alone():
    from treewright.networks.torch_session import TorchSession

    def draw(seed, found):
        session = TorchSession(seed, 1)
        for _ in range(20):
            with session:
                found.append(float(torch.rand(1)))
                time.sleep(0.001)
                found.append(float(torch.rand(1)))

    torch.manual_seed(7)
    before = torch.get_rng_state()
    alone, together = {1: [], 2: []}, {1: [], 2: []}
    for seed, found in alone.items():
        draw(seed, found)
    threads = [threading.Thread(target=draw, args=pair) for pair in together.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone
    assert torch.equal(torch.get_rng_state(), before)
