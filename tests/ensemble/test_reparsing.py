"""Reparsing: the best tree of the parsers' votes, by hand and against all trees there are."""

import itertools
import random

import pytest

import treewright as tw
from treewright.ensemble import Reparsing, combine
from treewright.ensemble.reparsing import voted
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import nonprojective_arcs


def sentence(size):
    return tw.Sentence.from_words([f"w{i}" for i in range(1, size + 1)])


def heads_of(predictions, weights=None, **how):
    size = len(predictions[0])
    pairs = [(heads, ["x"] * size) for heads in predictions]
    return list(combine(sentence(size), pairs, weights, **how).heads)


def test_the_majority_decides_word_by_word():
    assert heads_of([[2, 0, 2], [2, 0, 2], [0, 1, 1]]) == [2, 0, 2]
    assert heads_of([[2, 0, 2, 3], [2, 0, 2, 2], [3, 3, 0, 2]]) == [2, 0, 2, 2]


def test_votes_that_would_make_a_cycle():
    # the majority of each word: 1 <- 2, 2 <- 1, 3 <- 0; trees that keep two arcs of weight 2 and one of weight 1 are best
    predictions = [[2, 3, 0], [2, 0, 1], [3, 1, 0], [0, 1, 0]]
    assert heads_of(predictions) in ([2, 3, 0], [3, 1, 0])
    assert heads_of(predictions) == [2, 3, 0]  # the first parser's own tree
    assert heads_of(predictions, [1, 1, 1.5, 1]) == [3, 1, 0]


def test_exactly_one_root_unless_several_are_wanted():
    predictions = [[0, 0, 2], [0, 0, 1]]
    assert heads_of(predictions, single_root=False) == [0, 0, 2]
    assert is_tree(heads_of(predictions))
    assert heads_of([[0, 1, 1], [3, 0, 2], [3, 3, 0]], [2, 2, 3]) == [3, 3, 0]
    votes = [[0, 1, 1], [0, 0, 2], [3, 0, 2]]  # most are for two roots; with one of them, 5 votes remain
    assert heads_of(votes) == [0, 1, 2] and heads_of(votes, [1, 1, 1.5]) == [3, 0, 2]


def test_weights_decide():
    one, other = [2, 0, 2], [0, 1, 2]
    assert heads_of([one, other, other]) == other
    assert heads_of([one, other, other], [2.1, 1, 1]) == one
    assert heads_of([one, other], [0, 1]) == other
    assert heads_of([one, other]) == one  # a tie
    assert heads_of([one, one, other], [0.1, 0.2, 0.3]) == one  # a tie, whatever floats make of it
    assert heads_of([other, one, one], [0.3, 0.1, 0.2]) == other


def test_unknown_heads_give_no_vote():
    assert heads_of([[-1, 0, None], [0, 1, 2], [2, -1, 2]], [1, 0.5, 1]) == [2, 0, 2]
    assert is_tree(heads_of([[None, None, None]]))
    found = heads_of([[-1, 0, -1, -1], [-1, 0, -1, -1]])
    assert is_tree(found) and found[1] == 0 and found == [2, 0, 2, 3]  # nobody knows: short arcs


def test_a_parser_of_weight_0_has_no_say():
    assert heads_of([[2, 0, 2], [2, 0, 1], [2, 0, 2]], [0, 1, 1]) == [2, 0, 1]
    trees = [([0], ["a"]), ([0], ["b"]), ([0], ["a"])]
    assert labels_of(trees, [0, 1, 1]) == ["b"]


def brute_force(size, predictions, weights):
    """The weight of the best tree with one root."""
    best = -1.0
    for heads in itertools.product(range(size + 1), repeat=size):
        if is_tree(heads):
            total = sum(w for p, w in zip(predictions, weights, strict=True) for a, b in zip(heads, p, strict=True) if a == b)
            best = max(best, total)
    return best


