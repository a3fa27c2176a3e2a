"""Blame against brute force: what is called lost is what no continuation can reach, and costs are what trees miss."""

import random
from pathlib import Path

import pytest
from own_trees import random_tree, ten_trees
from random_models import randomised
from systems import CONSTITUENCY_SYSTEMS, DEPENDENCY_SYSTEMS
from test_trace import QUICK, projective

import treewright as tw
from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.blame_tables import BlameTables
from treewright.analysis.blame.blame_text import BlameText
from treewright.analysis.blame.deciding_features import DecidingFeatures
from treewright.analysis.blame.what_if import WhatIf
from treewright.oracles import ORACLES

EXACT = [name for name in DEPENDENCY_SYSTEMS if ORACLES[name].exact and ORACLES[name].dynamic]
WALKING = [name for name in EXACT if name != "easy-first"]  # whose configurations can be restored


def random_parser(name, sentences, seed=3, **settings):
    """A parser that makes many mistakes."""
    own = {"system": name, "beam": 1, "strategy": "local", **QUICK, **settings}
    if own["beam"] != 1:
        del own["strategy"]
    parser = tw.Parser(
        {key: value for key, value in own.items() if "." in key}, **{k: v for k, v in own.items() if "." not in k}
    )
    parser.train(sentences, progress=False)
    parser.facts = None
    return randomised(parser, random.Random(seed))


def short_sentences(seed=1, sizes=(2, 3, 4, 5, 5)):
    rng = random.Random(seed)
    return [projective(rng, size) for size in sizes]


def reachable(system, c, seen):
    """All arcs (word, head) that some continuation makes, and those that there are; brute force."""
    key = (tuple(c.stack), tuple(c.buffer), tuple(c.tokens_aside), tuple(c.heads), c.top_has_head())
    if key in seen:
        return seen[key]
    if system.final(c):
        heads, _ = system.tree(c)
        seen[key] = {(word, head) for word, head in enumerate(heads, 1) if head >= 0}
        return seen[key]
    found = set()
    state = c.snapshot()
    for kind, _ in system.transitions(c):
        system.step(c, kind, 0)
        found |= reachable(system, c, seen)
        c.restore(state)
    seen[key] = found
    return found


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("name", WALKING)
def test_lost_arcs_are_those_that_no_continuation_reaches(name, root):
    sentences = short_sentences()
    parser = random_parser(name, sentences, root=root)
    system, checked = parser.system, 0
    for case in Blame(parser, sentences).cases:
        gold = set(enumerate(case.sentence.heads, 1))
        c = system.initial(len(case.sentence))
        mistakes = {mistake.step: mistake for mistake in case.mistakes}
        seen = {}
        for step, (_, kind, label) in enumerate(case.path):
            before = reachable(system, c, seen)
            state = c.snapshot()
            system.step(c, kind, label)
            assert c.snapshot() != state
            lost = gold & before - reachable(system, c, seen)
            mistake = mistakes.get(step)
            if mistake is None:
                assert lost == set()
            elif not mistake.only_label:
                told = {(one.words[0], one.head) for one in mistake.lost}
                of_label = {(w, h) for w, h in told if h == c.heads[w - 1]}  # the arc is there, its label is wrong
                assert told - of_label == lost
                checked += 1
    assert checked > 3


@pytest.mark.parametrize("name", EXACT)
def test_costs_are_what_trees_miss(name):
    sentences = short_sentences(5, (4, 6, 8, 9))
    parser = random_parser(name, sentences)
    blame = Blame(parser, sentences)
    reach = "max_length" not in type(parser.system).more_settings
    assert blame.exact
    for number, sentence in enumerate(sentences, 1):
        case = next((case for case in blame.cases if case.number == number), None)
        parsed = parser(sentence)
        arcs = zip(parsed.heads, parsed.labels, sentence.heads, sentence.labels, strict=True)
        wrong = sum((head, label) != (right, name) for head, label, right, name in arcs)
        if reach and not parser.partial:
            assert wrong == (sum(mistake.cost for mistake in case.mistakes) if case else 0)


@pytest.mark.parametrize("name", ["set-based", "merge-gap"])
def test_constituents(name):
    rng = random.Random(8)
    sentences = [*ten_trees(), *(random_tree(rng, size) for size in (3, 5, 6))]
    parser = random_parser(name, sentences, **({"system.candidates": 0} if name == "set-based" else {}))
    blame = Blame(parser, sentences)
    assert blame.cases and blame.exact
    for case in blame.cases:
        gold, found = (_labelled(one) for one in (case.sentence, parser(case.sentence)))
        missing = set(gold) - set(found)
        told = [(one.label, tuple(word - 1 for word in one.words)) for m in case.mistakes for one in m.lost]
        extra = {tokens for _, tokens in found} - {tokens for _, tokens in gold}
        assert sum(mistake.cost for mistake in case.mistakes) == len(missing) + len(extra)
        assert set(told) == missing and len(told) == len(missing)


