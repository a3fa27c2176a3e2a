"""Samples of grids have what they promise."""

import itertools

import grids
import pytest


@pytest.fixture(autouse=True)
def sampling(monkeypatch):
    monkeypatch.setattr(grids, "WHOLE", False)


def pairs(rows):
    return {((i, row[i]), (j, row[j])) for row in rows for i, j in itertools.combinations(range(len(row)), 2)}


def test_every_pair_of_values_is_in_a_sample():
    whole = [row for row in itertools.product("abcdefgh", (1, 2), "xyz", range(12)) if row[0] != "c" or row[3] < 7]
    some = grids.pairwise(whole)
    assert pairs(some) == pairs(whole) and set(some) <= set(whole)
    assert 8 * 12 - 5 <= len(some) < len(whole) / 4
    assert some == grids.pairwise(whole)


def test_every_value_is_drawn_often_enough():
    whole = list(itertools.combinations(range(60), 2))
    some = grids.sampled(whole, 5)
    assert all(sum(value in pair for pair in some) >= 5 for value in range(60)) and len(some) < len(whole) / 5


def test_whole_grids(monkeypatch):
    monkeypatch.setattr(grids, "WHOLE", True)
    whole = list(itertools.combinations(range(9), 2))
    assert grids.pairwise(whole) == grids.sampled(whole, 1) == whole
