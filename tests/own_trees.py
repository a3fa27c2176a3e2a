"""Constituency trees of our own invention: ten that a parser can learn by heart, and random ones."""

import random
from pathlib import Path

import treewright as tw
from treewright.conformance.constituent_trees import random_shape
from treewright.treebank.constituency_tree import ConstituencyTree, Token
from treewright.treebank.tree_sentence import TreeSentence

TEN = Path(__file__).parent / "fixtures" / "ten_trees.discbracket"
TAGS, FORMS, LABELS = ("NN", "VB", "IN", "DT", "JJ"), "abcdefghij", ("NP", "VP", "S", "PP")


def ten_trees() -> list[TreeSentence]:
    """Ten trees, most with gaps; one has one token, one a root with several children."""
    return [one for one in tw.read(TEN, format="discbracket") if isinstance(one, TreeSentence)]


def random_tree(rng: random.Random, size: int, gaps: float = 0.3) -> TreeSentence:
    """A tree of so many tokens whose labels and gaps mean nothing."""
    tokens = [Token(rng.choice(FORMS), rng.choice(TAGS)) for _ in range(size)]
    shape = sorted(random_shape(size, rng, gaps), key=sorted)
    brackets = [(rng.choice(LABELS), tuple(sorted(covered))) for covered in shape]
    return TreeSentence(ConstituencyTree.from_brackets(tokens, brackets))


def brackets(sentence: TreeSentence) -> list[tuple[str, tuple[int, ...]]]:
    """Label and tokens of its constituents."""
    return sentence.tree.brackets()
