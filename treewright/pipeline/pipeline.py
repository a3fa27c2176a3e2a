"""A pipeline: from raw text to trees by one model file; tokenizer, taggers, lemmatizer and parser, one after another."""

from __future__ import annotations

import functools
import platform
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from treewright.ensemble import Ensemble
from treewright.errors import ModelError, SettingsError
from treewright.evaluation import BracketScores, evaluate
from treewright.families import Family
from treewright.networks import NETWORKS
from treewright.parser.parser import Parser, check_given
from treewright.parser.staged_model import Log, Note, StagedModel, Step
from treewright.pipeline.shared_training import share, train_together, with_encoder, without_encoder
from treewright.pipeline.stages import epochs_noted, make_tagger, shares, targets_of
from treewright.pipeline.text_parsing import TextParsing
from treewright.settings import PARTS, SHORT, Resolved, flatten, mapping, resolve, value_of, warn_without_effect
from treewright.storage import kinds
from treewright.storage.header_text import expected
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging import Tagger
from treewright.tagging.jackknife import jackknifed
from treewright.tokenization import Tokenizer, restored_text
from treewright.tokenization.guessed_text import with_text
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

TAGGING = ("tagger", "lemmatizer")  # stages whose classifier may be a network
PARSERS = ("parser", "ensemble")  # kinds of the last stage
TOKENIZED = ("Tokens", "Sentences", "Words")  # metrics of a tokenizer


