"""Constituency trees for the terminal with one word per line, the root at the left.

Each constituent has a vertical line that reaches all its children.  Where there is room, a constituent stands in the line of
its first word; else it has a line of its own, and its vertical line is below the first letter of its label:

    S─┬─NP─┬─── The     D          S
      │    ╰─── crane   N          ├─NP
      ╰─VP───── sleeps  V          │ ├───── The     D
                                   │ ╰───── crane   N
                                   ╰─VP
                                     ╰───── sleeps  V

A vertical line that is crossed (`─│─`) belongs to a constituent with a gap.  Where there is no room for a vertical line, the
constituent is numbered (`NP #7`), and its children give that number (`← #7`).
"""

from __future__ import annotations

from itertools import accumulate

from treewright.treebank.drawn_tree import DrawnTree
from treewright.treebank.shown_text import cut, text_width
from treewright.treebank.text_row import BOLD, CYAN, FAINT, TextRow

MOST_COLUMNS = 120  # of a tree with labels in the lines of words, where no width is given
DEEPEST = 96  # columns of a tree with labels in lines of their own


def draw_sideways(tree: DrawnTree, styles: list[str], *, width: int | None, ascii: bool, colour: bool) -> str:
    """The tree as lines of text, at most `width` wide (at least 40)."""
    if not tree.forms:
        return ""
    mark, arrow = ("~", "<-") if ascii else ("…", "←")
    texts = [_shown(column, ascii) for column in (tree.forms, tree.tags, tree.edges)]
    pairs = zip(tree.labels, tree.label_edges, strict=True)
    labels = _shown([f"{label}-{edge}" if edge else label for label, edge in pairs], ascii)
    rooms = [max(map(text_width, column)) for column in texts]
    lines = _Lines(tree, labels, styles, arrow, ascii)
    if not lines.drawn(MOST_COLUMNS if width is None else width - _taken(rooms) - 5, inline=True):
        deepest = DEEPEST
        if width is not None:  # words and labels that would take too much of it are cut
            width = max(width, 40)
            rooms = [min(room, width // part) for room, part in zip(rooms, (4, 8, 8), strict=True)]
            lines.labels = [cut(label, width // 6, mark) for label in labels]
            digits = len(str(len(labels)))  # of numbers, where there is no room for lines
            beside = max(_taken(rooms) + digits + 10, max(map(text_width, lines.labels)) + 2 * digits + 10)
            deepest = max(2, min(deepest, width - beside))
        lines.drawn(deepest, inline=False)
    start = 4 + max(reach for _, _, reach, _ in lines.ends)
    if width is not None:  # what the tree leaves free is for the words
        name = max((text_width(name) + 2 for name in lines.names.values()), default=0)
        rooms[0] = min(max(map(text_width, texts[0])), max(rooms[0], width - start - _taken([0, *rooms[1:]]) - 2 - name))
    for leaf, (row, origin, _, style) in enumerate(lines.ends):
        row.fill(origin, start - 1, lines.on, style)
        at = start
        for column, room, kind in zip(texts, rooms, (BOLD, FAINT, CYAN), strict=True):
            row.put(at, cut(column[leaf], room, mark), kind)
            at += room + 2 if room else 0
        row.put(at, lines.names.get(leaf, ""))
    return "".join(row.line(ascii=ascii, colour=colour) for row in lines.rows)


def _taken(rooms: list[int]) -> int:
    """The columns of all texts of a word, with two blanks between them."""
    return sum(room + 2 for room in rooms if room) - 2


def _shown(texts: list[str], ascii: bool) -> list[str]:
    return [text.replace("\ufffd", "?") for text in texts] if ascii else texts


class _Bar:
    """The vertical line of a node: its column, the last row that it reaches, its style."""

    def __init__(self, column: int, last: int, style: str) -> None:
        self.column, self.last, self.style = column, last, style


class _Lines:
    """The rows of the tree, without the words: `ends` has the row of each, where its branch starts and what is taken there."""

    def __init__(self, tree: DrawnTree, labels: list[str], styles: list[str], arrow: str, ascii: bool) -> None:
        self.tree, self.labels, self.styles, self.arrow = tree, labels, styles, arrow
        self.on, self.through, self.final, self.more, self.top = "-|`++" if ascii else "─│╰├┬"
        self.chains: list[list[int]] = [[] for _ in tree.forms]  # per leaf: the nodes that start with it, from the top down
        for number in tree.order:
            self.chains[tree.first[number]].append(number)

    def drawn(self, limit: int, *, inline: bool) -> bool:
        """Draws all rows; inline, it gives up where a label is beyond the limit."""
        tree = self.tree
        self.inline, self.limit = inline, limit
        self.rows: list[TextRow] = []
        self.ends: list[tuple[TextRow, int, int, str]] = []
        self.names: dict[int, str] = {}  # of the parents of leaves, where they are not drawn
        self.bars: list[_Bar] = []  # those that reach the row, from left to right
        self.hooks: list[_Bar | int] = [0] * len(self.labels)  # what holds the children: a bar, or a column of the same row
        self.numbered: set[int] = set()  # nodes without a bar of their own
        lengths = [1 if inline else 1 + len(chain) for chain in self.chains]
        first_rows = [0, *accumulate(lengths)]
        word_rows = [first_rows[leaf + 1] - 1 for leaf in range(len(tree.forms))]
        self.last_rows = [max((word_rows[leaf] for leaf in own), default=0) for own in tree.leaves]
        for leaf, chain in enumerate(self.chains):
            for at, number in enumerate(chain):
                row = first_rows[leaf] + (0 if inline else at)
                if number:
                    parent = tree.parents[number]
                    self.last_rows[parent] = max(self.last_rows[parent], row)
        for leaf, chain in enumerate(self.chains):
            if inline or not chain:
                self._next_row()
            for number in chain:
                if not inline:
                    self._next_row()
                if not self._node(number):
                    return False
            if chain and not inline:
                self._next_row()
            parent = tree.leaf_parents[leaf]
            origin, reach = self._branch(parent)
            self.ends.append((self.rows[-1], origin, reach, self._style(parent)))
            if parent in self.numbered:
                self.names[leaf] = f"{self.arrow} #{parent}"
        return True

    def _next_row(self) -> None:
        """Starts a row: all bars that go on pass it."""
        self.rows.append(TextRow())
        self.bars = [bar for bar in self.bars if bar.last >= len(self.rows) - 1]
        for bar in self.bars:
            self.rows[-1].put(bar.column, self.through, bar.style)

    def _node(self, number: int) -> bool:
        """Draws the label of a node and the branch from its parent; its bar starts there."""
        row, text = self.rows[-1], self.labels[number]
        parent, at, last = self.tree.parents[number], len(self.rows) - 1, self.last_rows[number]
        start = 0
        if number:
            hook = self.hooks[parent]
            start = 2 + self.bars[-1].column if self.bars else 0
            if self.inline:
                start = max(start, hook + 1) if isinstance(hook, int) else start
            elif start > self.limit and isinstance(hook, _Bar):  # no room: the bar above holds the children
                hook.last = max(hook.last, last)
        end = start + text_width(text)
        if self.inline and end > self.limit:
            return False
        if number:
            origin, _ = self._branch(parent)
            row.fill(origin, start, self.on, self._style(parent))
        row.put(start, text, self.styles[number] or CYAN)
        if self.inline and last == at:
            self.hooks[number] = end
            return True
        if start > self.limit:
            self.hooks[number] = self.hooks[parent]
            self.numbered.add(number)
            end += 1
            row.put(end, f"#{number}", FAINT)
            end += 1 + len(str(number))
        else:
            bar = _Bar(end + 1 if self.inline else start, last, self._style(number))
            self.bars.append(bar)
            self.hooks[number] = bar
            if self.inline:
                row.put(end, self.on, bar.style)
                row.put(bar.column, self.top, bar.style)
        if parent in self.numbered:
            row.put(end + 1, f"{self.arrow} #{parent}")
        return True

    def _branch(self, parent: int) -> tuple[int, int]:
        """Joins the bar of a parent; returns where the line to the child starts, and the last column that bars take."""
        hook = self.hooks[parent]
        reach = self.bars[-1].column if self.bars else 0
        if isinstance(hook, int):
            return hook, max(reach, hook)
        if not (self.inline and self.rows[-1].pieces[hook.column][0] == self.top):
            joint = self.more if hook.last > len(self.rows) - 1 else self.final
            self.rows[-1].put(hook.column, joint, hook.style)
        return hook.column + 1, reach

    def _style(self, number: int) -> str:
        return self.styles[number] or FAINT
