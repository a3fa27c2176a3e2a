"""What oracles have in common that stand on another one and change some of what it says."""

from __future__ import annotations

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration


class WrappingOracle(Oracle):
    """Takes the gold tree, and gives it to the oracle below when a sentence begins."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(oracle.system)
        self.oracle = oracle

    @property
    def takes_directions(self) -> bool:
        """Whether the oracle below does."""
        return self.oracle.takes_directions

    def keeps(self, word: int, head: int) -> bool:
        """What the oracle below keeps."""
        return self.oracle.keeps(word, head)

    def has_path(self) -> bool:
        """What the oracle below says."""
        self.oracle.take_from(self)
        return self.oracle.has_path()

    def start(self) -> int:
        """Start the oracle below."""
        self.oracle.take_from(self)
        return self.oracle.start()

    def costs(self, c: Configuration, valid: int) -> int:
        """What the oracle below says."""
        self.oracle.costs(c, valid)
        self.avoided = self.oracle.avoided
        for kind in range(self.system.kind_count):
            self.cost[kind] = self.oracle.cost[kind]
            self.label[kind] = self.oracle.label[kind]
        return 0
