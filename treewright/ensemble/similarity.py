"""KLcpos3 (Rosa and Zabokrtsky 2015): how different two treebanks are, by their trigrams of coarse tags.

    KLcpos3(target, source) = sum over the trigrams t of the target: f_target(t) * log(f_target(t) / f_source(t))

f is the relative frequency; a trigram that the source does not have counts as if it were there once, in the sum of all counts
too (so it is never negative).  Every word has one trigram, with a sign for what is before the first and after the last.  A
source weighs KLcpos3^-4 when parsers are combined.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from treewright.errors import InputError, ModelError
from treewright.treebank.sentence import Sentence
from treewright.treebank.tag_trigrams import tag_trigrams

LEAST = 1e-3  # a source that is closer counts as that close: one that is the same would weigh infinitely much
Tagged: TypeAlias = Iterable[Sentence] | Mapping[str, int]


def klcpos3(target: Tagged, source: Tagged) -> float:
    """The divergence from target to source, both sentences or counts of trigrams; 0 if they are the same."""
    wanted, known = _counts(target, "target"), _counts(source, "source")
    wanted_total, known_total = sum(wanted.values()), sum(known.values()) + len(wanted.keys() - known.keys())
    total = 0.0
    for trigram, count in wanted.items():
        ratio = (count * known_total) / (known.get(trigram, 1) * wanted_total)  # whole numbers: exactly 1 if it is
        total += count / wanted_total * math.log(ratio)
    return total


def weights_for(target: Tagged, parsers: Sequence[Any]) -> list[float]:
    """What each parser weighs for a text with tags, KLcpos3^-4 of what it was trained on; they sum up to 1."""
    wanted = _counts(target, "target")
    weights = []
    for number, parser in enumerate(parsers, 1):
        if not getattr(parser, "tag_trigrams", None):
            raise ModelError(
                f"weights: parser {number} does not tell the tags it was trained on (its file is from an older version); "
                "train it again, or give weights as numbers"
            )
        weights.append(max(LEAST, klcpos3(wanted, parser.tag_trigrams)) ** -4)
    return [weight / sum(weights) for weight in weights]


def _counts(text: Tagged, name: str) -> Mapping[str, int]:
    counts = text if isinstance(text, Mapping) else tag_trigrams(text)
    if not counts or min(counts.values()) < 1:
        raise InputError(f"klcpos3: seen no words in the {name}, expected at least one with its tag")
    return counts
