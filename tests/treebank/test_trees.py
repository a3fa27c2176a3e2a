"""Trees and projectivity, against definitions written the slow way."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank.dependency_tree import cycle, cycles, is_tree, problem_of, problems, roots
from treewright.treebank.projectivity import is_projective, nonprojective_arcs


def ancestors(heads: list[int], word: int) -> set[int]:
    found: set[int] = set()
    while word > 0 and word not in found:
        found.add(word)
        word = heads[word - 1]
    return found | {word}


def slow_is_tree(heads: list[int]) -> bool:
    words = range(1, len(heads) + 1)
    return heads.count(0) == 1 and all(0 in ancestors(heads, word) for word in words)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_trees_of_up_to_four_words(size: int) -> None:
    trees = 0
    for choice in product(range(size + 1), repeat=size):
        heads = list(choice)
        assert is_tree(heads) == slow_is_tree(heads) == (problem_of(heads) is None)
        trees += is_tree(heads)
        if is_tree(heads):
            crossing = [
                (head, word)
                for word, head in enumerate(heads, 1)
                if any(head not in ancestors(heads, k) for k in range(min(head, word) + 1, max(head, word)))
            ]
            assert nonprojective_arcs(heads) == crossing
            assert is_projective(heads) == (not crossing)
            partial = [-1 if word == 1 else head for word, head in enumerate(heads, 1)]
            completed = [[guess, *partial[1:]] for guess in range(size + 1)]
            possible = [set(nonprojective_arcs(guess)) for guess in completed if is_tree(guess)]
            assert set(nonprojective_arcs(partial)) <= set.intersection(*possible)
    assert trees == size ** (size - 1)  # Cayley: labelled trees with n nodes and a root


def test_the_words_of_a_problem() -> None:
    assert cycle([2, 3, 1, 4, 0]) == (1, 2, 3) and cycles([2, 3, 1, 4, 0]) == [(1, 2, 3), (4,)]
    assert cycle([0, 1]) is None and cycle([2, -1]) is None and cycle([9, 1]) is None
    assert roots([0, 1, 0]) == [1, 3]
    assert [problem.words for problem in problems([0, 0, 3, 5, 4, 9])] == [(3,), (6,), (4, 5), (2,)]
    assert problems([0, 0], several_roots=True) == []
    assert problem_of([2, 1]) == "seen the cycle 1 <- 2 <- 1, expected heads that lead to 0"
    assert problem_of([-1, -1]) is None and not is_tree([-1, 1]) and not is_tree([])


@given(st.lists(st.integers(-3, 14), max_size=12))
def test_any_numbers_can_be_asked_about(heads: list[int]) -> None:
    assert is_tree(heads) == (bool(heads) and min(heads) >= 0 and max(heads) <= len(heads) and slow_is_tree(heads))
    if all(-1 <= head <= len(heads) for head in heads):
        nonprojective_arcs(heads)


def test_long_sentences_take_no_recursion_and_no_square_of_time() -> None:
    size = 20_000
    assert is_tree(list(range(size)))
    assert nonprojective_arcs([0] + [1] * (size - 1)) == []
    assert nonprojective_arcs([size // 2 + 1, 0, *[2] * (size - 2)])
