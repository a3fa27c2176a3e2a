"""Sentences of the project's own making that the checks train on."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from treewright.parser import Parser
from treewright.treebank import Sentence, read
from treewright.treebank.projectivity import is_projective

TINY = Path(__file__).parents[1] / "data" / "tiny" / "train.conllu"


def own_sentences(count: int = 10) -> list[Sentence]:
    """The first projective sentences of the tiny treebank that are neither very short nor long."""
    wanted = (s for s in read(TINY) if 10 <= len(s) <= 16 and is_projective(list(s.heads)))
    return list(itertools.islice(wanted, count))


def own_parser(sentences: list[Sentence], **settings: Any) -> Parser:
    """A parser with weights that come from a little training: good, not perfect."""
    parser = Parser(**{"beam": 2, "strategy": "laso", "epochs": 4, **settings})
    parser.train(sentences)
    return parser
