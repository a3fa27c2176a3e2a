"""Text for the guard: the grammar of the tiny treebank with as many words as a real treebank has."""

from __future__ import annotations

import random

from tools.make_tiny_treebank import FOLDER, Lexicon, to_conllu
from tools.tiny.grammar import Grammar

OPEN_CLASSES = {"ADJ", "ADV", "NOUN", "PROPN", "VERB"}


def corpus(sentences: int, seed: int) -> bytes:
    """CoNLL-U; the same numbers give the same bytes."""
    lexicon = Lexicon(FOLDER / "lexicon.txt")
    grammar, chance = Grammar(lexicon.classes, seed), random.Random(seed)
    texts = (to_conllu(grammar.sentence(), str(number), lexicon) for number in range(sentences))
    return "".join(_row(row, chance) + "\n" for text in texts for row in text.splitlines()).encode()


def _row(row: str, chance: random.Random) -> str:
    """A word of an open class becomes one of many: few of them frequent, most of them rare."""
    fields = row.split("\t")
    if len(fields) < 10 or fields[3] not in OPEN_CLASSES:
        return row
    number = int(chance.paretovariate(0.7))
    if number > 1:
        fields[1], fields[2] = f"{fields[1]}{number}", f"{fields[2]}{number}"
    return "\t".join(fields)
