"""Greedy is a beam of one; an unlimited beam finds the best tree of all; n-best trees are sorted and distinct."""

import random

import pytest
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.features import extraction_of
from treewright.search import Beam, Greedy, TransitionClasses
from treewright.treebank.dependency_tree import is_tree, problem_of

FORMS = ["saw", "the", "oak", "old", "quickly"]
TAGS = ["NOUN", "VERB", "DET", "ADJ"]


def trained(system, root, **settings):
    parser = tw.Parser(system=system, root=root, **{"beam": 4, "strategy": "laso", "epochs": 3, **settings})
    parser.train(own_sentences(6))
    return parser


def made(cls, parser, *size):
    scorer = parser.make_scorer(parser.model, extraction_of(parser.features))
    return cls(parser.system, scorer, parser.transition_classes(), *size)


def sentences(count, longest, seed=3):
    rng = random.Random(seed)
    for _ in range(count):
        words = [{"form": rng.choice(FORMS), "upos": rng.choice(TAGS)} for _ in range(rng.randint(1, longest))]
        yield tw.Sentence.from_words(words)


# easy-first has a search of its own
SYSTEMS = pytest.mark.parametrize("system", [name for name, cls in DEPENDENCY_SYSTEMS.items() if not cls.search])
ROOTS = pytest.mark.parametrize("root", ["first", "last"])


@SYSTEMS
@ROOTS
@pytest.mark.parametrize("labels", ["joint", "second", "none"])
def test_greedy_is_a_beam_of_one(system, root, labels):
    parser = trained(system, root, labels=labels)
    greedy, one = made(Greedy, parser), made(Beam, parser, 1)
    for sentence in [*own_sentences(10), *sentences(10, 20)]:
        assert greedy.parse(sentence) == one.parse(sentence)
        assert greedy.best(sentence, 5) == one.best(sentence, 5)


def longest(system, size):
    """So many words, or fewer where there are many more paths to one tree: words change places, are passed, or lie twice."""
    fewer = {"projective": 0, "all": 1, "many": 2, "2-planar": 2}[DEPENDENCY_SYSTEMS[system].reaches]
    return size - fewer - ("covington" in system)


def all_paths(parser, sentence):
    """Every complete path as (score, heads, labels), by following each valid transition from each configuration.

    The score of a transition is what a beam of one pays for it when all others are forbidden.
    """
    system, only = parser.system, Only.of(parser)
    c = system.initial(len(sentence))
    labels = range(len(parser.labels)) if parser.labels else [0]
    todo = [(c.snapshot(), ())]
    while todo:
        here, path = todo.pop()
        c.restore(here)
        if system.final(c):
            yield only.score(sentence, path), *system.tree(c)
            continue
        for kind in system.valid(c):
            for label in labels if system.kinds[kind] in system.labelled else [0]:
                c.restore(here)
                system.step(c, kind, label)
                todo.append((c.snapshot(), (*path, kind)))


class Only(tw.TransitionSystem):
    """A system that allows one path: the transitions of another system, one after another."""

    kinds = labelled = ("shift",)
    base = None
    path = ()

    @classmethod
    def of(cls, parser):
        base = parser.system
        kind = type("OnlyThis", (cls,), {"kinds": base.kinds, "labelled": base.labelled, "base": base})
        system = kind(root=base.root, single_root=base.single_root)
        classes = TransitionClasses(system, len(parser.labels), parser.settings["classifier"]["labels"])
        system.searching = Greedy(system, parser.model.scorer(extraction_of(parser.features)), classes)
        return system

    def score(self, sentence, path):
        self.path = path
        return self.searching.parse(sentence)[2]

    def is_valid(self, c, kind):
        return len(c.path()) < len(self.path) and self.path[len(c.path())] == kind

    def apply(self, c, kind, label):
        base = type(self.base).__name__.removesuffix("Partial").removesuffix("Span")  # these do the same
        APPLY[self.kinds[kind], base](c, label)

    def is_final(self, c):
        return len(c.path()) == len(self.path)


