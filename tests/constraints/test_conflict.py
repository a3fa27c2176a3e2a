"""The solver, the smallest clash and the fewest dropped, each against brute force over all projective trees."""

from __future__ import annotations

import itertools
import random

import numpy
import pytest
from random_trees import projective_trees, random_constraints, random_tree

from treewright.arrays import ints
from treewright.constraints import Constraint, Constraints
from treewright.constraints.arc_check import ArcCheck
from treewright.constraints.conflict import clash, least_broken, name_of, relax
from treewright.errors import InputError
from treewright.treebank.dependency_tree import problems
from treewright.treebank.sentence import Sentence
from treewright.trees.projective_tree import ProjectiveTree


def arcs(given):
    """Constraints of heads and dependents."""
    found = Constraints()
    for head, word in given:
        found.head(word, head)
    return list(found)


def is_tree(heads, single_root):
    """Whether heads are a tree, projective or not."""
    return not problems(heads, several_roots=not single_root)


def honoured(constraints, heads):
    return all(constraint.holds(heads) for constraint in constraints)


@pytest.mark.parametrize("single_root", [True, False])
def test_the_cheapest_tree_is_the_cheapest_of_all(single_root):
    rng = random.Random(1)
    solver = ProjectiveTree()
    for _ in range(150):
        n = rng.randint(1, 5)
        cost = [[rng.randint(0, 9) for _ in range(n + 1)] for _ in range(n + 1)]
        spans = []
        for _ in range(rng.randint(0, 2)):
            first, last = sorted((rng.randint(1, n), rng.randint(1, n)))
            spans.append((first, last, rng.random() < 0.5))
        wanted = Constraints()
        for first, last, closed in spans:
            (wanted.subtree if closed else wanted.span)(first, last)
        totals = [
            sum(cost[h][d] for d, h in enumerate(heads, 1))
            for heads in projective_trees(n, single_root)
            if honoured(wanted, heads)
        ]
        total, heads = solver.best(ints([x for row in cost for x in row]), n, spans, single_root)
        if not totals:
            assert total >= 1 << 20
            continue
        assert total == min(totals) == sum(cost[h][d] for d, h in enumerate(heads, 1))
        assert tuple(heads) in projective_trees(n, single_root) and honoured(wanted, heads)


@pytest.mark.parametrize("single_root", [True, False])
def test_arcs_that_may_cross_clash_where_no_tree_has_them(single_root):
    for n in range(1, 5):
        trees = [heads for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads, single_root)]
        for heads in itertools.product(range(-1, n + 1), repeat=n):
            given = [(head, word) for word, head in enumerate(heads, 1) if head >= 0]
            found = clash(arcs(given), n, single_root=single_root, projective=False)
            fits = [tree for tree in trees if all(tree[word - 1] == head for head, word in given)]
            assert bool(found) == (not fits), heads
            assert not found or not any(honoured(found, tree) for tree in trees)
            for some in itertools.combinations(found, max(0, len(found) - 1)):
                assert any(honoured(some, tree) for tree in trees)
    two = clash(arcs([(2, 1), (3, 1)]), 3, single_root=single_root, projective=False)
    assert name_of(two) == "two heads of one word"


@pytest.mark.parametrize("single_root", [True, False])
def test_the_quick_check_of_arcs_is_right(single_root):
    check = ArcCheck()
    for n in range(1, 5):
        for heads in itertools.product(range(-1, n + 1), repeat=n):
            trees = projective_trees(n, single_root)
            fits = any(all(g in (-1, h) for g, h in zip(heads, tree, strict=True)) for tree in trees)
            assert check.fits(ints(list(heads)), n, single_root) == fits, heads


def anything(n, rng):
    """Constraints that may clash."""
    found = random_constraints(random_tree(n, rng), rng)
    for other in random_constraints(random_tree(n, rng), rng):
        if rng.random() < 0.4:
            found.constraints.append(other)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("single_root", [True, False])
def test_the_smallest_clash_is_the_smallest_and_relaxing_drops_the_fewest(single_root):
    rng = random.Random(2)
    seen = set()
    for _ in range(250):
        n = rng.randint(1, 4)
        constraints = anything(n, rng)[:7]
        trees = projective_trees(n, single_root)
        fails = [
            len(some)
            for count in range(len(constraints) + 1)
            for some in itertools.combinations(constraints, count)
            if not any(honoured(some, heads) for heads in trees)
        ]
        found = clash(constraints, n, single_root=single_root)
        assert len(found) == min(fails, default=0)
        assert not found or not any(honoured(found, heads) for heads in trees)
        kept, dropped = relax(constraints, n, single_root=single_root)
        assert len(dropped) == min(sum(not c.holds(heads) for c in constraints) for heads in trees)
        assert sorted(map(str, kept + dropped)) == sorted(map(str, constraints))
        assert any(honoured(kept, heads) for heads in trees)
        seen.add(len(found))
    assert {0, 2, 3} <= seen  # the test tries what it says


def test_arcs_alone_clash_in_pairs():
    rng = random.Random(3)
    for _ in range(400):
        n = rng.randint(2, 5)
        arcs = [Constraint("head", d, (rng.randint(0, n),)) for d in range(1, n + 1) if rng.random() < 0.7]
        arcs = [arc for arc in arcs if arc.words[0] != arc.word]
        found = clash(arcs, n)
        ok = any(honoured(arcs, heads) for heads in projective_trees(n))
        assert bool(found) != ok and len(found) in (0, 2)
        for one in found:  # nothing can be left out
            assert any(honoured([c for c in found if c is not one], heads) for heads in projective_trees(n))


def test_clashes_have_names():
    def name(*constraints):
        return name_of(clash([c for some in constraints for c in some], 5))

    c = Constraints
    assert name(c().head(1, 3).head(2, 4)) == "arcs that cross"
    assert name(c().head(1, 2).head(3, 1)) == "an arc over the head of its head"
    assert name(c().root(1).root(3)) == "two roots"
    assert name(c().head(2, 1).head(2, 4)) == "two heads of one word"
    assert name(c().head(2, 1).head(1, 2)) == "a cycle"
    assert name(c().head(2, 1).no_head(2, 1)) == "constraints that no tree satisfies together"
    assert name(c().head(2, 9)) == "a constraint that no tree can satisfy"


def test_a_long_cycle_has_a_pair_that_clashes():
    n = 400
    arcs = Constraints()
    for word in range(1, n):
        arcs.head(word, word + 1)
    arcs.head(n, 1)
    assert clash(list(arcs), n) == [Constraint("head", 1, (2,)), Constraint("head", n, (1,))]
    assert len(relax(list(arcs), n)[1]) == 1
    with pytest.raises(InputError, match="5,000 words"):
        relax(list(arcs), 5000)


def test_words_that_do_not_exist_are_refused():
    sentence = Sentence.from_words(["a", "b"])
    for wrong in (Constraints().head(3, 1), Constraints().head(1, 3), Constraints().left(0), Constraints().subtree(2, 1),
                  Constraints().span(1, 3), Constraints().label(3, "obj"), Constraints().label(1, "")):
        with pytest.raises(InputError, match="expected"):
            wrong.check(sentence)
    Constraints().head(1, 2).root(2).span(1, 2).label(1, "obj").check(sentence)


def test_broken_constraints_are_counted():
    constraints = Constraints().head(1, 2).head(2, 1).no_head(3, 1, 2).no_head(3, 0)
    broken, heads = least_broken(list(constraints), 3, single_root=True)
    assert broken == 2 and tuple(heads) in projective_trees(3)
    assert numpy.sum([not c.holds(heads) for c in constraints]) == 2
