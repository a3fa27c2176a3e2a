"""Parsing under constraints: every one of them is honoured, whatever the model says."""

from __future__ import annotations

import pickle
import random
import sys
from functools import cache
from pathlib import Path

import pytest
from random_trees import random_constraints, random_tree

import treewright
from treewright import Parser, Sentence
from treewright.arrays import ints
from treewright.constraints import Constraints
from treewright.constraints.arc_check import ArcCheck
from treewright.constraints.given import Given
from treewright.errors import InputError, SettingsError
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Report, read
from treewright.treebank.dependency_tree import is_tree, roots
from treewright.treebank.projectivity import is_projective

sys.path.insert(0, str(Path(__file__).parents[1] / "oracles"))
from plain_covington import PlainCovington

from tools.oracles.brute_force import System

TINY = Path(treewright.__file__).parent / "data" / "tiny"
SYSTEMS = [
    name
    for name, system in TRANSITION_SYSTEMS.items()
    if not system.partial and not system.search and ORACLES[name].exact and system.reaches == "projective"
]
ROOTED = pytest.mark.parametrize(
    ("system", "root", "single_root"),
    [
        (system, root, single_root)
        for system in SYSTEMS
        for root in TRANSITION_SYSTEMS[system].roots
        for single_root in (True, False)
        if single_root or root != "none"
    ],
)
PARTIAL = [name for name, system in TRANSITION_SYSTEMS.items() if system.partial]


@cache
def train_sentences():
    return list(read(TINY / "train.conllu", trees="required"))[:25]


@cache
def parser_of(system, root="last", single_root=True, beam=1, labels="joint"):
    """A parser that has seen little: it is wrong often."""
    more = {"preset": "panparser", "epochs": 1}
    parser = Parser(system=system, root=root, single_root=single_root, beam=beam, labels=labels, **more)
    sentences = train_sentences()
    if system in PARTIAL:  # it is to learn that words may be left alone
        blank = [[None if i % 3 == 0 else head for i, head in enumerate(s.heads)] for s in sentences]
        sentences = [s.with_tree(heads, s.labels) for s, heads in zip(sentences, blank, strict=True)]
    parser.train(sentences)
    return parser


def sentence_of(n, rng):
    return Sentence.from_words([f"w{rng.randint(0, 9)}" for _ in range(n)])


def is_right(heads, single_root):
    return is_projective(heads) and (is_tree(heads) if single_root else bool(roots(heads)))


@pytest.mark.parametrize("beam", [1, 4])
@ROOTED
def test_given_heads_are_kept(system, root, single_root, beam):
    parser, rng = parser_of(system, root, single_root, beam), random.Random(1)
    changed = 0
    for _ in range(60):
        n = rng.randint(1, 14)
        gold, share = random_tree(n, rng), rng.choice((0.1, 0.3, 0.5, 0.9))
        given = [head if rng.random() < share else -1 for head in gold]
        free = sentence_of(n, rng)
        heads = list(parser(free.with_tree(given, [None] * n), keep="heads").heads)
        assert all(g in (-1, h) for g, h in zip(given, heads, strict=True)), (gold, given, heads)
        assert is_right(heads, single_root)
        changed += list(parser(free).heads) != heads
    assert changed > 20  # the model alone says something else


