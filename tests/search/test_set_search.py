"""Searches among the sites of constituency systems: greedy is a beam of one, the best trees are sorted and distinct."""

import random

import numpy
import pytest
from own_trees import random_tree, ten_trees
from random_models import randomised
from systems import CONSTITUENCY_SYSTEMS

import treewright as tw
from treewright.conformance.constituent_trees import problem_of
from treewright.features import extraction_of
from treewright.features.extraction import keys_of
from treewright.search import SEARCHES, Beam, Greedy, SiteSearch


def trained(system, beam=1, **settings):
    """A parser whose weights mean nothing, but for features that trees have."""
    rng = random.Random(4)
    way = {"strategy": "local"} if beam == 1 else {"strategy": "laso"}
    parser = tw.Parser(system=system, beam=beam, epochs=2, seeds=1, **way, **settings)
    parser.train([*ten_trees(), *(random_tree(rng, rng.randint(1, 9)) for _ in range(20))])
    return randomised(parser, rng)


def made(cls, parser, *size):
    scorer = parser.make_scorer(parser.model, extraction_of(parser.features))
    return cls(parser.system, scorer, parser.transition_classes(), *size)


def greedy_of(parser):
    return made(SiteSearch if parser.system.many_sites else Greedy, parser)


@pytest.mark.parametrize("system", CONSTITUENCY_SYSTEMS)
def test_greedy_is_a_beam_of_one(system):
    parser, rng = trained(system), random.Random(6)
    greedy, one = greedy_of(parser), made(Beam, parser, 1)
    for sentence in [*ten_trees(), *(random_tree(rng, size) for size in range(1, 30))]:
        assert greedy.parse(sentence) == one.parse(sentence)
        assert greedy.best(sentence, 5) == one.best(sentence, 5)


@pytest.mark.parametrize("system", CONSTITUENCY_SYSTEMS)
def test_best_trees_are_sorted_and_distinct(system):
    parser, rng = trained(system, 6), random.Random(7)
    search = made(Beam, parser, 6)
    most = 0
    for size in (1, 2, 3, 5, 8, 20):
        sentence = random_tree(rng, size)
        found = search.best(sentence, 6)
        scores, trees = [score for score, _, _ in found], [(tuple(heads), tuple(labels)) for _, heads, labels in found]
        assert scores == sorted(scores, reverse=True) and len(set(trees)) == len(trees)
        assert all(problem_of(size, heads, labels) == "" for _, heads, labels in found)
        assert found[0] == (search.parse(sentence)[2], *search.parse(sentence)[:2])
        most = max(most, len(found))
        of_parser = parser.nbest(sentence, 6)
        assert [score for score, _ in of_parser] == pytest.approx(scores)
        assert [score for score, _ in parser.nbest(sentence, 2)] == pytest.approx(scores[:2])
    assert most > 2


def by_hand(parser, sentence):
    """The tree and its score, with all sites scored by adding up the weights of their keys before each transition."""
    system, views = parser.system, extraction_of(parser.features).with_views()
    classes = parser.transition_classes()
    for extraction in views:
        extraction.encode(sentence)
    c, total = system.initial(len(sentence)), 0
    while not system.final(c):
        best = None
        for kind, site in system.transitions(c):
            system.show(c, site)
            scores = [0] * classes.count
            for key in keys_of(views[c.view], c):
                for number, weight in parser.model.stored_row(key):
                    scores[number] += weight
            for label in range(classes.width[kind]):
                value = scores[classes.first[kind] + label]
                if best is None or value > best[0]:
                    best = value, kind, label, site
        total += best[0]
        system.step(c, *best[1:])
    return *system.tree(c), total * parser.model.scale


@pytest.mark.parametrize("candidates", [0, 1, 2])
def test_the_same_as_a_plain_loop(candidates):
    parser, rng = trained("set-based", candidates=candidates), random.Random(8)
    search = greedy_of(parser)
    for sentence in [*ten_trees(), *(random_tree(rng, size) for size in (1, 2, 3, 9, 17, 70))]:
        parents, labels, score = search.parse(sentence)
        expected_parents, expected_labels, expected = by_hand(parser, sentence)
        count = len(expected_parents)
        assert (parents[:count], labels[:count]) == (expected_parents, expected_labels)
        assert set(parents[count:]) | set(labels[count:]) <= {-1} and score == pytest.approx(expected)


def test_only_the_latest_candidates_are_combined():
    """With one candidate, every item is combined with the latest one: so no constituent has a gap."""
    parser, rng = trained("set-based", candidates=1), random.Random(9)
    gaps = [parser(random_tree(rng, 20)).tree.discontinuous for _ in range(5)]
    assert gaps == [False] * 5
    parser = trained("set-based", candidates=0)
    assert any(parser(random_tree(rng, 20)).tree.discontinuous for _ in range(5))


class Counting(tw.Classifier):
    """Scores that mean nothing, and how often it was asked for them."""

    looks_at = "keys"
    asked = 0

    def scores(self, features):
        Counting.asked += 1
        return numpy.random.default_rng(int(features.sum() % 2**32)).random(self.classes)

    def learn(self, credits):
        pass

    def arrays(self):
        return {"none": numpy.zeros(1)}

    def restore(self, arrays):
        pass


@pytest.mark.parametrize("beam", [1, 2])
def test_a_long_sentence(beam):
    """2,000 tokens: 4n - 2 transitions, and scores of at most a shift and four candidates for each structural one."""
    strategy = "local" if beam == 1 else "early-update"
    parser = tw.Parser(system="set-based", classifier=Counting, candidates=4, beam=beam, strategy=strategy, epochs=1)
    parser.train(ten_trees())
    search = parser.new_search()
    asked = {}
    for size in (200, 2000):
        sentence = random_tree(random.Random(3), size)
        Counting.asked = 0
        parents, labels, _ = search.parse(sentence)
        asked[size] = Counting.asked
        assert problem_of(size, parents, labels) == "" and len(search.d.path()) == 4 * size - 2
        assert search.d.state <= beam * (4 * size - 2)  # records: none for what was tried and not taken
        assert size * 6 < asked[size] <= beam * (6 * (2 * size - 1))
    assert asked[2000] < 12 * asked[200]


def test_a_classifier_that_needs_as_many_atoms_everywhere_is_refused():
    with pytest.raises(tw.SettingsError, match=r"looks_at: seen 'atoms', expected 'keys': .* shift, combine, word and label"):
        tw.Parser(system="set-based", classifier=type("Atoms", (Counting,), {"looks_at": "atoms"}))


@pytest.mark.parametrize("name", ["greedy", "beam", "sites"])
def test_templates_of_other_configurations_are_refused(name):
    """A search would read the memory of a configuration as another kind of it."""
    parser = tw.Parser(system="arc-eager", epochs=1, beam=1, strategy="local")
    parser.train([tw.Sentence.from_words(["a", "b"]).with_tree([0, 1], ["x", "x"])])
    other = tw.Parser(system="set-based", epochs=1)
    for system, scorer in (
        (other.system, parser.model.scorer(extraction_of(parser.features))),
        (parser.system, parser.model.scorer(extraction_of(other.features))),
    ):
        with pytest.raises(tw.SettingsError, match="search: seen templates that do not look at configurations of"):
            SEARCHES[name](system, scorer, parser.transition_classes())
