"""Tables for a page: sortable ones, and confusion matrices in shades."""

from __future__ import annotations

from collections.abc import Callable

from treewright.analysis.scores.confusion import NONE, Confusion
from treewright.analysis.scores.table import Cell, Table
from treewright.treebank.picture import xml

SHADES = 9
MOST = 12  # confusions in the list beside a matrix
ALL = "all"


def html_table(table: Table, *, best: Callable[[str], bool] = lambda name: False, last: bool = True) -> str:
    """A table whose columns can be sorted; if `last`, the row `all` stays the last one.

    Where `best` holds for a column, its highest number is bold.
    """
    rows = list(table.rows)
    foot = [rows.pop()] if last and len(rows) > 1 and rows[-1][0] == ALL else []
    numbers = [_is_number(table, k) for k in range(len(table.columns))]
    highest = {}
    for k, name in enumerate(table.columns):
        found = [row[k] for row in rows if isinstance(row[k], (int, float))]
        if best(name) and len(found) > 1:
            highest[k] = max(found)  # type: ignore[type-var]
    head = "".join(
        f'<th scope="col"{_numeric(number)}><button type="button">{xml(name)}</button></th>'
        for name, number in zip(table.columns, numbers, strict=True)
    )

    def line(row: list[Cell]) -> str:
        cells = []
        for k, (cell, name, number) in enumerate(zip(row, table.columns, numbers, strict=True)):
            shown = cell_text(cell, table.decimals.get(name, 2))
            if highest.get(k) is not None and cell == highest[k]:
                shown = f"<b>{shown}</b>"
            value = f' data-v="{cell!r}"' if isinstance(cell, float) else ""
            cells.append(f"<td{_numeric(number)}{value}>{shown}</td>")
        return f"<tr>{''.join(cells)}</tr>"

    body = "\n".join(map(line, rows))
    end = f"<tfoot>{line(foot[0])}</tfoot>" if foot else ""
    settings = f'<p class="settings">{xml(table.settings)}</p>' if table.settings else ""
    return (
        f'<div class="scroll" tabindex="0"><table class="sortable"><caption>{xml(table.title)}</caption>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>{end}</table></div>{settings}"
    )


def matrix(found: Confusion, *, buttons: bool) -> str:
    """A confusion matrix, the darker the larger a share of the gold value, and the most frequent confusions as a list.

    With `buttons`, a click on one of these shows sentences that have it.
    """
    table = found.short_table()
    names = table.columns[1:-1]
    head = "".join(f'<th scope="col"><span>{xml(name)}</span></th>' for name in names)
    lines = []
    for row in table.rows[:-1]:
        total = row[-1] if isinstance(row[-1], int) else 0
        cells = []
        for name, cell in zip(names, row[1:-1], strict=True):
            count = cell if isinstance(cell, int) else 0
            kind = "same" if name == row[0] else _shade(count, total)
            told = f"{row[0]} → {name}: {count:,} of {total:,}"
            cells.append(
                f'<td class="{kind}" title="{xml(told)}">{f"{count:,}" if count else ""}</td>' if count else "<td></td>"
            )
        lines.append(f'<tr><th scope="row">{xml(str(row[0]))}</th>{"".join(cells)}<td class="sum">{total:,}</td></tr>')
    errors = found.errors(MOST)
    items = []
    for gold, other, count in errors:
        text = f"<bdi>{xml(gold)}</bdi> → <bdi>{xml(other)}</bdi>"
        if buttons and NONE not in (gold, other):
            data = f'data-gold="{xml(gold)}" data-predicted="{xml(other)}"'
            text = f'<button type="button" class="confusion" {data}>{text}</button>'
        items.append(f"<li>{text} <span>{count:,}</span></li>")
    wrong = f'<ol class="confusions">{"".join(items)}</ol>' if items else "<p>No value was confused with another.</p>"
    body = "\n".join(lines)
    return (
        f'<div class="confused"><div class="scroll" tabindex="0"><table class="matrix"><caption>{xml(table.title)}</caption>'
        f'<thead><tr><th></th>{head}<th scope="col"><span>all</span></th></tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
        f'<div><h4>Most frequent</h4>{wrong}</div></div><p class="settings">{xml(table.settings)}</p>'
    )


def cell_text(cell: Cell, decimals: int = 2) -> str:
    """A cell as it is shown."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.{decimals}f}"
    return f"{cell:,}" if isinstance(cell, int) else f"<bdi>{xml(cell)}</bdi>"


def _shade(count: int, total: int) -> str:
    """Shades by the square root of the share, so that small shares can be told apart."""
    return f"s{min(SHADES, max(1, round(SHADES * (count / total) ** 0.5)))}" if count and total else ""


def _is_number(table: Table, k: int) -> bool:
    return bool(table.rows) and all(row[k] is None or isinstance(row[k], (int, float)) for row in table.rows)


def _numeric(number: bool) -> str:
    return ' class="n"' if number else ""
