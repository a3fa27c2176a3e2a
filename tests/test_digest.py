"""Optimisations change no output: parses of models trained from a fixed seed have the digests they always had.

A change that is meant to change trees (other features, another update) prints the new digests here; say why in the commit.
"""

import hashlib
from pathlib import Path

import pytest

import treewright as tw

TINY = Path(tw.__file__).parent / "data" / "tiny"
WAYS = {
    "greedy": dict(features="zn11", beam=1, strategy="local", explore="always"),
    "fast": dict(features="fast", beam=1, strategy="local", explore="after-first", margin=0.3),
    "hybrid, labels apart": dict(system="arc-hybrid", root="first", beam=1, strategy="local", labels="second"),
    "early update": dict(features="zn11", beam=8, strategy="early-update"),
    "all templates, laso": dict(features="zn11,morphology,xpos,lemma,neighbours", beam=8, strategy="laso", margin=1.0),
    "standard, max-violation": dict(system="arc-standard", beam=4, strategy="max-violation"),
    "easy-first": dict(system="easy-first", features="fast", explore="after-first", margin=0.3),
    "two threads": dict(features="fast", beam=4, strategy="laso", threads=2),
}
DIGESTS = {
    "greedy": "17d611a56017a7cb",
    "fast": "36a4912c96903011",
    "hybrid, labels apart": "a264f933bf03edfb",
    "early update": "c88c940dea68c048",
    "all templates, laso": "8036df0a620120b6",
    "standard, max-violation": "99c982a22cf779ad",
    "easy-first": "7fa1d14a4b46c538",
    "two threads": "c20be0a59ab28b0a",
}


@pytest.mark.parametrize("way", WAYS)
def test_parses_are_what_they_were(way):
    parser = tw.Parser(preset="panparser", epochs=3, seed=7, **WAYS[way])
    parser.train(tw.read(TINY / "train.conllu"))
    parses = b"".join(parser.parse_bytes(tw.read(TINY / "test.conllu")))
    again = b"".join(parser.parse_bytes(tw.read(TINY / "test.conllu"), threads=2))
    assert again == parses
    assert hashlib.sha256(parses).hexdigest()[:16] == DIGESTS[way]
