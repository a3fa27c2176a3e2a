"""A step of a derivation: what its configuration shows, which transitions were valid, which one was made, what that added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Group = tuple[int, ...]  # numbers of words that are one item; 0 is ROOT
EXACT, ESTIMATED, OF_PATH = "exact", "estimated", "path"  # what costs are worth


@dataclass(frozen=True)
class Option:
    """A valid transition: where, what, and what the classifier and the oracle say of it (None: nothing is known)."""

    kind: str
    label: str | None = None
    site: Group | None = None  # the words that it is about, if there are several places for it
    score: float | None = None
    cost: int | None = None  # gold arcs or constituents that it loses, more than the best transition does

    def __str__(self) -> str:
        return self.kind if self.label is None else f"{self.kind} {self.label}"


@dataclass(frozen=True)
class Added:
    """What a transition added: an arc, a constituent (head is None), or a tag (head and words are the word itself)."""

    label: str | None
    words: Group
    head: int | None = None


@dataclass(frozen=True)
class Step:
    """A configuration, and the transition that was made in it; the last one has none."""

    number: int
    shown: dict[str, list[Group]]  # column by column, each a list of items
    options: list[Option] = field(default_factory=list)  # the best score first, if there are scores
    made: Option | None = None
    added: Added | None = None
    total: float | None = None  # the sum of the scores of the transitions before this step


def joined(group: Sequence[int], forms: Sequence[str]) -> str:
    """The words of an item; several are in braces."""
    words = " ".join(forms[word] for word in group)
    return words if len(group) == 1 else f"{{{words}}}"
