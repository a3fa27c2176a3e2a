"""Parsers that differ, trained for a moment on the tiny treebank."""

from functools import cache
from pathlib import Path

import pytest

import treewright as tw

TINY = Path(tw.__file__).parent / "data" / "tiny"


@cache
def sentences(part):
    return tuple(tw.read(TINY / f"{part}.conllu"))


@cache
def trained(**settings):
    parser = tw.Parser(**{"preset": "panparser", "epochs": 2, **settings})
    parser.train(sentences("train")[:60])
    return parser


@pytest.fixture
def parser():
    """Gives a parser trained with some settings; the same settings give the same parser."""
    return trained


@pytest.fixture
def test_part():
    return list(sentences("test"))


@pytest.fixture
def train_part():
    return list(sentences("train"))
