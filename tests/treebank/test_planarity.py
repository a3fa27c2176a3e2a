"""2-planar trees: against all ways of giving arcs two colours, and how many arcs fit."""

import itertools
import sys
from pathlib import Path

import pytest

from treewright.treebank.planarity import crossing_arcs, is_two_planar, two_planar_arcs
from treewright.treebank.projectivity import is_projective

sys.path.insert(0, str(Path(__file__).parents[1] / "oracles"))
from two_planar_plain import is_two_planar as fits_two_colours

from tools.oracles.gold_trees import is_tree


def test_all_trees_of_up_to_five_words():
    """Those that do not fit lose as many arcs as they differ from the nearest tree that fits."""
    for n in range(1, 6):
        trees = [heads for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads)]
        fitting = [heads for heads in trees if is_two_planar(heads)]
        assert fitting == [heads for heads in trees if fits_two_colours(heads)]
        for heads in set(trees) - set(fitting):
            nearest = max(sum(a == b for a, b in zip(heads, other, strict=True)) for other in fitting)
            assert two_planar_arcs(heads) == nearest
        assert all(is_two_planar(heads) for heads in trees if is_projective(heads))


@pytest.mark.parametrize(
    ("heads", "arcs"),
    [
        ([], 0),
        ([0], 1),
        ([4, 5, 6, 0, 4, 4], 6 - 1),  # three arcs that cross each other: two planes hold two of them
        ([7, 8, 9, 10, 11, 12, 0, *[7] * 5], 12 - 4),
        ([-1, 5, 6, -1, -1, -1], 2),
    ],
)
def test_how_many_arcs_fit(heads, arcs):
    assert two_planar_arcs(heads) == arcs
    assert is_two_planar(heads) == (arcs == sum(head >= 0 for head in heads))


def test_many_arcs_that_cross():
    """More must be left out than can be tried: what is found is a bound, and it comes soon."""
    size = 40
    heads = [word + size for word in range(1, size + 1)] + [0] + [size + 1] * (size - 1)
    assert size + 2 <= two_planar_arcs(heads) < 2 * size
    assert len(crossing_arcs(heads)) >= size
