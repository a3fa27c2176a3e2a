"""An ensemble that is one model: parsers that are trained together, vote with weights from dev, and lie in one file."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation
from treewright.decoding import Decoder
from treewright.ensemble.combination import Combination, checked_weights, labels_of
from treewright.ensemble.reparsing import Reparsing
from treewright.ensemble.voting import Voting, refuse_other_transitions
from treewright.ensemble.weight_search import TreeWeights, VoteWeights, WeightSearch
from treewright.errors import ModelError, SettingsError
from treewright.parser.asked import ConstraintsOf
from treewright.parser.parser import Parser
from treewright.parser.staged_model import Log, Note, StagedModel, Step
from treewright.settings import SHORT, Member, Resolved, Table, flatten, mapping, members_of, resolve, value_of
from treewright.storage import kinds
from treewright.storage.header_text import expected
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentence
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence

PRESET = "best"
MOST = 64  # members in a model file
WAYS: dict[str, type[Reparsing] | type[Voting]] = {"reparse": Reparsing, "vote": Voting}  # of ensemble.combine


class Ensemble(StagedModel, Combination):  # type: ignore[misc]
    """Trains the parsers that the setting ensemble.members names, and combines them as ensemble.combine says."""

    name = kind = "ensemble"
    one = 'use one of its parsers: in Python, tw.load(MODEL).parsers[0].save("one.tw") takes one out'
    parsers: list[Parser]  # type: ignore[assignment]

    def __init__(self, settings: Mapping[str, Any] | None = None, *, preset: str | None = None, **short: Any) -> None:
        given = flatten({**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}})
        default = None if "ensemble.members" in given else PRESET
        self._begin(resolve(given, preset or default))
        Combination.__init__(self, [_parser_of(member, number) for number, member in enumerate(self.members, 1)])
        self.weights = [1.0] * len(self.parsers)
        if self.way is Voting:
            for number, parser in enumerate(self.parsers, 1):
                refuse_other_transitions(parser, self.parsers[0], number)

    def _begin(self, settings: Table) -> None:
        """Take the settings; no file that they name is read."""
        self.settings = settings
        self.members: list[Member] = members_of(settings)
        self.names = [member.name for member in self.members]
        self.way = WAYS[str(value_of(settings, "ensemble.combine"))]
        self.model: Reparsing | Voting | None = None  # what parses, once there is something to parse with
        self.scores: dict[str, Any] = {}
        self.training_data: dict[str, Any] = {}
        self.tag_trigrams: dict[str, int] = {}
        self.examples = []

    def __repr__(self) -> str:
        return f"<Ensemble: {self.described()}>"

    def described(self) -> str:
        """Its members, in a few words."""
        return f"{'; '.join(self.names)}{'; not trained yet' if self.model is None else ''}"

    # Training -------------------------------------------------------------------------------------------------------

    @property
    def needs_torch(self) -> bool:
        """Whether a member is a network."""
        return any(member.is_network for member in self.members)

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Nothing is open in the settings of an ensemble; training data decide about those of each member."""
        return []

    def train_stages(
        self,
        sentences: list[Sentence],
        dev: list[Sentence] | None,
        log: Log,
        note: Note,
        progress: Step,
        checkpoints: StageCheckpoints,
    ) -> dict[str, float]:
        """Train all members, then choose their weights on `dev`; without it all have the same."""
        self.model, self.training_data, self.scores = None, {}, {}
        trained = []
        for number, member in enumerate(self.members, 1):
            note(f"member {number} of {len(self.members)}: {member.name}")
            parser = Parser(member.settings)
            for why in parser.adapt(sentences):
                note(why)

            def told(row: Row, number: int = number) -> None:
                log({"member": number, **row})

            checkpoint = checkpoints.of(member.name.partition(" ")[0])
            parser.train(sentences, dev, log=told, progress=progress, checkpoint=checkpoint)
            trained.append(parser)
        weights = [1.0] * len(trained)
        if dev:
            weights = self._weighed(trained, dev, note)
        else:
            note("all members weigh the same, because there are no dev data")
        kept = [place for place, weight in enumerate(weights) if weight > 0]
        self._take([trained[place] for place in kept], [weights[place] for place in kept])
        self.names = [self.members[place].name for place in kept]
        self.training_data, self.tag_trigrams = trained[0].training_data, trained[0].tag_trigrams
        self.take_examples(dev or sentences)
        return self.scores

    def _weighed(self, parsers: Sequence[Parser], dev: list[Sentence], note: Note) -> list[float]:
        """The weights that are best on dev; members of weight 0 leave."""
        search: WeightSearch = (VoteWeights if self.way is Voting else TreeWeights)(parsers, dev)
        weights = search.best()
        for member, parser, weight in zip(self.members, parsers, weights, strict=True):
            las = parser.scores.get("dev_las")
            alone = "" if las is None else f"dev LAS {las:.2f}, "
            note(f"{member.name}: {alone}weight {weight:g}" + ("" if weight else ", so it is left out"))
        found = self.family.score(dev, search.prediction(weights), search.alphabets)
        self.scores = {**found.figures, "dev_words": found.scores.words}
        return weights

    def _take(self, parsers: list[Parser], weights: list[float]) -> None:
        """Parse with these parsers from now on."""
        self.parsers, self.weights = parsers, weights
        self.model, self.decoders = self.way(parsers, weights), SimpleQueue()

    # Parsing --------------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> list[str]:  # type: ignore[override]
        """The labels that any of the members knows."""
        return labels_of(self.parsers)

    def new_decoder(self) -> Decoder:
        """A decoder of one's own, which asks all members."""
        return self._made().new_decoder()

    def preparation(
        self, keep: str, constraints: ConstraintsOf | None, on_conflict: str, report: Report | None
    ) -> Preparation | BracketPreparation:
        """What finds the heads and labels that are to be kept."""
        return self._made().preparation(keep, constraints, on_conflict, report)

    def _made(self) -> Reparsing | Voting:
        if self.model is None:
            raise ModelError("this ensemble has no weights yet; train it first")
        return self.model

    def calibrate(self, sentences: Iterable[Sentence]) -> None:
        """Refused: votes do not tell how probable a tree is."""
        self.calibrated()

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        return self.family.text_of(expected_sentence(sentence))

    # Files ----------------------------------------------------------------------------------------------------------

    def contents(self) -> Contents:
        """What a model file says of all members: a header and arrays."""
        from treewright import __version__

        self._made()
        members = [parser.contents() for parser in self.parsers]
        header = {
            "kind": self.kind,
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
        ensemble: Ensemble = kinds.load(path, cls.kind, cls=cls)
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
        ensemble = cls.__new__(cls)
        ensemble._begin(resolve(flatten(settings)))
        parsers = [Parser.from_contents(own, section(arrays, str(number))) for number, own in enumerate(said)]
        Combination.__init__(ensemble, parsers)
        ensemble._take(parsers, checked_weights(weights, len(said)))
        ensemble.names = names
        ensemble.scores, ensemble.training_data = (expected(header, name, dict) for name in ("scores", "training_data"))
        if not ensemble.training_data:
            raise ValueError("training_data: seen nothing, expected what the members were trained on")
        ensemble.tag_trigrams = {str(tags): int(count) for tags, count in expected(header, "tag_trigrams", dict).items()}
        ensemble.examples = [expected({"examples": text}, "examples", str) for text in expected(header, "examples", list)]
        return ensemble


def _parser_of(member: Member, number: int) -> Parser:
    """The parser of a member, not trained yet; what cannot work names the member."""
    try:
        return Parser(member.settings)
    except SettingsError as error:
        raise SettingsError(f"ensemble.members, member {number} ({member.name}): {error}") from None
