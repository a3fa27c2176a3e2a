"""What a part that learns says of what it has learnt: classifiers and decoders that learn have this in common."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from treewright.errors import SettingsError, TreewrightError
from treewright.storage.named_arrays import Arrays


class LearningPart:
    """Base of parts that learn; one in plain Python has any model inside, and tells its numbers as arrays by name."""

    def prepare(self, sentences: Sequence[Any]) -> None:
        """Look at the training data before learning begins; a part that goes on from a state is not asked."""

    def arrays(self) -> Arrays:
        """All that was learnt as numpy arrays, by name."""
        raise TreewrightError(f"{type(self).__name__} must define arrays()")

    def restore(self, state: Arrays) -> None:
        """Take what `arrays` or `state` gave; these arrays may be read-only."""
        raise TreewrightError(f"{type(self).__name__} must define restore(state)")

    def state(self) -> Arrays:
        """All that it takes to go on learning; more than `arrays` if, say, an optimiser has sums of its own."""
        return self.arrays()


def check_defined(cls: type, base: type, names: Sequence[str]) -> None:
    """Refuses a class of the user's own that leaves methods to its base which it must define."""
    missing = [name for name in names if inspect.getattr_static(cls, name) is inspect.getattr_static(base, name)]
    if missing:
        raise SettingsError(f"{cls.__name__}: seen no {', '.join(missing)}, expected methods {', '.join(names)}")
