"""What the two ways of a parser have in common: to learn and to decode by transitions, or by a decoder that learns by itself.

A way has no state but a class, and is given the parser that it works for: the parser keeps its way, not the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation
from treewright.decoding import Decoder
from treewright.errors import SettingsError
from treewright.families.lifting import LiftedTree
from treewright.parser.learnt import Learnt
from treewright.settings import value_of
from treewright.training.trainer import Trainer
from treewright.treebank.sentence import Sentence

if TYPE_CHECKING:
    from treewright.parser.parser import Parser

# what some cannot do: a setting, the most it may be, and why
WITHOUT_SEEDS = ("training.seeds", 1, "only weights can be averaged over seeds")
NOT_AVERAGED = ("training.seeds", 1, "its weights are not averaged over seeds")
WITHOUT_THREADS = ("training.threads", 1, "it cannot exchange what it learns between threads")
NOTHING_TO_PRUNE = ("classifier.prune", 0, "it has no weights to prune")


class Way:
    """Base of both."""

    makes_transitions = False  # whether there are searches, facts and lifted trees

    def make_system(self, parser: Parser) -> None:
        """Make the transition system, if there is one."""

    def make_features(
        self, parser: Parser, embeddings: Any, functions: Mapping[str, Callable[..., Any]] | None
    ) -> None:
        """Make the features of a parser that is to be trained, if it has any."""

    def check(self, parser: Parser) -> None:
        """Refuses what is not a part, and settings that a part cannot work with, before anything is read."""
        raise NotImplementedError

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The part whose class has to be given when a model is loaded, None if none is needed."""
        raise NotImplementedError

    def given_again(self, parser: Parser) -> dict[str, Any]:
        """The parts of the user's own, which have to be given when it is loaded."""
        own = self.own_part(parser)
        return {} if own is None else {own[0]: own[1]}

    def header(self, parser: Parser) -> dict[str, Any]:
        """What a model file says of this way."""
        return {}

    def take(self, parser: Parser, learnt: Learnt) -> None:
        """Take what a model file said of it."""

    def described(self, parser: Parser) -> list[str]:
        """What the parser is made of, in a few words."""
        raise NotImplementedError

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Let training data decide what is open in the settings; sentences that say what and why."""
        raise NotImplementedError

    def look_at(self, parser: Parser, sentences: Sequence[Sentence], facts: bool) -> dict[int, LiftedTree]:
        """Learn what the training data show of trees, facts only if they are wanted; the trees that are lifted."""
        return {}

    def is_network(self, parser: Parser) -> bool:
        """Whether it is a network: PyTorch trains it, and it knows how many epochs suit the training data."""
        raise NotImplementedError

    def trainer(self, parser: Parser, seed: int) -> Trainer:
        """What learns, with this seed."""
        raise NotImplementedError

    def finished(self, parser: Parser, learnt: Sequence[Any]) -> Any:
        """The model that the parser parses with, of what was learnt with each seed."""
        raise NotImplementedError

    def model_from(self, parser: Parser, arrays: dict[str, Any]) -> Any:
        """The same from the arrays of a model file."""
        raise NotImplementedError

    def decoder(self, parser: Parser, model: Any) -> Decoder:
        """A decoder that parses with a model."""
        raise NotImplementedError

    def preparation(self, parser: Parser, **given: Any) -> Preparation | BracketPreparation:
        """What finds the constraints of sentences; `given` is what Preparation is given for both ways."""
        raise NotImplementedError

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees where there is one only."""
        raise NotImplementedError

    def in_python(self, parser: Parser) -> bool:
        """Whether a part in plain Python needs Python's lock all the time."""
        raise NotImplementedError

    def check_confidence(self, parser: Parser) -> str | None:
        """Why it cannot tell how probable what it predicts is, None if it can."""
        return f"{parser.settings['search']['decoder']} does not tell how narrowly it decides"

    def keeps_heads(self, parser: Parser) -> bool:
        """Whether it can parse under given heads and labels."""
        raise NotImplementedError

    def partial(self, parser: Parser) -> bool:
        """Whether words may be left without a head."""
        return False

    def most_words(self, parser: Parser) -> int | None:
        """The most words that a sentence may have, None if it may have any."""
        return None

    def single_root(self, parser: Parser) -> bool:
        """Whether every tree has exactly one root."""
        raise NotImplementedError


def refuse_beyond(parser: Parser, name: str, *cannot: tuple[str, int, str]) -> None:
    """Refuses settings that ask more of a part than it can do: each setting, the most it may be, and why."""
    for setting, most, reason in cannot:
        value = value_of(parser.settings, setting)
        if (len(value) if isinstance(value, str) else value) > most:
            instead = most if not isinstance(value, str) else '""'
            raise SettingsError(f"{setting} = {value} cannot work with {name}: {reason}; use {setting} = {instead}")
