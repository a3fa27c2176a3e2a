"""Transforms of constituency trees: gaps split and merged, raised; unary chains, the root, punctuation, function tags."""

from pathlib import Path
from random import Random

import pytest

import treewright as tw
from treewright.treebank import discontinuity, function_tags, punctuation, root_label, unary_chains
from treewright.treebank.constituency_tree import ConstituencyTree, Token

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "disco"


def tree_of(text):
    return next(tw.read(text.encode())).tree


def shown(tree):
    return [f"{label} {' '.join(map(str, covered))}" for label, covered in tree.brackets()]


def random_tree(chance):
    """Any constituents: each next one is made of some of those there are."""
    size = chance.randrange(1, 9)
    items = [(i,) for i in range(size)]
    brackets = []
    for _ in range(chance.randrange(2 * size)):
        some = chance.sample(items, chance.randrange(1, min(3, len(items)) + 1))
        covered = tuple(sorted(token for item in some for token in item))
        items = [item for item in items if item not in some] + [covered]
        brackets.append((chance.choice("ABC") + chance.choice(("", "@", "\\")), covered))
    tree = ConstituencyTree.from_brackets([Token(f"w{i}", chance.choice("N.,")) for i in range(size)], brackets)
    for node in tree.nodes():
        node.edge = chance.choice(("", "HD", "SB", "a@b"))
    tree.tokens[0].secondary = [("X", chance.randrange(len(tree.constituents)))]
    return tree


def trees():
    return [random_tree(Random(seed)) for seed in range(300)]


GAPS = "(ROOT (S (VP (W 0=a) (V 3=d) (NP (X 4=e) (X 6=g))) (V 1=b) (N 2=c) (P 5=f)))"


def test_split_and_merge():
    tree = tree_of(GAPS)
    split = discontinuity.split(tree)
    assert shown(split) == ["VP*1 0", "NP*2 4", "NP*2 6", "VP*1 6", "VP*1 3 4", "S 0 1 2 3 4 5 6"]
    assert discontinuity.merge(split) == tree
    for other in trees():
        parts = discontinuity.split(other)
        assert not parts.discontinuous and discontinuity.merge(parts) == other
    with pytest.raises(tw.InputError, match="seen the label 'A\\*1', expected none that looks like that of a block"):
        discontinuity.split(tree_of("(ROOT (A*1 (X 0=a)))"))


def test_parts_that_lie_apart_stay_apart():
    tree = tree_of("(ROOT (S (VP*1 (W 0=a))) (VP*1 (V 1=b)))")
    assert shown(discontinuity.merge(tree)) == ["VP 0", "S 0", "VP 1"]


def test_raise():
    raised, count = discontinuity.raise_gaps(tree_of(GAPS))
    assert shown(raised) == ["NP 4", "VP 3 4", "S 0 1 2 3 4 5 6"] and count == 2  # a, and g, which went up twice
    tree = tree_of(GAPS)
    tree.tokens[0].edge = "HD"
    assert shown(discontinuity.raise_gaps(tree)[0]) == ["VP 0", "NP 4", "S 0 1 2 3 4 5 6"]
    for other in trees():
        changed, count = discontinuity.raise_gaps(other)
        assert not changed.discontinuous and len(changed.constituents) == len(other.constituents)
        assert (count > 0) == other.discontinuous and (count > 0 or changed == other)


def test_unary_chains():
    tree = tree_of("(ROOT (S (VP (NP (X 0=a))) (X 1=b)))")
    joined = unary_chains.collapse(tree)
    assert shown(joined) == ["VP@NP 0", "S 0 1"] and unary_chains.expand(joined) == tree
    for other in trees():
        joined = unary_chains.collapse(other)
        covered = [tuple(tokens) for tokens in joined.yields()[1:]]
        assert len(set(covered)) == len(covered)
        back = unary_chains.expand(joined)
        assert back.brackets() == other.brackets() and facts(back) == facts(other)
        assert unary_chains.expanded_brackets(joined.brackets()) == other.brackets()