def left_from_buffer(c, label):
    c.add_arc(c.next(), c.pop(), label)


def right_eager(c, label):
    c.add_arc(c.top(), c.next(), label)
    c.shift()


def left_over_headed(c, label):
    while c.top_has_head():
        c.pop()
    left_from_buffer(c, label)


def right_over(skipped):
    def right(c, label):
        for _ in range(skipped):
            c.pop()
        right_eager(c, label)

    return right


def right_from_second(c, label):
    dependent = c.pop()
    c.add_arc(c.top(), dependent, label)


def left_to_second(c, label):
    c.add_arc(c.top(), c.pop_second(), label)


def next_to(c, head, label):
    """What left, left2 and left3 of DeSR do."""
    c.add_arc(head, c.pop_next(), label)
    c.put_back()


def right2(c, label):
    c.add_arc(c.next(), c.pop_second(), label)
    c.put_back()


def right3(c, label):
    c.add_arc(c.next(), c.pop_third(), label)
    c.put_back()
    c.put_back()


def right_temporary(c, label):
    c.add_temporary_arc(c.top(), c.next())
    c.shift()


def left_then_aside(c, label):
    c.add_arc(c.next(), c.top(), label)
    c.set_aside()


def right_then_aside(c, label):
    c.add_arc(c.top(), c.next(), label)
    c.set_aside()


def left_over_aside(c, label):
    left_from_buffer(c, label)
    c.drop_aside()


def right_over_aside(c, label):
    c.drop_aside()
    right_eager(c, label)


def shift_all(c, label):
    c.take_all_back()
    c.shift()


APPLY = {
    **{
        ("shift", name): lambda c, label: c.shift()
        for name in ("ArcEager", "ArcSwift", "ArcHybrid", "ArcStandard", "NonMonotonicArcEager", "Swap", "ArcHybridSwap")
    },
    ("left-arc", "ArcEager"): left_from_buffer,
    ("right-arc", "ArcEager"): right_eager,
    ("reduce", "ArcEager"): lambda c, label: c.pop(),
    ("left-arc", "ArcSwift"): left_over_headed,
    **{(f"right-arc-{k}", "ArcSwift"): right_over(k - 1) for k in range(1, 11)},
    ("left-arc", "ArcHybrid"): left_from_buffer,
    ("right-arc", "ArcHybrid"): right_from_second,
    ("reduce", "ArcHybrid"): lambda c, label: c.pop(),  # partial systems only
    ("left-arc", "ArcStandard"): left_to_second,
    ("right-arc", "ArcStandard"): right_from_second,
    ("left-arc", "Swap"): left_to_second,
    ("right-arc", "Swap"): right_from_second,
    ("swap", "Swap"): lambda c, label: c.put_back_second(),
    ("left-arc", "ArcHybridSwap"): left_from_buffer,
    ("right-arc", "ArcHybridSwap"): right_from_second,
    ("swap", "ArcHybridSwap"): lambda c, label: c.put_behind_next(),
    ("shift", "TwoPlanar"): lambda c, label: c.shift_to_both(),
    ("left-arc", "TwoPlanar"): lambda c, label: c.add_arc_in_both(c.next(), c.top(), label),
    ("right-arc", "TwoPlanar"): lambda c, label: c.add_arc_in_both(c.top(), c.next(), label),
    ("reduce", "TwoPlanar"): lambda c, label: c.pop(),
    ("switch", "TwoPlanar"): lambda c, label: c.exchange_stacks(),
    ("shift", "Attardi"): lambda c, label: c.shift(),
    ("right", "Attardi"): left_from_buffer,
    ("left", "Attardi"): lambda c, label: next_to(c, c.top(), label),
    ("right2", "Attardi"): right2,
    ("left2", "Attardi"): lambda c, label: next_to(c, c.second(), label),
    ("right3", "Attardi"): right3,
    ("left3", "Attardi"): lambda c, label: next_to(c, c.third(), label),
    ("extract", "Attardi"): lambda c, label: (c.set_aside_second(), c.shift()),
    ("insert", "Attardi"): lambda c, label: c.take_back(),
    ("no-arc", "Covington"): lambda c, label: c.set_aside(),
    ("left-arc", "Covington"): left_then_aside,
    ("right-arc", "Covington"): right_then_aside,
    ("shift", "Covington"): shift_all,
    ("no-arc", "CovingtonProjective"): lambda c, label: c.set_aside(),
    ("left-arc", "CovingtonProjective"): left_over_aside,
    ("right-arc", "CovingtonProjective"): right_over_aside,
    ("shift", "CovingtonProjective"): shift_all,
    ("left-arc", "NonMonotonicArcEager"): left_from_buffer,
    ("right-arc", "NonMonotonicArcEager"): right_temporary,
    ("reduce", "NonMonotonicArcEager"): right_from_second,
}