class Pipeline(TextParsing, StagedModel):
    """Everything between text and trees; each stage reads what those before it have written."""

    kind = "pipeline"

    def __init__(self, settings: Mapping[str, Any] | None = None, *, preset: str | None = None, **short: Any) -> None:
        given = {**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}}
        self.settings = resolve(given, preset, pipeline=True)
        if not isinstance(settings, Resolved):
            warn_without_effect(given, self.settings)
        if value_of(self.settings, "system.tags") != "none":
            reason = "in a pipeline the tagger chooses tags; train a parser alone"
            raise SettingsError(f"system.tags: seen upos, expected none: {reason}")
        if value_of(self.settings, "network.tagger"):
            reason = "a pipeline has a tagger of its own; train a parser alone"
            raise SettingsError(f"network.tagger: seen true, expected false: {reason}")
        if self.settings["tagger"]["strategy"] == "local" and self.settings["tagger"]["beam"] != 1:
            seen = f"tagger.beam = {self.settings['tagger']['beam']} cannot work with tagger.strategy = local"
            raise SettingsError(f"{seen}: local training needs greedy search; use tagger.strategy = max-violation")
        if self.settings["tagger"]["folds"] == 1:
            raise SettingsError("tagger.folds: seen 1, expected 0 (no jackknifing) or at least 2")
        self.tokenizer: Tokenizer | None = None
        self.taggers: list[Tagger] = []
        parts = (*PARTS, "ensemble") if "ensemble" in self.settings else PARTS
        own = Resolved({part: self.settings[part] for part in parts if part in self.settings})
        self.parser = Ensemble(own) if "ensemble" in own else Parser(own)
        self.scores: dict[str, float] = {}
        self.examples = []

    def __repr__(self) -> str:
        first = ["tokenizer"] if self.tokenizer is not None else []
        stages = [*first, *(tagger.target.name for tagger in self.taggers)]
        return f"<Pipeline: {', '.join([*stages, 'parser'])} ({self.parser.described()})>"

    @property
    def family(self) -> Family:  # type: ignore[override]
        """What its parser predicts."""
        return self.parser.family

    # Training -------------------------------------------------------------------------------------------------------

    @property
    def needs_torch(self) -> bool:
        """Whether a stage is a network."""
        own = self.parser.needs_torch if isinstance(self.parser, Ensemble) else self.parser.is_network
        return own or any(value_of(self.settings, f"{part}.classifier") in NETWORKS for part in TAGGING)

    def train_stages(
        self,
        sentences: list[Sentence],
        dev: list[Sentence] | None,
        log: Log,
        note: Note,
        progress: Step,
        checkpoints: StageCheckpoints,
    ) -> dict[str, float]:
        """Train all stages; the parser learns from tags as taggers give them to new sentences."""
        self.tokenizer, self.taggers, self.scores = None, [], {}
        tagged, tagged_dev = sentences, dev
        if self.settings["tokenizer"]["epochs"]:
            wanted: dict[str, Any] = {**self.settings["tokenizer"], "seed": value_of(self.settings, "training.seed")}
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
        together = [target for target in targets if shares(target, self.settings)]
        if together:
            note(f"training the taggers of {', '.join(together)} and the parser together")
            self.taggers = [make(target) for target in together]
            checkpoint = checkpoints.of("parser")
            assert isinstance(self.parser, Parser)
            train_together(self.parser, self.taggers, sentences, dev, log=log, progress=progress, checkpoint=checkpoint)
            for tagger in self.taggers:
                tagged_dev = self._tagged_dev(tagger, tagged_dev, note)
        for target in targets[len(together) :]:
            note("training the lemmatizer" if target == "lemma" else f"training the tagger of {target}")
            tagger = make(target)
            for why in tagger.parser.adapt(tagged):
                note(f"{target}: {why}")
            rows = epochs_noted(tagger, note) if tagger.parser.is_network else None
            tagger.train(tagged, tagged_dev, log=rows, progress=progress, checkpoint=checkpoints.of(target))
            self.taggers.append(tagger)
            tagged_dev = self._tagged_dev(tagger, tagged_dev, note)
            if folds > 1 and not together:
                seed = int(value_of(self.settings, "training.seed"))
                own = functools.partial(make, target)
                more = {"note": note} if tagger.parser.is_network else {}
                tagged = jackknifed(own, tagged, folds, seed=seed, progress=progress, checkpoints=checkpoints, **more)
        if not together:
            note("training the parser")
            self._train_parser(tagged, tagged_dev, log, note, progress, checkpoints)
        if dev is not None and tagged_dev is not None:
            seen = {"_gold_tags": dev, "_predicted_tags": tagged_dev}
            for tags, given in seen.items() if not together else [("", dev)]:  # over a shared encoder it sees no tags
                scores: Any = evaluate(dev, self.parser.pipe(given))
                name = f"parser with{tags.replace('_', ' ')}" if tags else "parser"
                if isinstance(scores, BracketScores):
                    self.scores[f"f1{tags}"] = round(scores.f1, 2)
                    note(f"{name}: F1 {scores.f1:.2f}, disc. F1 {scores.discontinuous_f1:.2f}")
                    continue
                self.scores[f"las{tags}"] = round(scores.las, 2)
                note(f"{name}: UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        self.take_examples(dev or sentences)
        return self.scores

    def _tagged_dev(self, tagger: Tagger, dev: list[Sentence] | None, note: Note) -> list[Sentence] | None:
        """The dev data, if there are, with the tags of a tagger, which is scored."""
        if dev is None:
            return None
        target = tagger.target.name
        self.scores[target] = round(tagger.accuracy(dev), 2)
        note(f"{target}: {self.scores[target]:.2f} % of the dev words are right")
        return list(tagger.pipe(dev))

    def _train_parser(
        self,
        sentences: list[Sentence],
        dev: list[Sentence] | None,
        log: Log,
        note: Note,
        progress: Step,
        checkpoints: StageCheckpoints,
    ) -> None:
        if isinstance(self.parser, Ensemble):
            self.parser.train_stages(sentences, dev, log, note, progress, checkpoints)
        else:
            self.parser.train(sentences, dev, log=log, progress=progress, checkpoint=checkpoints.of("parser"))

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

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        return self.parser.text_of(sentence)

    # Files ----------------------------------------------------------------------------------------------------------

    def contents(self) -> Contents:
        """What a model file says of all stages: a header and arrays."""
        from treewright import __version__

        if self.parser.model is None:
            raise ModelError("this pipeline has no weights yet; train it first")
        first = [] if self.tokenizer is None else [self.tokenizer.contents()]
        stages = [*first, *map(self._of_tagger, self.taggers), self.parser.contents()]
        header = {
            "kind": self.kind,
            "treewright": __version__,
            "python": platform.python_version(),
            "settings": self.settings,
            "stages": [{**stage, "examples": [], "tag_trigrams": {}} for stage, _ in stages],
            "scores": self.scores,
            "examples": self.examples,
        }
        return header, joined({str(number): own for number, (_, own) in enumerate(stages)})

    def _of_tagger(self, tagger: Tagger) -> Contents:
        header, arrays = tagger.contents()
        return header, without_encoder(arrays) if shares(tagger.target.name, self.settings) else arrays

    @classmethod
    def load(cls, path: str | Path | ModelFile, **given: Any) -> Pipeline:
        """Read a model file."""
        check_given(given)
        pipeline: Pipeline = kinds.load(path, cls.kind, cls=cls, **given)
        return pipeline

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of its model file."""
        return reduced(self, self.contents(), {} if isinstance(self.parser, Ensemble) else self.parser.given_again())

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any], **given: Any) -> Pipeline:
        """A pipeline from what a model file says of it; what is given goes to the parser."""
        pipeline = cls.__new__(cls)
        flatten(header["settings"])  # refuses what are no settings
        pipeline.settings = header["settings"]
        pipeline.scores, pipeline.examples = expected(header, "scores", dict), expected(header, "examples", list)
        seen = [stage["kind"] for stage in header["stages"]]
        last = sum(seen.count(kind) for kind in PARSERS)
        if last != 1 or seen.count("tokenizer") > 1 or not set(seen) <= {"tokenizer", "tagger", *PARSERS}:
            raise ValueError(f"stages: seen {', '.join(map(str, seen)):.80}, expected a tokenizer, taggers and one parser")
        if "ensemble" in seen and given:
            raise ValueError(f"seen {', '.join(given)} for a pipeline with an ensemble; leave it out")
        made: dict[str, list[Any]] = {"tokenizer": [], "tagger": [], "parser": [], "ensemble": []}
        for number, stage in enumerate(header["stages"]):
            more = given if stage["kind"] == "parser" else {}
            own = section(arrays, str(number))
            if stage["kind"] == "tagger" and shares(str(stage["target"]), header["settings"]):
                own = with_encoder(own, section(arrays, str(len(seen) - 1)))
            made[stage["kind"]].append(kinds.reader_of(stage["kind"]).from_contents(stage, own, **more))
        pipeline.tokenizer = made["tokenizer"][0] if made["tokenizer"] else None
        pipeline.taggers, pipeline.parser = made["tagger"], [*made["parser"], *made["ensemble"]][0]
        together = [tagger for tagger in pipeline.taggers if shares(tagger.target.name, pipeline.settings)]
        if together and isinstance(pipeline.parser, Parser):
            share(pipeline.parser, together)
        return pipeline
