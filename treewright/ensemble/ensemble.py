"""An ensemble that is one model: parsers that are trained together, vote with weights from dev, and lie in one file."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from treewright.ensemble.combination import checked_weights
from treewright.ensemble.reparsing import Reparsing
from treewright.ensemble.weight_search import WeightSearch
from treewright.errors import ModelError
from treewright.networks.extra import torch_or_refuse
from treewright.parser.parser import EXAMPLES, Parser
from treewright.progress_bar import Progress, TrainingBar
from treewright.settings import SHORT, Member, Resolved, flatten, mapping, members_of, resolve
from treewright.storage import kinds, model_file
from treewright.storage.header_text import expected
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.sentence import Sentence

PRESET = "best"
MOST = 64  # members in a model file


class Ensemble(Reparsing):
    """Trains the parsers that the setting ensemble.members names, and parses by reparsing their trees."""

    name = "ensemble"
    parsers: list[Parser]  # type: ignore[assignment]

    def __init__(self, settings: Mapping[str, Any] | None = None, *, preset: str | None = None, **short: Any) -> None:
        given = flatten({**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}})
        default = None if "ensemble.members" in given else PRESET
        self.settings = resolve(given, preset or default)
        self.members: list[Member] = members_of(self.settings)
        self.names = [member.name for member in self.members]
        super().__init__([Parser(member.settings) for member in self.members])
        self.scores: dict[str, Any] = {}
        self.training_data: dict[str, Any] = {}
        self.tag_trigrams: dict[str, int] = {}
        self.examples: list[str] = []

    def __repr__(self) -> str:
        return f"<Ensemble: {'; '.join(self.names)}{'' if self.training_data else '; not trained yet'}>"

    # Training -------------------------------------------------------------------------------------------------------

    def train(  # type: ignore[override]
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        log: Callable[[Row], None] | None = None,
        note: Callable[[str], None] | None = None,
        progress: Progress = None,
        checkpoint: str | Path | None = None,
        resume: bool = False,
    ) -> dict[str, float]:
        """Train all members, then choose their weights on `dev`; without it all have the same.  Returns scores on `dev`.

        On a terminal and in a notebook a bar shows how far it is; `progress=False` switches it off, a function replaces it.
        """
        if any(member.is_network for member in self.members):
            torch_or_refuse()  # now, not after the other members have been trained
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        with TrainingBar(progress) as bar:
            saved = StageCheckpoints(checkpoint, resume=resume)
            saved.begin(self.settings, fingerprint(sentences), fingerprint(dev or []))
            return self._train(sentences, dev, bar, bar.logging(log), bar.noting(note), saved)

    def _train(
        self,
        sentences: list[Sentence],
        dev: list[Sentence] | None,
        bar: TrainingBar,
        log: Callable[[Row], None],
        note: Callable[[str], None],
        saved: StageCheckpoints,
    ) -> dict[str, float]:
        self.training_data, self.scores = {}, {}
        self.parsers, self.names = [], []
        for number, member in enumerate(self.members, 1):
            note(f"member {number} of {len(self.members)}: {member.name}")
            parser = Parser(member.settings)

            def told(row: Row, number: int = number) -> None:
                log({"member": number, **row})

            checkpoint = saved.of(member.name.partition(" ")[0])
            parser.train(sentences, dev, log=told, progress=bar.step, checkpoint=checkpoint)
            self.parsers.append(parser)
            self.names.append(member.name)
        self.weights = [1.0] * len(self.parsers)
        if dev:
            self._weigh(dev, note)
        else:
            note("all members weigh the same, because there are no dev data")
        self.training_data, self.tag_trigrams = self.parsers[0].training_data, self.parsers[0].tag_trigrams
        self.take_examples(dev or sentences)
        return self.scores

    def _weigh(self, dev: list[Sentence], note: Callable[[str], None]) -> None:
        """Give the members the weights that are best on dev; those of weight 0 leave."""
        search = WeightSearch(self.parsers, self.labels, dev, single_root=self.single_root)
        weights = search.best()
        for name, parser, weight in zip(self.names, self.parsers, weights, strict=True):
            las = parser.scores.get("dev_las")
            alone = "" if las is None else f"dev LAS {las:.2f}, "
            note(f"{name}: {alone}weight {weight:g}" + ("" if weight else ", so it is left out"))
        found = self.family.score(dev, search.prediction(weights), search.alphabets)
        self.scores = {**found.figures, "dev_words": found.scores.words}
        kept = [place for place, weight in enumerate(weights) if weight > 0]
        self.names, self.parsers = [self.names[place] for place in kept], [self.parsers[place] for place in kept]
        self.weights = [weights[place] for place in kept]

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Nothing is open in the settings of an ensemble; training data decide about those of each member."""
        return []

    def take_examples(self, sentences: Iterable[Sentence]) -> None:
        """Parse the first of some sentences; they travel in the model file, so that it can be verified."""
        first = itertools.islice((s for s in expected_sentences(sentences) if len(s)), EXAMPLES)
        self.examples = [self.text_of(self(s)) for s in first]

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        return self.family.text_of(expected_sentence(sentence))

    # Files ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, licence: str = "", compression: int = 0) -> None:  # type: ignore[override]
        """Write all members and their weights to one model file; one that is there is replaced, when all has been written."""
        header, arrays = self.contents()
        model_file.write(path, {**header, "licence": licence}, arrays, compression=compression)

    def contents(self) -> Contents:
        """What a model file says of all members: a header and arrays."""
        from treewright import __version__

        if not self.training_data:
            raise ModelError("this ensemble has no weights yet; train it first")
        members = [parser.contents() for parser in self.parsers]
        header = {
            "kind": "ensemble",
            "treewright": __version__,
            "python": platform.python_version(),
            "settings": self.settings,
            "weights": self.weights,
            "names": self.names,
            "members": [{**member, "examples": [], "tag_trigrams": {}} for member, _ in members],
            "scores": self.scores,
            "training_data": self.training_data,
            "tag_trigrams": self.tag_trigrams,
            "examples": self.examples,
        }
        return header, joined({str(number): own for number, (_, own) in enumerate(members)})

    @classmethod
    def load(cls, path: str | Path | ModelFile) -> Ensemble:
        """Read a model file."""
        ensemble: Ensemble = kinds.load(path, "ensemble", cls=cls)
        return ensemble

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of its model file."""
        return reduced(self, self.contents(), {})

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Ensemble:
        """An ensemble from what a model file says of it; refuses what does not fit together."""
        said, names, weights = (expected(header, name, list) for name in ("members", "names", "weights"))
        if not 1 <= len(said) <= MOST or len(names) != len(said):
            raise ValueError(f"members: seen {len(said)} and {len(names)} names, expected 1 to {MOST}, and a name for each")
        for number, (member, name, weight) in enumerate(zip(said, names, weights, strict=True), 1):
            if type(weight) not in (int, float) or weight <= 0 or type(name) is not str:
                seen = f"{name!r:.40} of weight {weight!r:.40}"
                raise ValueError(f"member {number}: seen {seen}, expected a name and a number above 0")
            if expected(member, "kind", str) != "parser":
                raise ValueError(f"member {number}: seen a {member['kind'][:40]}, expected a parser")
        settings = Resolved(expected(header, "settings", dict))
        expected(settings["ensemble"], "members", str)
        ensemble = cls(settings)
        parsers = [Parser.from_contents(own, section(arrays, str(number))) for number, own in enumerate(said)]
        Reparsing.__init__(ensemble, parsers, checked_weights(weights, len(said)))
        ensemble.names = names
        ensemble.scores, ensemble.training_data = (expected(header, name, dict) for name in ("scores", "training_data"))
        if not ensemble.training_data:
            raise ValueError("training_data: seen nothing, expected what the members were trained on")
        ensemble.tag_trigrams = {str(tags): int(count) for tags, count in expected(header, "tag_trigrams", dict).items()}
        ensemble.examples = [expected({"examples": text}, "examples", str) for text in expected(header, "examples", list)]
        return ensemble
