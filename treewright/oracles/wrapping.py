"""The base of oracles that wrap another one and change some of its answers."""

from __future__ import annotations

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration


class WrappingOracle(Oracle):
    """Takes the gold tree, and passes it to the wrapped oracle when a sentence begins."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(oracle.system)
        self.oracle = oracle

    @property
    def takes_directions(self) -> bool:
        """Whether the wrapped oracle does."""
        return self.oracle.takes_directions

    def has_path(self) -> bool:
        """The answer of the wrapped oracle."""
        self.oracle.take_from(self)
        return self.oracle.has_path()

    def start(self) -> int:
        """Start the wrapped oracle."""
        self.oracle.take_from(self)
        return self.oracle.start()

    def costs(self, c: Configuration, valid: int) -> int:
        """The answer of the wrapped oracle."""
        self.oracle.costs(c, valid)
        self.avoided = self.oracle.avoided
        for kind in range(self.system.kind_count):
            self.cost[kind] = self.oracle.cost[kind]
            self.label[kind] = self.oracle.label[kind]
        return 0
