"""Jackknifing: training data with tags as good as those of new text, from taggers that have not seen the sentences."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging.tagger import Tagger
from treewright.treebank.sentence import Sentence


def jackknifed(
    make: Callable[[], Tagger],
    sentences: Sequence[Sentence],
    folds: int,
    *,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    checkpoints: StageCheckpoints | None = None,
) -> list[Sentence]:
    """The sentences, each tagged by a new tagger that was trained on the other folds; left alone if these teach nothing."""
    order = list(range(len(sentences)))
    random.Random(seed).shuffle(order)
    tagged = list(sentences)
    folds = min(folds, len(order))
    checkpoints = checkpoints or StageCheckpoints()
    for fold in range(folds):
        held_out = order[fold::folds]
        tagger = make()
        away = set(held_out)
        others = [sentence for i, sentence in enumerate(sentences) if i not in away]
        if not any(name for sentence in others for name in tagger.target.classes(sentence)):
            continue
        if note is not None:
            note(f"{tagger.target.name}: tags for the parser, fold {fold + 1} of {folds}")
        tagger.train(others, progress=False, checkpoint=checkpoints.of(f"{tagger.target.name}-fold-{fold + 1}"))
        for i, sentence in zip(held_out, tagger.tag_batch([sentences[i] for i in held_out]), strict=True):
            tagged[i] = sentence
        if progress is not None:
            progress(fold + 1, folds)
    return tagged
