"""Trees for tests of drawings."""

from hypothesis import strategies as st

from treewright.treebank import Sentence, Word


def sentence(heads, forms=None, labels=None):
    n = len(heads)
    forms = forms or [f"w{i}" for i in range(1, n + 1)]
    labels = labels or ["root" if h == 0 else "dep" for h in heads]
    columns = zip(forms, heads, labels, strict=True)
    return Sentence.from_words([Word(form=f, upos="X", head=h, deprel=label) for f, h, label in columns])


@st.composite
def trees(draw):
    """Any tree with one root, projective or not: words are attached in a random order to one that is there."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 14)) + 1)))
    heads = [0] * len(order)
    for i in range(1, len(order)):
        heads[order[i] - 1] = order[draw(st.integers(0, i - 1))]
    return heads
