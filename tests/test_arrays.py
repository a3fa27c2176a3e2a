"""Arrays that grow keep their type and what is in them."""

import pytest

from treewright import arrays

KINDS = [arrays.int_array, arrays.hash_array, arrays.float_array, arrays.double_array]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_grown_array_begins_as_the_old_one(kind, size):
    old = kind(size)
    for i in range(size):
        old[i] = i + 1
    new = arrays.grown(old, 9)
    assert list(new) == [*range(1, size + 1), *[0] * (9 - size)]
    if arrays.COMPILED:
        assert new.dtype == old.dtype and new.ctypes.data % 64 == 0
    new[0] = 7
    assert list(old) == [*range(1, size + 1)]


def test_a_view_of_an_array_grows_too():
    old = arrays.ints([3, 4])
    assert list(arrays.grown(memoryview(old) if arrays.COMPILED else old, 4)) == [3, 4, 0, 0]
