"""The training loop: epochs, dev scores, the best epoch, checkpoints."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from treewright.constraints.given import Given
from treewright.errors import InputError, SettingsError
from treewright.evaluation import Scores, attachment_counts
from treewright.evaluation.scores import LAS
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.training.given_heads import GivenHeads
from treewright.training.gold_trees import Gold, GoldTrees, LiftedTrees
from treewright.training.strategy import TrainingStrategy
from treewright.treebank.sentence import Sentence

Row = dict[str, Any]


EXCHANGE = 32  # sentences that each of several workers learns from before they exchange updates


@dataclass
class Worker:
    """The parts that learn; several workers have a copy of the weights each."""

    search: Search
    oracle: Oracle
    classifier: Any  # the classifier: an AveragedPerceptron or a FittedClassifier
    strategy: TrainingStrategy
    skipped: int = 0  # sentences of this epoch whose gold tree the system has no path to

    def learn(self, sentence: Sentence, gold: Gold, given: Given | None = None) -> int:
        """Learn from one sentence and its gold tree, under what is given; returns the number of updates."""
        if self.search.filter is not None:
            self.search.constrain(given)
        self.search.encode(sentence)
        self.oracle.prepare(*gold)
        if not self.oracle.derivable:
            self.skipped += 1
            return 0
        return self.strategy.learn()


class TrainingLoop:
    """Trains one model; `best` holds the averaged weights of the best epoch (of the last one without dev data)."""

    def __init__(
        self,
        workers: Sequence[Worker],
        labels: Sequence[str],
        *,
        epochs: int,
        seed: int,
        shuffle: bool = True,
        labelled: bool = True,
        callbacks: Callbacks | None = None,
        drop_arcs: str = "",
        given_heads: float = 0.0,
        lifted: LiftedTrees | None = None,
        tags: Sequence[str] = (),
    ) -> None:
        self.workers = workers
        first = workers[0]
        self.search, self.oracle, self.classifier, self.strategy = first.search, first.oracle, first.classifier, first.strategy
        self.labels = {label: number for number, label in enumerate(labels)}
        self.names = [label.encode() for label in labels]
        self.tags = {tag: number for number, tag in enumerate(tags)}
        self.tag_accuracy = 0.0  # per cent, in the last evaluation
        self.epochs, self.seed, self.shuffle, self.labelled = epochs, seed, shuffle, labelled
        self.callbacks = callbacks or Callbacks()
        self.epoch = 0
        self.history: list[Row] = []
        self.best: Any = None  # Weights, or what the classifier learns in their place
        self.best_epoch = 0
        self.best_score = -1.0
        self.sentences: Sequence[Sentence] = ()
        self.dropping = DropArcs(drop_arcs) if drop_arcs else None
        self.given_share = given_heads
        self.lifted = lifted
        self.giving: GivenHeads | None = None
        watching = [name for name in ("on_update", "on_sentence", "on_sentence_end") if overridden(self.callbacks, name)]
        if watching and len(workers) > 1:
            raise SettingsError(f"training.threads: the callback {watching[0]} follows one thread only; set it to 1")
        if "on_update" in watching:
            self.strategy.callback = self.callbacks.on_update

    def run(
        self,
        sentences: Sequence[Sentence],
        dev: Sequence[Sentence] | None = None,
        *,
        log: Callable[[Row], None] | None = None,
        progress: Callable[[int, int], None] | None = None,
        save: Callable[[TrainingLoop], None] | None = None,
    ) -> Any:
        """Train from the epoch after `epoch` to the last; `save` is called after each epoch with a whole state."""
        self.sentences = sentences
        labels = self.labels if self.labelled else {}
        gold = GoldTrees(sentences, labels, self.callbacks, self.dropping, self.lifted, self.tags)
        if self.given_share:
            trees = self.lifted[1] if self.lifted else None
            self.giving = GivenHeads(self.given_share, sentences, self.search.system.single_root, trees)
        self.callbacks.on_training_start(self)
        while not self.finished:
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

    def _train_epoch(self, epoch: int, gold: GoldTrees, progress: Callable[[int, int], None] | None) -> Row:
        start, cpu = time.perf_counter(), time.process_time()
        if len(self.workers) > 1 and not self.classifier.whole:  # each rounded in its own order; a checkpoint has the first
            state = self.classifier.state()
            for worker in self.workers[1:]:
                worker.classifier.restore(state)
        for number, worker in enumerate(self.workers):
            worker.skipped = 0
            worker.search.scorer.use(worker.classifier.table)
            worker.strategy.begin_epoch(epoch, self.epochs, self.seed + number * 7919)
        gold.begin_epoch(epoch, self.seed)
        if self.giving:
            self.giving.begin_epoch(epoch, self.seed)
        self.callbacks.on_epoch_start(self, epoch)
        order = list(range(len(self.sentences)))
        if self.shuffle:
            random.Random(self.seed * 1_000_003 + epoch).shuffle(order)
        learn = self._learn_alone if len(self.workers) == 1 else self._learn_together
        updates, words = learn(order, gold, progress or (lambda done, total: None))
        skipped = sum(worker.skipped for worker in self.workers)
        if skipped and skipped == sum(sentence.size > 0 for sentence in self.sentences):
            system = type(self.search.system).__name__
            raise InputError(f"training data: saw {skipped} trees, expected one at least that {system} has a path to")
        self.strategy.end_epoch()
        return {
            "epoch": epoch,
            "seed": self.seed,
            "updates": updates,
            **({"dropped_arcs": self.dropping.dropped} if self.dropping else {}),
            **({"skipped_trees": skipped} if skipped else {}),
            "rows": self.classifier.row_count,
            "tokens_per_second": round(words / max(1e-9, time.process_time() - cpu)),
            "elapsed": round(time.perf_counter() - start, 3),
        }

    def _learn_alone(self, order: list[int], gold: GoldTrees, progress: Callable[[int, int], None]) -> tuple[int, int]:
        callbacks, worker = self.callbacks, self.workers[0]
        each, after = overridden(callbacks, "on_sentence"), overridden(callbacks, "on_sentence_end")
        updates = words = 0
        for done, number in enumerate(order):
            sentence = self.sentences[number]
            if (each and callbacks.on_sentence(self, number) is False) or sentence.size == 0:
                continue
            changed = worker.learn(sentence, gold.tree(self, number), self._given(number))
            updates += changed
            words += sentence.size
            if after:
                callbacks.on_sentence_end(self, number, changed)
            if done % 16 == 0:
                progress(done, len(order))
        progress(len(order), len(order))
        return updates, words

    def _learn_together(self, order: list[int], gold: GoldTrees, progress: Callable[[int, int], None]) -> tuple[int, int]:
        """Each worker learns from sentences of its own; every now and then all make the changes of all others.

        Who learns from what, and in which order changes are made, depends on the number of workers only, not on time.
        """
        order = [number for number in order if self.sentences[number].size]
        count = len(self.workers)

        def learn(worker: Worker, part: list[tuple[Sentence, Gold, Given | None]]) -> int:
            worker.classifier.forget()
            return sum(worker.learn(*own) for own in part)

        def follow(worker: Worker) -> None:
            for other in self.workers:
                if other is not worker:
                    worker.classifier.follow(other.classifier)

        updates = 0
        for worker in self.workers:
            worker.classifier.recording = True
        with ThreadPoolExecutor(count) as pool:
            for start in range(0, len(order), EXCHANGE * count):
                # the hook is called here, one sentence after another, so that it need not know of threads
                numbers = order[start : start + EXCHANGE * count]
                part = [(self.sentences[n], gold.tree(self, n), self._given(n)) for n in numbers]
                steps = self.classifier.steps
                updates += sum(pool.map(learn, self.workers, (part[i::count] for i in range(count))))
                steps += sum(worker.classifier.steps - steps for worker in self.workers)
                list(pool.map(follow, self.workers))
                for worker in self.workers:
                    worker.classifier.steps = steps
                progress(start + len(part), len(order))
        for worker in self.workers:
            worker.classifier.recording = False
            worker.classifier.forget()
        return updates, sum(self.sentences[number].size for number in order)

    def _given(self, number: int) -> Given | None:
        """What is given in a sentence in this epoch."""
        return self.giving.given(number) if self.giving else None

    def _keep_best(self, epoch: int, dev: Sequence[Sentence] | None, row: Row) -> None:
        """Average the weights, score them on the dev data, and keep them if they are the best so far."""
        if not dev and epoch < self.epochs:
            return
        averaged = self.classifier.averaged()
        score = float(epoch)
        if dev:
            scores = self.evaluate(self.classifier.packed.of(averaged), dev)
            row.update(dev_uas=round(scores.uas, 2), dev_las=round(scores.las, 2))
            row.update({"dev_upos": round(self.tag_accuracy, 2)} if self.tags else {})
            labelled = self.labelled and scores.metrics[LAS].gold_total  # dev data may have heads and no labels
            score = scores.las if labelled else scores.uas
            self.callbacks.on_evaluation(self, epoch, scores)
        row["best"] = score > self.best_score
        if row["best"]:
            self.best, self.best_epoch, self.best_score = averaged, epoch, score

    def evaluate(self, table: Any, sentences: Sequence[Sentence]) -> Scores:
        """Score packed weights, or what stands in their place, on gold trees; nothing is given."""
        self.search.scorer.use(table)
        if self.search.filter is not None:
            self.search.constrain(None)
        gold_heads: list[int] = []
        gold_labels: list[str | None] = []
        heads: list[int] = []
        labels: list[str | None] = []
        names = list(self.labels)
        tags = list(self.tags)
        right = known = 0
        for sentence in sentences:
            found, numbers, _ = self.search.parse(sentence)
            for tag, number in zip(sentence.tags, self.search.tag_numbers(), strict=True) if tags else ():
                known += tag is not None
                right += tag == tags[number]
            if self.lifted:
                found, numbers = self.lifted[0].undo(found, numbers)
            gold_heads.extend(sentence.heads)
            gold_labels.extend(sentence.labels)
            heads.extend(found)
            labels.extend([names[n] if n >= 0 else None for n in numbers] if self.labelled else [None] * len(found))
        self.tag_accuracy = 100.0 * right / max(1, known)
        return attachment_counts(gold_heads, gold_labels, heads, labels if self.labelled else None)

    # Checkpoints ----------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the last epoch is over."""
        return self.epoch >= self.epochs

    def state(self) -> tuple[Row, dict[str, Any]]:
        """Everything needed to go on after this epoch, a header and arrays; what was learnt if it was the last one."""
        header = {
            "epoch": self.epoch,
            "epochs": self.epochs,
            "seed": self.seed,
            "history": self.history,
            "best_epoch": self.best_epoch,
            "best_score": self.best_score,
        }
        learning = {} if self.finished else self.classifier.state()
        arrays = {f"learning.{name}": array for name, array in learning.items()}
        if self.best is not None:
            arrays.update({f"best.{name}": array for name, array in self.best.arrays().items()})
        return header, arrays

    def restore(self, header: Row, arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        self.epoch, self.epochs, self.history = header["epoch"], header["epochs"], list(header["history"])
        self.best_epoch, self.best_score = header["best_epoch"], header["best_score"]
        if not self.finished:
            for worker in self.workers:
                worker.classifier.restore(_part(arrays, "learning."))
        best = _part(arrays, "best.")
        self.best = self.classifier.learnt(self.classifier.classes, **best) if best else None


def _part(arrays: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
