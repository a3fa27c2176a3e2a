"""Checks that arguments are sentences: anything else is refused with an error that names the right call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from treewright.errors import InputError
from treewright.treebank.reader import Reader
from treewright.treebank.sentence import Sentence
from treewright.treebank.word import Word

ENDINGS = (".conllu", ".conllx", ".conll", ".jsonl", ".json", ".txt")  # endings of treebanks and texts
SHOWN = 60  # characters of a value shown in a message
READ = "tw.read(path) reads them from a file"  # the call to suggest by default


def expected_sentences(given: Any, raw: str = READ, place: str = "sentences") -> Iterable[Sentence]:
    """The sentences of an iterable, each checked; `raw` is the call to suggest for a string."""
    if isinstance(given, Reader) or (isinstance(given, list) and {Sentence}.issuperset(map(type, given))):
        return given  # type: ignore[return-value]
    if isinstance(given, Sentence):
        raise InputError(f"{place}: seen one Sentence, expected several; put it into a list: [sentence]")
    if isinstance(given, (str, bytes, bytearray, os.PathLike)):
        raise _refused(given, place, "sentences", raw)
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise InputError(f"{place}: seen {shown(given)}, expected sentences; {READ}")
    return _each(given, raw, place)


def _each(given: Iterable[Any], raw: str, place: str) -> Iterator[Sentence]:
    for number, sentence in enumerate(given, 1):
        if not isinstance(sentence, Sentence):
            raise _refused(sentence, f"{place}, number {number}", "a Sentence", raw)
        yield sentence


def expected_sentence(given: Any, raw: str = READ) -> Sentence:
    """One sentence, from a Sentence or from its words."""
    if isinstance(given, Sentence):
        return given
    if isinstance(given, (str, bytes, bytearray, os.PathLike)):
        raise _refused(given, "sentence", "a Sentence or a list of words", raw)
    if isinstance(given, Reader):
        raise InputError(f"sentence: seen {shown(given)}, expected one sentence; pipe takes many")
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], Sentence):
        raise InputError(f"sentence: seen a {type(given).__name__} of sentences, expected one sentence; pipe takes many")
    return Sentence.from_words(given)


def _refused(given: Any, place: str, expected: str, raw: str) -> InputError:
    """The error message for something that is not a sentence."""
    if isinstance(given, os.PathLike) or (isinstance(given, str) and _is_path(given)):
        path = os.fspath(given)
        return InputError(f"{place}: seen the path {path!r}, expected {expected}; tw.read({path!r}) reads its sentences")
    if isinstance(given, (str, bytes, bytearray)):
        return InputError(f"{place}: seen the text {shown(given)}, expected {expected}; {raw}")
    if isinstance(given, Word):
        hint = "a list of words is one sentence: tw.Sentence.from_words(words)"
    elif isinstance(given, (list, tuple)):
        hint = "tw.Sentence.from_words(words) makes one of a list of words"
    else:
        hint = READ.replace("them", "sentences")
    return InputError(f"{place}: seen {shown(given)}, expected {expected}; {hint}")


def _is_path(text: str) -> bool:
    """Whether a string looks like the name of a treebank file."""
    named = text.removesuffix(".gz").endswith(ENDINGS)
    return "\n" not in text and (named or (len(text) < 256 and os.path.isfile(text)))


def shown(given: Any) -> str:
    """A value as shown in a message, on one line."""
    text = repr(given)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
