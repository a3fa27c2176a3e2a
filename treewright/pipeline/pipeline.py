"""A pipeline: from raw text to trees by one model file; tokenizer, taggers, lemmatizer and parser, one after another."""

from __future__ import annotations

import functools
import itertools
import platform
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from treewright.errors import ModelError, SettingsError
from treewright.evaluation import BracketScores, evaluate
from treewright.networks import NETWORKS
from treewright.networks.extra import torch_or_refuse
from treewright.parser.parser import EXAMPLES, Parser, check_given
from treewright.pipeline.stages import make_tagger, targets_of
from treewright.pipeline.text_parsing import TextParsing
from treewright.progress_bar import Progress, TrainingBar
from treewright.settings import PARTS, SHORT, Resolved, flatten, mapping, resolve, warn_without_effect
from treewright.storage import kinds, model_file
from treewright.storage.header_text import expected
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging import Tagger
from treewright.tagging.jackknife import jackknifed
from treewright.tokenization import Tokenizer, restored_text
from treewright.tokenization.guessed_text import with_text
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.sentence import Sentence

Log = Callable[[Row], None]
CLASSIFIERS = (("tagger", "classifier"), ("lemmatizer", "classifier"), ("classifier", "name"))
TOKENIZED = ("Tokens", "Sentences", "Words")  # metrics of a tokenizer


class Pipeline(TextParsing):
    """Everything between text and trees; each stage reads what those before it have written."""

    def __init__(self, settings: Mapping[str, Any] | None = None, *, preset: str | None = None, **short: Any) -> None:
        given = {**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}}
        self.settings = resolve(given, preset, pipeline=True)
        if not isinstance(settings, Resolved):
            warn_without_effect(given, self.settings)
        if self.settings["system"]["tags"] != "none":
            reason = "in a pipeline the tagger chooses tags; train a parser alone"
            raise SettingsError(f"system.tags: seen upos, expected none: {reason}")
        if self.settings["network"]["tagger"]:
            reason = "a pipeline has a tagger of its own; train a parser alone"
            raise SettingsError(f"network.tagger: seen true, expected false: {reason}")
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
        if any(self.settings[part][name] in NETWORKS for part, name in CLASSIFIERS):
            torch_or_refuse()  # before the first stage is trained, not after it
        checkpoints.begin(self.settings, fingerprint(sentences), fingerprint(dev or []))
        tagged, tagged_dev = sentences, dev
        if self.settings["tokenizer"]["epochs"]:
            wanted: dict[str, Any] = {**self.settings["tokenizer"], "seed": self.settings["training"]["seed"]}
            self.tokenizer = Tokenizer(**wanted)
            text, dev_text = [with_text(s) for s in sentences], [with_text(s) for s in dev or ()]
            guessed = sum(made.source != given.source for made, given in zip(text, sentences, strict=True))
            note("training the tokenizer" + (f"; where {guessed:,} sentences have spaces is guessed" if guessed else ""))
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                self.tokenizer.train(text, dev_text or None, checkpoints=checkpoints)
            for warning in told:
                note(f"warning: {warning.message}")
            if dev_text:
                found = evaluate(dev_text, list(self.tokenizer.pipe([restored_text(dev_text)]))).metrics
                for name in TOKENIZED:
                    self.scores[name.lower()] = round(100 * found[name].f1, 2)
                note("tokenizer: F1 of " + ", ".join(f"{name.lower()} {100 * found[name].f1:.2f}" for name in TOKENIZED))
        folds = int(self.settings["tagger"]["folds"])
        targets = targets_of(sentences, self.settings)
        make = functools.partial(make_tagger, settings=self.settings, targets=targets)
        for target in targets:
            note(f"training the tagger of {target}")
            tagger = make(target)
            tagger.train(tagged, tagged_dev, progress=progress, checkpoint=checkpoints.of(target))
            self.taggers.append(tagger)
            if tagged_dev is not None:
                self.scores[target] = round(tagger.accuracy(tagged_dev), 2)
                note(f"{target}: {self.scores[target]:.2f} % of the dev words are right")
                tagged_dev = list(tagger.pipe(tagged_dev))
            if folds > 1:
                seed = int(self.settings["training"]["seed"])
                own = functools.partial(make, target)
                tagged = jackknifed(own, tagged, folds, seed=seed, progress=progress, checkpoints=checkpoints)
        note("training the parser")
        self.parser.train(tagged, tagged_dev, log=log, progress=progress, checkpoint=checkpoints.of("parser"))
        if dev is not None and tagged_dev is not None:
            for name, given in (("gold", dev), ("predicted", tagged_dev)):
                scores: Any = evaluate(dev, self.parser.pipe(given))
                if isinstance(scores, BracketScores):
                    self.scores[f"f1_{name}_tags"] = round(scores.f1, 2)
                    note(f"parser with {name} tags: F1 {scores.f1:.2f}, disc. F1 {scores.discontinuous_f1:.2f}")
                    continue
                self.scores[f"las_{name}_tags"] = round(scores.las, 2)
                note(f"parser with {name} tags: UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        self.take_examples(dev or sentences)
        return self.scores

    def calibrate(self, sentences: Iterable[Sentence]) -> None:
        """Learn from gold sentences that it was not trained on how probable it is that tags and trees are right.

        Each stage reads what those before it make of them.
        """
        gold = list(expected_sentences(sentences, place="calibration data"))
        for tagger in self.taggers:
            tagger.calibrate(gold)
            gold = tagger.tag_batch(gold)
        self.parser.calibrate(gold)

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Decide by these training data what is open in the parser's settings; sentences that say what and why."""
        told = self.parser.adapt(sentences)
        self.settings.update(self.parser.settings)
        return told

    def take_examples(self, sentences: Iterable[Sentence]) -> None:
        """Parse the first of some sentences; they travel in the model file, so that it can be verified."""
        sentences = expected_sentences(sentences)
        self.examples = [self.text_of(self(s)) for s in itertools.islice((s for s in sentences if len(s)), EXAMPLES)]

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        return self.parser.text_of(sentence)

    # Files ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, licence: str = "", compression: int = 0) -> None:
        """Write all stages to one model file; one that is there is replaced, when all has been written."""
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
