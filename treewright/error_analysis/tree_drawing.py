"""Dependency trees for the eye: `draw` for the terminal, `to_svg` for a page.

In the terminal there is one word per line, and the tree grows from left to right: each head has one upright line that
reaches all its dependents.

       ╭── The         DET    det
     ╭─┴── carpenter   NOUN   nsubj
    ─┼──── planed      VERB   root
     │ ╭── the         DET    det
     ╰─┴── board       NOUN   obj

An upright line that is drawn through (`─│─`) belongs to another head: there the tree is not projective.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, insort
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from treewright.treebank import Sentence, Word

UNICODE = {"up": "╰", "down": "╭", "both": "├", "up on": "┴", "down on": "┬", "both on": "┼", "through": "│", "on": "─"}
ASCII = {"up": "`", "down": ",", "both": "+", "up on": "+", "down on": "+", "both on": "+", "through": "|", "on": "-"}
MOST_COLUMNS = 48  # of upright lines; deeper heads are named instead, so that the drawing of a long chain stays small


class Upright(NamedTuple):
    """The upright line of one head: its column (counted from the words) and its first and last row."""

    column: int
    first: int
    last: int


def draw(sentence: Sentence, *, ascii: bool = False, columns: int = MOST_COLUMNS) -> str:
    """The sentence as lines of text: tree, form, UPOS and label; `ascii` draws without box characters."""
    words = sentence.words
    heads = _heads(words)
    uprights, tops = _uprights(heads, columns)
    pieces = ASCII if ascii else UNICODE
    lines = _tree_lines(heads, uprights, tops, pieces)
    forms = [_printable(word.form) for word in words]
    tags = [_printable(word.upos or word.xpos or "_") for word in words]
    labels = [_printable(word.deprel or "_") for word in words]
    form_width = max(map(text_width, forms), default=0)
    tag_width = max(map(text_width, tags), default=0)
    named = [heads[i] > 0 and i in tops for i in range(len(words))]  # the head is told, not drawn
    number_width = len(str(len(words))) if any(named) else 0
    arrow = "<-" if ascii else "←"
    rows = []
    for i, line in enumerate(lines):
        number = f"{i + 1:>{number_width}} " if number_width else ""
        label = labels[i] + (f" {arrow} {heads[i]}" if named[i] else "")
        rows.append(f"{line} {number}{_padded(forms[i], form_width)}  {_padded(tags[i], tag_width)}  {label}\n")
    return "".join(rows)


def text_width(text: str) -> int:
    """The number of terminal cells a text takes: wide characters two, combining and invisible ones none."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0  # the second range: Hangul vowels and finals, which join the consonant before them
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _printable(text: str) -> str:
    """The text without control characters; text that runs right to left is isolated to keep its line in order."""
    shown = "".join("�" if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    if not shown.isascii() and any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in shown):
        return f"\u2068{shown}\u2069"
    return shown


def _padded(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def _heads(words: Sequence[Word]) -> list[int]:
    """One head per word; -1 where it is unknown, outside the sentence or the word itself."""
    heads = (-1 if word.head is None else word.head for word in words)
    return [head if 0 <= head <= len(words) and head != i else -1 for i, head in enumerate(heads, 1)]


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
    ]:  # what the second part meets is a cycle
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
    """Places for the upright lines, lowest heads first, and the rows without a line to their head."""
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
    """The part of each line that stands left of the word."""
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


def to_svg(sentence: Sentence) -> str:
    """The sentence as an SVG picture: words in a row, labelled arcs above them from heads to dependents."""
    words = sentence.words
    heads = _heads(words)
    centres, right = [], 10.0
    for word in words:
        widest = max(text_width(word.form), text_width(word.upos or ""), text_width(word.deprel or "") * 0.8)
        centres.append(round(right + widest * 4.5 + 8, 1))
        right += widest * 9 + 16
    # longer arcs are higher, so nested arcs never touch and the whole picture takes linear time
    spans = sorted({abs(head - i) for i, head in enumerate(heads, 1) if head > 0} | {0})
    step = min(20.0, 800 / len(spans))
    height = {span: round(step * level + 12, 1) for level, span in enumerate(spans)}
    base = round(height[spans[-1]] + 24, 1)
    text = sentence.text or " ".join(word.form for word in words)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right + 10:.0f}" height="{base + 48:.0f}" '
        f'viewBox="0 0 {right + 10:.0f} {base + 48:.0f}" font-family="sans-serif" font-size="15" text-anchor="middle">',
        f"<title>{_xml(text)}</title>",
        "<style>path{fill:none;stroke:#557}.arrow{fill:#557;stroke:none}.label{font-size:12px;fill:#335;stroke:#fff;"
        "stroke-width:4px;paint-order:stroke}.tag{font-size:11px;fill:#777}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    labels = []
    for i, (word, head) in enumerate(zip(words, heads, strict=True)):
        x, label = centres[i], _xml(word.deprel or "_")
        parts.append(f'<text x="{x}" y="{base + 20}">{_xml(word.form)}</text>')
        parts.append(f'<text class="tag" x="{x}" y="{base + 38}">{_xml(word.upos or word.xpos or "_")}</text>')
        if head < 0:
            continue
        top, middle = 8.0, x
        if head == 0:
            parts.append(f'<path d="M{x} {top}V{base - 4}"/>')
        else:
            side = 1 if head - 1 < i else -1
            start, top = round(centres[head - 1] + 5 * side, 1), round(base - height[abs(head - 1 - i)], 1)
            middle = round((start + x) / 2, 1)
            turn = 6 * side
            parts.append(
                f'<path d="M{start} {base}V{top + 6:.1f}Q{start} {top} {start + turn:.1f} {top}'
                f'H{x - turn:.1f}Q{x} {top} {x} {top + 6:.1f}V{base - 4:.1f}"/>'
            )
        parts.append(f'<path class="arrow" d="M{x} {base}l-3.5 -7h7z"/>')
        labels.append(f'<text class="label" x="{middle}" y="{top + 4:.1f}">{label}</text>')
    return "\n".join([*parts, *labels, "</svg>"]) + "\n"


def _xml(text: str) -> str:
    """Text that is safe inside an XML element."""
    return escape("".join(c if c.isprintable() or c in "\u200c\u200d" else "�" for c in text))
