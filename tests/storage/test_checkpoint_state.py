"""A checkpoint keeps whatever state a training has, such as that of an optimiser: arrays of all types, under nested names."""

import numpy as np
import pytest

from treewright.errors import ModelError
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.npy import TYPES


class Loop:
    """A training that is nothing but its state."""

    def __init__(self, arrays=None, epoch=0, finished=False):
        self.arrays, self.epoch, self.finished = arrays or {}, epoch, finished

    def state(self):
        return {"epoch": self.epoch, "finished": self.finished}, self.arrays

    def restore(self, header, arrays):
        self.arrays, self.epoch, self.finished = arrays, header["epoch"], header["finished"]


def extremes(kind):
    """The numbers of a type where a detour through another type would show."""
    limits = np.finfo(kind) if np.dtype(kind).kind == "f" else np.iinfo(kind)
    return np.array([limits.min, limits.max, 0, 1, getattr(limits, "tiny", 2)], kind)


STATE = {
    **{f"optimiser.moments.{kind}": extremes(kind) for kind in TYPES},
    "optimiser.step": np.array(7, np.int64),
    "optimiser": np.array([1.5], np.float32),  # the name of a section, too
    "optimiser.groups.0.0": np.zeros((2, 0, 3), np.float16),
    "weights": np.arange(6, dtype=np.float64).reshape(2, 3).T,  # not in order in memory
    "1.weights": np.array([1], np.uint8),  # like the names that a checkpoint of several seeds makes
}


def begun(path, **more):
    checkpoint = Checkpoint(path, **more)
    checkpoint.begin({"search": {"beam": 9, "tree": "auto"}}, {"words": 3}, {})
    return checkpoint


def assert_same(seen, expected):
    assert set(seen) == set(expected)
    for name, array in expected.items():
        assert (seen[name].dtype, seen[name].shape) == (array.dtype, array.shape), name
        assert seen[name].tobytes() == array.tobytes(), name


def test_every_type_and_nested_names(tmp_path):
    begun(tmp_path / "c").save(Loop(STATE, epoch=3))
    loop = Loop()
    begun(tmp_path / "c", resume=True).restore(loop, 0)
    assert (loop.epoch, loop.finished) == (3, False)
    assert_same(loop.arrays, STATE)


def test_states_of_many_seeds_are_kept_apart(tmp_path):
    checkpoint = begun(tmp_path / "c")
    for seed in range(12):  # 1 and 11 begin alike
        checkpoint.save(Loop({"optimiser.step": np.array(seed)}, finished=True))
    checkpoint.due = 0.0
    checkpoint.save(Loop(STATE, epoch=3))
    again = begun(tmp_path / "c", resume=True)
    for seed in range(12):
        loop = Loop()
        again.restore(loop, seed)
        assert loop.finished
        assert_same(loop.arrays, {"optimiser.step": np.array(seed)})
    loop = Loop()
    again.restore(loop, 12)
    assert_same(loop.arrays, STATE)


@pytest.mark.parametrize("array", [np.array([np.nan]), np.array([1j]), np.array([True]), np.array(["text"])])
def test_what_cannot_be_kept_is_refused_by_name(tmp_path, array):
    with pytest.raises(ModelError, match=r"cannot store array '0\.optimiser\.moments'"):
        begun(tmp_path / "c").save(Loop({"optimiser.moments": array}))
    assert not (tmp_path / "c").exists()
