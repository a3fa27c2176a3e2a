"""What parsers and ensembles of parsers have in common: sentences in, sentences out, by decoders that threads do not share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from treewright.constraints import Constraints
from treewright.constraints.given import Given
from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation, checked_conflict
from treewright.decoding.batching import Batch, batches, in_order
from treewright.decoding.confidence import Confidence
from treewright.decoding.decoder import Decoder
from treewright.errors import SettingsError, TreewrightError
from treewright.families.family import Alphabets, Family
from treewright.families.prediction import Prediction
from treewright.parser.asked import ConstraintsOf, checked_confidence, checked_givens, same_for_all
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence

RAW = "a parser reads words; for raw text there are pipelines: tw.load('english')(text)"


class Parsing:
    """Base of what parses; a subclass makes decoders, and says how constraints are prepared for them."""

    family: Family
    labels: list[str]
    tags: list[str]
    single_root: bool  # whether every tree has exactly one root
    in_python: bool  # whether a part in plain Python needs Python's lock all the time, so that only processes are faster
    most_words: int | None = None  # of a sentence; longer ones are refused
    keeps_heads: bool = True  # whether it can parse under given heads and labels
    decoders: SimpleQueue[Decoder]

    @property
    def alphabets(self) -> Alphabets:
        """The symbols that numbers in a prediction stand for."""
        return Alphabets(self.labels, self.tags)

    # What a subclass says -------------------------------------------------------------------------------------------

    def new_decoder(self) -> Decoder:
        """A decoder of one's own: they hold storage, so threads must not share one."""
        raise NotImplementedError

    def preparation(
        self, keep: str, constraints: ConstraintsOf | None, on_conflict: str, report: Report | None
    ) -> Preparation | BracketPreparation:
        """What finds the constraints of sentences, and those that clash."""
        raise NotImplementedError

    # Batches --------------------------------------------------------------------------------------------------------

    @contextmanager
    def decoding(self) -> Iterator[Decoder]:
        """A decoder of one's own while it lasts; the next one gets it again, unless something unforeseen has stopped it."""
        try:
            decoder = self.decoders.get_nowait()
        except Empty:
            decoder = self.new_decoder()
        try:
            yield decoder
        except TreewrightError:  # told before anything was changed
            self.decoders.put(decoder)
            raise
        self.decoders.put(decoder)  # not after a MemoryError, say, which may have left its arrays half made

    def calibrated(self) -> Confidence:
        """What was learnt of confidence; refuses if nothing was."""
        raise SettingsError(f"confidence: {type(self).__name__} has none; ask one of its parsers")

    def predict(
        self,
        sentences: list[Sentence],
        givens: Sequence[Given | None] | None = None,
        *,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Prediction:
        """What is predicted for some sentences, in numbers, under what is given for each of them.

        With `confidence` there are columns of how probable it is that each number is right; heads, and labels, that are less
        probable than `min_confidence` become unknown.
        """
        sentences = list(expected_sentences(sentences, RAW))
        givens = None if givens is None else checked_givens(sentences, givens, self.family, len(self.labels))
        if not confidence and not min_confidence:
            with self.decoding() as decoder:
                return decoder.decode(sentences, givens)
        known = self.calibrated()
        least = checked_confidence(min_confidence)
        with self.decoding() as decoder:
            prediction, signals = decoder.watched(sentences, givens)
        known.add_to(prediction, signals, list(map(len, sentences)), givens)
        if least > 0:
            prediction.leave_out(least)
        return prediction if confidence else Prediction(prediction.heads, prediction.labels, prediction.tags)

    def parse_batch(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None, **asked: Any) -> bytes:
        """The bytes of parsed sentences, a blank line after each; DEPREL becomes _ if the parser has no labels.

        What else is asked for (`confidence`, `min_confidence`) is as in `predict`; it is written to MISC and a comment.
        """
        sentences = list(expected_sentences(sentences, RAW))
        return self.family.write(sentences, self.predict(sentences, givens, **asked), self.alphabets)

    def parsed_batch(
        self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None, **asked: Any
    ) -> list[Sentence]:
        """The parsed sentences."""
        sentences = list(expected_sentences(sentences, RAW))
        return self.family.parsed(sentences, self.predict(sentences, givens, **asked), self.alphabets)

    def prepared(
        self,
        given: Iterable[list[Sentence]],
        keep: str = "",
        constraints: ConstraintsOf | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[Batch]:
        """The batches with what is given for each sentence; sentences that are skipped are left out."""
        checked_conflict(on_conflict)
        if not keep and constraints is None:
            return map(Batch, given)
        if constraints is not None and not callable(constraints):
            raise SettingsError(f"constraints: seen {constraints!r}, expected a function that gives those of a sentence")
        preparation = self.preparation(keep, constraints, on_conflict, report)
        return (Batch(*preparation.prepared(batch)) for batch in given)

    def _work(self, batch: Batch, **asked: Any) -> bytes:
        return self.parse_batch(batch.sentences, batch.givens, **asked)

    def _found(self, batch: Batch, **asked: Any) -> list[Sentence]:
        return self.parsed_batch(batch.sentences, batch.givens, **asked)

    def _asked(self, confidence: bool, least: float) -> dict[str, Any]:
        """What is asked for besides trees; refuses at once what cannot be given."""
        if not confidence and not least:
            return {}
        self.calibrated()
        return {"confidence": confidence, "min_confidence": checked_confidence(least)}

    # Sentences ------------------------------------------------------------------------------------------------------

    def __call__(
        self,
        sentence: Sentence | Sequence[Any],
        *,
        keep: str = "",
        constraints: Constraints | None = None,
        on_conflict: str = "stop",
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Sentence:
        """Parse one sentence (a Sentence, or a list of words for `Sentence.from_words`), under constraints if there are."""
        sentence = expected_sentence(sentence, RAW)
        if on_conflict == "skip":
            raise SettingsError("on_conflict: seen 'skip' for one sentence, expected stop or relax; pipe skips sentences")
        batch = next(iter(self.prepared([[sentence]], keep, same_for_all(constraints), on_conflict)))
        return self._found(batch, confidence=confidence, min_confidence=min_confidence)[0]

    def parse_bytes(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        constraints: ConstraintsOf | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order: the fast way from file to file."""
        prepared = self.prepared(batches(sentences, threads, RAW), keep, constraints, on_conflict, report)
        work = partial(self._work, **self._asked(confidence, min_confidence))
        for _, block in in_order(work, prepared, threads, processes=self.in_python):
            yield block

    def pipe(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        constraints: ConstraintsOf | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[Sentence]:
        """Parse a stream of sentences, in order; threads work on several at once.

        `keep` ("heads", "labels", "all"; of constituents "brackets") keeps what the sentences have, `constraints` is a
        function that gives the constraints of a sentence; `on_conflict` ("stop", "skip", "relax") and `report` are those of
        Preparation.  `confidence` writes to MISC how probable it is that each head and label is right, and to a comment that
        of the whole sentence; what is less probable than `min_confidence` is left `_`.
        """
        prepared = self.prepared(batches(sentences, threads, RAW), keep, constraints, on_conflict, report)
        work = partial(self._found, **self._asked(confidence, min_confidence))
        for _, found in in_order(work, prepared, threads, processes=self.in_python):
            yield from found

    def nbest(
        self,
        sentence: Sentence | Sequence[Any],
        count: int,
        *,
        keep: str = "",
        constraints: Constraints | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> list[tuple[float, Sentence]]:
        """The best trees of a sentence with their scores, best first; as many as the beam holds at the most."""
        if not isinstance(count, int) or count < 1:
            raise SettingsError(f"nbest: seen {count!r}, expected a whole number of at least 1")
        self.check_nbest(count)
        sentence = expected_sentence(sentence, RAW)
        given = same_for_all(constraints)
        if not len(sentence):
            return []
        batch = next(iter(self.prepared([[sentence]], keep, given, on_conflict, report)))
        if not batch:  # skipped
            return []
        sentence = batch.sentences[0]
        with self.decoding() as decoder:
            found = decoder.best(sentence, count, batch.givens[0] if batch.givens else None)
        return [(score, self.family.parsed([sentence], tree, self.alphabets)[0]) for score, tree in found]

    def check_nbest(self, count: int) -> None:
        """Refuses, with a sentence, to give several trees where there is only one."""

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Any:
        """Parse gold trees and score the result."""
        gold = list(expected_sentences(sentences))
        return self.family.scores(gold, self.pipe(gold, threads=threads), **settings)
