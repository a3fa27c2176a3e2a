"""What a trained pipeline does: text or sentences in, trees out, stage by stage in worker threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from treewright.decoding.batching import Batch, batches, in_order
from treewright.ensemble import Ensemble
from treewright.errors import ModelError, SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parser.asked import checked_confidence
from treewright.parser.parser import Parser
from treewright.settings.stages import UNTIL, keep_of_tree, keeps_tags
from treewright.tagging import Tagger
from treewright.tagging.completion import completed
from treewright.tokenization import Tokenizer
from treewright.tokenization.numbering import Numbering
from treewright.tokenization.text_cutter import Piece
from treewright.tokenization.text_source import Text
from treewright.tokenization.tokenizer import sentences_of
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence, Shelf

RAW = "pipeline(text) gives the sentences of a text, pipeline.pipe_text([text, ...]) those of several"

Found = bytes | list[Sentence]  # what became of some sentences: their rows, or sentences with constituency trees


class Asked(NamedTuple):
    """What is asked for besides trees, as in Parsing.predict."""

    confidence: bool = False
    min_confidence: float = 0.0


SURE = Asked()


class TextParsing:
    """The stages of a pipeline at work; each reads what those before it have written."""

    tokenizer: Tokenizer | None
    taggers: list[Tagger]
    parser: Parser | Ensemble

    def tagged(self, sentences: list[Sentence], *, keep: str = "", confidence: bool = False) -> list[Sentence]:
        """The sentences with all tags and lemmas; if tags are kept, only what is missing is made."""
        sentences = list(expected_sentences(sentences, RAW))
        if keeps_tags(keep):
            return completed(self.taggers, sentences)
        for tagger in self.taggers:
            sentences = tagger.tag_batch(sentences, confidence=confidence)
        return sentences

    def _work(self, until: str, keep: str, asked: Asked = SURE) -> Callable[[Batch], Found]:
        """What is done with a batch of sentences up to this stage; rows with heads stay bytes, which is the fast way."""
        if until not in UNTIL:
            raise SettingsError(f"until: seen {until!r}, expected one of {', '.join(UNTIL)}")
        self._check_asked(until, keep, asked)
        more = {} if asked == SURE else asked._asdict()

        parse = self.parser.parse_batch if self.parser.family.makes_arcs else self.parser.parsed_batch

        def work(batch: Batch) -> Found:
            sentences = batch.sentences
            if until != "tokens":
                sentences = self.tagged(sentences, keep=keep, confidence=asked.confidence)
            if until == "trees":
                return parse(sentences, batch.givens, **more)
            return b"".join(sentence.source + b"\n" for sentence in sentences)

        return work

    def _check_asked(self, until: str, keep: str, asked: Asked) -> None:
        """Refuses confidence where a stage has not learnt it."""
        if asked.min_confidence:
            checked_confidence(asked.min_confidence)
        if asked.confidence and until != "tokens" and not keeps_tags(keep):
            for tagger in self.taggers:
                tagger.parser.calibrated()
        if asked != SURE and until == "trees":
            self.parser.calibrated()

    def _bytes(self, found: Found) -> bytes:
        return found if isinstance(found, bytes) else self.parser.family.bytes_of(found)

    def _parsed_text(
        self, text: Text, threads: int, lines: bool, until: str, asked: Asked = SURE
    ) -> Iterator[tuple[list[Sentence], Found]]:
        """The sentences of each piece of a text as they were tokenized, and what became of them."""
        if self.tokenizer is None and self.parser.model is None:
            raise ModelError("this pipeline has no weights yet; train it or load a model")
        if self.tokenizer is None:
            raise ModelError("this pipeline has no tokenizer; give it sentences, or words that stand in lines")
        tokenizer, rest, numbering = self.tokenizer, self._work(until, "", asked), Numbering()

        def work(piece: Piece) -> tuple[list[Sentence], Found]:
            sentences = sentences_of(tokenizer.rows_of(piece, lines=lines), piece.path)
            return sentences, rest(Batch(sentences))

        pieces = tokenizer.pieces(text, lines=lines)
        for _, (sentences, found) in in_order(work, pieces, threads, processes=self.parser.in_python):
            if sentences:
                yield sentences, numbering.numbered(found) if isinstance(found, bytes) else list(map(numbering.named, found))

    def __call__(
        self, given: str | Sentence | Sequence[Any], *, confidence: bool = False, min_confidence: float = 0.0
    ) -> Any:
        """The sentences of a text; or one sentence, tagged and parsed (a Sentence, or a list of words)."""
        asked: dict[str, Any] = {"confidence": confidence, "min_confidence": min_confidence}
        if isinstance(given, str):
            return list(self.pipe_text([given], **asked))
        return next(iter(self.pipe([expected_sentence(given, RAW)], **asked)))

    def parse_text(
        self,
        text: Text,
        *,
        threads: int = 1,
        until: str = "trees",
        lines: bool = False,
        report: Report | None = None,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[bytes]:
        """What is to be written for raw text (a path, a file, bytes, or several texts), some sentences at a time.

        With `lines` each line is a sentence; `confidence` and `min_confidence` are those of Parser.pipe.
        """
        for sentences, found in self._parsed_text(text, threads, lines, until, Asked(confidence, min_confidence)):
            if report is not None:
                report.sentences += len(sentences)
                report.words += sum(map(len, sentences))
            yield self._bytes(found)

    def pipe_text(
        self,
        text: Text,
        *,
        threads: int = 1,
        lines: bool = False,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[Sentence]:
        """The sentences of raw text (a path, a file, bytes, or several texts) with their trees; the rest as in parse_text."""
        shelf = Shelf()
        for sentences, found in self._parsed_text(text, threads, lines, "trees", Asked(confidence, min_confidence)):
            yield from shelf.reread(found, sentences) if isinstance(found, bytes) else found

    def parse_bytes(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        until: str = "trees",
        on_conflict: str = "stop",
        report: Report | None = None,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order.

        `keep` is a comma list of what the sentences have and is not made again: tags (with lemmas), heads, labels, or all.
        """
        asked = Asked(confidence, min_confidence)
        for _, found in self._parsed(sentences, threads, keep, until, on_conflict, report, asked):
            yield self._bytes(found)

    def pipe(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        on_conflict: str = "stop",
        report: Report | None = None,
        confidence: bool = False,
        min_confidence: float = 0.0,
    ) -> Iterator[Sentence]:
        """Tag and parse a stream of sentences, in order; threads work on several at once, the rest is as in parse_bytes."""
        shelf = Shelf()
        asked = Asked(confidence, min_confidence)
        for batch, found in self._parsed(sentences, threads, keep, "trees", on_conflict, report, asked):
            yield from shelf.reread(found, batch.sentences) if isinstance(found, bytes) else found

    def _parsed(
        self,
        sentences: Iterable[Sentence],
        threads: int,
        keep: str,
        until: str,
        on_conflict: str,
        report: Report | None,
        asked: Asked = SURE,
    ) -> Iterator[tuple[Batch, Found]]:
        given = batches(sentences, threads, RAW)
        of_tree = keep_of_tree(keep) if until == "trees" else ""
        prepared = self.parser.prepared(given, of_tree, None, on_conflict, report)
        return in_order(self._work(until, keep, asked), prepared, threads, processes=self.parser.in_python)

    def nbest(self, sentence: Sentence, count: int, *, keep: str = "", **more: Any) -> list[tuple[float, Sentence]]:
        """The best trees of a sentence with their scores, best first."""
        sentence = self.tagged([expected_sentence(sentence, RAW)], keep=keep)[0]
        return self.parser.nbest(sentence, count, keep=keep_of_tree(keep), **more)

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Scores:
        """Tag and parse gold sentences, from their tokens, and score the result."""
        gold = list(expected_sentences(sentences))
        if not gold:
            return self.parser.evaluate(gold, **settings)  # type: ignore[no-any-return]
        return evaluate(gold, self.pipe(gold, threads=threads), **settings)
