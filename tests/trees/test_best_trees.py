"""The best trees of made-up scores, against all trees there are: spanning and projective, one root or several."""

import itertools
import math
import random
from functools import cache

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treewright as tw
from treewright.treebank.dependency_tree import problem_of
from treewright.treebank.projectivity import nonprojective_arcs
from treewright.trees import ProjectiveTree, SpanningTree, best_tree

BOTH = pytest.mark.parametrize("projective", [False, True])
ROOTS = pytest.mark.parametrize("single_root", [True, False])


@cache
def trees(size, projective, single_root):
    """All trees of so many words, as an array of heads."""
    found = [
        heads
        for heads in itertools.product(range(size + 1), repeat=size)
        if (not single_root or heads.count(0) == 1)
        and not problem_of(list(heads), several_roots=True)
        and not (projective and nonprojective_arcs(list(heads)))
    ]
    return numpy.array(found)


def best_of_all(scores, projective, single_root):
    every = trees(len(scores) - 1, projective, single_root)
    return scores[every, numpy.arange(1, len(scores))[None, :]].sum(axis=1).max()


def total(scores, heads):
    return sum(scores[head, word] for word, head in enumerate(heads, 1))


@st.composite
def matrices(draw):
    """Scores that often tie, and forbidden arcs."""
    size = draw(st.integers(1, 5))
    numbers = st.one_of(st.integers(-2, 2).map(float), st.floats(-50, 50), st.just(-math.inf))
    cells = draw(st.lists(numbers, min_size=(size + 1) ** 2, max_size=(size + 1) ** 2))
    return numpy.array(cells).reshape(size + 1, size + 1)


@BOTH
@ROOTS
@settings(max_examples=150, deadline=None)
@given(scores=matrices())
def test_no_tree_is_better(scores, projective, single_root):
    most = best_of_all(scores, projective, single_root)
    if most == -math.inf:
        with pytest.raises(tw.InputError, match="scores: seen too many arcs that are forbidden, expected enough others"):
            best_tree(scores, projective=projective, single_root=single_root)
        return
    heads = best_tree(scores, projective=projective, single_root=single_root)
    assert heads in trees(len(scores) - 1, projective, single_root).tolist()
    assert total(scores, heads) == pytest.approx(most)


@BOTH
@ROOTS
def test_no_tree_of_six_words_is_better(projective, single_root):
    random = numpy.random.default_rng(3)
    for _ in range(20):
        scores = random.normal(size=(7, 7))
        heads = best_tree(scores, projective=projective, single_root=single_root)
        assert heads in trees(6, projective, single_root).tolist()
        assert total(scores, heads) == pytest.approx(best_of_all(scores, projective, single_root))


def test_the_numbers_of_trees():
    """Cayley's formula for rooted trees, and those with one root: else brute force would prove little."""
    assert [len(trees(n, False, True)) for n in range(1, 7)] == [n ** (n - 1) for n in range(1, 7)]
    assert [len(trees(n, False, False)) for n in range(1, 7)] == [(n + 1) ** (n - 1) for n in range(1, 7)]
    assert [len(trees(n, True, True)) for n in range(1, 6)] == [1, 2, 7, 30, 143]


def test_long_sentences_agree_with_another_implementation():
    library = pytest.importorskip("ufal.chu_liu_edmonds")
    random = numpy.random.default_rng(4)
    for size in (30, 200, 1000):
        scores = random.normal(size=(size + 1, size + 1))
        heads = best_tree(scores)
        assert problem_of(heads, several_roots=False) is None
        theirs = scores.T.copy()
        theirs[1:, 0] -= 100.0 * size  # so that a second root is never worth it
        numpy.fill_diagonal(theirs, numpy.nan)
        theirs[0, :] = numpy.nan
        found, _ = library.chu_liu_edmonds(theirs)
        assert total(scores, heads) == pytest.approx(total(scores, found[1:]))


def test_one_root_is_exact_where_scores_are_large():
    """Nothing is added to the scores, so nothing is rounded: here a penalty for roots would swallow the difference."""
    scores = numpy.full((4, 4), 1e15)
    scores[0, 1:] = [0.0, 1.0, 0.0]
    assert best_tree(scores)[1] == 0


def test_a_solver_is_used_again_and_again():
    rng = random.Random(7)
    for solver in (SpanningTree(), ProjectiveTree()):
        for _ in range(50):
            size = rng.randint(1, 4)
            cost = numpy.array([rng.random() for _ in range((size + 1) ** 2)]).reshape(size + 1, size + 1)
            least, heads = solver.best(cost, size, [], True)
            assert least == pytest.approx(total(cost, heads))
            assert least == pytest.approx(-best_of_all(-cost, isinstance(solver, ProjectiveTree), True))


HUGE = st.one_of(st.sampled_from([0.0, 1e30, -1e30, -1e32, 9e29, -9e29, 1e300, -1e300, math.inf, -math.inf, math.nan]), st.floats())


@ROOTS
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_solver_survives_any_numbers(data, single_root):
    """A cost far below 0 used to hide that the rest of a tree was impossible, and memory was overwritten."""
    size = data.draw(st.integers(1, 5))
    cost = numpy.array(data.draw(st.lists(HUGE, min_size=(size + 1) ** 2, max_size=(size + 1) ** 2)))
    SpanningTree().best(cost, size, [], single_root)
    least, heads = ProjectiveTree().best(cost, size, [], single_root)
    if least < 1e30:
        assert not problem_of(heads, several_roots=not single_root) and not nonprojective_arcs(heads)


def test_one_arc_is_no_tree_however_good_it_is():
    scores = numpy.full((3, 3), -math.inf)
    scores[0, 2] = 9e19
    for projective in (False, True):
        with pytest.raises(tw.InputError, match="seen too many arcs that are forbidden"):
            best_tree(scores, projective=projective)
    cost = numpy.full((3, 3), 1e30)
    cost[0, 2] = -9e29
    assert ProjectiveTree().best(cost, 2, [], True)[0] == 1e30


@pytest.mark.parametrize(
    ("scores", "seen"),
    [
        ([[0.0, 1.0]], r"scores: seen an array of shape \(1, 2\), expected a square: ROOT and all words, twice"),
        ([0.0], r"scores: seen an array of shape \(1,\), expected a square"),
        ([[0.0, math.nan], [0.0, 0.0]], "scores: seen NaN or a number beyond 1e20, expected smaller ones"),
        ([[0.0, math.inf], [0.0, 0.0]], "scores: seen NaN or a number beyond 1e20, expected smaller ones"),
        ([[0.0, 1e20], [0.0, 0.0]], "scores: seen NaN or a number beyond 1e20, expected smaller ones"),
        ([[0.0, -1e20], [0.0, 0.0]], "scores: seen NaN or a number beyond 1e20, expected smaller ones"),
    ],
)
def test_what_is_no_matrix_of_scores(scores, seen):
    with pytest.raises(tw.InputError, match=seen):
        best_tree(scores)
    assert best_tree([[0.0]]) == []
    for solver in (SpanningTree(), ProjectiveTree()):
        with pytest.raises(tw.InputError, match="cost: seen 4 numbers for 3 words, expected a square for ROOT"):
            solver.best([0.0] * 4, 3, [], True)