def facts(tree):
    nodes = zip(tree.constituents[1:], tree.yields()[1:], strict=True)
    return sorted((node.label, node.edge, covered) for node, covered in nodes), [token.edge for token in tree.tokens]


def test_root():
    assert root_label.with_top(tree_of("(ROOT (S (X 0=a)) (X 1=b))")) == [("S", (0,)), ("ROOT", (0, 1))]
    assert root_label.with_top(tree_of("(ROOT (S (X 0=a)))")) == [("S", (0,))]
    assert root_label.with_top(tree_of("(ROOT (X 0=a))")) == [("ROOT", (0,))]
    for tree in [*trees(), tree_of("(ROOT (ROOT (X 0=a)))")]:
        top = root_label.with_top(tree)
        assert len(top[-1][1]) == len(tree.tokens) and root_label.without_top(top, len(tree.tokens)) == tree.brackets()


def test_punctuation():
    tree = tree_of("(ROOT (S (NP (N 0=a) (N 2=c)) (V 4=d)) (, 1=,) (, 3=,) (. 5=.))")
    moved = punctuation.moved(tree)
    assert shown(moved) == ["NP 0 1 2", "S 0 1 2 3 4"] and tree.discontinuous and not moved.discontinuous
    assert punctuation.arranged(tree, "keep") is tree and punctuation.arranged(tree, "move") == moved
    without, gone = punctuation.removed(tree)
    assert shown(without) == ["NP 0 1", "S 0 1 2"] and [i for i, _ in gone] == [1, 3, 5]
    assert punctuation.inserted(without, gone).brackets() == moved.brackets()
    assert punctuation.removed(tree_of("(ROOT (S (. 0=.)))"))[1] == []  # something must be left
    assert punctuation.is_punctuation(Token("...")) and not punctuation.is_punctuation(Token("%", "NN"))
    for other in trees():
        moved = punctuation.moved(other)
        assert max(map(len, gaps(moved)), default=0) <= max(map(len, gaps(other)), default=0)
        without, gone = punctuation.removed(other)
        assert len(punctuation.inserted(without, gone).tokens) == len(other.tokens)


def gaps(tree):
    return [discontinuity.blocks(covered)[1:] for covered in tree.yields()]


def test_function_tags():
    tree = tree_of("( (S (NP-SBJ-1 (X a)) (NP=2 (X b)) (VP-A=2 (-NONE- *)) (-X- (X c))))")
    split = function_tags.split_functions(tree)
    assert [(node.label, node.edge) for node in split.constituents[2:]] == [
        ("NP", "SBJ-1"), ("NP", "=2"), ("VP", "A=2"), ("-X-", ""),
    ]  # fmt: skip
    assert function_tags.join_functions(split) == tree


@pytest.mark.skipif(not DATA.exists(), reason="no treebanks in ../shared/data/disco")
@pytest.mark.parametrize("name", ["wsj-sample", "alpino-sample"])
def test_real_trees(name):
    """Everything that can be undone is, on all trees; both formats have the same trees; bytes come back."""
    from treewright.treebank import formats

    for part in ("dev", "test", "train"):
        export, brackets = DATA / name / f"{part}.export", DATA / name / f"{part}.discbracket"
        sentences = list(tw.read(export))
        assert b"".join(formats.encoded(sentences, "export")) == export.read_bytes()
        others = list(tw.read(brackets))
        assert b"".join(formats.encoded(others, "discbracket")) == brackets.read_bytes()
        for one, other in zip(sentences, others, strict=True):
            tree = one.tree
            assert tree.brackets() == other.tree.brackets()
            words = [[(token.form, token.tag) for token in some.tokens] for some in (tree, other.tree)]
            assert words[0] == words[1]
            assert discontinuity.merge(discontinuity.split(tree)) == tree
            assert facts(unary_chains.expand(unary_chains.collapse(tree))) == facts(tree)
            top = root_label.with_top(tree)
            assert root_label.without_top(top, len(tree.tokens)) == tree.brackets()
            assert one.with_brackets(tree.brackets()).tree.brackets() == tree.brackets()