@pytest.mark.parametrize("beam", [1, 3])
@ROOTED
def test_all_other_constraints_are_honoured(system, root, single_root, beam):
    parser, rng = parser_of(system, root, single_root, beam), random.Random(2)
    for _ in range(60):
        n = rng.randint(1, 11)
        gold = random_tree(n, rng)
        constraints = random_constraints(gold, rng)
        heads = list(parser(sentence_of(n, rng), constraints=constraints).heads)
        assert is_right(heads, single_root)
        assert [str(c) for c in constraints if not c.holds(heads)] == [], (gold, heads)


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("system", PARTIAL)
def test_partial_systems_honour_constraints_too(system, root, single_root, beam):
    """What they leave without a head can still be completed: nothing that they do clashes with what is given."""
    parser, rng, check = parser_of(system, root, single_root, beam), random.Random(7), ArcCheck()
    empty = 0
    for _ in range(60):
        n = rng.randint(1, 12)
        gold = random_tree(n, rng)
        given = [head if rng.random() < 0.3 else -1 for head in gold]
        kept = [label if head >= 0 else None for head, label in zip(given, ["own"] * n, strict=True)]
        parsed = parser(sentence_of(n, rng).with_tree(given, kept), keep="all")
        heads = list(parsed.heads)
        assert all(g in (-1, h) for g, h in zip(given, heads, strict=True)), (given, heads)
        assert all(g < 0 or label == "own" for g, label in zip(given, parsed.labels, strict=True))
        assert check.fits(ints(heads), n, single_root), (given, heads)
        empty += heads.count(-1)
        constraints = Constraints(c for c in random_constraints(gold, rng) if c.kind not in ("subtree", "span"))
        heads = list(parser(sentence_of(n, rng), constraints=constraints).heads)
        assert [str(c) for c in constraints if not c.holds(heads)] == [], (gold, heads)
        assert check.fits(ints(heads), n, single_root)
    assert empty
    with pytest.raises(SettingsError, match="cannot satisfy spans"):
        parser(["a", "b"], constraints=Constraints().span(1, 2))


def outcomes(system: System):
    """From each configuration, all trees that complete derivations lead to."""

    @cache
    def trees(state):
        if system.final(state):
            return frozenset([state.heads])
        return frozenset().union(*(trees(system.step(state, kind)) for kind in system.valid(state)))

    return trees


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_filter_takes_away_nothing_else(name, root, single_root):
    """A transition is allowed if and only if a tree that honours all constraints can still be reached (brute force)."""
    plain = (PlainCovington if "covington" in name else System)(name, root, single_root)
    parser, trees, rng = Parser(system=name, root=root, single_root=single_root), outcomes(plain), random.Random(3)
    missed = allowed = 0
    for _ in range(40):
        n = rng.randint(2, 4)
        constraints = random_constraints(random_tree(n, rng), rng)
        right = {heads for heads in trees(plain.initial(n)) if all(c.holds(heads) for c in constraints)}
        filter = parser.make_constraint_filter()
        filter.take(Given.of(constraints, n, {}))
        c = parser.system.initial(n)
        todo = [(c.snapshot(), plain.initial(n))]
        while todo:
            here, state = todo.pop()
            if plain.final(state):
                assert state.heads in right
                continue
            c.restore(here)
            found = [plain.kinds[kind] for kind in filter.kinds(c)]
            expected = [kind for kind in plain.valid(state) if trees(plain.step(state, kind)) & right]
            assert set(found) <= set(expected) and found
            missed += len(expected) - len(found)
            allowed += len(found)
            for kind in found:
                c.restore(here)
                parser.system.step(c, plain.kinds.index(kind))
                todo.append((c.snapshot(), plain.step(state, kind)))
    assert missed == 0 and allowed > 500


@pytest.mark.parametrize("labels", ["joint", "second", "none"])
@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("system", SYSTEMS)
def test_given_labels_are_kept(system, beam, labels):
    if labels == "none":
        parser = parser_of(system, beam=beam, labels="none")
    else:
        parser = parser_of(system, beam=beam, labels=labels)
    rng = random.Random(4)
    known = sorted({label for sentence in train_sentences() for label in sentence.labels})
    for keep in ("labels", "all"):
        for _ in range(30):
            n = rng.randint(1, 8)
            gold = random_tree(n, rng)
            given = [head if rng.random() < 0.4 else -1 for head in gold]
            names = [rng.choice([None, None, "never:seen", *known[:6]]) for _ in range(n)]
            sentence = sentence_of(n, rng).with_tree(given, names)
            parsed = parser(sentence, keep=keep)
            assert all(name in (None, label) for name, label in zip(names, parsed.labels, strict=True))
            if keep == "all":
                assert all(g in (-1, h) for g, h in zip(given, parsed.heads, strict=True))
            best = parser.nbest(sentence, 3, keep=keep)
            assert best[0][1] == parsed
            for _, tree in best:
                assert all(name in (None, label) for name, label in zip(names, tree.labels, strict=True))


def test_labels_of_constraints_are_written():
    parser = parser_of("arc-eager")
    parsed = parser(["a", "b", "c"], constraints=Constraints().head(1, 3, "nsubj").label(2, "own:label"))
    assert parsed.labels[:2] == ["nsubj", "own:label"] and parsed.heads[0] == 3


