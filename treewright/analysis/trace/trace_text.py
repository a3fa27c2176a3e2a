"""Derivations as tables of the lecture's kind: step, stack, buffer, dependencies, next; for terminals, Markdown and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from treewright.analysis.trace.step import ESTIMATED, OF_PATH, Added, Option, Step, joined
from treewright.treebank.shown_text import isolated, printable, text_width

if TYPE_CHECKING:
    from treewright.analysis.trace.derivation import Derivation

ROOM = 10  # words or arcs of a cell that are shown
WIDTH = 100
NEXT = 16  # the next transition is broken only if it is wider: left-arc amod
ASIDE = {
    "covington": "second list", "two-planar": "second stack", "attardi": "temporary stack", "merge-gap": "skipped",
    "merge-swap": "put back",
}  # fmt: skip
MADE = {"dependencies": "dependencies", "constituents": "constituents", "tags": "tags"}
NOTES = {
    ESTIMATED: "costs are estimates: the oracle of this system is not exact in every configuration",
    OF_PATH: "costs are 0 on the path of the static oracle and 1 beside it; away from it they are not known",
}
LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"} | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$", "…": r"\dots{}"}
)  # fmt: skip


class Row(NamedTuple):
    """A step as texts: each cell is a list of pieces that may be broken apart."""

    cells: list[list[str]]
    options: list[str]


def titles(derivation: Derivation) -> list[str]:
    """The names of the columns."""
    known = {"aside": ASIDE.get(derivation.system, "set aside")}
    if derivation.system in ("merge-gap", "merge-swap"):
        known["set"] = "stack"
    if derivation.family == "tags":
        known["stack"] = "done"
    names = [known.get(name, name) for name in derivation.columns]
    return ["step", *names, MADE[derivation.family], "next", *figure_titles(derivation)]


def figure_titles(derivation: Derivation) -> list[str]:
    """The names of the columns of numbers."""
    return [*(["score", "total"] if derivation.scored else []), *(["cost"] if derivation.costs else [])]


def rows(derivation: Derivation, options: int = 0, room: int | None = ROOM) -> list[Row]:
    """The table; `room` is how many words of a cell are shown, None for all."""
    return [_row(derivation, step, options, room) for step in derivation.steps]


def _row(derivation: Derivation, step: Step, options: int, room: int | None) -> Row:
    forms = [printable(form) for form in derivation.forms]
    cells = [[str(step.number)]]
    for name in derivation.columns:
        items = [joined(group, forms) for group in step.shown[name]]
        cells.append(_first(items, room) if name == "buffer" else _last(items, room))
    cells.append(_last([added_text(one, forms, derivation.family) for one in derivation.added(step.number)], room))
    cells.append([option_text(step.made, forms)] if step.made else [])
    if derivation.scored:
        cells += [[figure(step.made.score)] if step.made else [], [figure(step.total)]]
    if derivation.costs:
        cells.append([figure(step.made.cost)] if step.made else [])
    others = [option for option in step.options if option is not step.made][:options]
    return Row(cells, [option_line(option, forms) for option in others])


def added_text(one: Added, forms: Sequence[str], family: str) -> str:
    """An arc, a constituent or a tag: det(cat, The), NP(The cat), The/DET."""
    label, forms = printable(one.label or "_"), [isolated(form) for form in forms]
    if family == "tags":
        return f"{forms[one.words[0]]}/{label}"
    if one.head is None:
        return f"{label}({' '.join(forms[word] for word in one.words)})"
    return f"{label}({forms[one.head]}, {forms[one.words[0]]})"


def option_text(option: Option, forms: Sequence[str]) -> str:
    """A transition: left-arc det, or combine with {The cat}, or right-arc obj at saw|it."""
    text = printable(str(option))
    if option.site is None:
        return text
    if option.kind == "combine":
        return f"{text} with {joined(option.site, forms)}"
    return f"{text} at {'|'.join(forms[word] for word in option.site)}"


def option_line(option: Option, forms: Sequence[str]) -> str:
    """A transition with what is known of it."""
    told = []
    if option.score is not None:
        told.append(figure(option.score))
    if option.cost is not None:
        told.append(f"cost {option.cost}")
    return f"{option_text(option, forms)} ({', '.join(told)})" if told else option_text(option, forms)


def figure(number: float | int | None) -> str:
    """A number as it is shown."""
    return "" if number is None else str(number) if isinstance(number, int) else f"{number:.2f}"


def _first(items: list[str], room: int | None) -> list[str]:
    return items if room is None or len(items) <= room else [*items[:room], f"… +{len(items) - room}"]


def _last(items: list[str], room: int | None) -> list[str]:
    return items if room is None or len(items) <= room else [f"… +{len(items) - room}", *items[-room:]]


def notes(derivation: Derivation) -> list[str]:
    """What is to be said below the table."""
    return [*derivation.notes, *([NOTES[derivation.costs]] if derivation.costs in NOTES else [])]


# Terminal -----------------------------------------------------------------------------------------------------------


def to_text(derivation: Derivation, *, options: int = 0, room: int | None = ROOM, width: int = WIDTH) -> str:
    """The table in columns as wide as they need, cells being broken where it would be wider than this."""
    names, table = titles(derivation), rows(derivation, options, room)
    numbers = len(figure_titles(derivation))
    widths = [max([text_width(name), *(_needs(row.cells[i]) for row in table)]) for i, name in enumerate(names)]
    wide = range(1, len(names) - numbers)  # the columns that may be broken
    spare = width - sum(widths) - 2 * (len(names) - 1)
    if spare < 0:
        least = {i: max([text_width(names[i]), *(_longest(row.cells[i]) for row in table)]) for i in wide}
        least[wide[-1]] = max(least[wide[-1]], min(widths[wide[-1]], NEXT))
        left = sum(widths[i] for i in wide) + spare
        for rank, i in enumerate(sorted(wide, key=lambda i: widths[i])):  # who needs little has it, the others share the rest
            widths[i] = max(least[i], min(widths[i], left // (len(wide) - rank)))
            left -= widths[i]
    right = [i == 0 or i >= len(names) - numbers for i in range(len(names))]
    lines = [_line(names, widths, right), _line(["-" * w for w in widths], widths, right)]
    indent = " " * (widths[0] + 4)
    for row in table:
        broken = [_broken(cell, widths[i]) for i, cell in enumerate(row.cells)]
        for at in range(max(map(len, broken), default=1)):
            lines.append(_line([cell[at] if at < len(cell) else "" for cell in broken], widths, right))
        for option in row.options:
            first, *more = _broken([option], width - len(indent) - 2)
            lines += [indent + first, *(f"{indent}  {line}" for line in more)]
    return "\n".join([*lines, *(f"({note})" for note in notes(derivation))])


def _needs(cell: list[str]) -> int:
    return text_width(" ".join(cell))


def _longest(cell: list[str]) -> int:
    """The width of the longest word, which is never broken."""
    return max((text_width(word) for piece in cell for word in piece.split(" ")), default=0)


def _broken(cell: list[str], width: int) -> list[str]:
    """A cell as lines of this width at the most, broken between pieces, and within one only if it fits in no line."""
    lines: list[str] = []
    for piece in cell:
        for part in [piece] if text_width(piece) <= width else piece.split(" "):
            if lines and text_width(lines[-1]) + 1 + text_width(part) <= width:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    return lines or [""]


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for cell, width, numeric in zip(cells, widths, right, strict=True):
        space = " " * (width - text_width(cell))
        padded.append(space + cell if numeric else isolated(cell) + space)
    return "  ".join(padded).rstrip()


# Markdown and LaTeX ---------------------------------------------------------------------------------------------------


def to_markdown(derivation: Derivation, *, options: int = 0, room: int | None = ROOM) -> str:
    """The table in Markdown; other transitions are in a column of their own."""
    names = [*titles(derivation), *(["other transitions"] if options else [])]
    lines = [f"| {' | '.join(names)} |", f"|{'|'.join('---' for _ in names)}|"]
    for row in rows(derivation, options, room):
        cells = [" ".join(cell) for cell in row.cells]
        if options:
            cells.append("; ".join(row.options))
        lines.append(f"| {' | '.join(_markdown(cell) for cell in cells)} |")
    return "\n".join([*lines, *(f"\n{_markdown(note)}" for note in notes(derivation))])


def markdown_line(text: str) -> str:
    """A text as a line of its own, which is no heading and no item of a list however it begins."""
    return re.sub(r"^(\s*)(?:([#+-])|(\d+)([.)]))", r"\1\3\\\2\4", _markdown(text))


def _markdown(text: str) -> str:
    for special in "\\`*_[]<>|":
        text = text.replace(special, f"\\{special}")
    return text


def to_latex(derivation: Derivation, *, options: int = 0, room: int | None = ROOM) -> str:
    """The table in LaTeX, which needs no package but booktabs."""
    names = [*titles(derivation), *(["other transitions"] if options else [])]
    numbers = len(figure_titles(derivation))
    columns = "r" + "l" * (len(names) - 1 - numbers - bool(options)) + "r" * numbers + ("l" if options else "")
    lines = [f"\\begin{{tabular}}{{{columns}}}", "\\toprule", " & ".join(names) + r" \\", "\\midrule"]
    for row in rows(derivation, options, room):
        cells = [" ".join(cell) for cell in row.cells]
        if options:
            cells.append("; ".join(row.options))
        lines.append(" & ".join(cell.translate(LATEX) for cell in cells) + r" \\")
    told = [f"% {note}" for note in notes(derivation)]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", *told])
