"""Parsers that differ, trained for a moment on the tiny treebank, and an ensemble of some."""

from functools import cache

import pytest
from tiny_ensemble import made, sentences

import treewright as tw


@cache
def with_settings(**settings):
    parser = tw.Parser(**{"preset": "panparser", "epochs": 2, **settings})
    parser.train(sentences("train")[:60])
    return parser


@pytest.fixture
def parser():
    """Gives a parser trained with some settings; the same settings give the same parser."""
    return with_settings


@pytest.fixture
def test_part():
    return list(sentences("test"))


@pytest.fixture
def train_part():
    return list(sentences("train"))


@pytest.fixture(scope="session")
def trained():
    """The ensemble of tiny_ensemble.py, and the notes and rows of its training."""
    return made()


@pytest.fixture(scope="session")
def model(trained, tmp_path_factory):
    path = tmp_path_factory.mktemp("ensemble") / "best.tw"
    trained[0].save(path)
    return path