def test_a_sentence_without_anything_given_is_parsed_freely():
    parser = parser_of("arc-hybrid", beam=4)
    for sentence in read(TINY / "test.conllu"):
        free = sentence.with_tree([None] * len(sentence), [None] * len(sentence))
        assert parser(free, keep="all") == parser(free)
        assert parser(sentence) == parser(sentence, constraints=Constraints())


def test_a_whole_tree_comes_out_as_it_went_in():
    parser = parser_of("arc-standard", root="first")
    gold = [sentence for sentence in read(TINY / "test.conllu") if is_projective(list(sentence.heads))]
    assert list(parser.pipe(gold, keep="all", threads=2)) == gold
    assert b"".join(parser.parse_bytes(gold, keep="all")) == b"".join(s.source + b"\n" for s in gold)


CROSSING = Sentence.from_words(["a", "b", "c", "d"]).with_tree([3, 4, 0, 3], [None] * 4)


def test_a_conflict_stops_is_skipped_or_relaxed():
    parser, good = parser_of("arc-eager"), Sentence.from_words(["x", "y"])
    with pytest.raises(InputError, match=r"arcs that cross: the head of word 1 'a' is 3 \(line 1\).*word 2 'b' is 4"):
        list(parser.pipe([good, CROSSING], keep="heads"))
    report = Report()
    assert len(list(parser.pipe([good, CROSSING, good], keep="heads", on_conflict="skip", report=report))) == 2
    assert report.skipped == 1 and "sentence skipped" in str(report)
    report = Report()
    _, relaxed = parser.pipe([good, CROSSING], keep="heads", on_conflict="relax", report=report)
    assert sum(a == b for a, b in zip(relaxed.heads, CROSSING.heads, strict=True)) == 3
    assert is_tree(list(relaxed.heads)) and "dropped that the head of word" in str(report)
    with pytest.raises(SettingsError, match="on_conflict"):
        list(parser.pipe([good], keep="heads", on_conflict="maybe"))
    with pytest.raises(SettingsError, match="keep"):
        parser(good, keep="arcs")


def test_two_labels_of_one_word_clash_like_other_constraints():
    parser, words = parser_of("arc-eager"), ["a", "b", "c"]
    twice = Constraints().head(1, 2, "nsubj").label(1, "nsubj").label(3, "obj")
    assert parser(words, constraints=twice).labels[0] == "nsubj"  # the same label twice is no clash
    for clashing in (twice.label(1, "obl"), Constraints().label(1, "nsubj") + Constraints().label(1, "obl")):
        seen = r"two labels of one word: the label of word 1 'a' is nsubj \(line 1\), the label of word 1 'a' is obl"
        with pytest.raises(InputError, match=seen + r" \(line 1\), expected one label"):
            parser(words, constraints=clashing)
        report = Report()
        (relaxed,) = parser.pipe(
            [Sentence.from_words(words)], constraints=lambda s, given=clashing: given, on_conflict="relax", report=report
        )
        assert relaxed.labels[0] == "nsubj" and "dropped that the label of word 1 'a' is obl" in str(report)
        skipped = parser.pipe([Sentence.from_words(words)], constraints=lambda s, given=clashing: given, on_conflict="skip")
        assert list(skipped) == []
    labelled = Sentence.from_words(words).with_tree([2, 0, 2], ["nsubj", "root", "obj"])
    with pytest.raises(InputError, match=r"two labels of one word: the label of word 3 'c' is obl .* is obj"):
        parser(labelled, keep="labels", constraints=Constraints().label(3, "obl"))
    with pytest.raises(InputError, match="expected a label for a word from 1 to 3"):
        parser(words, constraints=Constraints().label(9, "obl"))


def test_a_conflict_among_other_constraints_names_them():
    parser = parser_of("arc-eager")
    impossible = Constraints().right(3).head(1, 2).no_head(2, 1)
    with pytest.raises(InputError, match="the head of word 3 'c' is on its right") as error:
        parser(["a", "b", "c"], constraints=impossible)
    assert "word 1" not in str(error.value)  # it has no part in it
    with pytest.raises(InputError, match="expected words from 1 to 3"):
        parser(["a", "b", "c"], constraints=Constraints().head(4, 1))


