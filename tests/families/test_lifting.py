"""Lifting as a transform: labels in numbers, and what is encoded in flat columns is decoded again."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.families import DependencyTrees, Prediction
from treewright.families.lifting import Lifting
from treewright.treebank.projectivity import crossed_arcs, is_projective
from treewright.treebank.pseudo_projective import ENCODINGS, decode, encode
from treewright.treebank.sentence import Sentence

# the sentence of Nivre and Nilsson (2005), as in tests/treebank/test_pseudo_projective.py
CZECH = [5, 1, 0, 5, 3, 3, 6, 3]
CZECH_LABELS = ["AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv", "AuxK"]


def sentence(heads: list[int], labels: list[str | None]) -> Sentence:
    return Sentence.from_words([{"form": "w"}] * len(heads)).with_tree(heads, labels)


def test_labels_in_numbers() -> None:
    odd = [f"{label}|↑+{label}" if label else None for label in CZECH_LABELS]  # nothing in a label can be taken for a mark
    given = [sentence([2, 0], ["x", "y"]), sentence(CZECH, odd)]
    names = sorted({label for s in given for label in s.labels if label})
    for encoding, more in (("head", 1), ("path", 2), ("head+path", 2)):
        lifted, changed = Lifting.of(encoding, given, names)
        assert lifted.plain == len(names) and len(lifted) == len(names) + more and list(changed) == [1]
        heads, numbers = changed[1]
        assert is_projective(heads) and max(numbers) >= lifted.plain
        assert lifted.undo(heads, numbers) == (CZECH, [names.index(label) for label in odd])
        again = Lifting(encoding, lifted.plain, lifted.rows())
        assert again.labels == lifted.labels and again.undo(heads, numbers) == lifted.undo(heads, numbers)
        plain = [2, 0], [0, -1]
        assert lifted.undo(*plain) == plain
        lifted.makes = lambda word, head: abs(word - head) <= 3
        assert lifted.undo(heads, numbers)[0] == heads  # the right head is four words away
    for row in ([9, 1, 0, 0], [0, 1, 9, 0], [0, 0, 0, 0], [-1, 1, 0, 0]):
        with pytest.raises(ValueError, match="expected marks on labels from 0 to 2"):
            Lifting("head", 3, [row])


def test_labels_of_several_parsers() -> None:
    one = Lifting("head+path", 2, [(0, 1, 1, 0), (1, 0, -1, 1)])
    other = Lifting("head+path", 2, [(1, 1, 0, 0), (0, 1, 1, 1)])
    union = Lifting.union([one, other], [[0, 1], [1, 2]], 3)
    assert union.rows() == [[0, 1, 1, 0], [1, 0, -1, 1], [2, 1, 1, 0], [1, 1, 2, 1]]
    assert Lifting.union([one, one], [[0, 1], [0, 1]], 2).rows() == one.rows()


@st.composite
def treebanks(draw: st.DrawFn) -> list[Sentence]:
    """Some sentences, a few of them empty, with any trees and labels; some labels are unknown."""
    found = []
    for size in draw(st.lists(st.integers(0, 9), min_size=1, max_size=5)):
        heads = [0] * size
        order = draw(st.permutations(range(1, size + 1)))
        for at, word in enumerate(order[1:], 1):
            heads[word - 1] = order[draw(st.integers(0, at - 1))]
        found.append(sentence(heads, draw(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=size, max_size=size))))
    return [*found, sentence([0, 1, 1], ["a", "b", "c"])]


@given(treebanks(), st.sampled_from(ENCODINGS))
def test_columns_are_encoded_and_decoded_as_single_trees_are(treebank: list[Sentence], encoding: str) -> None:
    family = DependencyTrees()
    alphabets = family.alphabets(treebank)
    lifting, trees = Lifting.of(encoding, treebank, alphabets.labels)
    lifted = lifting.encode(family.gold(treebank, alphabets), treebank, trees)
    assert sorted(trees) == [at for at, s in enumerate(treebank) if crossed_arcs(list(s.heads))]
    decoded = Prediction(lifted.heads.copy(), lifted.labels.copy())
    lifting.decode(decoded, treebank)
    start = 0
    for one in treebank:
        stop = start + one.size
        assert is_projective(lifted.heads[start:stop].tolist())
        heads, labels = encode(encoding, list(one.heads), list(one.labels))
        assert lifted.heads[start:stop].tolist() == heads
        assert decoded.heads[start:stop].tolist() == decode(encoding, heads, labels)
        plain = [None if label is None else label.label for label in labels]  # lost if it needs an unknown one
        assert [alphabets.labels[n] if n >= 0 else None for n in decoded.labels[start:stop]] == plain
        start = stop


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_given_is_not_moved(encoding: str) -> None:
    treebank = [sentence([2, 0], ["AuxP", "Sb"]), sentence(CZECH, CZECH_LABELS)]
    family = DependencyTrees()
    alphabets = family.alphabets(treebank)
    lifting, trees = Lifting.of(encoding, treebank, alphabets.labels)
    lifted = lifting.encode(family.gold(treebank, alphabets), treebank, trees)

    class Fixed:
        @staticmethod
        def may_move(word: int, old: int, new: int) -> bool:
            return False

    for givens, heads in ((None, CZECH), ([None, None], CZECH), ([None, Fixed()], lifted.heads[2:].tolist())):
        decoded = Prediction(lifted.heads.copy(), lifted.labels.copy())
        lifting.decode(decoded, treebank, givens)  # type: ignore[arg-type]
        assert decoded.heads.tolist() == [2, 0, *heads]
        assert int(numpy.max(decoded.labels)) < lifting.plain
