"""A wrong transition, and a sentence with some: what blame finds, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from treewright.analysis.trace.step import Added, Option
from treewright.treebank.sentence import Sentence


class Mistake(NamedTuple):
    """A transition that made gold arcs or constituents unreachable, or gave a wrong label or tag."""

    step: int
    made: Option
    right: Option  # the one with the highest score among those that would have lost nothing
    cost: int  # how many gold arcs (constituents) less can be reached together, and 1 for a wrong label
    lost: tuple[Added, ...]  # those that no continuation can reach any more
    margin: float  # the score of the one that was made minus that of the right one
    only_label: bool  # whether the arc is right, or it is a tag
    ruled_out: bool  # whether the right one was ruled out by facts of the training data

    @property
    def gold_label(self) -> str:
        """The label of what was lost first, or that should have been given."""
        label = self.lost[0].label if self.lost else self.right.label
        return label or "_"

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "step": self.step,
            "made": str(self.made),
            "right": str(self.right),
            "cost": self.cost,
            "lost": [{"label": one.label, "head": one.head, "words": list(one.words)} for one in self.lost],
            "margin": round(self.margin, 4),
            "only_label": self.only_label,
            "ruled_out_by_facts": self.ruled_out,
        }


@dataclass
class Case:
    """A sentence that did not get its gold tree."""

    number: int  # among all sentences, from 1
    sentence: Sentence
    mistakes: list[Mistake]
    path: list[tuple[int, int, int]]  # the transitions: site, kind, label
    followed: int = 0  # the cost of the mistakes after the first
    propagated: int = 0  # how much less they would have cost if the first had not been made
    lost_by: str | None = None  # of a beam: model, search or facts
    left_beam: int | None = None  # the step of the beam in which its last gold path fell out
    mended: bool = False  # whether arcs were changed after the last transition
    places: list[tuple[int, int, int]] = field(default_factory=list)  # of the right transition for each mistake

    @property
    def first(self) -> Mistake | None:
        """The first wrong transition, None if the system has no way to the gold tree or facts changed it."""
        return self.mistakes[0] if self.mistakes else None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "number": self.number,
            "sent_id": self.sentence.sent_id,
            "mistakes": [mistake.as_dict() for mistake in self.mistakes],
            "followed": self.followed,
            "propagated": self.propagated,
            **({"lost_by": self.lost_by, "left_beam": self.left_beam} if self.lost_by else {}),
            **({"mended": True} if self.mended else {}),
        }
