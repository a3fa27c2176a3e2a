"""Trees for the terminal: one word per line, and the tree grows from left to right.

Each head has one vertical line that reaches all its dependents.

       ╭── The         DET    det
     ╭─┴── carpenter   NOUN   nsubj
    ─┼──── planed      VERB   root
     │ ╭── the         DET    det
     ╰─┴── board       NOUN   obj

A vertical line that is crossed (`─│─`) belongs to another head: there the tree is not projective. Where there is
no room for a line, the words are numbered and the head is given by number (`obj ← 12`). A word without a head has no line.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import NamedTuple

from treewright.errors import SettingsError
from treewright.treebank.constituency_drawing import draw_constituents
from treewright.treebank.expected import expected_sentence
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import ISOLATE, cut, isolated, printable, text_width
from treewright.treebank.text_row import BOLD, CYAN, FAINT, PLAIN

UNICODE = {"up": "╰", "down": "╭", "both": "├", "up on": "┴", "down on": "┬", "both on": "┼", "through": "│", "on": "─"}
ASCII = {"up": "`", "down": ",", "both": "+", "up on": "+", "down on": "+", "both on": "+", "through": "|", "on": "-"}
SPECIAL = "".join(UNICODE.values()) + "╮┤←…\ufffd" + ISOLATE  # needed in an encoding, or else ASCII is used
MOST_COLUMNS = 48  # of vertical lines; deeper heads are given by number, so that the drawing of a long chain stays small


class Upright(NamedTuple):
    """The vertical line of one head: its column (counted from the words) and its first and last row."""

    column: int
    first: int
    last: int


def draw(
    sentence: Sentence, *, width: int | None = None, ascii: bool = False, colour: bool = False, layout: str = "auto"
) -> str:
    """The sentence as lines of text: tree, form, UPOS and label.

    `width` is the maximum width of the lines (at least 40; by default unlimited), `ascii` draws without box characters,
    `layout` (auto, upright or sideways) is for constituency trees (see `draw_constituents`).
    """
    sentence = expected_sentence(sentence)
    if sentence.tree is not None:
        return draw_constituents(sentence.tree, width=width, ascii=ascii, colour=colour, layout=layout)
    if layout != "auto":
        raise SettingsError(f"layout: seen {layout!r} for a dependency tree, expected auto; constituency trees have others")
    words = sentence.words
    heads = drawn_heads(sentence)
    forms = _shown([word.form for word in words], ascii)
    tags = _shown([word.upos or word.xpos or "_" for word in words], ascii)
    labels = _shown([word.deprel or "_" for word in words], ascii)
    form_width, tag_width, label_width = map(_widest, (forms, tags, labels))
    columns = MOST_COLUMNS
    if width is not None:
        tag_width, label_width = min(tag_width, width // 8), min(label_width, width // 4)
        numbers = 2 * len(str(len(words))) + 4  # of a word and of its head
        beside = 7 + numbers + min(form_width, width // 4) + tag_width + label_width
        columns = max(1, min(columns, (width - beside) // 2))
    uprights, tops = _uprights(heads, columns)
    lines = _tree_lines(heads, uprights, tops, ASCII if ascii else UNICODE)
    named = [heads[i] > 0 and i in tops for i in range(len(words))]  # the head is given by number, not drawn
    number_width = len(str(len(words))) if any(named) else 0
    if width is not None and lines:
        taken = len(lines[0]) + 5 + tag_width + label_width + (2 * number_width + 5 if number_width else 0)
        form_width = min(form_width, max(width - taken, 2))
    mark, arrow = ("~", "<-") if ascii else ("…", "←")
    rows = []
    for i, line in enumerate(lines):
        cells = zip((forms[i], tags[i], labels[i]), (form_width, tag_width, label_width), strict=True)
        form, tag, label = (_Cell(cut(text, room, mark), room, ascii) for text, room in cells)
        number = f"{i + 1:>{number_width}} " if number_width else ""
        name = f" {arrow} {heads[i]}" if named[i] else ""
        if colour:
            bold = BOLD if heads[i] == 0 else ""
            rows.append(
                f"{FAINT}{line} {number}{PLAIN}{bold}{form.text}{PLAIN}{form.pad}  {FAINT}{tag.text}{PLAIN}{tag.pad}  "
                f"{CYAN}{label.text}{PLAIN}{name}\n"
            )
        else:
            rows.append(f"{line} {number}{form.text}{form.pad}  {tag.text}{tag.pad}  {label.text}{name}\n")
    return "".join(rows)


def drawn_heads(sentence: Sentence) -> list[int]:
    """One head per word; -1 where it is unknown, outside the sentence or the word itself."""
    return [head if head <= len(sentence) and head != i else -1 for i, head in enumerate(sentence.heads, 1)]


class _Cell:
    """A text in a column, and the spaces after it."""

    def __init__(self, text: str, width: int, ascii: bool) -> None:
        self.text = text if ascii else isolated(text)
        self.pad = " " * (width - text_width(text))


def _shown(texts: list[str], ascii: bool) -> list[str]:
    return [printable(text).replace("\ufffd", "?") if ascii else printable(text) for text in texts]


def _widest(texts: list[str]) -> int:
    return max(map(text_width, texts), default=0)


def _from_the_top(heads: list[int]) -> tuple[list[int], set[int]]:
    """Rows ordered from the top down, and the rows that start a tree: roots, unknown heads, one word per cycle."""
    below: list[list[int]] = [[] for _ in heads]
    for i, head in enumerate(heads):
        if head > 0:
            below[head - 1].append(i)
    order: list[int] = []
    tops: set[int] = set()
    seen = [False] * len(heads)
    for i in [
        *(i for i, head in enumerate(heads) if head <= 0),
        *range(len(heads)),
    ]:  # words first reached by the second part are in cycles
        if seen[i]:
            continue
        tops.add(i)
        seen[i] = True
        waiting = [i]
        while waiting:
            row = waiting.pop()
            order.append(row)
            for dependent in below[row]:
                if not seen[dependent]:
                    seen[dependent] = True
                    waiting.append(dependent)
    return order, tops


def _uprights(heads: list[int], columns: int) -> tuple[dict[int, Upright], set[int]]:
    """Places for the vertical lines, lowest heads first, and the rows without a line to their head."""
    order, tops = _from_the_top(heads)
    dependents: list[list[int]] = [[] for _ in heads]
    for row in order:
        if row not in tops:
            dependents[heads[row] - 1].append(row)
    uprights: dict[int, Upright] = {}
    taken: list[list[tuple[int, int]]] = []  # per column: the stretches of its lines, in order
    for row in reversed(order):
        if not dependents[row]:
            continue
        first, last = min(row, *dependents[row]), max(row, *dependents[row])
        column = 1 + max((uprights[d].column for d in dependents[row] if d in uprights), default=-1)
        while column < len(taken) and not _free(taken[column], first, last):
            column += 1
        if column >= columns:
            tops.update(dependents[row])
            continue
        if column == len(taken):
            taken.append([])
        insort(taken[column], (first, last))
        uprights[row] = Upright(column, first, last)
    return uprights, tops


def _free(stretches: list[tuple[int, int]], first: int, last: int) -> bool:
    at = bisect_left(stretches, (first, last))
    return not (at < len(stretches) and stretches[at][0] <= last) and not (at and stretches[at - 1][1] >= first)


def _tree_lines(heads: list[int], uprights: dict[int, Upright], tops: set[int], pieces: dict[str, str]) -> list[str]:
    """The part of each line to the left of the word."""
    width = 1 + max((u.column for u in uprights.values()), default=0)
    starting: dict[int, list[Upright]] = {}
    for upright in uprights.values():
        starting.setdefault(upright.first, []).append(upright)
    until = [-1] * width  # per column: the last row of the line that is there now
    lines = []
    for row, head in enumerate(heads):
        for upright in starting.get(row, ()):
            until[upright.column] = upright.last
        own = uprights.get(row)
        above = None if row in tops else uprights[head - 1]
        left = above.column if above else width if head == 0 else own.column if own else -1
        line = [pieces["on"] if head == 0 else " "]
        for column in range(width - 1, -1, -1):
            joint = own if own and column == own.column else above if above and column == above.column else None
            if joint:
                key = "both" if joint.first < row < joint.last else "up" if row > joint.first else "down"
                line.append(pieces[key + " on" if column < left else key])
            elif until[column] >= row:
                line.append(pieces["through"])
            else:
                line.append(pieces["on"] if column < left else " ")
            line.append(pieces["on"] if column <= left else " ")
        lines.append("".join(line) + (pieces["on"] if left >= 0 else " "))
    return lines
