"""The training loop: epochs, dev scores, the best epoch, checkpoints and progress, whatever is learnt and however."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from treewright.decoding.decoder import decoded
from treewright.errors import InputError, NotFinite, SettingsError, SettingsWarning, too_little_memory
from treewright.families.family import Alphabets, DevScore, Family
from treewright.storage.sections import joined, section
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.training.given_heads import GivenHeads
from treewright.training.gold_trees import GoldTrees
from treewright.training.trainer import Example, Trainer
from treewright.treebank.sentence import Sentence

Row = dict[str, Any]


class TrainingLoop:
    """Trains one model; `best` is what was learnt in the best epoch (in the last one without dev data)."""

    def __init__(
        self,
        trainer: Trainer,
        family: Family,
        alphabets: Alphabets,
        *,
        epochs: int,
        seed: int,
        shuffle: bool = True,
        patience: int = 0,
        time_limit: float = 0.0,
        alone: bool = True,
        callbacks: Callbacks | None = None,
        dropping: DropArcs | None = None,
        giving: GivenHeads | None = None,
    ) -> None:
        """`patience` is how many epochs may pass without a better dev score, `time_limit` how many seconds; 0: any.

        If it is `alone`, what it has learnt is kept when it fails; beside other seeds it is not, so that all are alike.
        """
        self.trainer, self.family, self.alphabets = trainer, family, alphabets
        self.patience, self.time_limit, self.started = patience, time_limit, time.perf_counter()
        self.epochs, self.seed, self.shuffle = trainer.epochs or epochs, seed, shuffle
        self.labels = {label: number for number, label in enumerate(alphabets.labels)}
        self.alone, self.callbacks = alone, callbacks or Callbacks()
        self.dropping, self.giving = dropping, giving
        self.epoch = 0
        self.over = ""  # the setting that ended it before its last epoch was over
        self.history: list[Row] = []
        self.loss = 0.0  # of the last epoch that learnt from single decisions
        self.best: Any = None
        self.best_epoch = 0
        self.best_score = -1.0
        self.sentences: Sequence[Sentence] = ()
        watching = [name for name in ("on_update", "on_sentence", "on_sentence_end") if overridden(self.callbacks, name)]
        if watching and trainer.batch > 1:
            seen = f"{watching[0]} follows single sentences, and {trainer.name} learns from {trainer.batch} at once"
            raise SettingsError(f"callbacks: {seen}; {trainer.instead}")
        if "on_update" in watching:
            trainer.watch(self.callbacks.on_update)

    def run(
        self,
        sentences: Sequence[Sentence],
        gold: GoldTrees,
        dev: Sequence[Sentence] | None = None,
        *,
        log: Callable[[Row], None] | None = None,
        progress: Callable[[int, int], None] | None = None,
        save: Callable[[TrainingLoop], None] | None = None,
    ) -> Any:
        """Train from the epoch after `epoch` to the last; `save` is called after each epoch with a complete state."""
        self.sentences, self.started = sentences, time.perf_counter()
        if self.epoch == 0:
            self.trainer.prepare([sentence for sentence in sentences if sentence.size])
        self.callbacks.on_training_start(self)
        while not self.finished:
            epoch = self.epoch + 1
            try:
                row = self._train_epoch(epoch, gold, progress or (lambda done, total: None))
                self._keep_best(epoch, dev, row)
            except (NotFinite, MemoryError) as error:
                if self.best is None or not self.alone:
                    raise
                why = too_little_memory(error) if isinstance(error, MemoryError) else error
                kept = f"training ends in epoch {epoch} and keeps the model of epoch {self.best_epoch}"
                warnings.warn(f"{why}; {kept}", SettingsWarning, stacklevel=4)
                break
            self.epoch = epoch
            self.loss = self.loss if (own := self.trainer.decision_loss) is None else float(own)
            self.over = self.over or self._why_over()
            if self.over:
                row.update(epochs=self.epochs, stopped=self.over)
            self.history.append(row)
            self.callbacks.on_epoch_end(self, epoch, row)
            if save is not None:
                save(self)
            if log is not None:
                log(row)
        else:
            if astray := self.trainer.astray(self.loss):
                warnings.warn(astray, SettingsWarning, stacklevel=4)
        if self.best is None:  # a callback ended it, or there was nothing to be best in
            self.best = self.trainer.learnt()
        self.callbacks.on_training_end(self)
        return self.best

    def _train_epoch(self, epoch: int, gold: GoldTrees, progress: Callable[[int, int], None]) -> Row:
        start, cpu = time.perf_counter(), time.process_time()
        self.trainer.begin_epoch(epoch, self.epochs, self.seed)
        gold.begin_epoch(epoch, self.seed)
        if self.giving:
            self.giving.begin_epoch(epoch, self.seed)
        self.callbacks.on_epoch_start(self, epoch)
        order = [number for number in self._order(epoch) if self.sentences[number].size]
        updates, words = self._learn(order, gold, progress)
        skipped = self.trainer.skipped
        if skipped and skipped == sum(sentence.size > 0 for sentence in self.sentences):
            expected = f"one at least that {self.trainer.name} has a path to"
            raise InputError(f"training data: seen {skipped} trees, expected {expected}")
        self.trainer.end_epoch()
        return {
            "epoch": epoch,
            "seed": self.seed,
            "updates": updates,
            **({"dropped_arcs": self.dropping.dropped} if self.dropping else {}),
            **({"skipped_trees": skipped} if skipped else {}),
            **self.trainer.figures(),
            "tokens_per_second": round(words / max(1e-9, time.process_time() - cpu)),
            "elapsed": round(time.perf_counter() - start, 3),
        }

    def _order(self, epoch: int) -> list[int]:
        """The sentences in the order of this epoch."""
        order = list(range(len(self.sentences)))
        if self.shuffle:
            random.Random(self.seed * 1_000_003 + epoch).shuffle(order)
        return order

    def _learn(self, order: list[int], gold: GoldTrees, progress: Callable[[int, int], None]) -> tuple[int, int]:
        """Learn from all sentences, a batch at a time; returns the number of updates and of words."""
        callbacks, batch, sentences = self.callbacks, self.trainer.batch, self.sentences
        given = self.giving.given if self.giving else None
        each, after = overridden(callbacks, "on_sentence"), overridden(callbacks, "on_sentence_end")
        updates = words = 0
        for start in range(0, len(order), batch):
            if start and self._late():
                self.over = "training.time_limit"
                break
            if batch > 1 or start % 16 == 0:
                progress(start, len(order))
            # hooks are called here, one sentence after another, so that they need not know of threads
            numbers = order[start : start + batch]
            if each:
                numbers = [number for number in numbers if callbacks.on_sentence(self, number) is not False]
            examples = [Example(sentences[n], gold.tree(self, n), given(n) if given else None) for n in numbers]
            changed = self.trainer.learn(examples) if examples else 0
            updates += changed
            for example in examples:
                words += example[0].size
            if after and examples:
                callbacks.on_sentence_end(self, numbers[0], changed)
        progress(len(order), len(order))
        return updates, words

    def _keep_best(self, epoch: int, dev: Sequence[Sentence] | None, row: Row) -> None:
        """Score what has been learnt on the dev data, and keep it if it is the best so far."""
        if not (dev or self.trainer.is_network or epoch >= self.epochs or self._late()):
            return
        learnt = self.trainer.learnt()
        quality = float(epoch)
        if dev:
            found = self.evaluate(learnt, dev)
            row.update(found.figures)
            quality = found.quality
            self.callbacks.on_evaluation(self, epoch, found.scores)
        row["best"] = quality > self.best_score
        if row["best"]:
            self.best, self.best_epoch, self.best_score = learnt, epoch, quality

    def evaluate(self, learnt: Any, sentences: Sequence[Sentence]) -> DevScore:
        """Score what has been learnt, with the decoder that a parser has."""
        return self.family.score(sentences, decoded(self.trainer.decoder(learnt), sentences), self.alphabets)

    # Checkpoints ----------------------------------------------------------------------------------------------------

    def _late(self) -> bool:
        """Whether the time is over."""
        return bool(self.time_limit) and time.perf_counter() - self.started > self.time_limit

    def _why_over(self) -> str:
        """The setting that ends the training now, though there are more epochs."""
        if self.epoch >= self.epochs:
            return ""
        since = max(self.best_epoch, self.trainer.preparing(self.epochs))
        if self.patience and self.best_epoch and self.epoch - since >= self.patience:
            return "training.patience"
        return "training.time_limit" if self.epoch > 0 and self._late() else ""

    @property
    def finished(self) -> bool:
        """Whether the last epoch is over, the time is, or patience."""
        return self.epoch >= self.epochs or bool(self.over)

    def state(self) -> tuple[Row, dict[str, Any]]:
        """Everything needed to go on after this epoch, a header and arrays; what was learnt if it was the last one."""
        header = {
            "epoch": self.epoch,
            "epochs": self.epochs,
            "seed": self.seed,
            "history": self.history,
            "loss": self.loss,
            "best_epoch": self.best_epoch,
            "best_score": self.best_score,
        }
        learning = self.trainer.state() if self.epoch < self.epochs else {}
        return header, joined({"learning": learning, "best": {} if self.best is None else self.best.arrays()})

    def restore(self, header: Row, arrays: dict[str, Any]) -> None:
        """Go on from a state."""
        self.epoch, self.epochs, self.history = header["epoch"], header["epochs"], list(header["history"])
        self.best_epoch, self.best_score = header["best_epoch"], header["best_score"]
        self.loss = header.get("loss", 0.0)
        if self.epoch < self.epochs:
            self.trainer.restore(section(arrays, "learning"))
        self.over = self._why_over()
        best = section(arrays, "best")
        self.best = self.trainer.learnt_from(best) if self.best_epoch else None