def test_no_tree_is_better():
    rng = random.Random(5)
    for _ in range(150):
        size = rng.randint(1, 5)
        trees = [rng.choices(range(-1, size + 1), k=size) for _ in range(3)]  # not even trees
        weights = [rng.choice([1, 1, 2, 0.5]) for _ in trees]
        found = heads_of(trees, weights)
        usable = [[-1 if head == i + 1 else head for i, head in enumerate(heads)] for heads in trees]
        own = sum(w for p, w in zip(usable, weights, strict=True) for a, b in zip(found, p, strict=True) if a == b)
        assert is_tree(found) and own == pytest.approx(brute_force(size, usable, weights))


def labels_of(predictions, weights=None):
    return combine(sentence(len(predictions[0][0])), predictions, weights).labels


def test_labels_are_voted_on_by_those_who_propose_the_arc():
    right, wrong = [2, 0], [0, 1]
    a, b, c = (right, ["det", "root"]), (right, ["case", "root"]), (wrong, ["case", "root"])
    assert labels_of([a, b, c]) == ["det", "root"]  # the third proposes another arc; a tie goes to the first
    assert labels_of([b, a, c]) == ["case", "root"]
    assert labels_of([a, b, c], [1, 1.5, 1]) == ["case", "root"]
    assert labels_of([a, (right, [None, "root"]), b], [1, 5, 2]) == ["case", "root"]
    assert labels_of([a, b, c, c], [0.3, 0.1, 0.2, 0.1]) == ["det", "root"]


def test_an_arc_that_nobody_proposes_is_labelled_by_all():
    # two roots are proposed by all; one of them has to become something else
    predictions = [([0, 0], ["x", "root"]), ([0, 0], ["y", "root"]), ([0, 0], ["y", "root"])]
    found = combine(sentence(2), predictions)
    assert sorted(found.heads) in ([0, 1], [0, 2])
    assert found.labels == ["y", "root"]
    assert labels_of([([-1, 0], [None, None])]) == [None, None]


def test_what_does_not_fit_is_refused():
    with pytest.raises(tw.InputError, match="prediction 2: seen 2 words, expected the 3"):
        combine(sentence(3), [([0, 1, 1], ["x"] * 3), ([0, 1], ["x"] * 2)])
    with pytest.raises(tw.InputError, match="prediction 1: seen head 4, expected at most 3"):
        combine(sentence(3), [([4, 1, 0], ["x"] * 3)])
    with pytest.raises(tw.InputError, match="prediction 1: seen other words"):
        combine(sentence(1), [tw.Sentence.from_words(["other"])])
    for weights, said in (([1], "seen 1, expected 2"), ([1, -1], "seen -1"), ([0, 0], "only 0"), ([1, float("nan")], "nan")):
        with pytest.raises(tw.SettingsError, match=said):
            combine(sentence(1), [([0], ["x"])] * 2, weights)
    with pytest.raises(tw.SettingsError, match="no parsers"):
        Reparsing([])


def test_one_parser_is_itself(parser, test_part):
    one = parser(beam=2)
    alone = b"".join(one.parse_bytes(test_part))
    for ensemble in (Reparsing([one]), Reparsing([one, one, one]), Reparsing([one, parser(beam=1)], [1, 0])):
        assert b"".join(ensemble.parse_bytes(test_part)) == alone
        assert b"".join(ensemble.parse_bytes(test_part * 3, threads=2)) == alone * 3
    assert [s.source for s in Reparsing([one]).pipe(iter(test_part))] == [one(s).source for s in test_part]
    assert Reparsing([parser(beam=1, single_root=False), one], [0, 1]).single_root
    assert Reparsing([one])(test_part[0]).source == one(test_part[0]).source
    assert Reparsing([one]).evaluate(test_part).las == one.evaluate(test_part).las


