"""Heads of constituents are guessed from what is found in most of some and in few others."""

import pytest

from treewright.treebank.head_ranks import HeadRanks


def found():
    """Noun phrases with a noun, some with an article; clauses with a verb, whatever else they have; words under the root."""
    noun, article, verb, phrase = ("tag", "N"), ("tag", "A"), ("tag", "V"), ("label", "NP")
    return [
        *[("NP", [article, noun])] * 3, ("NP", [noun, noun]), ("NP", [phrase, phrase]),
        *[("S", [phrase, verb])] * 3, ("S", [noun, verb]), (None, [("label", "S"), ("tag", ".")]),
    ]  # fmt: skip


def test_what_is_in_every_clause_and_nowhere_else_ranks_highest():
    ranks = HeadRanks.learn(found(), ["NP", "S", "X"])
    assert ranks.tags["V"] > ranks.tags["A"] > 0
    assert ranks.tags["V"] > ranks.labels[0] > 0
    assert "." not in ranks.tags and ranks.labels[1:] == [0, 0]  # only found under the root, or never


def test_header_there_and_back():
    ranks = HeadRanks.learn(found(), ["NP", "S"])
    again = HeadRanks.from_header(ranks.header(), 2)
    assert (again.labels, again.tags) == (ranks.labels, ranks.tags)


@pytest.mark.parametrize(
    "header",
    [
        {"labels": [1], "tags": {}},
        {"labels": "12", "tags": {}},
        {"labels": [1, 2], "tags": [3]},
        {"labels": [1, -1], "tags": {}},
        {"labels": [1, 2], "tags": {"N": True}},
        {"labels": [1, 2], "tags": {"N": 10**9}},
    ],
)
def test_what_cannot_be_ranks_is_refused(header):
    with pytest.raises(ValueError, match="heads: seen"):
        HeadRanks.from_header(header, 2)
