"""Sentences of the project's own making that the checks train on."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from treewright.conformance.configurations import within_reach
from treewright.parser import Parser
from treewright.training.callbacks import Callbacks
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import Sentence, read
from treewright.treebank.projectivity import is_projective

TINY = Path(__file__).parents[1] / "data" / "tiny" / "train.conllu"


def own_sentences(count: int = 10) -> list[Sentence]:
    """The first projective sentences of the tiny treebank that are neither very short nor long."""
    return _sentences()[:count]


@functools.cache
def _sentences() -> list[Sentence]:
    return [s for s in read(TINY) if 10 <= len(s) <= 16 and is_projective(list(s.heads))]


def learnable(sentence: Sentence, system: str) -> Sentence:
    """The sentence with what a system can give of its tree; systems of short arcs leave some words without a head."""
    if system not in TRANSITION_SYSTEMS:
        return sentence
    heads = within_reach(TRANSITION_SYSTEMS[system](), list(sentence.heads))
    labels = [label if head >= 0 else None for head, label in zip(heads, sentence.labels, strict=True)]
    return sentence.with_tree(heads, labels)


class UntilLearnt(Callbacks):
    """Ends training after three times as many epochs without an update as it took to learn: the average is then near."""

    def on_training_start(self, loop: Any) -> None:
        """Nothing is learnt yet."""
        self.last_update = 0

    def on_epoch_start(self, loop: Any, epoch: int) -> None:
        """Make this epoch the last one if enough of them had no update."""
        if epoch >= 4 * self.last_update > 0:
            loop.epochs = epoch

    def on_epoch_end(self, loop: Any, epoch: int, row: dict[str, Any]) -> None:
        """Remember the last epoch with an update."""
        if row["updates"]:
            self.last_update = epoch


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
    single = settings["system"] in TRANSITION_SYSTEMS and TRANSITION_SYSTEMS[settings["system"]].search  # one without a beam
    way = {"beam": 1, "strategy": "local"} if single else {"beam": 2, "strategy": "laso"}
    parser = Parser(**{"preset": "panparser", **way, "epochs": 4, **settings})
    parser.train(sentences)
    return parser
