"""Dependency trees: a head and a label for each word, and a tag if the parser chooses tags, too."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy

from treewright.errors import InputError
from treewright.evaluation import attachment_counts
from treewright.evaluation.scores import LAS
from treewright.families.confidence_notes import noted, without_notes
from treewright.families.family import Alphabets, DevScore, Family
from treewright.families.prediction import Prediction
from treewright.treebank.dependency_tree import problem_of
from treewright.treebank.fields import checked_fields
from treewright.treebank.sentence import Sentence
from treewright.treebank.splicer import Splicer


class DependencyTrees(Family):
    """Trees of CoNLL-U: HEAD, DEPREL and perhaps UPOS."""

    name = "dependencies"
    has_heads = makes_arcs = True

    def __init__(self, *, labelled: bool = True, tagged: bool = False) -> None:
        self.labelled, self.tagged = labelled, tagged

    def problem(self, heads: Sequence[int], *, several_roots: bool) -> str | None:
        """What makes the heads no tree."""
        if -1 in heads:
            return f"seen no head of word {list(heads).index(-1) + 1}, expected a head from 0 to {len(heads)}"
        return problem_of(heads, several_roots=several_roots)

    def check(self, sentences: Sequence[Sentence], place: str) -> None:
        """Refuses data without a head, and constituency trees, from which other systems learn."""
        for sentence in sentences:
            if sentence.tree is not None:
                where = f"{sentence.path or place + ' data'}:{sentence.line}"
                expected = "heads (CoNLL-U); set-based learns from constituency trees"
                raise InputError(f"{where}: seen a constituency tree, expected {expected}")
        if sentences and not any(head >= 0 for sentence in sentences for head in sentence.heads):
            raise InputError(f"{place} data: seen no known heads, expected HEAD other than _ on some word")

    def alphabets(self, sentences: Sequence[Sentence]) -> Alphabets:
        """The labels and tags of the training data, if they are wanted."""
        labels = sorted({label for s in sentences for label in s.labels if label}) if self.labelled else []
        if self.labelled and not labels:
            raise InputError("training data: seen no labels, expected DEPREL on some word; or set classifier.labels = none")
        tags = sorted({tag for s in sentences for tag in s.tags if tag}) if self.tagged else []
        if self.tagged and not tags:
            raise InputError("training data: seen no tags, expected UPOS on some word; or set system.tags = none")
        return Alphabets(labels, tags)

    def checked_labels(self, labels: Any) -> list[str]:
        """Labels of a model file, if they can be fields; raises ValueError for others."""
        return checked_fields(labels, "labels")

    def gold(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """The heads, labels and tags that the sentences have."""
        heads = numpy.concatenate([numpy.asarray(s.heads, numpy.int32) for s in sentences])
        labels = numbers([s.labels for s in sentences], alphabets.labels)
        tags = numbers([s.tags for s in sentences], alphabets.tags) if alphabets.tags else None
        return Prediction(heads, labels, tags)

    def right(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """The same, with a number of its own for labels and tags that are not among the symbols."""
        heads = numpy.concatenate([numpy.asarray(s.heads, numpy.int32) for s in sentences])
        tags = numbers([s.tags for s in sentences], alphabets.tags, unseen=len(alphabets.tags)) if alphabets.tags else None
        if not self.labelled:
            return Prediction(heads, None, tags)
        return Prediction(heads, numbers([s.labels for s in sentences], alphabets.labels, unseen=len(alphabets.labels)), tags)

    def score(self, sentences: Sequence[Sentence], prediction: Prediction, alphabets: Alphabets) -> DevScore:
        """Attachment scores by the definitions of the shared task, and the share of right tags."""
        gold_heads = [head for sentence in sentences for head in sentence.heads]
        gold_labels = [label for sentence in sentences for label in sentence.labels]
        labels: Any = None
        if self.labelled:
            labels = [alphabets.labels[number] if number >= 0 else None for number in prediction.labels]
        scores = attachment_counts(gold_heads, gold_labels, list(prediction.heads), labels)
        figures: dict[str, Any] = {"dev_uas": round(scores.uas, 2), "dev_las": round(scores.las, 2)}
        if alphabets.tags:
            gold = [tag for sentence in sentences for tag in sentence.tags]
            figures["dev_upos"] = round(accuracy(gold, prediction.tags, alphabets.tags), 2)
        labelled = self.labelled and scores.metrics[LAS].gold_total  # dev data may have heads and no labels
        return DevScore(scores, figures, scores.las if labelled else scores.uas)

    def write(self, sentences: list[Sentence], prediction: Prediction, alphabets: Alphabets) -> bytes:
        """The sentences with other heads and labels; DEPREL becomes _ if there are no labels."""
        splicer = _splicer(tuple(alphabets.labels), tuple(alphabets.tags))
        if prediction.tags is not None:
            sentences = splicer.with_tags(sentences, prediction.tags)
        block = splicer.splice(sentences, prediction.heads, prediction.labels)
        of_words = {"HeadConf": prediction.head_confidence, "LabelConf": prediction.label_confidence}
        of_words["UposConf"] = prediction.tag_confidence
        made = [name for name in of_words if name != "UposConf" or prediction.tags is not None]
        old = [name for name in made if of_words[name] is None]
        block = without_notes(block, old, whole=prediction.sentence_confidence is None)
        if all(column is None for column in of_words.values()):
            return block
        return noted(block, sentences, of_words, prediction.sentence_confidence)


def numbers(values: Iterable[Sequence[str | None]], names: Sequence[str], unseen: int = -1) -> Any:
    """The places of the values of all sentences in an alphabet, `unseen` for those that are not in it, -1 for None."""
    number_of: dict[str | None, int] = {name: number for number, name in enumerate(names)}
    number_of[None] = -1
    return numpy.array([number_of.get(value, unseen) for of_sentence in values for value in of_sentence], numpy.int32)


def accuracy(gold: Sequence[str | None], predicted: Sequence[int], names: Sequence[str]) -> float:
    """Per cent of the known values that were predicted."""
    known = right = 0
    for value, number in zip(gold, predicted, strict=True):
        known += value is not None
        right += value is not None and number >= 0 and value == names[number]
    return 100.0 * right / max(1, known)


@functools.lru_cache(maxsize=16)
def _splicer(labels: tuple[str, ...], tags: tuple[str, ...]) -> Splicer:
    return Splicer([label.encode() for label in labels] or [b"_"], [tag.encode() for tag in tags])
