"""Sentences of the project's own making that the checks train on."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from treewright.conformance.configurations import within_reach
from treewright.parser import Parser
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence, read
from treewright.treebank.projectivity import is_projective

TINY = Path(__file__).parents[1] / "data" / "tiny" / "train.conllu"


def own_sentences(count: int = 10) -> list[Sentence]:
    """The first projective sentences of the tiny treebank that are neither very short nor long."""
    wanted = (s for s in read(TINY) if 10 <= len(s) <= 16 and is_projective(list(s.heads)))
    return list(itertools.islice(wanted, count))


def learnable(sentence: Sentence, system: str) -> Sentence:
    """The sentence with what a system can give of its tree; systems of short arcs leave some words without a head."""
    if system not in TRANSITION_SYSTEMS:
        return sentence
    heads = within_reach(TRANSITION_SYSTEMS[system](), list(sentence.heads))
    labels = [label if head >= 0 else None for head, label in zip(heads, sentence.labels, strict=True)]
    return sentence.with_tree(heads, labels)


def reproduced(parser: Parser, gold: list[Sentence], *, labelled: bool = True) -> float:
    """Words that get the gold head and label, in per cent; those without a gold head must get none."""
    right = words = 0
    for sentence, parsed in zip(gold, parser.pipe(gold), strict=True):
        words += len(sentence)
        for one, other in zip(sentence, parsed, strict=True):
            right += one.head == other.head and (not labelled or one.deprel == other.deprel)
    return 100 * right / words


def own_parser(sentences: list[Sentence], **settings: Any) -> Parser:
    """A parser with weights that come from a little training: good, not perfect."""
    anywhere = settings["system"] in TRANSITION_SYSTEMS and TRANSITION_SYSTEMS[settings["system"]].anywhere
    way = {"beam": 1, "strategy": "local"} if anywhere else {"beam": 2, "strategy": "laso"}
    parser = Parser(**{**way, "epochs": 4, **settings})
    parser.train(sentences)
    return parser
