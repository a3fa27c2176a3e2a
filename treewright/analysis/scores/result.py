"""What all results can do: be written as a table in any format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from treewright.analysis.scores.table import Table


class Result(ABC):
    """A result that can be shown as one table."""

    @abstractmethod
    def table(self) -> Table:
        """The result as a table."""

    def short_table(self) -> Table:
        """The same for people, who see less at once than programs do."""
        return self.table()

    def text(self) -> str:
        """For the terminal."""
        return self.short_table().text()

    def markdown(self) -> str:
        """For a page."""
        return self.short_table().markdown()

    def csv(self) -> str:
        """For a spreadsheet, with all digits."""
        return self.table().csv()

    def json(self) -> str:
        """For programs."""
        return self.table().json()

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return self.table().as_dict()

    def to_pandas(self) -> Any:
        """As a data frame, if pandas is installed."""
        return self.table().to_pandas()

    def __str__(self) -> str:
        return self.text()
