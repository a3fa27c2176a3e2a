"""Constituency trees as SVG pictures: words and tags at the bottom, labels on bars above them.

A line that crosses the bar of another constituent interrupts that bar.  Constituents with gaps have colours and thicker lines;
their tooltips give their words.  A right-to-left sentence is laid out from right to left.  The picture has no scripts, styles
or fonts, and its title and description give the tree to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from treewright.treebank.constituency_layout import ConstituencyLayout
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.drawn_tree import DrawnTree
from treewright.treebank.picture import LONGEST, MARGIN, TAG, WORD, Picture, length, stacked, xml
from treewright.treebank.shown_text import cut, printable, right_to_left

LABEL, EDGE = 13, 10  # sizes of the letters of labels, and of functions beside labels and tags
HALF = 9  # half the height of the box of a label
STEP, LOWEST = 34, 26  # from one row to the next, and from the tags to the lowest row
BEND = 6
SPACE, WORD_SPACE = 11, 18  # from one text or line to the next, and from one word to the next
PLAIN, GAPPED = "#557", ("#0b62a4", "#b8410f", "#00734f", "#8e3a80", "#7a5c00")  # lines; colours that also differ in darkness
THICK = ' stroke-width="1.8"'
TOLD = 200  # cells of a constituent's words in its tooltip


def constituents_to_svg(tree: ConstituencyTree) -> str:
    """The tree as an SVG document."""
    return constituents_document([tree])


def constituents_document(trees: Iterable[ConstituencyTree]) -> str:
    """One SVG document for any number of trees, one below the other, each under its name."""
    return stacked(((tree.name or None, constituents_picture(tree)) for tree in trees), "constituency trees")


def constituents_picture(tree: ConstituencyTree, text: str | None = None, *, apart: bool = False) -> Picture:
    """The picture of a tree; `text` is its title, by default its words; `apart` names what belongs to each constituent."""
    return _Drawing(tree, apart).picture(text or " ".join(token.form for token in tree.tokens))


class _Drawing:
    """The texts and places of one picture."""

    def __init__(self, tree: ConstituencyTree, apart: bool) -> None:
        self.apart = apart
        self.drawn = drawn = DrawnTree(tree)
        self.whole = [printable(token.form) for token in tree.tokens]
        self.forms, self.tags, self.labels = (_cut(texts) for texts in (drawn.forms, drawn.tags, drawn.labels))
        self.edges, self.label_edges = _cut(drawn.edges), _cut(drawn.label_edges)
        self.turned = right_to_left(self.forms)
        tags = [_width(tag, TAG, edge) for tag, edge in zip(self.tags, self.edges, strict=True)]
        leaves = [max(ceil(length(form) * WORD), tag) for form, tag in zip(self.forms, tags, strict=True)]
        self.widths = [8 + _width(label, LABEL, edge) for label, edge in zip(self.labels, self.label_edges, strict=True)]
        self.layout = ConstituencyLayout(
            drawn, leaves, self.widths, space=SPACE, leaf_space=WORD_SPACE, turned=self.turned
        )
        self.base = MARGIN + HALF + LOWEST + (max(self.layout.places[0].row, 1) - 1) * STEP  # where the tags begin
        self.colours = {number: GAPPED[at % len(GAPPED)] for at, number in enumerate(drawn.gapped)}

    def picture(self, title: str) -> Picture:
        """The elements: lines, then what interrupts them, then texts."""
        if not self.forms:
            return Picture(2 * MARGIN, 2 * MARGIN, xml(title), "no words", [])
        direction = ' direction="rtl"' if self.turned else ""
        elements = [
            *self._lines(),
            f'<g font-size="{LABEL}" fill="#223">',
            *map(self._label, range(len(self.labels))),
            "</g>",
            f'<g font-size="{TAG}" fill="#666">',
            *(
                f'<text x="{MARGIN + x}" y="{self.base + 12}">{xml(tag)}{_small(edge)}</text>'
                for x, tag, edge in zip(self.layout.columns, self.tags, self.edges, strict=True)
                if tag or edge
            ),
            "</g>",
            f'<g font-size="{WORD}" fill="#000"{direction}>',
            *map(self._word, range(len(self.whole))),
            "</g>",
        ]
        size = self.layout.width + 2 * MARGIN, self.base + 32 + MARGIN
        return Picture(*size, xml(title), xml(self._description()), elements)

    def _y(self, row: int) -> int:
        return self.base - LOWEST - (row - 1) * STEP

    def _lines(self) -> list[str]:
        """Bars, then white strokes that interrupt them where a line crosses, then the lines from the bars down."""
        bars, falls = _Strokes(), _Strokes()
        gaps: list[str] = []
        parted: tuple[list[str], list[str], list[str]] = ([], [], [])
        for number, place in enumerate(self.layout.places):
            colour, bar = self.colours.get(number, PLAIN), self._y(place.row)
            below = (self.layout.places[node] for node in self.drawn.nodes[number])
            tops = [(child.x, self._y(child.row) - HALF) for child in below]
            for x, y in (*tops, *((self.layout.columns[leaf], self.base) for leaf in self.drawn.leaves[number])):
                beside = abs(x - place.x) - self.widths[number] // 2  # what the label leaves of the bar
                if beside < 2:  # the line falls from the label itself
                    falls.add(colour, f"M{MARGIN + x} {bar + HALF}V{y}")
                else:
                    bend = min(BEND, beside)
                    side = bend if x < place.x else -bend
                    falls.add(colour, f"M{MARGIN + x} {bar + bend}V{y}")
                    bars.add(colour, f"M{MARGIN + x} {bar + bend}q0 {-bend} {side} {-bend}H{MARGIN + place.x}")
            gaps += [f"M{MARGIN + x} {bar - 4}v8" for x in place.crossed]
            if self.apart:
                own = [f'<path stroke="#fff" stroke-width="8" d="{"".join(gaps)}"/>'] if gaps else []
                for layer, found in zip(parted, (bars.elements(), own, falls.elements()), strict=True):
                    layer += [path.replace("<path", f'<path data-part="{number}"') for path in found]
                bars, gaps, falls = _Strokes(), [], _Strokes()
        if self.apart:
            return ['<g fill="none">', *parted[0], *parted[1], *parted[2], "</g>"]
        between = [f'<path stroke="#fff" stroke-width="8" d="{"".join(gaps)}"/>'] if gaps else []
        return ['<g fill="none">', *bars.elements(), *between, *falls.elements(), "</g>"]

    def _label(self, number: int) -> str:
        x, y, width = MARGIN + self.layout.places[number].x, self._y(self.layout.places[number].row), self.widths[number]
        fill, title = "", ""
        if number in self.colours:
            words = cut(self._words(number), TOLD)
            fill, title = f' fill="{self.colours[number]}"', f"<title>{xml(self.labels[number])}: {xml(words)}</title>"
        part = f' data-part="{number}"' if self.apart else ""
        return (
            f'<rect{part} x="{x - width // 2}" y="{y - HALF}" width="{width}" height="{2 * HALF}" fill="#fff"/>'
            f'<text{part} x="{x}" y="{y + 5}"{fill}>{title}{xml(self.labels[number])}{_small(self.label_edges[number])}</text>'
        )

    def _word(self, leaf: int) -> str:
        shown, whole = self.forms[leaf], self.whole[leaf]
        title = f"<title>{xml(whole)}</title>" if shown != whole else ""
        return f'<text x="{MARGIN + self.layout.columns[leaf]}" y="{self.base + 30}">{title}{xml(shown)}</text>'

    def _words(self, number: int) -> str:
        """The words of a constituent, with … for its gaps."""
        parts: list[str] = []
        last = None
        for leaf in self.drawn.covered(number):
            parts += ["…"] if last is not None and leaf > last + 1 else []
            parts.append(self.forms[leaf])
            last = leaf
        return " ".join(parts)

    def _description(self) -> str:
        """The tree in brackets, with numbered words: (S (NP The-1 crane-2) (VP sleeps-3))."""
        drawn = self.drawn
        parts: list[str] = []
        waiting: list[str | int] = [0]  # nodes and what is written as it is, the next one last
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                parts.append(part)
                continue
            children: list[tuple[int, str | int]] = [(drawn.first[node], node) for node in drawn.nodes[part]]
            words = [leaf for leaf in drawn.leaves[part] if leaf < len(self.whole)]
            children += [(leaf, f" {self.whole[leaf]}-{leaf + 1}") for leaf in words]
            parts.append(f" ({drawn.labels[part]}")
            waiting.append(")")
            waiting += [child for _, child in sorted(children, key=lambda child: child[0], reverse=True)]
        return "".join(parts).strip()


class _Strokes:
    """Lines by their colours, each colour one path."""

    def __init__(self) -> None:
        self.paths: dict[str, list[str]] = {PLAIN: []}

    def add(self, colour: str, path: str) -> None:
        self.paths.setdefault(colour, []).append(path)

    def elements(self) -> list[str]:
        return [
            f'<path stroke="{colour}"{"" if colour == PLAIN else THICK} d="{"".join(paths)}"/>'
            for colour, paths in self.paths.items()
            if paths
        ]


def _cut(texts: list[str]) -> list[str]:
    return [cut(text, LONGEST) for text in texts]


def _width(text: str, size: int, edge: str) -> int:
    return ceil(length(text) * size + (length(edge) * EDGE + 3 if edge else 0))


def _small(edge: str) -> str:
    return f'<tspan dx="3" font-size="{EDGE}" font-style="italic" fill="#666">{xml(edge)}</tspan>' if edge else ""
