"""Constituency trees for the terminal, upright (the words in a row at the bottom) or sideways (one word per line).

                    S
           ╭────┬─┬─┴─────────╮
           │   VP │           │        S─┬─VP─┬────── What     WP
      ╭────│────┴─│───────╮   │          ├────│────── did      VBD
      │    │     NP       │   │          ├────│─NP─── coopers  NNS
      │    │      │       │   │          │    ╰────── mend     VB
     WP   VBD    NNS     VB   .          ╰─────────── ?        .
    What  did  coopers  mend  ?

A line that passes through another one (`─│─`) does not touch it: here VP has a gap.
"""

from __future__ import annotations

from treewright.errors import SettingsError
from treewright.treebank.constituency_layout import ConstituencyLayout
from treewright.treebank.constituency_sideways import draw_sideways
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.drawn_tree import DrawnTree
from treewright.treebank.shown_text import right_to_left, text_width
from treewright.treebank.text_row import BOLD, CYAN, FAINT, TextRow

LAYOUTS = ("auto", "upright", "sideways")
WIDEST = 100  # columns of an upright tree where no width is given
SPACE, WORD_SPACE = 2, 3  # from one text or line to the next, and from one word to the next
GAPPED = ("\x1b[33m", "\x1b[35m", "\x1b[32m", "\x1b[34m")  # colours of constituents with gaps, in turn
# By what meets in a place of a bar, (left, right, up, down).
JOINTS = {
    (0, 1, 0, 1): "╭", (1, 0, 0, 1): "╮", (1, 1, 0, 1): "┬", (1, 1, 1, 0): "┴", (1, 1, 1, 1): "┼",
    (0, 1, 1, 1): "├", (1, 0, 1, 1): "┤", (0, 0, 1, 1): "│",
}  # fmt: skip


def draw_constituents(
    tree: ConstituencyTree, *, ascii: bool = False, width: int | None = None, layout: str = "auto", colour: bool = False
) -> str:
    """The tree as lines of text; `auto` is upright where that fits into `width` (by default 100 columns), and else sideways.

    Sideways, all lines fit into `width` (at least 40; by default unlimited).
    """
    if layout not in LAYOUTS:
        raise SettingsError(f"layout: seen {layout!r}, expected one of {', '.join(LAYOUTS)}")
    drawn = DrawnTree(tree)
    styles = node_styles(drawn)
    if layout != "sideways" and drawn.forms:
        turned = right_to_left(drawn.forms)
        limit = None if layout == "upright" else WIDEST if width is None else width
        # terminals differ in what they do to lines of right-to-left words
        found = None if turned and layout == "auto" else _upright(drawn, limit, turned, styles, ascii, colour)
        if found is not None:
            return found
    return draw_sideways(drawn, styles, width=width, ascii=ascii, colour=colour)


def node_styles(tree: DrawnTree) -> list[str]:
    """A colour for each node: constituents with gaps stand out."""
    styles = [""] * len(tree.labels)
    for at, number in enumerate(tree.gapped):
        styles[number] = GAPPED[at % len(GAPPED)]
    return styles


def _upright(
    tree: DrawnTree, limit: int | None, turned: bool, styles: list[str], ascii: bool, colour: bool
) -> str | None:
    """The lines from the root down to the words, or nothing if they are wider than the limit."""
    forms, tags = _shown(tree.forms, ascii), _joined(_shown(tree.tags, ascii), _shown(tree.edges, ascii))
    labels = _joined(_shown(tree.labels, ascii), _shown(tree.label_edges, ascii))
    widths = [max(map(text_width, pair)) for pair in zip(forms, tags, strict=True)]
    if limit is not None and sum(widths) + (WORD_SPACE - 1) * (len(widths) - 1) > limit:
        return None
    label_widths = list(map(text_width, labels))
    layout = ConstituencyLayout(tree, widths, label_widths, space=SPACE, leaf_space=WORD_SPACE, turned=turned)
    if limit is not None and layout.width > limit:
        return None
    height = layout.places[0].row
    label_rows = [TextRow() for _ in range(height + 1)]  # 0 is that of the tags
    bar_rows = [TextRow() for _ in range(height + 1)]  # 0 is that of the words
    for leaf, x in enumerate(layout.columns):
        bar_rows[0].put(x - text_width(forms[leaf]) // 2, forms[leaf], BOLD)
        label_rows[0].put(x - text_width(tags[leaf]) // 2, tags[leaf], FAINT)
    for number, place in enumerate(layout.places):
        label_rows[place.row].put(place.x - text_width(labels[number]) // 2, labels[number], styles[number] or CYAN)
    bottoms = {(tree.parents[n], place.x): place.row for n, place in enumerate(layout.places)}
    for number, place in enumerate(layout.places):
        style = styles[number] or FAINT
        for x in place.branches:  # lines to the children; they stop at the bar, which is drawn next
            for row in range(bottoms.get((number, x), 0) + 1, place.row):
                label_rows[row].put(x, "|" if ascii else "│", style)
                bar_rows[row].put(x, "|" if ascii else "│", style)
    for number, place in enumerate(layout.places):
        style, (first, last) = styles[number] or FAINT, (place.branches[0], place.branches[-1])
        for x in {place.x, *place.branches}:
            joint = JOINTS[x > first, x < last, x == place.x, x in place.branches]
            bar_rows[place.row].put(x, joint if not ascii else "|" if joint == "│" else "+", style)
        bar_rows[place.row].fill(first, last, "-" if ascii else "─", style)
    rows = [row for pair in zip(reversed(label_rows), reversed(bar_rows), strict=True) for row in pair if row.pieces]
    return "".join(row.line(ascii=ascii, colour=colour) for row in rows)


def _joined(texts: list[str], edges: list[str]) -> list[str]:
    return [f"{text}-{edge}" if edge else text for text, edge in zip(texts, edges, strict=True)]


def _shown(texts: list[str], ascii: bool) -> list[str]:
    return [text.replace("\ufffd", "?") for text in texts] if ascii else texts
