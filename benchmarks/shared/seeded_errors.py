"""Annotation errors planted in a treebank: another head nearby, or another label that such words have."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

import treewright as tw

NEARBY = 4  # words to each side that may become the head


def seeded(sentences: Sequence[tw.Sentence], share: float, seed: int) -> tuple[list[tw.Sentence], set[tuple[int, int]]]:
    """The sentences with such a share of their arcs changed, and which words were (sentence, word from 1).

    Every second change is one of the head: a word nearby, the head's head or another dependent of it, never one below the
    word, so that trees stay trees with the same root. The others are changes of the label: one that words with this tag have
    below heads with that tag, as often as they have it.
    """
    chance = random.Random(seed)
    usual = _usual_labels(sentences)
    places = [(s, w) for s, sentence in enumerate(sentences) for w in range(1, len(sentence) + 1) if sentence.heads[w - 1] > 0]
    wanted = round(share * sum(map(len, sentences)))
    chance.shuffle(places)
    trees = {}
    changed: set[tuple[int, int]] = set()
    for s, word in places:
        if len(changed) == wanted:
            break
        sentence = sentences[s]
        heads, labels = trees.setdefault(s, (list(sentence.heads), list(sentence.labels)))
        if len(changed) % 2:
            others = _other_heads(heads, word)
            if others:
                heads[word - 1] = chance.choice(others)
                changed.add((s, word))
        else:
            tags = sentence.tags
            counts = usual[tags[word - 1], tags[heads[word - 1] - 1]]
            names = [name for name in sorted(counts) if _main(name) != _main(labels[word - 1])]
            if names:
                labels[word - 1] = chance.choices(names, [counts[name] for name in names])[0]
                changed.add((s, word))
    return [s.with_tree(*trees[i]) if i in trees else s for i, s in enumerate(sentences)], changed


def _usual_labels(sentences: Sequence[tw.Sentence]) -> dict[tuple[str | None, str | None], Counter[str]]:
    """The labels between two tags."""
    counts: dict[tuple[str | None, str | None], Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        tags = sentence.tags
        for tag, head, label in zip(tags, sentence.heads, sentence.labels, strict=True):
            if head > 0 and label is not None:
                counts[tag, tags[head - 1]][label] += 1
    return counts


def _other_heads(heads: list[int], word: int) -> list[int]:
    """Words that could be the head by mistake."""
    head = heads[word - 1]
    near = [*range(max(1, word - NEARBY), min(len(heads), word + NEARBY) + 1), heads[head - 1]]
    near += [other for other in range(1, len(heads) + 1) if heads[other - 1] == head]
    return sorted({other for other in near if other not in (0, head) and not _is_below(heads, word, other)})


def _is_below(heads: list[int], above: int, word: int) -> bool:
    while word > 0:
        if word == above:
            return True
        word = heads[word - 1]
    return False


def _main(label: str | None) -> str:
    return (label or "").partition(":")[0]
