"""A decoder gives for a batch what its search gives for each sentence, whatever way it takes through the batch."""

import random

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.constraints import Constraints
from treewright.constraints.given import Given
from treewright.decoding.decoder import decoded
from treewright.decoding.search_decoder import SearchDecoder
from treewright.features import extraction_of
from treewright.search import SEARCHES, Beam, Greedy
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence


def length(word):
    return len(word.form)


WAYS = {
    "greedy": (Greedy, {}),
    "beam": (Beam, {}),
    "two classifiers": (Greedy, {"labels": "second"}),
    "no labels": (Beam, {"labels": "none"}),
    "easy-first": (None, {"system": "easy-first", "beam": 1, "strategy": "local"}),
    "arc-swift": (Beam, {"system": "arc-swift"}),
    "features in Python": (Greedy, {"features": "own.features", "functions": {"length": length}}),
}


@pytest.fixture(scope="module")
def parsers(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("features"))
        with open("own.features", "w", encoding="utf-8") as file:
            file.write("S0.w N0.w\nS0.p N0.p\nS0.f[length] N0.p\n")
        made = {}
        for name, (_, settings) in WAYS.items():
            parser = tw.Parser(**{"beam": 4, "strategy": "laso", "epochs": 3, **settings})
            parser.train(own_sentences(8))
            made[name] = parser
        yield made


def batch():
    """Known and unknown words, one word alone, and an empty sentence in the middle."""
    rng = random.Random(4)
    odd = [Sentence.from_words([{"form": rng.choice("abc"), "upos": "NOUN"} for _ in range(n)]) for n in (1, 7, 30)]
    return [*own_sentences(5), Sentence(b"# nothing\n"), *odd]


def search_of(cls, parser):
    cls = cls or SEARCHES[TRANSITION_SYSTEMS[parser.settings["system"]["name"]].search]
    scorer = parser.make_scorer(parser.model, extraction_of(parser.features))
    return cls(parser.system, scorer, parser.transition_classes(), *([4] if cls is Beam else []))


@pytest.mark.parametrize("way", WAYS)
def test_a_batch_is_parsed_as_its_sentences_are(way, parsers):
    parser = parsers[way]
    one, many = search_of(WAYS[way][0], parser), SearchDecoder(search_of(WAYS[way][0], parser))
    heads, labels = [], []
    for sentence in batch():
        if sentence.size:
            found = one.parse(sentence)
            heads += list(found[0])
            labels += list(found[1])
    prediction = many.decode(batch())
    assert (list(prediction.heads), list(prediction.labels), prediction.tags) == (heads, labels, None)
    again = many.decode(batch())  # nothing is left of the batch before
    assert (list(again.heads), list(again.labels)) == (heads, labels)
    assert [n for n in many.decode([]).heads] == []


def test_nothing_given_is_the_same_as_no_constraints(parsers):
    decoder = SearchDecoder(search_of(Greedy, parsers["greedy"]))
    plain, none = decoder.decode(batch()), decoder.decode(batch(), [None] * len(batch()))
    assert list(plain.heads) == list(none.heads) and list(plain.labels) == list(none.labels)


def test_what_is_given_holds_for_its_own_sentence(parsers):
    parser = parsers["beam"]
    search = search_of(Beam, parser)
    search.filter = parser.make_constraint_filter()
    sentences = own_sentences(4)
    wanted = [2, 0, *[2] * (sentences[1].size - 2)]
    constraints = Constraints.of(sentences[1].with_tree(wanted, [None] * len(wanted)), "heads")
    given = Given.of(constraints, sentences[1].size, {})
    prediction = SearchDecoder(search).decode(sentences, [None, given, None, None])
    free = SearchDecoder(search_of(Beam, parser)).decode(sentences)
    start, stop = sentences[0].size, sentences[0].size + sentences[1].size
    assert list(prediction.heads[start:stop]) == wanted != list(free.heads[start:stop])
    assert list(prediction.heads[:start]) == list(free.heads[:start])
    assert list(prediction.heads[stop:]) == list(free.heads[stop:])


def test_any_number_of_sentences_is_decoded_in_batches(parsers, monkeypatch):
    decoder = SearchDecoder(search_of(Greedy, parsers["greedy"]))
    whole = decoder.decode(batch())
    sizes = []

    class Counting:
        def decode(self, sentences, givens=None):
            sizes.append(len(sentences))
            return decoder.decode(sentences, givens)

    monkeypatch.setattr("treewright.decoding.decoder.BATCH", 4)
    found = decoded(Counting(), batch())
    assert sizes == [4, 4, 1] and list(found.heads) == list(whole.heads) and list(found.labels) == list(whole.labels)


def test_the_best_trees_are_those_of_the_search(parsers):
    sentence = own_sentences(6)[5]
    one, decoder = search_of(Beam, parsers["beam"]), SearchDecoder(search_of(Beam, parsers["beam"]))
    expected = [(score, list(heads), list(labels)) for score, heads, labels in one.best(sentence, 3)]
    found = [(score, list(tree.heads), list(tree.labels)) for score, tree in decoder.best(sentence, 3)]
    assert len(found) == 3 and found == expected


def test_a_transform_is_undone(parsers):
    class Mirrored:
        def decode(self, prediction, sentences, givens=None):
            prediction.heads[:] = [-int(head) for head in prediction.heads]

    search = search_of(Greedy, parsers["greedy"])
    plain, changed = SearchDecoder(search).decode(batch()), SearchDecoder(search, Mirrored()).decode(batch())
    assert list(changed.heads) == [-head for head in plain.heads] and any(plain.heads)
