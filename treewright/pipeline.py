"""A pipeline: from raw text to trees by one model file; tokenizer, taggers, lemmatizer and parser, one after another."""

from __future__ import annotations

import functools
import itertools
import platform
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from treewright.decoding.batching import Batch, batches, in_order
from treewright.errors import ModelError, SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parser.archive import expected
from treewright.parser.parser import EXAMPLES, Parser, check_given
from treewright.progress_bar import Progress, TrainingBar
from treewright.settings import PARTS, SHORT, Resolved, flatten, mapping, resolve, warn_without_effect
from treewright.settings.stages import UNTIL, keep_of_tree, keeps_tags
from treewright.storage import kinds, model_file
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging import Tagger
from treewright.tagging.completion import completed
from treewright.tagging.jackknife import jackknifed
from treewright.tagging.target import COLUMNS
from treewright.tokenization import Tokenizer, restored_text
from treewright.tokenization.numbering import Numbering
from treewright.tokenization.text_cutter import Piece
from treewright.tokenization.text_source import Text
from treewright.tokenization.tokenizer import sentences_of
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence, Shelf

Log = Callable[[Row], None]
RAW = "pipeline(text) gives the sentences of a text, pipeline.pipe_text([text, ...]) those of several"
TOKENIZED = ("Tokens", "Sentences", "Words")  # metrics of a tokenizer


