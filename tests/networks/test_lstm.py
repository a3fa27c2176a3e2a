"""The BiLSTM that runs without PyTorch: the same states as PyTorch's and as a plain reference, whatever the batch."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.errors import ModelError
from treewright.networks.layers.lstm import WIDTHS, BiLSTM

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
from pure_copy import pure_copy

SHAPES = [(1, 1, 1), (3, 5, 1), (7, 16, 2), (250, 64, 1), (130, 33, 2), (20, 24, 3)]  # inputs, hidden, layers


def random_arrays(inputs, hidden, layers, seed=0, size=0.5):
    numbers = numpy.random.default_rng(seed)
    arrays = {}
    for layer in range(layers):
        for direction in ("", "_reverse"):
            for part, width in (("ih", 2 * hidden if layer else inputs), ("hh", hidden)):
                arrays[f"weight_{part}_l{layer}{direction}"] = numbers.uniform(-size, size, (4 * hidden, width))
                arrays[f"bias_{part}_l{layer}{direction}"] = numbers.uniform(-size, size, 4 * hidden)
    return {name: array.astype(numpy.float32) for name, array in arrays.items()}


def random_input(lengths, inputs, seed=0):
    return numpy.random.default_rng(seed).standard_normal((sum(lengths), inputs)).astype(numpy.float32)


def one_direction(x, arrays, suffix):
    """The equations as they are in a textbook, in double precision."""
    hidden = arrays[f"weight_hh_{suffix}"].shape[1]
    h = c = numpy.zeros(hidden)
    states = []
    for word in x:
        gates = arrays[f"weight_ih_{suffix}"].astype(float) @ word + arrays[f"bias_ih_{suffix}"]
        gates += arrays[f"weight_hh_{suffix}"].astype(float) @ h + arrays[f"bias_hh_{suffix}"]
        i, f, g, o = gates.reshape(4, hidden)
        c = c / (1 + numpy.exp(-f)) + numpy.tanh(g) / (1 + numpy.exp(-i))
        h = numpy.tanh(c) / (1 + numpy.exp(-o))
        states.append(h)
    return numpy.array(states)


def reference(x, arrays, layers):
    for layer in range(layers):
        ways = one_direction(x, arrays, f"l{layer}"), one_direction(x[::-1], arrays, f"l{layer}_reverse")[::-1]
        x = numpy.concatenate(ways, axis=1)
    return x


def by_sentence(function, x, lengths):
    ends = numpy.cumsum(lengths)
    return numpy.concatenate([function(x[end - n : end]) for end, n in zip(ends, lengths, strict=True)])


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize(("inputs", "hidden", "layers"), SHAPES)
def test_states_are_those_of_the_reference(inputs, hidden, layers, lanes):
    arrays = random_arrays(inputs, hidden, layers, size=2.0 / hidden**0.5)
    lengths = [3, 1, 17, 5, 5, 2, 40]
    x = random_input(lengths, inputs)
    net = BiLSTM(arrays, lanes=lanes)
    found = net.run(x, lengths)
    assert found.dtype == numpy.float32 and found.shape == (len(x), net.outputs)
    numpy.testing.assert_allclose(found, by_sentence(lambda part: reference(part, arrays, layers), x, lengths), atol=1e-5)


@pytest.mark.parametrize(("inputs", "hidden", "layers"), [(250, 128, 2), (100, 200, 2), (31, 17, 3)])
def test_states_are_those_of_torch(inputs, hidden, layers):
    torch = pytest.importorskip("torch")
    torch.manual_seed(3)
    lstm = torch.nn.LSTM(inputs, hidden, layers, bidirectional=True, batch_first=True)
    lengths = [12, 1, 30, 7, 7, 150, 2, *[4] * 40]
    x = random_input(lengths, inputs)
    padded = torch.nn.utils.rnn.pad_sequence(torch.from_numpy(x).split(lengths), batch_first=True)
    packed = torch.nn.utils.rnn.pack_padded_sequence(padded, lengths, batch_first=True, enforce_sorted=False)
    with torch.no_grad():
        expected, _ = torch.nn.utils.rnn.pad_packed_sequence(lstm(packed)[0], batch_first=True)
    expected = numpy.concatenate([states[:n] for states, n in zip(expected.numpy(), lengths, strict=True)])
    numpy.testing.assert_allclose(BiLSTM(lstm.state_dict()).run(x, lengths), expected, atol=1e-5)


@pytest.mark.parametrize("lanes", WIDTHS)
@settings(max_examples=25, deadline=None)
@given(lengths=st.lists(st.integers(0, 40), max_size=12), copies=st.integers(1, 14), seed=st.integers(0, 9))
def test_a_sentence_has_the_same_states_in_every_batch(lanes, lengths, copies, seed):
    net = BiLSTM(random_arrays(9, 21, 2, seed), lanes=lanes)
    lengths = lengths * copies
    x = random_input(lengths, 9, seed)
    found = net.run(x, lengths)
    if not lengths:
        assert found.shape == (0, 42)
        return
    alone = by_sentence(lambda part: net.run(part, [len(part)]), x, lengths)
    assert numpy.array_equal(found, alone)
    order = numpy.random.default_rng(seed).permutation(len(lengths))
    parts = numpy.split(x, numpy.cumsum(lengths)[:-1])
    states = numpy.split(found, numpy.cumsum(lengths)[:-1])
    mixed = net.run(numpy.concatenate([parts[i] for i in order]), [lengths[i] for i in order])
    assert numpy.array_equal(mixed, numpy.concatenate([states[i] for i in order]))


def test_a_very_long_sentence_among_short_ones():
    net = BiLSTM(random_arrays(6, 8, 2))
    lengths = [3, 5000, *[1] * 300, 2000]
    x = random_input(lengths, 6)
    alone = by_sentence(lambda part: net.run(part, [len(part)]), x, lengths)
    assert numpy.array_equal(net.run(x, lengths), alone)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_gates_are_exact_from_end_to_end_of_their_range(lanes):
    """One unit whose gates are what we like: i, f, g, o are tried one by one, the others are open."""
    values = numpy.concatenate([numpy.linspace(-100, 100, 3001), numpy.logspace(-30, 2, 500), -numpy.logspace(-30, 2, 500)])
    x = values.astype(numpy.float32)[:, None]
    truth = 1 / (1 + numpy.exp(-x.astype(float)))
    for gate in range(4):
        weights = numpy.zeros((4, 1), numpy.float32)
        weights[gate] = 1
        bias = numpy.full(4, 40, numpy.float32)
        bias[gate] = 0
        arrays = {f"weight_ih_l0{way}": weights for way in ("", "_reverse")}
        arrays |= {f"weight_hh_l0{way}": numpy.zeros((4, 1), numpy.float32) for way in ("", "_reverse")}
        arrays |= {f"bias_ih_l0{way}": bias for way in ("", "_reverse")}
        arrays |= {f"bias_hh_l0{way}": numpy.zeros(4, numpy.float32) for way in ("", "_reverse")}
        found = BiLSTM(arrays, lanes=lanes).run(x, [1] * len(x))[:, :1]
        cell = {0: truth, 1: numpy.ones_like(truth), 2: numpy.tanh(x.astype(float)), 3: numpy.ones_like(truth)}[gate]
        expected = numpy.tanh(cell) * (truth if gate == 3 else 1)
        seen = numpy.abs(expected) > 1e-34  # below that floats lose digits
        numpy.testing.assert_allclose(found[seen], expected[seen], rtol=1e-6)


def test_not_a_number_stays_in_its_sentence():
    net = BiLSTM(random_arrays(5, 19, 2))
    x = random_input([4, 6, 2], 5)
    x[5, 2] = numpy.nan
    found = numpy.isnan(net.run(x, [4, 6, 2]))
    assert found[4:10].all() and not found[:4].any() and not found[10:].any()


def test_threads_share_a_network():
    net = BiLSTM(random_arrays(40, 48, 2))
    lengths = [[3, 30, 7] * 10, [1, 2] * 30, [100]]
    inputs = [random_input(part, 40) for part in lengths]
    expected = [net.run(x, part) for x, part in zip(inputs, lengths, strict=True)]
    wrong = []

    def work(at):
        for _ in range(20):
            if not numpy.array_equal(net.run(inputs[at], lengths[at]), expected[at]):
                wrong.append(at)

    threads = [threading.Thread(target=work, args=(at,)) for at in (0, 1, 2, 0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_arrays_may_change_afterwards():
    arrays = random_arrays(4, 6, 1)
    net = BiLSTM(arrays)
    x = random_input([5], 4)
    before = net.run(x, [5])
    for array in arrays.values():
        array[...] = 0
    assert numpy.array_equal(net.run(x, [5]), before)


@pytest.mark.parametrize("kind", [numpy.uint8, numpy.int16, numpy.uint64])
def test_lengths_of_any_type(kind):
    net = BiLSTM(random_arrays(4, 6, 1))
    x = random_input([200, 150], 4)
    assert numpy.array_equal(net.run(x, numpy.array([200, 150], kind)), net.run(x, [200, 150]))


def test_input_that_is_not_contiguous():
    net = BiLSTM(random_arrays(4, 6, 1))
    x = random_input([5], 8)
    assert numpy.array_equal(net.run(x[:, ::2], [5]), net.run(x[:, ::2].copy(), [5]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weight_hh_l0": numpy.zeros((24, 5), numpy.float32)}, r"ih_l0 is float32\[24, 4\], expected float32\[20, 4\]"),
        ({"weight_ih_l1": numpy.zeros((24, 4), numpy.float32)}, r"ih_l1 is float32\[24, 4\], expected float32\[24, 12\]"),
        ({"bias_hh_l1_reverse": numpy.zeros(24)}, r"bias_hh_l1_reverse is float64\[24\], expected float32\[24\]"),
        ({"weight_ih_l0": numpy.zeros(24, numpy.float32)}, r"weight_ih_l0 is float32\[24\], expected a matrix"),
        ({"weight_hh_l1_reverse": None}, "lacks the array weight_hh_l1_reverse"),
        ({"weight_ih_l0": None}, "lacks the array weight_ih_l0"),
        ({"weight_hr_l0": numpy.zeros((24, 4), numpy.float32)}, "weight_hr_l0, which one of 2 layers in both directions"),
    ],
)
def test_arrays_that_do_not_fit(change, message):
    arrays = {name: array for name, array in (random_arrays(4, 6, 2) | change).items() if array is not None}
    with pytest.raises(ModelError, match=message):
        BiLSTM(arrays)


def test_vectors_that_no_machine_has():
    with pytest.raises(ValueError, match=r"lanes=3: this machine has vectors of .*1 floats"):
        BiLSTM(random_arrays(4, 6, 1), lanes=3)


PLAIN = """
import sys, numpy
from treewright.networks import lstm
assert lstm.__file__.endswith(".py")
given = dict(numpy.load(sys.argv[1]))
x, lengths = given.pop("x"), given.pop("lengths")
numpy.save(sys.argv[2], lstm.BiLSTM(given).run(x, lengths))
"""


def test_plain_python_gives_the_same(tmp_path):
    arrays, lengths = random_arrays(9, 21, 2), [3, 0, 8, 1, 20]
    x = random_input(lengths, 9)
    numpy.savez(tmp_path / "given.npz", x=x, lengths=lengths, **arrays)
    environment = {**os.environ, "PYTHONPATH": str(pure_copy(tmp_path))}
    command = [sys.executable, "-c", PLAIN, str(tmp_path / "given.npz"), str(tmp_path / "states.npy")]
    subprocess.run(command, env=environment, cwd=tmp_path, check=True)
    numpy.testing.assert_allclose(numpy.load(tmp_path / "states.npy"), BiLSTM(arrays).run(x, lengths), atol=1e-5)


def test_no_arrays_and_empty_ones():
    with pytest.raises(ModelError, match="lacks the array weight_ih_l0"):
        BiLSTM({})
    with pytest.raises(ModelError, match="has 0 inputs and 0 hidden units"):
        BiLSTM(random_arrays(0, 0, 1))


@pytest.mark.parametrize(
    ("x", "lengths", "message"),
    [
        (numpy.zeros((3, 5), numpy.float32), [3], r"float32\[3, 5\], expected float32\[words, 4\]"),
        (numpy.zeros((3, 4)), [3], r"float64\[3, 4\], expected float32\[words, 4\]"),
        (numpy.zeros(4, numpy.float32), [1], r"float32\[4\]"),
        (None, [1], "expected float32"),
        (numpy.zeros((3, 4), numpy.float32), [2], "add up to 2, expected lengths of 3 words"),
        (numpy.zeros((3, 4), numpy.float32), [5, -2], "add up to 3"),
        (numpy.zeros((3, 4), numpy.float32), [1.5, 1.5], "expected a list of whole numbers"),
        (numpy.zeros((3, 4), numpy.float32), 3, "expected a list of whole numbers"),
        (numpy.zeros((3, 4), numpy.float32), [1 << 62, 1 << 62, 1 << 62, (1 << 62) + 3], "add up to"),
        (numpy.zeros((3, 4), numpy.float32), None, "expected a list of whole numbers"),
    ],
)
def test_input_that_does_not_fit(x, lengths, message):
    with pytest.raises(ValueError, match=message):
        BiLSTM(random_arrays(4, 6, 1)).run(x, lengths)
