"""The training loop: epochs, dev scores, the best epoch, checkpoints."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from treewright.arrays import int_array
from treewright.classifiers.averaged_perceptron import AveragedPerceptron
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.weights import Weights
from treewright.evaluation import Scores, attachment_counts
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.strategy import TrainingStrategy
from treewright.treebank.sentence import Sentence

Row = dict[str, Any]


class TrainingLoop:
    """Trains one model; `best` holds the averaged weights of the best epoch (of the last one without dev data)."""

    def __init__(
        self,
        search: Search,
        oracle: Oracle,
        perceptron: AveragedPerceptron,
        strategy: TrainingStrategy,
        labels: Sequence[str],
        *,
        epochs: int,
        seed: int,
        shuffle: bool = True,
        labelled: bool = True,
        callbacks: Callbacks | None = None,
    ) -> None:
        self.search, self.oracle, self.perceptron, self.strategy = search, oracle, perceptron, strategy
        self.labels = {label: number for number, label in enumerate(labels)}
        self.names = [label.encode() for label in labels]
        self.epochs, self.seed, self.shuffle, self.labelled = epochs, seed, shuffle, labelled
        self.callbacks = callbacks or Callbacks()
        self.epoch = 0
        self.history: list[Row] = []
        self.best: Weights | None = None
        self.best_epoch = 0
        self.best_score = -1.0
        self.sentences: Sequence[Sentence] = ()
        if overridden(self.callbacks, "on_update"):
            strategy.callback = self.callbacks.on_update

    def run(
        self,
        sentences: Sequence[Sentence],
        dev: Sequence[Sentence] | None = None,
        *,
        log: Callable[[Row], None] | None = None,
        progress: Callable[[int, int], None] | None = None,
        save: Callable[[TrainingLoop], None] | None = None,
    ) -> Weights:
        """Train from the epoch after `epoch` to the last; `save` is called after each epoch with a whole state."""
        self.sentences = sentences
        gold = [self._gold_labels(sentence) for sentence in sentences]
        self.callbacks.on_training_start(self)
        while self.epoch < self.epochs:
            epoch = self.epoch + 1
            row = self._train_epoch(epoch, gold, progress)
            self._keep_best(epoch, dev, row)
            self.epoch = epoch
            self.history.append(row)
            self.callbacks.on_epoch_end(self, epoch, row)
            if save is not None:
                save(self)
            if log is not None:
                log(row)
        self.callbacks.on_training_end(self)
        assert self.best is not None
        return self.best

    def _train_epoch(self, epoch: int, gold: list[Any], progress: Callable[[int, int], None] | None) -> Row:
        start, cpu = time.perf_counter(), time.process_time()
        search, oracle, callbacks = self.search, self.oracle, self.callbacks
        search.scorer.use(self.perceptron.table)
        self.strategy.begin_epoch(epoch, self.epochs, self.seed)
        callbacks.on_epoch_start(self, epoch)
        order = list(range(len(self.sentences)))
        if self.shuffle:
            random.Random(self.seed * 1_000_003 + epoch).shuffle(order)
        each, after = overridden(callbacks, "on_sentence"), overridden(callbacks, "on_sentence_end")
        updates = words = 0
        for done, number in enumerate(order):
            sentence = self.sentences[number]
            if each and callbacks.on_sentence(self, number) is False:
                continue
            if sentence.size == 0:
                continue
            search.encode(sentence)
            oracle.prepare(sentence.heads, gold[number])
            changed = self.strategy.learn()
            updates += changed
            words += sentence.size
            if after:
                callbacks.on_sentence_end(self, number, changed)
            if progress is not None and done % 16 == 0:
                progress(done, len(order))
        if progress is not None:
            progress(len(order), len(order))
        return {
            "epoch": epoch,
            "seed": self.seed,
            "updates": updates,
            "rows": self.perceptron.table.row_count,
            "tokens_per_second": round(words / max(1e-9, time.process_time() - cpu)),
            "elapsed": round(time.perf_counter() - start, 3),
        }

    def _gold_labels(self, sentence: Sentence) -> Any:
        """The gold labels as numbers, -1 where unknown or where the parser has no labels."""
        numbers = int_array(max(1, sentence.size), -1)
        if self.labelled:
            for i, label in enumerate(sentence.labels):
                numbers[i] = self.labels.get(label, -1) if label is not None else -1
        return numbers

    def _keep_best(self, epoch: int, dev: Sequence[Sentence] | None, row: Row) -> None:
        """Average the weights, score them on the dev data, and keep them if they are the best so far."""
        if not dev and epoch < self.epochs:
            return
        averaged = self.perceptron.averaged()
        score = float(epoch)
        if dev:
            scores = self.evaluate(PackedWeights.of(averaged), dev)
            row.update(dev_uas=round(scores.uas, 2), dev_las=round(scores.las, 2))
            score = scores.las if self.labelled else scores.uas
            self.callbacks.on_evaluation(self, epoch, scores)
        row["best"] = score > self.best_score
        if row["best"]:
            self.best, self.best_epoch, self.best_score = averaged, epoch, score

    def evaluate(self, table: PackedWeights, sentences: Sequence[Sentence]) -> Scores:
        """Score a table of weights on gold trees."""
        self.search.scorer.use(table)
        gold_heads: list[int] = []
        gold_labels: list[str | None] = []
        heads: list[int] = []
        labels: list[str | None] = []
        names = list(self.labels)
        for sentence in sentences:
            found, numbers, _ = self.search.parse(sentence)
            gold_heads.extend(sentence.heads)
            gold_labels.extend(sentence.labels)
            heads.extend(found)
            labels.extend([names[n] if n >= 0 else None for n in numbers] if self.labelled else [None] * len(found))
        return attachment_counts(gold_heads, gold_labels, heads, labels if self.labelled else None)

    # Checkpoints ----------------------------------------------------------------------------------------------------

    def state(self) -> tuple[Row, dict[str, Any]]:
        """Everything needed to go on after this epoch: a header and arrays."""
        header = {
            "epoch": self.epoch,
            "seed": self.seed,
            "history": self.history,
            "best_epoch": self.best_epoch,
            "best_score": self.best_score,
        }
        arrays = {f"learning.{name}": array for name, array in self.perceptron.state().items()}
        if self.best is not None:
            arrays.update({f"best.{name}": array for name, array in self.best.arrays().items()})
        return header, arrays

    def restore(self, header: Row, arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        self.epoch, self.history = header["epoch"], list(header["history"])
        self.best_epoch, self.best_score = header["best_epoch"], header["best_score"]
        self.perceptron.restore(_part(arrays, "learning."))
        best = _part(arrays, "best.")
        self.best = Weights(self.perceptron.classes, **best) if best else None


def _part(arrays: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
