"""Constituency trees for tests of drawings."""

from hypothesis import strategies as st

from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token

# VP has a gap, in which a word and NP are; a word stands outside of all but the root.
GAP = ConstituencyTree(
    [
        Token("What", "WP", parent=2),
        Token("did", "VBD", parent=1),
        Token("coopers", "NNS", parent=3),
        Token("mend", "VB", parent=2),
        Token("?", ".", parent=0),
    ],
    [Constituent("ROOT", -1), Constituent("S", 0), Constituent("VP", 1), Constituent("NP", 1)],
)


@st.composite
def constituency_trees(draw, most=12, label=None, form=None, edge=None):
    """Any tree: some of what has no parent yet is put together, again and again; labels and forms are unique by default."""
    tokens = [Token(draw(form) if form is not None else f"w{i}", "X") for i in range(draw(st.integers(1, most)))]
    constituents = [Constituent("n0", -1)]
    free = [*tokens]
    for number in range(1, draw(st.integers(1, most))):
        constituents.append(Constituent(draw(label) if label is not None else "n" * (number % 5 + 1) + str(number), 0))
        held = draw(st.sets(st.integers(0, len(free) - 1), min_size=1))
        for at in held:
            free[at].parent = number
        free = [constituents[-1], *(node for at, node in enumerate(free) if at not in held)]
    for node in [*tokens, *constituents] if edge is not None else []:
        node.edge = draw(edge)
    return ConstituencyTree(tokens, constituents)


def chain(size):
    """A tree that branches to the right, as deep as it is long."""
    tokens = [Token(f"w{i}", "X", parent=i) for i in range(size)]
    return ConstituencyTree(tokens, [Constituent("S", i - 1) for i in range(size)])


def star(size):
    """A flat tree."""
    return ConstituencyTree([Token(f"w{i}", "X") for i in range(size)])


def ladder(size):
    """Two constituents with half of the words each, by turns."""
    tokens = [Token(f"w{i}", "X", parent=1 + i % 2) for i in range(size)]
    return ConstituencyTree(tokens, [Constituent("ROOT", -1), Constituent("A", 0), Constituent("B", 0)])
