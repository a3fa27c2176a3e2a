"""Blame for people and programs: text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.blame_tables import BlameTables, Rows
from treewright.analysis.blame.deciding_features import DecidingFeatures
from treewright.analysis.blame.mistake import Case
from treewright.analysis.trace.trace_text import added_text
from treewright.treebank.shown_text import cut, printable, text_width

MOST = 15  # rows of a table in text and Markdown
SHOWN, FEATURES = 3, 4  # sentences, and features of each, that are shown
LINE = 100
FIGURES = ("mistakes", "first", "cost", "margin")
COLUMNS: dict[str | None, tuple[str, ...]] = {  # of CSV, also where there is no row
    None: ("sentence", "sent_id", "step", "first", "made", "right", "cost", "margin", "label", "length"),
    "transition": ("made", "right", *FIGURES),
    "label": ("label", *FIGURES),
    "length": ("length", *FIGURES),
}
WHY = {
    "model": "the beam's winner has a higher score than the best gold path: an error of the model",
    "search": "the best gold path has a higher score than the winner, but fell out of the beam: an error of the search",
    "facts": "the best gold path has the highest score, but facts of the training data rule it out",
}


class BlameText:
    """Writes a blame; `by` limits it to one table, `shown` sentences are told in full."""

    def __init__(self, blame: Blame, *, by: str | None = None, what_if: bool = False, shown: int = SHOWN) -> None:
        self.blame, self.by, self.shown = blame, by, shown
        self.tables = BlameTables(blame, what_if=what_if)
        self.features = DecidingFeatures(blame.parser, blame.judge)

    def to_text(self) -> str:
        """Lines for a terminal."""
        return self._written(text_table, "{}", "")

    def to_markdown(self) -> str:
        """The same in Markdown."""
        return self._written(markdown_table, "### {}", "  \n")

    def to_csv(self) -> str:
        """One table: a row for each mistake, or the table that was asked for."""
        rows = self.tables.by(self.by) if self.by else self.tables.mistakes()
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS[self.by], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def to_json(self) -> str:
        """Everything, with the features that decided each first mistake."""
        tables: dict[str, Any] = {what: self.tables.by(what) for what in ("transition", "label", "length")}
        data: dict[str, Any] = {"summary": self.tables.summary(), "tables": tables}
        if self.tables.what_if is not None:
            data["what_if"] = {what: self.tables.corrected(what) for what in ("transition", "label")}
        data["sentences"] = [{**case.as_dict(), "features": self._features(case)} for case in self.blame.cases]
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def _features(self, case: Case) -> list[dict[str, Any]]:
        found = self.features.of(case) if case.first is not None else []
        return [{"template": one.template, "values": one.values, "difference": round(one.difference, 4)} for one in found]

    def _written(self, table: Any, heading: str, end: str) -> str:
        parts = []
        if self.by is None:
            parts.append("\n".join(line + end.rstrip("\n") for line in self._summary()))
        for what in (self.by,) if self.by else ("transition", "label", "length"):
            parts.append(f"{heading.format(f'mistakes by {what}')}\n\n{self._first(self.tables.by(what), what, table)}")
            if self.tables.what_if is not None and what != "length":
                base = f"{self.tables.what_if.name} {self.tables.what_if.base[0]:.2f} now"
                title = f"if all mistakes of one {'kind' if what == 'transition' else 'label'} were corrected ({base})"
                parts.append(f"{heading.format(title)}\n\n{self._first(self.tables.corrected(what), what, table)}")
        if self.by is None:
            for case in [case for case in self.blame.cases if case.first is not None][: self.shown]:
                title, *lines = self._told(case)
                parts.append(f"{heading.format(title)}\n\n" + "\n".join(line + end.rstrip("\n") for line in lines))
        return "\n\n".join(parts) + "\n"

    def _first(self, rows: Rows, what: str, table: Any) -> str:
        """The table, without its last rows if others stand beside it."""
        if self.by or len(rows) <= MOST:
            return str(table(rows))
        more = len(rows) - MOST
        return f"{table(rows[:MOST])}\n\n({more:,} more row{'s' if more > 1 else ''}: --by {what} shows all)"

    def _summary(self) -> list[str]:
        found = self.tables.summary()
        of = "estimates" if found["costs"] == "estimated" else "exact"
        wrong, mistakes = found["wrong_sentences"], found["mistakes"]
        lines = [
            f"{found['system']}: {wrong:,} of {_counted(found['sentences'], 'sentence')} {'is' if wrong == 1 else 'are'} "
            f"not as in gold; {_counted(mistakes, 'wrong transition')} cost{'s' if mistakes == 1 else ''} "
            f"{_counted(found['cost'], self._thing())} (costs are {of})",
            f"first mistakes cost {found['cost_of_first_mistakes']:,}, later ones {found['cost_of_later_mistakes']:,}, "
            f"{abs(found['of_it_propagated']):,} {'less' if found['of_it_propagated'] < 0 else 'more'} "
            "than if the first had not been made",
        ]
        if self.blame.beam:
            lines.append(
                f"beam: {_counted(found['model_errors'], 'error')} of the model, {found['search_errors']:,} of the search; "
                f"in {found['gold_ruled_out_by_facts']:,} facts rule out the gold tree"
            )
        if found["without_a_mistake"]:
            sentences = _counted(found["without_a_mistake"], "sentence")
            lines.append(f"without a wrong transition: {sentences} (out of reach, or changed after the last transition)")
        if found["ruled_out_by_facts"]:
            mistakes = _counted(found["ruled_out_by_facts"], "mistake")
            lines.append(f"in {mistakes}, facts of the training data ruled out what is right")
        return lines

    def _without_loss(self, cost: int) -> str:
        if self.blame.judge.items is not None:
            return "this makes a constituent that the gold tree does not have"
        if not self.blame.parser.family.makes_arcs or self.blame.parser.tags:
            return "the tag is wrong"
        return f"lost: {cost} of the arcs, each of which can be reached, but no longer all of them together"

    def _thing(self) -> str:
        if self.blame.judge.items is not None:
            return "constituent"
        return "arc" if self.blame.parser.family.makes_arcs else "tag"

    def _told(self, case: Case) -> list[str]:
        """The first mistake of a sentence, and what came of it."""
        first, sentence = case.first, case.sentence
        assert first is not None
        forms = ["ROOT", *map(printable, sentence.forms)]
        family = "constituents" if self.blame.judge.items is not None else "dependencies"
        lost = ", ".join(added_text(one, forms, family) for one in first.lost)
        name = sentence.sent_id or str(case.number)
        lines = [
            f"{printable(name)}: {cut(printable(sentence.text or ' '.join(sentence.forms)), LINE)}",
            f"step {first.step}: {first.made} instead of {first.right}, by a margin of {first.margin:.2f}"
            + (" (facts ruled out the right one)" if first.ruled_out else ""),
            f"lost: {lost}" if lost else self._without_loss(first.cost),
        ]
        features = [printable(str(one)) for one in self.features.of(case, count=FEATURES)]
        if features:
            lines.append(f"decided by: {'; '.join(features)}")
        if case.followed:
            lines.append(f"later mistakes cost {case.followed}; {followed(case)}")
        if case.lost_by is not None:
            lines.append(WHY[case.lost_by])
        return lines


def _counted(number: int, thing: str) -> str:
    """So many things, one of them without an s."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def followed(case: Case) -> str:
    """What the later mistakes have to do with the first."""
    if case.propagated > 0:
        return f"{case.propagated} of it would not have come without this one"
    if case.propagated < 0:
        return f"{-case.propagated} more would have come after the right transition"
    return "as much would have come after the right transition"


def text_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows in columns; numbers are on the right."""
    if not rows:
        return "(none)"
    names = list(rows[0])
    cells = [[_cell(row[name]) for name in names] for row in rows]
    widths = [max(text_width(line[i]) for line in (names, *cells)) for i in range(len(names))]
    right = [isinstance(rows[0][name], int | float) for name in names]
    return "\n".join(_line(line, widths, right) for line in (names, *cells))


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    spaces = [" " * (width - text_width(cell)) for cell, width in zip(cells, widths, strict=True)]
    padded = [s + cell if numeric else cell + s for cell, s, numeric in zip(cells, spaces, right, strict=True)]
    return "  ".join(padded).rstrip()


def markdown_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows in Markdown."""
    if not rows:
        return "(none)"
    names = list(rows[0])
    lines = [f"| {' | '.join(names)} |", f"|{'|'.join('---' for _ in names)}|"]
    return "\n".join(
        [*lines, *(f"| {' | '.join(_cell(row[name]).replace('|', chr(92) + '|') for name in names)} |" for row in rows)]
    )


def _cell(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.2f}" if isinstance(value, float) else printable(str(value))
