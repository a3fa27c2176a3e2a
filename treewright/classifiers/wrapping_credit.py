"""The base of credit that gives to another one: it says what is praised and blamed, and passes on all else."""

from __future__ import annotations

from treewright.classifiers.credit import Credit


class WrappingCredit(Credit):
    """Tells the wrapped credit when an update, a sentence and an epoch are over; `look` and `give` are for subclasses."""

    def __init__(self, credit: Credit) -> None:
        super().__init__()
        self.one = credit
        self.uniform = credit.uniform

    def pass_time(self, steps: float) -> int:
        """Say that training is so many steps further."""
        return self.one.pass_time(steps)

    def close(self) -> int:
        """Say that one update is complete."""
        return self.one.close()

    def finish(self) -> None:
        """Say that the sentence is over."""
        self.one.finish()

    def end_epoch(self) -> None:
        """Say that all sentences have been seen."""
        self.one.end_epoch()