def test_parsers_of_all_kinds(parser, test_part):
    parsers = [
        parser(beam=2), parser(beam=1, system="arc-hybrid", root="first", labels="second"), parser(beam=1, labels="none"),
    ]  # fmt: skip
    ensemble = Reparsing(parsers, [1, 1, 1])
    outputs = [list(p.pipe(test_part)) for p in parsers]
    changed = 0
    for before, after, *predicted in zip(test_part, ensemble.pipe(test_part), *outputs, strict=True):
        assert is_tree(list(after.heads))
        assert [row.split("\t")[:6] + row.split("\t")[8:] for row in before.rows] == [
            row.split("\t")[:6] + row.split("\t")[8:] for row in after.rows
        ]
        assert after.source == combine(before, predicted).source
        changed += any(list(after.heads) != list(p.heads) for p in predicted)
    assert changed  # they did not agree on everything
    nested = Reparsing([ensemble, parsers[0]])
    assert nested.single_root and not nested.in_python and is_tree(list(nested(test_part[0]).heads))
    assert not Reparsing([parsers[0], parser(beam=1, single_root=False)]).single_root


def test_a_sentence_that_is_too_long_for_votes_gets_the_heaviest_tree():
    """A matrix of votes would take gigabytes."""
    size = 3001
    chain, back = list(range(size)), [*range(2, size + 1), 0]
    cycle = [2, 1, *chain[2:]]
    with pytest.warns(tw.SettingsWarning, match=r"3,001 words on which the parsers disagree.* the tree of parser 2"):
        assert heads_of([chain, back, cycle], [1, 1.5, 2]) == back
    assert heads_of([chain, back, chain]) == chain  # they agree enough
    with pytest.raises(tw.InputError, match=r"seen a sentence of 3,001 words .*expected 3,000 at the most, or a tree from"):
        heads_of([cycle])
    with pytest.raises(tw.InputError, match=r"3,001 words whose given heads no parser keeps, expected 3,000 at the most"):
        voted(size, [(chain, ["x"] * size)] * 2, [1, 1], True, [2, *[-1] * (size - 1)])


def test_a_graph_based_parser_does_not_vote_on_what_is_too_long_for_it(parser, test_part):
    graph, other = tw.Parser(decoder="graph", epochs=1), parser(beam=1)
    graph.train(test_part[:20])
    long = tw.Sentence.from_words(["word"] * 3001)
    mixed = [test_part[0], long, test_part[1]]
    found = list(Reparsing([graph, other], [2, 1]).pipe(mixed))
    assert found[1].source == other(long).source
    assert [found[0].source, found[2].source] == [graph(sentence).source for sentence in test_part[:2]]
    kept = list(Reparsing([graph, other]).pipe([test_part[2], long], keep="heads"))
    assert list(kept[0].heads) == list(test_part[2].heads)
    with pytest.raises(tw.InputError, match="seen a sentence of 3,001 words"):
        Reparsing([graph, graph])(long)


GREEDY = {"strategy": "local", "beam": 1}


def test_parsers_that_cannot_keep_what_is_given_vote_all_the_same(parser, test_part):
    free = parser(**GREEDY, system="arc-hybrid-swap", root="first", explore="never")
    swap = parser(**GREEDY, system="swap", root="first", oracle="static", explore="never")
    assert not free.keeps_heads and not swap.keeps_heads and parser(beam=1).keeps_heads
    together, alone = Reparsing([parser(beam=1), free, swap], [1, 2, 2]), Reparsing([free, swap])
    whole = test_part
    assert any(nonprojective_arcs(sentence.heads) for sentence in whole)  # arcs that cross are kept, too
    half = [
        sentence.with_tree(
            [head if word % 2 else None for word, head in enumerate(sentence.heads)],
            [label if word % 3 else None for word, label in enumerate(sentence.labels)],
        )
        for sentence in whole
    ]
    for ensemble in (together, alone, Reparsing([together, swap])):
        assert ensemble.keeps_heads
        for keep in ("heads", "labels", "all"):
            for given, found in zip(half, ensemble.pipe(half, keep=keep), strict=True):
                assert is_tree(list(found.heads)) and None not in found.labels
                heads, labels = zip(given.heads, found.heads, strict=True), zip(given.labels, found.labels, strict=True)
                assert keep == "labels" or all(own in (-1, head) for own, head in heads)
                assert keep == "heads" or all(own in (None, label) for own, label in labels)
    # what is not given is voted on by those that cannot keep it, too
    assert [s.source for s in together.pipe(half, keep="all")] != [s.source for s in parser(beam=1).pipe(half, keep="all")]
    own_label = whole[0].with_tree([None] * len(whole[0]), ["own"] * len(whole[0]))
    assert together(own_label, keep="labels").labels == own_label.labels


