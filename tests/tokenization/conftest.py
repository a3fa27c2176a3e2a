import warnings

import pytest
from invented_sentences import sentence, sentences, spaced_sentences

from treewright.tokenization import Tokenizer


@pytest.fixture(scope="session")
def tokenizer():
    made = Tokenizer(epochs=5)
    made.train(sentences(120))
    return made


@pytest.fixture(scope="session")
def spaced_tokenizer():
    made = Tokenizer(epochs=5)
    made.train(spaced_sentences(60))
    assert made.characters and made.spaced
    return made


@pytest.fixture(scope="session")
def plain_tokenizer():
    made = Tokenizer(epochs=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.train([sentence([(form, "", True) for form in ("one", "two", "three")])] * 5)
    return made
