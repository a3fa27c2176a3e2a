"""The trainer of transition-based models: a strategy searches beside an oracle, and a classifier is told what was wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

from treewright.decoding.decoder import Decoder
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.storage.named_arrays import checked_arrays
from treewright.training.strategy import TrainingStrategy
from treewright.training.trainer import FROM_BATCHES, Example, Trainer

POOL = 512  # sentences among which a classifier that learns in batches finds those that go together
APART = 104_729  # between the seeds of two strategies
EXCHANGE = 32  # sentences that each of several workers learns from before they exchange updates


class LocalTraining(NamedTuple):
    """How decisions of greedy search are learnt from: in the first share of epochs alone, then perhaps beside paths."""

    share: float
    beside: bool
    search: Search
    strategy: TrainingStrategy

    def epochs(self, epochs: int) -> int:
        """How many these are of all; the last epoch never is one."""
        return min(epochs - 1, round(self.share * epochs))


@dataclass
class Worker:
    """The parts that learn; several workers have a copy of the weights each."""

    search: Search
    oracle: Oracle
    classifier: Any  # a Classifier; several workers need one that has weights
    strategy: TrainingStrategy
    local: LocalTraining | None = None  # before and beside a strategy that compares paths
    only_local: bool = False  # whether this epoch learns so
    skipped: int = 0  # sentences of this epoch whose gold tree the system has no path to

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """Make search and strategy ready."""
        self.skipped = 0
        self.only_local = self.local is not None and epoch <= self.local.epochs(epochs)
        search, strategy = self.parts()
        search.scorer.use(self.classifier.learning)  # both searches have one scorer
        strategy.begin_epoch(epoch, epochs, seed)
        if self.beside is not None:
            self.beside.strategy.begin_epoch(epoch, epochs, seed + APART)

    def parts(self) -> tuple[Search, TrainingStrategy]:
        """The search and the strategy of this epoch."""
        only = self.local if self.only_local else None
        return (only.search, only.strategy) if only else (self.search, self.strategy)

    @property
    def beside(self) -> LocalTraining | None:
        """What learns from decisions in this epoch beside what learns from paths."""
        return self.local if self.local and self.local.beside and not self.only_local else None

    def learn(self, example: Example) -> int:
        """Learn from one sentence; returns the number of updates."""
        sentence, gold, given = example
        search, strategy = self.parts()
        if search.filter is not None:
            search.constrain(given)
        search.encode(sentence)
        self.oracle.prepare(*gold)
        if not self.oracle.derivable:
            self.skipped += 1
            return 0
        updates = strategy.learn()
        if self.beside is not None:
            self.beside.search.take(sentence)
            updates += self.beside.strategy.learn()
        return updates


class TransitionTrainer(Trainer):
    """One worker learns sentence by sentence; several learn side by side and exchange their updates.

    Who learns from what, and in which order changes are made, depends on the number of workers only, not on time.
    """

    instead = "set training.threads to 1"

    def __init__(self, workers: Sequence[Worker], decoder: Callable[[Any], Decoder]) -> None:
        """`decoder` makes a decoder of what has been learnt."""
        self.workers = list(workers)
        self.classifier = workers[0].classifier
        self._decoder = decoder
        self.is_network = self.classifier.takes_network
        if self.classifier.batched:
            self.instead = FROM_BATCHES
        self.batch = POOL if self.classifier.batched else 1 if len(workers) == 1 else EXCHANGE * len(workers)
        self.name = type(workers[0].search.system).__name__

    @property
    def skipped(self) -> int:  # type: ignore[override]
        """Sentences of this epoch whose gold tree the system has no path to."""
        return sum(worker.skipped for worker in self.workers)

    @property
    def strategy(self) -> TrainingStrategy:
        """The strategy of this epoch."""
        return self.workers[0].parts()[1]

    @property
    def decision_loss(self) -> float | None:  # type: ignore[override]
        """A network's mean loss of single decisions, also of those beside paths; the loss of paths has no usual size."""
        beside = self.workers[0].beside
        own = beside.strategy if beside else self.strategy
        return own.loss / own.decisions if self.is_network and own.by_decision and own.decisions else None

    def watch(self, hook: Callable[[Any], None]) -> None:
        """Call this with the strategy after each update."""
        first = self.workers[0]
        first.strategy.callback = hook
        if first.local is not None:
            first.local.strategy.callback = hook

    def prepare(self, sentences: Sequence[Any]) -> None:
        """Show the training data to the classifier."""
        self.classifier.prepare(sentences)

    def preparing(self, epochs: int) -> int:
        """How many epochs come before paths are compared, or else before a network has warmed up."""
        own = self.workers[0].local
        return max(own.epochs(epochs) if own else 0, super().preparing(epochs))

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """Make all workers ready."""
        self.classifier.begin_epoch(epoch, epochs)
        several = len(self.workers) > 1
        if several and not self.classifier.whole:  # each rounded in its own order; a checkpoint has the first
            state = self.classifier.state()
            for worker in self.workers[1:]:
                worker.classifier.restore(state)
        for number, worker in enumerate(self.workers):
            worker.begin_epoch(epoch, epochs, seed + number * 7919)
            if several:
                worker.classifier.recording = True

    def learn(self, examples: Sequence[Example]) -> int:
        """Learn from some sentences; returns the number of updates."""
        count = len(self.workers)
        if self.classifier.batched:
            return self._learn_in_batches(examples)
        if count == 1:
            return sum([self.workers[0].learn(example) for example in examples])
        steps = self.classifier.steps
        with ThreadPoolExecutor(count) as pool:
            updates = sum(pool.map(_learn, self.workers, (examples[i::count] for i in range(count))))
            steps += sum(worker.classifier.steps - steps for worker in self.workers)
            list(pool.map(self._follow, self.workers))
        for worker in self.workers:
            worker.classifier.steps = steps
        return updates

    def _learn_in_batches(self, examples: Sequence[Example]) -> int:
        """Encode some sentences, search them one after another, then let the classifier learn from all of them."""
        updates = 0
        for numbers in self.classifier.batches([example.sentence.size for example in examples]):
            some = [examples[number] for number in numbers]
            self.classifier.begin_batch([example.sentence for example in some])
            updates += self.learn_batch(some)
            self.classifier.end_batch()
        return updates

    def learn_batch(self, examples: Sequence[Example]) -> int:
        """Search sentences that the classifier has encoded, one after another; returns the number of updates."""
        worker = self.workers[0]
        worker.search.begin_batch([example.sentence for example in examples])
        return sum([worker.learn(example) for example in examples])

    def _follow(self, worker: Worker) -> None:
        """Make the changes of all others."""
        for other in self.workers:
            if other is not worker:
                worker.classifier.follow(other.classifier)

    def end_epoch(self) -> None:
        """Forget what was exchanged; a classifier that learns from all decisions at once does it now."""
        for worker in self.workers if len(self.workers) > 1 else ():
            worker.classifier.recording = False
            worker.classifier.forget()
        self.strategy.end_epoch()

    def figures(self) -> dict[str, Any]:
        """The number of features that have weights, and the loss: of single decisions, or else of paths."""
        own, mean = self.strategy, self.decision_loss
        if mean is None and own.decisions:
            mean = own.loss / own.decisions
        return {"rows": self.classifier.row_count, **({} if mean is None else {"loss": round(mean, 4)})}

    # What has been learnt -------------------------------------------------------------------------------------------

    def learnt(self) -> Any:
        """The averaged weights, or what the classifier learns in their place."""
        return self.classifier.learnt()

    def learnt_from(self, arrays: dict[str, Any]) -> Any:
        """The same from its arrays."""
        return self.classifier.learnt_from(self.classifier.classes, arrays)

    def decoder(self, learnt: Any) -> Decoder:
        """A decoder that parses with what was learnt."""
        return self._decoder(learnt)

    def state(self) -> dict[str, Any]:
        """What the classifier needs to go on."""
        return checked_arrays(self.classifier, "state")

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        for worker in self.workers:
            worker.classifier.restore(state)


def _learn(worker: Worker, examples: Sequence[Example]) -> int:
    worker.classifier.forget()
    return sum(worker.learn(example) for example in examples)
