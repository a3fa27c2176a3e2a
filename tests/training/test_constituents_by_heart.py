"""Every way of training learns ten constituency trees by heart; every output of any model is a tree of all tokens."""

import random

import pytest
from own_trees import LABELS, brackets, random_tree, ten_trees
from random_models import randomised
from systems import CONSTITUENCY_SYSTEMS

import treewright as tw
from treewright.conformance.own_sentences import UntilLearnt
from treewright.settings import STATIC

LOCAL = {
    "local, static": {"strategy": "local", "beam": 1, "oracle": "static"},
    "local, dynamic": {"strategy": "local", "beam": 1, "explore": "always"},
    "local, after the first epoch": {"strategy": "local", "beam": 1, "explore": "after-first"},
    "local, sampled": {"strategy": "local", "beam": 1, "explore": "sampled"},
}
GLOBAL = {
    f"{strategy}, beam {beam}": {"strategy": strategy, "beam": beam}
    for strategy in ("early-update", "max-violation", "full-update", "laso")
    for beam in (1, 4)
}
MORE = {
    "laso, static": {"strategy": "laso", "beam": 4, "oracle": "static"},
    "laso, margin": {"strategy": "laso", "beam": 4, "margin": 0.5},
    "early update, restart": {"strategy": "early-update", "beam": 4, "restart": "negative"},
    "max-violation, all references": {"strategy": "max-violation", "beam": 4, "training.positive": "all"},
}
WAYS = {**LOCAL, **GLOBAL, **MORE}


def goes_with_a_static_oracle(way):
    return not {"explore", "restart", "training.positive"} & WAYS[way].keys()


@pytest.mark.parametrize(
    ("system", "way"),
    [(name, way) for name in CONSTITUENCY_SYSTEMS for way in WAYS if name not in STATIC or goes_with_a_static_oracle(way)],
)
def test_ten_trees_by_heart(system, way):
    """The weights of the last epoch make no error; one of four seeds has an average that makes none either."""
    own = ten_trees()
    best = 0.0
    for seed in (1, 2, 3, 4):
        parser = tw.Parser(system=system, epochs=90, seeds=1, seed=seed, **WAYS[way])
        assert parser.train(own, callbacks=UntilLearnt())[-1]["updates"] == 0
        best = max(best, parser.evaluate(own).f1)
        if best == 100 and [brackets(tree) for tree in parser.pipe(own)] == [brackets(tree) for tree in own]:
            return
    raise AssertionError(f"{best} F1")


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize(
    ("system", "more"),
    [*(("set-based", {"candidates": number}) for number in (0, 1, 3)), *((name, {}) for name in CONSTITUENCY_SYSTEMS)],
)
def test_any_model_gives_trees(system, more, beam):
    """All tokens, constituents that do not cross, labels that were learnt; set-based, exactly 4n - 2 transitions."""
    rng = random.Random(5)
    strategy = "local" if beam == 1 else "laso"
    parser = tw.Parser(system=system, beam=beam, strategy=strategy, epochs=2, seeds=1, **more)
    parser.train([random_tree(rng, rng.randint(1, 9)) for _ in range(30)])
    for _ in range(3):
        randomised(parser, rng)
        search = parser.new_search()
        for size in range(1, 41):
            own = random_tree(rng, size)
            parents, labels, _ = search.parse(own)
            assert len(parents) == len(labels) == 2 * size - 1
            assert len(search.d.path()) == 4 * size - 2 or system != "set-based"
            found = parser(own)
            assert [token.form for token in found.tree.tokens] == [token.form for token in own.tree.tokens]
            made = brackets(found)
            assert {name for name, _ in made} <= set(LABELS)
            covered = [set(tokens) for _, tokens in made]
            assert all(one <= other or other <= one or not one & other for one in covered for other in covered)
            assert len(set(map(frozenset, covered))) == len(covered)


@pytest.mark.parametrize("system", CONSTITUENCY_SYSTEMS)
def test_odd_trees_can_be_learnt_from(system):
    """One token with and without a label, a root with many children, no constituent at all but in one tree."""
    rng = random.Random(2)
    odd = [random_tree(rng, 1), random_tree(rng, 2), *ten_trees()[:1]]
    odd += [tree.with_brackets([]) for tree in (random_tree(rng, 1), random_tree(rng, 5), random_tree(rng, 9))]
    odd.append(random_tree(rng, 130))  # more tokens than two words of bits
    for name in ("local, static", "local, dynamic", "early-update, beam 4", "laso, beam 4"):
        if system in STATIC and not goes_with_a_static_oracle(name):
            continue
        parser = tw.Parser(system=system, epochs=3, seeds=1, **WAYS[name])
        parser.train(odd)
        assert [len(tree) for tree in parser.pipe(odd)] == [len(tree) for tree in odd]