def test_several_roots_are_fine_where_they_are_allowed():
    two = Sentence.from_words(["a", "b"]).with_tree([0, 0], [None, None])
    assert list(parser_of("arc-hybrid", single_root=False)(two, keep="heads").heads) == [0, 0]
    with pytest.raises(InputError, match="two roots"):
        parser_of("arc-hybrid")(two, keep="heads")


def test_constraints_for_a_stream_come_from_a_function():
    parser = parser_of("arc-hybrid")
    sentences = [Sentence.from_words([f"w{i}" for i in range(n)]) for n in (3, 1, 5)]
    parsed = list(parser.pipe(sentences, constraints=lambda s: Constraints().root(len(s)) if len(s) > 1 else None, threads=2))
    assert [roots(list(s.heads)) for s in parsed] == [[3], [1], [5]]


def test_a_plain_python_system_keeps_given_heads():
    sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
    from arc_hybrid_in_python import PlainArcHybrid

    parser = Parser(system=PlainArcHybrid, epochs=1, beam=1)
    parser.train(train_sentences())
    rng = random.Random(5)
    for _ in range(30):
        n = rng.randint(1, 9)
        given = [head if rng.random() < 0.5 else -1 for head in random_tree(n, rng)]
        heads = parser(sentence_of(n, rng).with_tree(given, [None] * n), keep="heads").heads
        assert all(g in (-1, h) for g, h in zip(given, heads, strict=True))
    test = list(read(TINY / "test.conllu"))[:20]
    ways = [list(parser.pipe(test, keep="all", on_conflict="relax", threads=threads)) for threads in (1, 2)]
    assert ways[0] == ways[1]  # two threads are two processes here
    with pytest.raises(SettingsError, match="only heads and labels"):
        parser(["a", "b", "c"], constraints=Constraints().left(3))


def test_a_system_without_an_oracle_says_so():
    sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
    from arc_hybrid_in_python import PlainArcHybrid

    class WithoutOracle(PlainArcHybrid):
        oracle = None

    parser = Parser(system=WithoutOracle, epochs=1, beam=1)
    with pytest.raises(SettingsError, match="no dynamic oracle"):
        parser(["a"], keep="heads")


def test_long_sentences_are_no_problem():
    parser, rng = parser_of("arc-eager"), random.Random(6)
    gold = random_tree(3000, rng)
    given = [head if rng.random() < 0.5 else -1 for head in gold]
    heads = parser(sentence_of(3000, rng).with_tree(given, [None] * 3000), keep="heads").heads
    assert all(g in (-1, h) for g, h in zip(given, heads, strict=True))
    with pytest.raises(InputError, match="3,000 words"):
        parser(sentence_of(3000, rng), constraints=Constraints().left(5))


def test_given_numbers_that_no_sentence_has_are_refused():
    parser, sentence = parser_of("arc-eager"), Sentence.from_words(["a", "b", "c"])
    count = len(parser.labels)

    def given(heads=(-1, 1, -1), labels=(-1, 0, -2), **more):
        return Given(ints(list(heads)), ints(list(labels)), True, **more)

    assert list(parser.predict([sentence], [given()]).heads)[1] == 1
    for wrong, said in (
        (given(heads=(-1, 4, -1)), "heads with 4, expected -1 to 3"),
        (given(heads=(-2, 1, -1)), "heads with -2, expected -1 to 3"),
        (given(labels=(-1, count, -1)), f"labels with {count}, expected -2 to {count - 1}"),
        (given(labels=(-1, 0)), "labels with 2 numbers, expected 3"),
        (given(fixed=ints([-1, -1, 9])), "fixed with 9, expected -1 to 3"),
        (given(banned=ints([0] * 9)), "banned arcs with 9 numbers, expected 16"),
        (given(spans=[(2, 4, True)]), "spans with 2 to 4, expected words from 1 to 3"),
    ):
        with pytest.raises(SettingsError, match=f"^givens: .*:1: seen {said}$"):
            parser.predict([sentence], [wrong])


def test_what_is_given_for_no_words_can_be_pickled():
    assert pickle.loads(pickle.dumps(Given(ints([])[:0], ints([])[:0], False))).size == 0