def reachable_spans(system, c):
    """The tokens of all constituents that some continuation makes, and of those that there are; brute force."""
    found, state = {tuple(tokens) for _, tokens in c.constituents}, c.snapshot()
    for kind, site in [] if system.final(c) else system.transitions(c):
        if system.kinds[kind] != "no-label":  # a label more makes nothing unreachable
            system.step(c, kind, 0, site)
            found |= reachable_spans(system, c)
            c.restore(state)
    return found


@pytest.mark.parametrize("name", ["set-based", "merge-gap"])
def test_lost_constituents_are_those_that_no_continuation_reaches(name):
    rng = random.Random(4)
    sentences = [random_tree(rng, size, gaps=0.5) for size in (3, 3, 4, 4, 4, 4)]
    own = {"system.candidates": 0} if name == "set-based" else {}
    parser = random_parser(name, sentences, **own)
    system, checked = parser.system, 0
    for case in Blame(parser, sentences).cases:
        gold = {tuple(tokens) for _, tokens in case.sentence.tree.brackets()}
        c = system.initial(len(case.sentence))
        mistakes = {mistake.step: mistake for mistake in case.mistakes}
        for step, (site, kind, label) in enumerate(case.path):
            before = gold & reachable_spans(system, c) if step in mistakes else set()
            system.step(c, kind, label, site)
            if step in mistakes and not mistakes[step].only_label:
                lost = {tuple(word - 1 for word in one.words) for one in mistakes[step].lost}
                assert lost == before - reachable_spans(system, c)
                checked += 1
    assert checked > 5