class Pipeline:
    """Everything between text and trees; each stage reads what those before it have written."""

    def __init__(self, settings: Mapping[str, Any] | None = None, *, preset: str | None = None, **short: Any) -> None:
        given = {**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}}
        self.settings = resolve(given, preset, pipeline=True)
        if not isinstance(settings, Resolved):
            warn_without_effect(given, self.settings)
        if self.settings["system"]["tags"] != "none":
            reason = "in a pipeline the tagger chooses tags; train a parser alone"
            raise SettingsError(f"system.tags: seen upos, expected none: {reason}")
        if self.settings["tagger"]["strategy"] == "local" and self.settings["tagger"]["beam"] != 1:
            seen = f"tagger.beam = {self.settings['tagger']['beam']} cannot work with tagger.strategy = local"
            raise SettingsError(f"{seen}: local training needs greedy search; use tagger.strategy = max-violation")
        if self.settings["tagger"]["folds"] == 1:
            raise SettingsError("tagger.folds: seen 1, expected 0 (no jackknifing) or at least 2")
        self.tokenizer: Tokenizer | None = None
        self.taggers: list[Tagger] = []
        self.parser = Parser(Resolved({part: self.settings[part] for part in PARTS}))
        self.scores: dict[str, float] = {}
        self.examples: list[str] = []

    def __repr__(self) -> str:
        first = ["tokenizer"] if self.tokenizer is not None else []
        stages = [*first, *(tagger.target.name for tagger in self.taggers)]
        return f"<Pipeline: {', '.join([*stages, 'parser'])} ({self.parser.described()})>"

    # Training -------------------------------------------------------------------------------------------------------

    def train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        log: Log | None = None,
        note: Callable[[str], None] | None = None,
        progress: Progress = None,
        checkpoint: str | Path | None = None,
        resume: bool = False,
    ) -> dict[str, float]:
        """Train all stages; the parser learns from tags as taggers give them to new sentences.  Returns scores on `dev`.

        On a terminal and in a notebook a bar shows how far it is; `progress=False` switches it off, a function replaces it.
        """
        with TrainingBar(progress) as bar:
            saved = StageCheckpoints(checkpoint, resume=resume)
            return self._train(sentences, dev, bar.logging(log), bar.noting(note), bar.step, saved)

    def _train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None,
        log: Log,
        note: Callable[[str], None],
        progress: Callable[[int, int], None],
        checkpoints: StageCheckpoints,
    ) -> dict[str, float]:
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        self.parser.family.check(sentences, "training")
        self.parser.family.check(dev or [], "dev")
        for why in self.adapt(sentences):
            note(why)
        self.tokenizer, self.taggers, self.scores = None, [], {}
        checkpoints.begin(self.settings, fingerprint(sentences), fingerprint(dev or []))
        tagged, tagged_dev = sentences, dev
        if self.settings["tokenizer"]["epochs"]:
            wanted: dict[str, Any] = {**self.settings["tokenizer"], "seed": self.settings["training"]["seed"]}
            self.tokenizer = Tokenizer(**wanted)
            note("training the tokenizer")
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                self.tokenizer.train(sentences, dev, checkpoints=checkpoints)
            for warning in told:
                note(f"warning: {warning.message}")
            if dev:
                found = evaluate(dev, list(self.tokenizer.pipe([restored_text(dev)]))).metrics
                for name in TOKENIZED:
                    self.scores[name.lower()] = round(100 * found[name].f1, 2)
                note("tokenizer: F1 of " + ", ".join(f"{name.lower()} {100 * found[name].f1:.2f}" for name in TOKENIZED))
        folds = int(self.settings["tagger"]["folds"])
        for target in self._targets(sentences):
            note(f"training the tagger of {target}")
            tagger = self._make_tagger(target)
            tagger.train(tagged, tagged_dev, progress=progress, checkpoint=checkpoints.of(target))
            self.taggers.append(tagger)
            if tagged_dev is not None:
                self.scores[target] = round(tagger.accuracy(tagged_dev), 2)
                note(f"{target}: {self.scores[target]:.2f} % of the dev words are right")
                tagged_dev = list(tagger.pipe(tagged_dev))
            if folds > 1:
                seed = int(self.settings["training"]["seed"])
                make = functools.partial(self._make_tagger, target)
                tagged = jackknifed(make, tagged, folds, seed=seed, progress=progress, checkpoints=checkpoints)
        note("training the parser")
        self.parser.train(tagged, tagged_dev, log=log, progress=progress, checkpoint=checkpoints.of("parser"))
        if dev is not None and tagged_dev is not None:
            for name, given in (("gold", dev), ("predicted", tagged_dev)):
                scores = evaluate(given, self.parser.pipe(given))
                self.scores[f"las_{name}_tags"] = round(scores.las, 2)
                note(f"parser with {name} tags: UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        self.take_examples(dev or sentences)
        return self.scores

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Decide by these training data what is open in the parser's settings; sentences that say what and why."""
        told = self.parser.adapt(sentences)
        self.settings.update(self.parser.settings)
        return told

    def take_examples(self, sentences: Iterable[Sentence]) -> None:
        """Parse the first of some sentences; they travel in the model file, so that it can be verified."""
        sentences = expected_sentences(sentences)
        self.examples = [self(s).to_conllu() for s in itertools.islice((s for s in sentences if len(s)), EXAMPLES)]

    def _targets(self, sentences: Sequence[Sentence]) -> list[str]:
        """What there is to be tagged in a treebank."""
        wanted = str(self.settings["tagger"]["targets"]).split(",")
        wanted += ["lemma"] if self.settings["lemmatizer"]["epochs"] else []
        there = {
            name
            for name, column in COLUMNS.items()
            if any(sentence.column(i, column) != "_" for sentence in sentences for i in range(len(sentence)))
        }
        parts = ["+".join(part for part in target.split("+") if part in there) for target in wanted]
        return [target for target in parts if target]

    def _make_tagger(self, target: str) -> Tagger:
        table = self.settings["lemmatizer" if target == "lemma" else "tagger"]
        given: dict[str, Any] = {"epochs": table["epochs"], "seed": self.settings["training"]["seed"]}
        given["prune"] = table["prune"]
        given.update({"features": table["templates"]} if table["templates"] else {})
        if target != "lemma" and table["strategy"] != "local":
            given.update(beam=table["beam"], strategy=table["strategy"])
            if table["strategy"] != "laso":  # which learns from its own mistakes and with a margin, as greedy taggers do
                given.update(explore="never", margin=0.0)
        known = self.settings["tagger"]
        return Tagger(target, given, known_count=int(known["known_count"]), known_share=float(known["known_share"]))

    # Parsing --------------------------------------------------------------------------------------------------------

    def tagged(self, sentences: list[Sentence], *, keep: str = "") -> list[Sentence]:
        """The sentences with all tags and lemmas; if tags are kept, only what is missing is made."""
        sentences = list(expected_sentences(sentences, RAW))
        if keeps_tags(keep):
            return completed(self.taggers, sentences)
        for tagger in self.taggers:
            sentences = tagger.tag_batch(sentences)
        return sentences

    def _work(self, until: str, keep: str) -> Callable[[Batch], bytes]:
        """What is done with a batch of sentences up to this stage."""
        if until not in UNTIL:
            raise SettingsError(f"until: seen {until!r}, expected one of {', '.join(UNTIL)}")

        def work(batch: Batch) -> bytes:
            sentences = batch.sentences
            if until != "tokens":
                sentences = self.tagged(sentences, keep=keep)
            if until == "trees":
                return self.parser.parse_batch(sentences, batch.givens)
            return b"".join(sentence.source + b"\n" for sentence in sentences)

        return work

    def _parsed_text(self, text: Text, threads: int, lines: bool, until: str) -> Iterator[tuple[list[Sentence], bytes]]:
        """The sentences of each piece of a text as they were tokenized, and what is to be written for them."""
        if self.tokenizer is None and self.parser.model is None:
            raise ModelError("this pipeline has no weights yet; train it or load a model")
        if self.tokenizer is None:
            raise ModelError("this pipeline has no tokenizer; give it sentences, or words that stand in lines")
        tokenizer, rest, numbering = self.tokenizer, self._work(until, ""), Numbering()

        def work(piece: Piece) -> tuple[list[Sentence], bytes]:
            sentences = sentences_of(tokenizer.rows_of(piece, lines=lines), piece.path)
            return sentences, rest(Batch(sentences))

        for _, (sentences, block) in in_order(work, tokenizer.pieces(text, lines=lines), threads, processes=False):
            if sentences:
                yield sentences, numbering.numbered(block)

    def __call__(self, given: str | Sentence | Sequence[Any]) -> Any:
        """The sentences of a text; or one sentence, tagged and parsed (a Sentence, or a list of words)."""
        if isinstance(given, str):
            return list(self.pipe_text([given]))
        return next(iter(self.pipe([expected_sentence(given, RAW)])))

    def parse_text(
        self,
        text: Text,
        *,
        threads: int = 1,
        until: str = "trees",
        lines: bool = False,
        report: Report | None = None,
    ) -> Iterator[bytes]:
        """What is to be written for raw text (a path, a file, bytes, or several texts), some sentences at a time.

        With `lines` each line is a sentence.
        """
        for sentences, block in self._parsed_text(text, threads, lines, until):
            if report is not None:
                report.sentences += len(sentences)
                report.words += sum(map(len, sentences))
            yield block

    def pipe_text(self, text: Text, *, threads: int = 1, lines: bool = False) -> Iterator[Sentence]:
        """The sentences of raw text (a path, a file, bytes, or several texts) with their trees; `lines` as in parse_text."""
        shelf = Shelf()
        for sentences, block in self._parsed_text(text, threads, lines, "trees"):
            yield from shelf.reread(block, sentences)

    def parse_bytes(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        until: str = "trees",
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order.

        `keep` is a comma list of what the sentences have and is not made again: tags (with lemmas), heads, labels, or all.
        """
        for _, block in self._parsed(sentences, threads, keep, until, on_conflict, report):
            yield block

    def pipe(self, sentences: Iterable[Sentence], *, threads: int = 1, keep: str = "") -> Iterator[Sentence]:
        """Tag and parse a stream of sentences, in order; threads work on several at once."""
        shelf = Shelf()
        for batch, block in self._parsed(sentences, threads, keep, "trees", "stop", None):
            yield from shelf.reread(block, batch.sentences)

    def _parsed(
        self,
        sentences: Iterable[Sentence],
        threads: int,
        keep: str,
        until: str,
        on_conflict: str,
        report: Report | None,
    ) -> Iterator[tuple[Batch, bytes]]:
        given = batches(sentences, threads, RAW)
        of_tree = keep_of_tree(keep) if until == "trees" else ""
        prepared = self.parser.prepared(given, of_tree, None, on_conflict, report)
        return in_order(self._work(until, keep), prepared, threads, processes=self.parser.in_python)

    def nbest(self, sentence: Sentence, count: int, *, keep: str = "", **more: Any) -> list[tuple[float, Sentence]]:
        """The best trees of a sentence with their scores, best first."""
        sentence = self.tagged([expected_sentence(sentence, RAW)], keep=keep)[0]
        return self.parser.nbest(sentence, count, keep=keep_of_tree(keep), **more)

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Scores:
        """Tag and parse gold sentences, from their tokens, and score the result."""
        gold = list(expected_sentences(sentences))
        return evaluate(gold, self.pipe(gold, threads=threads), **settings)

    # Files ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, licence: str = "", compression: int = 0) -> None:
        """Write all stages to one model file."""
        header, arrays = self.contents()
        model_file.write(path, {**header, "licence": licence}, arrays, compression=compression)

    def contents(self) -> Contents:
        """What a model file says of all stages: a header and arrays."""
        from treewright import __version__

        if self.parser.model is None:
            raise ModelError("this pipeline has no weights yet; train it first")
        first = [] if self.tokenizer is None else [self.tokenizer.contents()]
        stages = [*first, *(tagger.contents() for tagger in self.taggers), self.parser.contents()]
        header = {
            "kind": "pipeline",
            "treewright": __version__,
            "python": platform.python_version(),
            "settings": self.settings,
            "stages": [{**stage, "examples": [], "tag_trigrams": {}} for stage, _ in stages],
            "scores": self.scores,
            "examples": self.examples,
        }
        return header, joined({str(number): own for number, (_, own) in enumerate(stages)})

    @classmethod
    def load(cls, path: str | Path | ModelFile, **given: Any) -> Pipeline:
        """Read a model file."""
        check_given(given)
        pipeline: Pipeline = kinds.load(path, "pipeline", cls=cls, **given)
        return pipeline

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of its model file."""
        return reduced(self, self.contents(), self.parser.given_again())

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any], **given: Any) -> Pipeline:
        """A pipeline from what a model file says of it; what is given goes to the parser."""
        pipeline = cls.__new__(cls)
        flatten(header["settings"])  # refuses what are no settings
        pipeline.settings = header["settings"]
        pipeline.scores, pipeline.examples = expected(header, "scores", dict), expected(header, "examples", list)
        seen = [stage["kind"] for stage in header["stages"]]
        if seen.count("parser") != 1 or seen.count("tokenizer") > 1 or not set(seen) <= {"tokenizer", "tagger", "parser"}:
            raise ValueError(f"stages: seen {', '.join(map(str, seen)):.80}, expected a tokenizer, taggers and one parser")
        made: dict[str, list[Any]] = {"tokenizer": [], "tagger": [], "parser": []}
        for number, stage in enumerate(header["stages"]):
            more = given if stage["kind"] == "parser" else {}
            own = section(arrays, str(number))
            made[stage["kind"]].append(kinds.reader_of(stage["kind"]).from_contents(stage, own, **more))
        pipeline.tokenizer = made["tokenizer"][0] if made["tokenizer"] else None
        pipeline.taggers, pipeline.parser = made["tagger"], made["parser"][0]
        return pipeline
