"""k-fold cross-validation: every sentence is parsed by a model that has not seen it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from treewright.errors import SettingsError
from treewright.evaluation import Scores
from treewright.parser.parser import Parser
from treewright.progress_bar import Progress
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence


def cross_validate(
    settings: Mapping[str, Any],
    sentences: Iterable[Sentence],
    folds: int = 10,
    *,
    log: Callable[[Row], None] | None = None,
    progress: Progress = None,
) -> list[Scores]:
    """The scores of `folds` models, each on the part of the sentences it was not trained on."""
    sentences = list(expected_sentences(sentences))
    if not isinstance(folds, int) or not 2 <= folds <= len(sentences):
        raise SettingsError(f"folds: seen {folds}, expected 2 to {len(sentences)}, the number of sentences")
    parsers = (Parser(settings) for _ in range(folds))  # made in one place, so that Python warns of settings once
    parser = next(parsers)
    order = list(range(len(sentences)))
    random.Random(int(parser.settings["training"]["seed"])).shuffle(order)
    scores = []
    for fold in range(folds):
        held_out = set(order[fold::folds])
        parser = next(parsers) if fold else parser

        def log_fold(row: Row, fold: int = fold) -> None:
            if log is not None:
                log({"fold": fold + 1, **row})

        parser.train([s for i, s in enumerate(sentences) if i not in held_out], log=log_fold, progress=progress)
        scores.append(parser.evaluate([sentences[i] for i in sorted(held_out)]))
    return scores