def _labelled(sentence):
    """Constituents with the labels of unary chains joined, as systems see them."""
    chains = {}
    for label, tokens in sentence.tree.brackets():
        chains.setdefault(tuple(tokens), []).insert(0, label)
    return [("@".join(labels), tokens) for tokens, labels in chains.items()]


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("name", ["arc-eager", "arc-standard", "set-based", "easy-first"])
def test_a_search_goes_on_as_it_did(name, beam):
    if name == "easy-first" and beam > 1:
        pytest.skip("easy-first has no beam")
    sentences = ten_trees() if name in CONSTITUENCY_SYSTEMS else short_sentences(2, (5, 7, 9))
    blame = Blame(random_parser(name, sentences, beam=beam), sentences)
    for case in blame.cases:
        blame.judge.search.encode(case.sentence)
        if beam == 1:
            for step in (0, 1, len(case.path) // 2, len(case.path)):
                assert blame.judge.go_on(case.path[:step]) == case.path
        else:
            assert blame.judge.go_on([]) == case.path
            assert blame.judge.go_on(case.path) == case.path


def test_margins_and_features():
    sentences = short_sentences(3, (5, 6, 7, 8))
    parser = random_parser("arc-hybrid", sentences)
    blame = Blame(parser, sentences)
    features = DecidingFeatures(parser, blame.judge)
    assert blame.cases
    for case in blame.cases:
        for which, mistake in enumerate(case.mistakes):
            every = features.differences(case, which)
            assert sum(one.difference for one in every) == pytest.approx(mistake.margin, abs=0.05)
            assert mistake.margin >= 0  # greedy: it had the highest score
            assert all(one.template for one in every)
    named = {one.template: one for one in features.differences(blame.cases[0])}
    c = tw.trace(parser, blame.cases[0].sentence)[blame.cases[0].first.step]
    if "N0.w" in named and c.shown["buffer"][0][0]:
        assert named["N0.w"].values == blame.cases[0].sentence.forms[c.shown["buffer"][0][0] - 1]


@pytest.fixture
def greedy():
    """A poor parser that knows many facts, and sentences that it was not trained on."""
    tiny = Path(tw.__file__).parent / "data" / "tiny"
    parser = tw.Parser(preset="fast", system="arc-standard", epochs=1)
    parser.train(list(tw.read(tiny / "train.conllu"))[:150], progress=False)
    return parser, [*tw.read(tiny / "dev.conllu"), *tw.read(tiny / "test.conllu")]


def test_what_greedy_search_chose_had_the_highest_score(greedy):
    """Unless facts ruled out what is right; also where the tree was mended afterwards."""
    blame = Blame(*greedy)
    assert any(case.mended for case in blame.cases)
    assert all(mistake.margin >= 0 or mistake.ruled_out for mistake in blame.mistakes)


def test_what_facts_rule_out_does_not_stand_for_what_they_allow(greedy):
    """Without gold labels all labels are right, and facts always allow some."""
    parser, gold = greedy
    gold = [sentence.with_tree(list(sentence.heads), [None] * len(sentence)) for sentence in gold]
    blame = Blame(randomised(parser, random.Random(1)), gold)
    assert len(blame.mistakes) > 100
    assert not any(mistake.ruled_out or mistake.margin < 0 for mistake in blame.mistakes)


def test_beams():
    """With all derivations in the beam the search cannot be at fault; a mistake of the search has a better gold path."""
    sentences = short_sentences(4, (3, 4, 4, 5))
    whole = Blame(random_parser("arc-eager", sentences, beam=0), sentences)
    assert whole.cases and {case.lost_by for case in whole.cases} == {"model"}
    assert all(case.left_beam is None for case in whole.cases)
    found = set()
    learnt = short_sentences(30, [6] * 60)
    for seed in range(4):
        longer = short_sentences(seed + 40, [9] * 20)
        parser = tw.Parser(beam=2, features="zn11", **QUICK)
        parser.train(learnt, progress=False)
        for case in Blame(parser, longer).cases:
            found.add(case.lost_by)
            assert case.lost_by != "search" or case.left_beam is not None
    assert found == {"model", "search"}


@pytest.mark.parametrize(("propagated", "told"), [(-3, "3 less than"), (0, "0 more than"), (4, "4 more than")])
def test_later_mistakes_may_cost_less_because_of_the_first(monkeypatch, propagated, told):
    sentences = short_sentences()
    text = BlameText(Blame(random_parser("arc-eager", sentences), sentences))
    monkeypatch.setattr(text.tables, "summary", lambda: {**BlameTables.summary(text.tables), "of_it_propagated": propagated})
    assert f"{told} if the first had not been made" in text.to_text()


def test_what_if():
    sentences = short_sentences(6, (6, 7, 8, 9, 9))
    for name in ("arc-eager", "arc-standard", "easy-first"):
        parser = random_parser(name, sentences)
        found = WhatIf(Blame(parser, sentences))
        assert found.base[0] == pytest.approx(parser.evaluate(sentences).las)
        scores = found.by_transition()
        assert scores[-1].kind == "all" and scores[-1].score == pytest.approx(100)
        assert {one.kind for one in found.by_label()} <= {"root", "det", "obj", "nsubj"}
    trees = ten_trees()
    found = WhatIf(Blame(random_parser("set-based", trees, **{"system.candidates": 0}), trees))
    assert found.by_transition()[-1].score == pytest.approx(100)


def test_taggers():
    rng = random.Random(2)
    sentences = [projective(rng, 6) for _ in range(8)]
    tagger = tw.Tagger("upos", known_count=0)
    tagger.train(sentences, progress=False)
    randomised(tagger.parser, rng)
    blame = tw.blame(tagger, sentences)
    wrong = sum(a.upos != b.upos for s in sentences for a, b in zip(tagger(s), s, strict=True))
    assert sum(mistake.cost for mistake in blame.mistakes) == wrong > 0


def test_refusals():
    sentences = short_sentences()
    with pytest.raises(tw.SettingsError, match="swap has no oracle that knows what a transition costs"):
        tw.blame(random_parser("swap", sentences), sentences)
    with pytest.raises(tw.ModelError, match="no weights"):
        tw.blame(tw.Parser(), sentences)
    with pytest.raises(tw.SettingsError, match="seen int"):
        tw.blame(3, sentences)
    parser = random_parser("arc-eager", sentences)
    with pytest.raises(tw.InputError, match="seen a constituency tree, expected heads"):
        tw.blame(parser, ten_trees())
    with pytest.raises(tw.InputError, match="no sentences"):
        tw.blame(parser, [])
    with pytest.raises(tw.InputError, match="no known heads"):
        tw.blame(parser, [tw.Sentence.from_words(["a", "b"])])


def test_constituents_out_of_reach_of_the_candidates_count_as_not_found():
    rng = random.Random(5)
    sentences = [random_tree(rng, size) for size in (5, 6, 7, 8) for _ in range(6)]
    parser = random_parser("set-based", sentences, **{"system.candidates": 1})
    blame = Blame(parser, sentences)
    wrong = sum(tw.evaluate([sentence], [parser(sentence)], parameters="all").exact_match < 100 for sentence in sentences)
    assert len(blame.cases) == wrong > 0