def test_given_heads_that_clash_are_relaxed_before_the_votes(parser, test_part):
    ensemble = Reparsing([parser(**GREEDY, system="swap", root="first", oracle="static", explore="never"), parser(beam=1)])
    crossing = tw.Sentence.from_words(["a", "b", "c", "d"]).with_tree([3, 4, None, None], [None] * 4)
    heads = list(ensemble(crossing, keep="heads").heads)  # which is no clash, though no parser here can keep both
    assert is_tree(heads) and heads[:2] == [3, 4]
    cycle = crossing.with_tree([2, 1, 4, None], [None] * 4)
    with pytest.raises(tw.InputError, match="seen a cycle"):
        ensemble(cycle, keep="heads")
    heads = list(ensemble(cycle, keep="heads", on_conflict="relax").heads)
    assert is_tree(heads) and (heads[0] == 2) + (heads[1] == 1) == 1 and heads[2] == 4
    assert not list(ensemble.pipe([cycle], keep="heads", on_conflict="skip"))
    with pytest.raises(tw.SettingsError, match=r"an ensemble keeps heads and labels \(keep=...\) and knows no other"):
        ensemble(crossing, constraints=tw.Constraints().head(1, 3))


def test_a_long_sentence_keeps_given_arcs_that_cross(parser):
    ensemble, size = Reparsing([parser(beam=1), parser(beam=1, system="arc-hybrid", root="first")]), 1100
    words = [f"w{place}" for place in range(size)]
    crossing = tw.Sentence.from_words(words).with_tree([3, 4, *[None] * (size - 2)], [None] * size)
    for conflict in ("stop", "skip", "relax"):
        (found,) = ensemble.pipe([crossing], keep="heads", on_conflict=conflict)
        assert is_tree(list(found.heads)) and list(found.heads[:2]) == [3, 4]


def test_two_given_roots_where_only_one_parser_knows_of_several(parser):
    ensemble = Reparsing([parser(beam=1), parser(beam=1, single_root=False)])
    roots = tw.Sentence.from_words(["a", "b", "c"]).with_tree([0, None, 0], [None] * 3)
    assert [ensemble(roots, keep="heads").heads[at] for at in (0, 2)] == [0, 0]


def test_a_sentence_that_is_too_long_for_votes_gets_a_tree_that_keeps_what_is_given():
    size = 3001
    chain, back = list(range(size)), [*range(2, size + 1), 0]
    trees = [(heads, [None] * size) for heads in (chain, back, [2, 1, *chain[2:]])]
    given = [-1] * (size - 1) + [0]
    with pytest.warns(tw.SettingsWarning, match="the tree of parser 2"):
        assert voted(size, trees, [2, 1, 2], True, given)[0] == back
    with pytest.warns(tw.SettingsWarning, match="the tree of parser 1"):
        assert voted(size, trees, [2, 1, 2], True)[0] == chain


def test_words_without_rows_and_functions_in_python(parser, test_part, tmp_path):
    only_comments = next(iter(tw.read(b"# nothing here\n\n")))
    assert Reparsing([parser(beam=1)])(only_comments).source == only_comments.source
    (tmp_path / "own.features").write_text("S0.f[ending] N0.f[ending]\nS0.p N0.p\n")
    own = tw.Parser(features=str(tmp_path / "own.features"), functions={"ending": lambda w: w.form[-2:]}, beam=1, epochs=1)
    own.train(test_part)
    ensemble = Reparsing([own, parser(beam=1)])
    assert ensemble.in_python
    assert list(ensemble.parse_bytes(test_part, threads=2)) == list(ensemble.parse_bytes(test_part))
