"""A treebank of a few hundred simple sentences, made by a rule, so that every tree is known to be right."""

from __future__ import annotations

import random

import treewright as tw

NOUNS = ("dog", "cat", "bird", "fish", "horse", "mouse", "cow", "hen")
VERBS = ("sees", "hears", "likes", "follows", "chases")
ADJECTIVES = ("old", "small", "red", "quick")
ADVERBS = ("often", "never", "today")


def rows_of(chance: random.Random) -> list[tuple[str, str, int, str]]:
    """Form, tag, head and label of the words of a sentence: the old dog often sees a cat."""
    rows: list[tuple[str, str, int, str]] = []
    adjective, adverb = chance.random() < 0.5, chance.random() < 0.5
    noun = 3 if adjective else 2
    verb = noun + (2 if adverb else 1)
    rows.append((chance.choice(("the", "a")), "DET", noun, "det"))
    if adjective:
        rows.append((chance.choice(ADJECTIVES), "ADJ", noun, "amod"))
    rows.append((chance.choice(NOUNS), "NOUN", verb, "nsubj"))
    if adverb:
        rows.append((chance.choice(ADVERBS), "ADV", verb, "advmod"))
    rows += [(chance.choice(VERBS), "VERB", 0, "root"), (chance.choice(("the", "a")), "DET", verb + 2, "det")]
    return [*rows, (chance.choice(NOUNS), "NOUN", verb, "obj"), (".", "PUNCT", verb, "punct")]


def sentence_of(rows, path: str = "", line: int = 1, name: str = "") -> tw.Sentence:
    numbered = enumerate(rows, 1)
    lines = [f"{i}\t{form}\t{form}\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n" for i, (form, tag, head, label) in numbered]
    comment = f"# sent_id = {name}\n" if name else ""
    return tw.Sentence((comment + "".join(lines)).encode(), path=path, line=line)


def treebank(count: int, seed: int = 1, path: str = "made.conllu") -> list[tw.Sentence]:
    """Different sentences, with the lines that they would have in a file."""
    chance = random.Random(seed)
    found: dict[str, list] = {}
    while len(found) < count:
        rows = rows_of(chance)
        found.setdefault(" ".join(row[0] for row in rows), rows)
    line, sentences = 1, []
    for number, rows in enumerate(found.values(), 1):
        sentences.append(sentence_of(rows, path, line, f"s{number}"))
        line += len(rows) + 2
    return sentences


def with_arc(sentence: tw.Sentence, word: int, head: int | None = None, label: str | None = None) -> tw.Sentence:
    """A sentence with another head or label of one word."""
    heads, labels = list(sentence.heads), list(sentence.labels)
    heads[word - 1] = heads[word - 1] if head is None else head
    labels[word - 1] = label or labels[word - 1]
    return sentence.with_tree(heads, labels)
