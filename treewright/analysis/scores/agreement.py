"""Where two parsers agree, right or wrong."""

from __future__ import annotations

import numpy

from treewright.analysis.scores.column import Column, shared
from treewright.analysis.scores.criteria import known_column
from treewright.analysis.scores.scored import Side
from treewright.evaluation.analyses import universal_features
from treewright.evaluation.scores import ALL_TAGS, BLEX, LABEL_ACCURACY, LEMMAS, MLAS, UFEATS, UPOS, WORDS, XPOS

COMPARED = {  # what two parsers must have in common to agree; for all other metrics head and label
    WORDS: (),
    UPOS: ("upos",),
    XPOS: ("xpos",),
    UFEATS: ("feats",),
    ALL_TAGS: ("upos", "xpos", "feats"),
    LEMMAS: ("lemma",),
    LABEL_ACCURACY: ("label",),
    MLAS: ("head", "label", "upos", "feats"),
    BLEX: ("head", "label", "lemma"),
}


def agreements(one: Side, other: Side, metric: str, subtypes: bool) -> numpy.ndarray:
    """For which gold words both agree; a word that one of them has not is none of these."""
    parts = COMPARED.get(metric, ("head",) if metric.startswith("UAS") else ("head", "label"))
    found = numpy.ones(one.gold.size, bool)
    for side in (one, other):
        found &= _nodes(side) < side.predicted.size
    for part in parts:
        found &= _same_heads(one, other) if part == "head" else _same_texts(one, other, part, subtypes)
    return found


def _nodes(side: Side) -> numpy.ndarray:
    """The predicted word of each gold word."""
    return side.gold.follow("predicted")[1][: side.gold.size]


def _same_heads(one: Side, other: Side) -> numpy.ndarray:
    heads = []
    for side in (one, other):
        back = side.predicted.follow("gold")[1]
        heads.append(back[side.predicted.head_nodes[_nodes(side)]])
    return (heads[0] == heads[1]) & (heads[0] != one.gold.none)


def _same_texts(one: Side, other: Side, part: str, subtypes: bool) -> numpy.ndarray:
    columns = [_column(side, part, subtypes).at(_nodes(side)) for side in (one, other)]
    codes, _ = shared(columns)
    return codes[0] == codes[1]


def _column(side: Side, part: str, subtypes: bool) -> Column:
    """What a metric compares."""
    if part == "feats":
        column = known_column(side.predicted, "feats")
        return column.mapped(lambda feats: universal_features(feats.encode()).decode())
    return known_column(side.predicted, "universal-label" if part == "label" and not subtypes else part)
