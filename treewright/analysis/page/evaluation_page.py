"""The evaluation page, all in one file: scores, plots, confusions, comparison, the worst sentences drawn.

Nothing comes from the internet; without scripts everything is there, but cannot be filtered and sorted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.blame_tables import BY, BlameTables
from treewright.analysis.page.drawn_sentence import DrawnSentence
from treewright.analysis.page.page_content import content_of
from treewright.analysis.page.page_plots import FEW, Plot, Point, legend
from treewright.analysis.page.page_tables import html_table, matrix
from treewright.analysis.scores.breakdown import breakdown
from treewright.analysis.scores.comparison import compare
from treewright.analysis.scores.confusion import confusion
from treewright.analysis.scores.scored import Scored
from treewright.analysis.scores.table import Cell, Table
from treewright.analysis.scores.two_way import joined
from treewright.errors import SettingsError
from treewright.treebank.html_page import END, page_start
from treewright.treebank.picture import xml

MOST_SENTENCES = 100
MOST_ROWS = 25  # of a plot with a row for each value; its table has all


def evaluation_page(
    scored: Scored, *, title: str = "Evaluation", sentences: int = MOST_SENTENCES, blame: Blame | None = None
) -> str:
    """The page; `sentences` is how many of the worst ones are drawn, at most; `blame` is that of a model on the same trees."""
    if not isinstance(sentences, int) or sentences < 0:
        raise SettingsError(f"sentences: seen {sentences!r:.60}, expected a whole number, at least 0")
    parts = [("scores", "Scores", _scores(scored)), ("plots", "Where the errors are", _plots(scored))]
    parts.append(("confusions", "Confusions", _confusions(scored)))
    if len(scored.sides) > 1:
        parts.append(("comparison", "Comparison", _comparison(scored)))
    if blame is not None:
        parts.append(("blame", "Blame", _blame(blame)))
    drawn = list(content_of(scored).worst(scored, sentences)) if sentences else []
    if drawn:
        parts.append(("sentences", "Worst sentences", _sentences(scored, drawn)))
    links = "".join(f'<a href="#{name}">{heading}</a>' for name, heading, _ in parts)
    body = [f'<section class="part" id="{name}"><h2>{heading}</h2>\n{text}\n</section>' for name, heading, text in parts]
    return "\n".join([
        page_start(title, _file("css")).rstrip(),
        f'<header><h1><bdi>{xml(title)}</bdi></h1><nav aria-label="parts">{links}</nav></header>',
        "<main>", *body, "</main>", f"<script>\n{_file('js')}</script>", END,
    ])  # fmt: skip


def _file(ending: str) -> str:
    return (resources.files("treewright.analysis.page") / f"evaluation_page.{ending}").read_text("utf-8")


def _scores(scored: Scored) -> str:
    return html_table(content_of(scored).overall(scored), best=lambda name: name != scored.items, last=False)


def _plots(scored: Scored) -> str:
    content = content_of(scored)
    metrics = scored.default_metrics
    figures = []
    for criterion in content.criteria(scored):
        found = breakdown(scored, criterion.by, metrics=metrics)
        points = found.rows if criterion.ordered else found.rows[:MOST_ROWS]
        pictures = []
        for metric in metrics:
            name = f"{metric} F1" if found.both_ways else metric
            places = [
                Point(
                    criterion.none if row.values == (None,) else joined(row.values),
                    max(row.words),
                    [row.scores[parser, metric].share("F1") for parser in found.parsers],
                    apart=row.values == (None,),
                )
                for row in points
            ]
            plot = Plot(f"{name} by {criterion.title}", criterion.title, name, found.parsers, places, scored.items)
            picture = plot.line_svg() if criterion.ordered else plot.row_svg()
            hidden = "" if metric == metrics[-1] else " hidden"
            pictures.append(f'<div class="plot" data-metric="{xml(metric)}"{hidden}>{picture}</div>')
        table = html_table(found.short_table())
        figures.append(
            f'<figure class="{"ordered" if criterion.ordered else "named"}"><figcaption>{xml(criterion.title.capitalize())}'
            f"</figcaption>{''.join(pictures)}<details><summary>Table</summary>{table}</details></figure>"
        )
    choice = ""
    if len(metrics) > 1:
        options = "".join(f"<option{' selected' if m == metrics[-1] else ''}>{xml(m)}</option>" for m in metrics)
        choice = f'<label class="live">Score <select id="metric">{options}</select></label>'
    told = (
        f"Grey bars, or the numbers on the right: how many gold {scored.items} there are. Hollow markers: fewer than {FEW} of "
        f"them. Point at a marker for its figures."
    )
    notes = "".join(f"<p>{xml(note)}</p>" for note in content.notes(scored))
    return (
        f'<div class="controls">{choice}{legend(scored.names)}</div><p class="settings">{told} {xml(scored.settings())}</p>'
        f'{notes}<div class="plots">{"".join(figures)}</div>'
    )


def _confusions(scored: Scored) -> str:
    blocks = []
    for number, parser in enumerate(scored.names):
        tables = []
        for by, title, buttons in content_of(scored).confused(scored):
            found = confusion(scored, by, parser=parser)
            if not found.errors(1):
                tables.append(
                    f"<h3>{xml(title)}</h3><p>All {found.words:,} {scored.items} have the same value as in gold.</p>"
                )
            else:
                tables.append(f"<h3>{xml(title)}</h3>{matrix(found, buttons=buttons)}")
        name = f'<h3 class="parser"><bdi>{xml(parser)}</bdi></h3>' if len(scored.names) > 1 else ""
        blocks.append(f'<div data-parser="{number}">{name}{"".join(tables)}</div>')
    menu = _parser_menu(scored.names, "confused-parser", every=False)
    return f'<div class="controls">{menu}</div><div id="confused">{"".join(blocks)}</div>'


def _comparison(scored: Scored) -> str:
    metric = scored.default_metrics[-1]
    tables = [html_table(compare(scored, metric=metric).table())]
    for by in content_of(scored).compared(scored):
        table = html_table(compare(scored, by, metric=metric, top=MOST_ROWS).table(), last=False)
        tables.append(f"<details><summary>By {xml(by)}</summary>{table}</details>")
    return "\n".join(tables)


def _blame(blame: Blame) -> str:
    """What the decisions of a model have cost."""
    tables = BlameTables(blame)
    summary: list[list[Cell]] = [[name.replace("_", " "), value] for name, value in tables.summary().items()]
    listed = [Table("", ["", "summary"], summary)]
    for what in BY:
        rows = tables.by(what)
        if rows:
            listed.append(Table(f"by {what}", list(rows[0]), [list(row.values()) for row in rows]))
    told = (
        "A transition is wrong if it makes gold arcs or constituents unreachable, or gives a wrong label. Its cost is how "
        "many it lost. The margin (a median) is how much higher it scored than the best right transition."
    )
    blocks = "".join(f"<div>{html_table(table, last=False)}</div>" for table in listed)
    return f'<p class="settings">{told}</p><div class="blame">{blocks}</div>'


def _sentences(scored: Scored, drawn: Sequence[DrawnSentence]) -> str:
    labels: dict[str, int] = {}
    tags: dict[str, int] = {}
    data: dict[str, Any] = {"sentences": [sentence.data(labels, tags) for sentence in drawn]}
    data["labels"], data["tags"] = list(labels), list(tags)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    several = len(scored.sides) > 1
    orders = [("wrong", "most errors"), ("score", "lowest score"), ("n", "order of the treebank")]
    orders += [("difference", "largest difference")] if several else []
    content = content_of(scored)
    longest = max(len(sentence.sentence) for sentence in drawn)
    filters = [
        _parser_menu(scored.names, "parser", every=True),
        _menu("gold", "Gold label", sorted(labels)),
        _menu("predicted", "Predicted label", sorted(labels)),
        _menu("tag", "Part of speech", sorted(tags)) if content.has_tags else "",
        f'<label>Words <span><input id="shortest" type="number" min="1" value="1" aria-label="at least"> to '
        f'<input id="longest" type="number" min="1" value="{longest}" aria-label="at most"></span></label>',
        f'<label>Order <select id="order">{"".join(f"<option value={v}>{t}</option>" for v, t in orders)}</select></label>',
        '<label class="check"><input id="errors" type="checkbox"> only errors</label>',
        '<label class="check"><input id="together" type="checkbox"> all below each other</label>',
        '<button type="button" id="clear">Reset</button>',
    ]
    steps = (
        '<div class="steps live"><button type="button" id="back" title="previous sentence (←)">'
        "← <span>Previous</span></button>"
        '<output id="told" aria-live="polite"></output><button type="button" id="next" title="next sentence (→)">'
        "<span>Next</span> →"
        '</button><button type="button" id="error" title="next error in this sentence (e)">Next error</button></div>'
    )
    return "\n".join([
        f"<p>{content.legend}</p>", f'<form class="controls live" id="filters">{"".join(filters)}</form>',
        '<p id="none" class="live" hidden>No sentence drawn here has this.</p>', '<div id="drawn">',
        *(sentence.html() for sentence in drawn), "</div>", steps,
        f'<script type="application/json" id="data">{text}</script>',
    ])  # fmt: skip


def _parser_menu(names: Sequence[str], name: str, *, every: bool) -> str:
    if len(names) == 1:
        return ""
    options = ['<option value="">all</option>'] if every else []
    options += [f'<option value="{number}">{xml(parser)}</option>' for number, parser in enumerate(names)]
    return f'<label class="live">Parser <select id="{name}">{"".join(options)}</select></label>'


def _menu(name: str, told: str, values: Sequence[str]) -> str:
    options = "".join(f"<option>{xml(value)}</option>" for value in values)
    return f'<label>{told} <select id="{name}"><option value="">any</option>{options}</select></label>'