@SYSTEMS
@ROOTS
def test_an_unlimited_beam_finds_the_best_tree_of_all(system, root):
    parser = trained(system, root, labels="none", tied=False)  # steps that share weights are in test_steps.py
    unlimited = made(Beam, parser, 0)
    for sentence in sentences(6, longest(system, 4)):
        paths = list(all_paths(parser, sentence))
        best = max(score for score, _, _ in paths)
        heads, _, score = unlimited.parse(sentence)
        assert score == pytest.approx(best, abs=1e-3)
        assert any(h == heads and s == pytest.approx(best, abs=1e-3) for s, h, _ in paths)
        found = unlimited.best(sentence, 10_000)
        assert {tuple(entry[1]) for entry in found} == {tuple(h) for _, h, _ in paths}  # every tree there is
        for value, tree, _ in found:
            assert value == pytest.approx(max(s for s, h, _ in paths if h == tree), abs=1e-3)


@SYSTEMS
@ROOTS
def test_no_beam_is_better_than_an_unlimited_one(system, root):
    parser = trained(system, root, labels="none")
    for sentence in sentences(8, longest(system, 5) - (system == "two-planar")):
        best = made(Beam, parser, 0).parse(sentence)[2]
        for size in (1, 2, 4, 8, 64, 512):
            assert made(Beam, parser, size).parse(sentence)[2] <= best + 1e-4
        assert made(Beam, parser, 4096).parse(sentence)[2] == pytest.approx(best)


@SYSTEMS
@ROOTS
@pytest.mark.parametrize("labels", ["joint", "second", "none"])
def test_best_trees_are_sorted_and_distinct(system, root, labels):
    parser = trained(system, root, labels=labels)
    search = made(Beam, parser, 16)
    for sentence in [*own_sentences(4), *sentences(6, 12)]:
        found = search.best(sentence, 10)
        scores = [score for score, _, _ in found]
        assert scores == sorted(scores, reverse=True) and 1 <= len(found) <= 10
        assert len({(tuple(heads), tuple(numbers)) for _, heads, numbers in found}) == len(found)
        assert all(problem_of(heads) is None if parser.system.partial else is_tree(heads) for _, heads, _ in found)
        heads, numbers, score = search.parse(sentence)
        assert found[0] == (score, heads, numbers)


def test_nbest_of_a_parser():
    parser = trained("arc-eager", "last")
    sentence = own_sentences(1)[0]
    found = parser.nbest(sentence, 2)
    assert len(found) == 2 and found[0][1].source == parser(sentence).source
    assert [score for score, _ in found] == sorted((score for score, _ in found), reverse=True)
    assert parser.nbest(tw.Sentence.from_words([]), 3) == []


def test_a_trained_parser_with_another_beam(tmp_path):
    parser = trained("arc-hybrid", "first")
    parser.save(tmp_path / "m.tw")
    wide, greedy = tw.load(tmp_path / "m.tw", beam=32), tw.load(tmp_path / "m.tw", beam=1)
    assert isinstance(greedy.new_search(), Greedy)
    assert isinstance(wide.new_search(), Beam) and wide.new_search().beam == 32
