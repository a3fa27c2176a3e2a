"""What is asked of a parser besides a tree: constraints, what is given, confidence; refused if it cannot be that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treewright.constraints import Constraints
from treewright.errors import SettingsError
from treewright.families.family import Family
from treewright.treebank.sentence import Sentence

ConstraintsOf = Callable[[Sentence], Constraints | None]


def checked_confidence(least: Any) -> float:
    """A probability below which nothing is written; refuses what is none."""
    if isinstance(least, bool) or not isinstance(least, (int, float)) or not 0 <= least <= 1:
        raise SettingsError(f"min_confidence: seen {least!r:.40}, expected a probability from 0 to 1")
    return float(least)


def checked_givens(sentences: Sequence[Sentence], givens: Any, family: Family, labels: int) -> list[Any]:
    """A list of what is given; refuses what does not fit these sentences and so many labels: searches trust its numbers."""
    name = family.given.__name__
    if not isinstance(givens, (list, tuple)) or len(givens) != len(sentences):
        raise SettingsError(f"givens: seen {str(givens)[:40]!r}, expected a list with one {name} or None for each sentence")
    for sentence, given in zip(sentences, givens, strict=True):
        if given is not None and (not isinstance(given, family.given) or given.size != len(sentence)):
            raise SettingsError(f"givens: seen {str(given)[:40]!r}, expected a {name} of {len(sentence)} words, or None")
        if given is not None and (problem := given.problem(labels)):
            raise SettingsError(f"givens: {sentence.place}: seen {problem}")
    return list(givens)


def same_for_all(constraints: Constraints | None) -> ConstraintsOf | None:
    """Constraints as a function of the sentence, None if there are none."""
    if constraints is None or isinstance(constraints, Constraints):
        return None if constraints is None else lambda sentence: constraints
    raise SettingsError(f"constraints: seen {constraints!r}, expected tw.Constraints()")
