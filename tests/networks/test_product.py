"""Products with a matrix that stays, and products with frequent words that are kept."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.networks.layers.frequent_words import FrequentWords
from treewright.networks.layers.product import Product


def numbers(seed, *shape):
    return numpy.random.default_rng(seed).normal(size=shape).astype(numpy.float32)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 300), st.integers(1, 150), st.integers(0, 230), st.integers(0, 99))
def test_a_product_is_numpys_and_does_not_depend_on_other_rows(columns, depth, rows, seed):
    weights, x = numbers(seed, columns, depth), numbers(seed + 1, rows, depth)
    product = Product(weights)
    found = product.of(x)
    assert numpy.allclose(found, x @ weights.T, atol=1e-3)
    for row in range(0, rows, 37):
        assert numpy.array_equal(product.of(x[row : row + 1])[0], found[row])


def test_rows_of_another_width_are_refused():
    with pytest.raises(ValueError, match=r"expected float32\[rows, 4\]"):
        Product(numbers(1, 3, 4)).of(numbers(1, 2, 5))


def test_frequent_words_are_computed_once(monkeypatch):
    monkeypatch.setattr("treewright.networks.layers.frequent_words.BYTES", 4 * 3 * 5)  # five rows
    frequent, asked, more = FrequentWords(3), [], numbers(7, 2, 3)

    def compute(kinds):
        asked.extend(kinds.tolist())
        return numpy.repeat(kinds[:, None], 3, 1).astype(numpy.float32)

    memory, other = object(), object()
    for kinds in ([9, 0, 2, 0], [4, 9, 7, 1, 2, 0, 9], [1, 4], [5, 4]):
        kept, rest, row_of = frequent.rows(numpy.array(kinds), memory, compute, more)
        assert numpy.concatenate([kept, rest])[row_of, 0].tolist() == kinds
        assert len(kept) == 5 and numpy.array_equal(rest[:2], more)
    assert asked == [0, 2, 9, 1, 4, 7, 9, 5]  # only the first five are kept
    frequent.rows(numpy.array([0]), other, compute, more)
    assert asked[-1] == 0  # numbers of another memory are of other words
