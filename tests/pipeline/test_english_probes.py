"""Sixty textbook sentences and eighty probes of tokenisation: what the English model in the box gets right."""

from pathlib import Path

import pytest

import treewright as tw

HERE = Path(__file__).parent / "english"
TREES, TOKENS = 54, 74  # so many of sixty and of eighty at the least


@pytest.fixture(scope="module")
def english():
    return tw.load()


def probes() -> list[tuple[str, list[str]]]:
    """Texts and the words of their sentences."""
    lines = [line for line in (HERE / "tokens.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [(text.replace("\\n", "\n"), words.split(" | ")) for text, words in pairs]


def test_textbook_sentences_have_the_right_trees(english):
    wrong = []
    gold = list(tw.read(HERE / "textbook.conllu"))
    for sentence in gold:
        found = english(sentence.text + "\n")
        seen = [(word.form, word.head, word.deprel) for one in found for word in one]
        expected = [(word.form, word.head, word.deprel) for word in sentence]
        if len(found) != 1 or seen != expected:
            differ = [f"{a[0]} {a[1]}:{a[2]}, expected {b[1]}:{b[2]}" for a, b in zip(seen, expected) if a != b]  # noqa: B905
            wrong.append(f"{sentence.text}  {'; '.join(differ)}")
    print(f"{len(gold) - len(wrong)} of {len(gold)} trees are right", *wrong, sep="\n")
    assert len(gold) == 60
    assert len(gold) - len(wrong) >= TREES


def test_tokens_and_sentences_are_found(english):
    wrong = []
    given = probes()
    for text, expected in given:
        found = [" ".join(word.form for word in sentence) for sentence in english(text + "\n")]
        if found != expected:
            wrong.append(f"{text!r}: seen {' | '.join(found)}, expected {' | '.join(expected)}")
    print(f"{len(given) - len(wrong)} of {len(given)} probes are right", *wrong, sep="\n")
    assert len(given) == 80
    assert len(given) - len(wrong) >= TOKENS
