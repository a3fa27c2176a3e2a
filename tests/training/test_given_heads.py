"""Training under constraints: given heads are kept in training as in parsing, and templates may look at them."""

import random
from pathlib import Path

import pytest

import treewright
from treewright import Parser
from treewright.constraints.arc_check import ArcCheck
from treewright.features.extraction import keys_of
from treewright.training.given_heads import GivenHeads
from treewright.treebank import read
from treewright.treebank.projectivity import is_projective

TINY = Path(treewright.__file__).parent / "data" / "tiny"
TRAIN = list(read(TINY / "train.conllu", trees="required"))
DEV = list(read(TINY / "dev.conllu", trees="required"))


def half(sentence, seed):
    """A sentence with about half of its heads, and which words lack one."""
    rng = random.Random(seed)
    known = [rng.random() < 0.5 for _ in sentence.heads]
    heads = [head if keep else None for head, keep in zip(sentence.heads, known, strict=True)]
    return sentence.with_tree(heads, [None] * len(heads)), [i for i, keep in enumerate(known) if not keep]


def accuracy_of_the_rest(parser, sentences, keep="heads"):
    right = total = 0
    for number, sentence in enumerate(sentences):
        blanked, rest = half(sentence, number)
        parsed = parser(blanked, keep=keep, on_conflict="relax")
        right += sum(parsed.heads[i] == sentence.heads[i] for i in rest)
        total += len(rest)
    return 100 * right / total


@pytest.mark.parametrize("settings", [
    {"preset": "fast"}, {"preset": "accurate"}, {"strategy": "max-violation", "beam": 4},
    {"oracle": "static", "beam": 1}, {"system": "arc-standard", "root": "first", "beam": 1}, {"labels": "second", "beam": 1},
    {"system": "arc-hybrid", "threads": 2, "beam": 2},
], ids=str)  # fmt: skip
def test_every_strategy_learns_under_constraints(settings):
    parser = Parser({"training.given_heads": 0.5, "features.options": "given"}, **settings)
    parser.train(TRAIN, epochs=3)
    assert accuracy_of_the_rest(parser, DEV) > 70
    again = Parser({"training.given_heads": 0.5, "features.options": "given"}, **settings)
    again.train(TRAIN, epochs=3)
    assert all(parser(s) == again(s) for s in DEV[:20])  # the same seed, the same parser


def test_what_is_given_changes_with_the_epoch_and_is_always_possible():
    giving, arcs = GivenHeads(0.5, TRAIN, True), ArcCheck()
    assert not all(is_projective(list(s.heads)) for s in TRAIN)  # so that relaxing is tried
    seen = set()
    for epoch in (1, 2):
        giving.begin_epoch(epoch, 1)
        given = [list(giving.given(number).heads) for number in range(len(TRAIN))]
        seen.add(str(given))
        for sentence, heads in zip(TRAIN, given, strict=True):
            assert all(g in (-1, h) for g, h in zip(heads, sentence.heads, strict=True))
            assert arcs.fits(giving.given(TRAIN.index(sentence)).heads, len(sentence), True)
        share = sum(h >= 0 for heads in given for h in heads) / sum(map(len, given))
        assert 0.45 < share < 0.55
    assert len(seen) == 2


def test_templates_see_which_arc_is_given():
    parser = Parser({"features.templates": "given", "features.history": False}, beam=1)
    parser.train(TRAIN[:5], epochs=1)
    search = parser.new_search(constrained=True)
    sentence = treewright.Sentence.from_words(["a", "b", "c"]).with_tree([2, 3, None], [None] * 3)
    preparation = parser.prepared([[sentence]], "heads", None, "stop", None)
    given = next(iter(preparation)).givens[0]

    def keys(given):
        search.constrain(given)
        search.encode(sentence)
        c = parser.system.initial(3)
        parser.system.step(c, 0)
        return set(keys_of(search.scorer.extraction, c))

    assert keys(None) == set() and len(keys(given)) > 3
    assert keys(given) != keys(type(given)(*(list_of(given, [2, -1, -1]))))


def list_of(given, heads):
    from treewright.arrays import ints

    return ints(heads), given.labels, False


def test_the_share_must_be_a_share():
    with pytest.raises(treewright.SettingsError, match="given_heads"):
        Parser({"training.given_heads": 2.0})
