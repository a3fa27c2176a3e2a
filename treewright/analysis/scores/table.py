"""A table of results, written as text, Markdown, CSV, JSON or a data frame."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from treewright.errors import SettingsError
from treewright.escaped_text import escaped, escaped_json
from treewright.treebank.shown_text import isolated, text_width

Cell = str | int | float | None  # a float is a share in per cent, or has its own number of decimals
FORMATS = ("text", "markdown", "csv", "json")


@dataclass(frozen=True)
class Table:
    """Rows of cells under the names of columns; what the numbers mean and how they were computed is in `settings`."""

    title: str
    columns: list[str]
    rows: list[list[Cell]]
    settings: str = ""
    decimals: dict[str, int] = field(default_factory=dict)  # of columns that do not have two

    def write(self, format: str = "text") -> str:
        """The table in one of the formats, without the last line feed."""
        if format not in FORMATS:
            raise SettingsError(f"format: seen {format!r:.60}, expected one of {', '.join(FORMATS)}")
        return {"text": self.text, "markdown": self.markdown, "csv": self.csv, "json": self.json}[format]()

    def text(self) -> str:
        """For the terminal: numbers to the right, texts to the left."""
        shown = [[escaped(column) for column in self.columns], *self._shown()]
        widths = [max(text_width(row[k]) for row in shown) for k in range(len(self.columns))]
        right = [self._is_number(k) for k in range(len(self.columns))]
        lines = [self.title] if self.title else []
        for row in shown:
            cells = []
            for text, width, number in zip(row, widths, right, strict=True):
                space = " " * (width - text_width(text))
                cells.append(space + isolated(text) if number else isolated(text) + space)
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *([f"({self.settings})"] if self.settings else [])])

    def markdown(self) -> str:
        """For a page."""
        rules = ["---:" if self._is_number(k) else "---" for k in range(len(self.columns))]
        rows = [[_in_markdown(cell) for cell in row] for row in ([*map(escaped, self.columns)], *self._shown())]
        lines = [f"| {' | '.join(row)} |" for row in (rows[0], rules, *rows[1:])]
        title = [f"**{_in_markdown(self.title)}**", ""] if self.title else []
        return "\n".join([*title, *lines, *(["", f"({_in_markdown(self.settings)})"] if self.settings else [])])

    def csv(self) -> str:
        """For a spreadsheet: all digits, and the settings in the last column."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*self.columns, "settings"])
        writer.writerows([*("" if cell is None else cell for cell in row), self.settings] for row in self.rows)
        return out.getvalue().removesuffix("\n")

    def as_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "columns": self.columns, "rows": rows, "settings": self.settings}

    def json(self) -> str:
        """For programs."""
        return escaped_json(json.dumps(self.as_dict(), indent=1, ensure_ascii=False))

    def to_pandas(self) -> Any:
        """A data frame, if pandas is installed; its `attrs` have the title and the settings."""
        try:
            import pandas
        except ImportError:
            raise SettingsError("to_pandas: seen no pandas, expected it to be installed (pip install pandas)") from None
        frame = pandas.DataFrame(self.rows, columns=self.columns)
        frame.attrs.update(title=self.title, settings=self.settings)
        return frame

    def _shown(self) -> list[list[str]]:
        return [
            [_text(cell, self.decimals.get(name, 2)) for name, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def _is_number(self, k: int) -> bool:
        return bool(self.rows) and all(row[k] is None or isinstance(row[k], (int, float)) for row in self.rows)


def write_all(tables: Sequence[Table], format: str) -> str:
    """Several tables in one format; JSON is a list."""
    if format == "json":
        return escaped_json(json.dumps([table.as_dict() for table in tables], indent=1, ensure_ascii=False))
    return "\n\n".join(table.write(format) for table in tables)


def _text(cell: Cell, decimals: int) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.{decimals}f}"
    return f"{cell:,}" if isinstance(cell, int) else escaped(cell)


def _in_markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{c}" if c in "\\`*_|<>[]" else c for c in text)
