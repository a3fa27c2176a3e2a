"""Two analyses in one SVG picture: gold and predicted arcs, or annotated and preferred ones.

The gold tree is above the words: arcs that were found are thin lines, those that were missed are broken lines. Wrong arcs are
dotted lines under the words. Where only the label is wrong, the arc has both labels. So the three can be told apart by place,
by line and by colour. In doubts about the annotation it is the arcs above the words that may be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treewright.treebank.arc_layout import arc, arc_levels, arrow, level_height, short, word_places
from treewright.treebank.picture import LONGEST, MARGIN, TAG, WORD, Picture, length, xml
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import cut, printable, right_to_left
from treewright.treebank.tree_drawing import drawn_heads

LABEL = 12  # size of the letters
WRONG = "× "  # before what is wrong
STYLES = {
    "right": 'stroke="#557"',
    "missed": 'stroke="#0b62a4" stroke-width="2" stroke-dasharray="8 4"',
    "wrong": 'stroke="#b8410f" stroke-width="2" stroke-dasharray="2 3"',
}
FILLS = {"right": "#557", "missed": "#0b62a4", "wrong": "#b8410f"}
DOUBTED_STYLES = {
    "right": STYLES["right"],
    "missed": 'stroke="#c22" stroke-width="2"',
    "wrong": 'stroke="#0a7a3c" stroke-width="1.5" stroke-dasharray="4 3"',
}
ELSEWHERE = -2  # the head of a word whose predicted head is no word of this sentence


@dataclass(frozen=True)
class Look:
    """How what differs is drawn: attributes of lines, colours of texts, what is before a label below, and how that is told."""

    styles: Mapping[str, str]
    fills: Mapping[str, str]
    before: str
    told: str


ERRORS = Look(STYLES, FILLS, WRONG, "became")
DOUBTS = Look(DOUBTED_STYLES, {"right": "#557", "missed": "#c22", "wrong": "#0a7a3c"}, "", "rather")


@dataclass(frozen=True)
class Overlay:
    """A gold sentence and what a parser says of each of its words: head (-1 for none), label and tag.

    `right` tells which words count as right, `scored` which ones count at all, `found` which ones the parser has.
    """

    sentence: Sentence
    heads: Sequence[int]
    labels: Sequence[str]
    tags: Sequence[str]
    right: Sequence[bool]
    scored: Sequence[bool]
    found: Sequence[bool]
    look: Look = ERRORS

    @classmethod
    def of_doubt(cls, sentence: Sentence, word: int, head: int, label: str) -> Overlay:
        """A sentence with an arc that is preferred to that of a word, which is counted from 1."""
        size = len(sentence)
        heads, labels = list(sentence.heads), [name or "_" for name in sentence.labels]
        heads[word - 1], labels[word - 1] = head, label
        right, all_of_it = [i != word for i in range(1, size + 1)], [True] * size
        tags = [tag or "_" for tag in sentence.tags]
        return cls(sentence, heads, labels, tags, right, all_of_it, all_of_it, DOUBTS)

    def picture(self) -> Picture:
        """The picture; its elements have classes, so that a page can give them other colours."""
        return _Drawing(self).picture()


class _Drawing:
    """The texts and places of one picture."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay, self.look = overlay, overlay.look
        sentence = overlay.sentence
        self.gold = drawn_heads(sentence)
        self.whole = [printable(form) for form in sentence.forms]
        self.forms = [cut(form, LONGEST) for form in self.whole]
        self.tags = _shown(sentence.tags)
        self.gold_labels, self.labels = _shown(sentence.labels), _shown(overlay.labels)
        self.other_tags = [
            self.look.before + other if found and tag != other else ""
            for tag, other, found in zip(self.tags, _shown(overlay.tags), overlay.found, strict=True)
        ]
        judged = zip(self.gold, overlay.heads, overlay.right, overlay.scored, overlay.found, strict=True)
        self.kinds = [_kind(*values) for values in judged]
        below = ("wrong", "missed")
        self.below = [head if kind in below else -1 for head, kind in zip(overlay.heads, self.kinds, strict=True)]
        # no arc can be drawn to such heads, so they look like roots; their labels tell them apart
        self.below = [0 if head in (ELSEWHERE, i) else head for i, head in enumerate(self.below, 1)]
        widths = [
            max(length(form) * WORD, length(tag) * TAG, length(other) * TAG)
            for form, tag, other in zip(self.forms, self.tags, self.other_tags, strict=True)
        ]
        arcs = [(i, head, self._label_width(i)) for i, head in enumerate(self.gold)]
        arcs += [(i, head, length(self._wrong_label(i)) * LABEL) for i, head in enumerate(self.below)]
        centres, width = word_places(widths, arcs)
        self.turned = right_to_left(self.forms)
        self.centres = [width - x for x in centres] if self.turned else centres
        self.width = round(width)
        self.levels, self.levels_below = arc_levels(self.gold), arc_levels(self.below)
        highest = max(self.levels, default=0)
        self.step = level_height(highest)
        self.base = round(highest * self.step) + MARGIN + 14  # the feet of the gold arcs
        self.foot = self.base + (56 if any(self.other_tags) else 42) + 4  # those of the wrong ones

    def picture(self) -> Picture:
        right: list[str] = []
        arrows: list[str] = []
        labels: list[str] = []
        errors: list[str] = []
        for i, (head, kind) in enumerate(zip(self.gold, self.kinds, strict=True)):
            if head >= 0:
                line, point, text = self._gold_arc(i)
                if kind == "missed":
                    errors.append(self._error(i, kind, line, point, text))
                elif kind == "mislabelled":
                    right.append(line)
                    arrows.append(point)
                    errors.append(f'<g class="{kind}" data-word="{i + 1}">{text}</g>')
                else:
                    right.append(line)
                    arrows.append(point)
                    labels.append(text)
            if self.below[i] >= 0:
                errors.append(self._error(i, "wrong", *self._wrong_arc(i)))
        deepest = max(self.levels_below, default=0)
        direction = ' direction="rtl"' if self.turned else ""
        elements = [
            f'<g class="right"><path fill="none" {self.look.styles["right"]} d="{"".join(right)}"/>'
            f'<path fill="{self.look.fills["right"]}" d="{"".join(arrows)}"/>{"".join(labels)}</g>',
            *errors,
            f'<g class="words" font-size="{WORD}" fill="#000"{direction}>',
            *map(self._word, range(len(self.forms))),
            "</g>",
            f'<g font-size="{TAG}" fill="#666">',
            *(self._text(x, self.base + 38, tag) for x, tag in zip(self.centres, self.tags, strict=True)),
            "</g>",
            f'<g class="wrong tags" font-size="{TAG}" fill="{self.look.fills["wrong"]}" font-style="italic">',
            *(self._text(x, self.base + 52, tag) for x, tag in zip(self.centres, self.other_tags, strict=True) if tag),
            "</g>",
        ]
        height = round(self.foot + (deepest * level_height(deepest) + 18 if deepest else 0)) + MARGIN
        text = self.overlay.sentence.text or " ".join(self.overlay.sentence.forms)
        return Picture(self.width, height, xml(text), xml(self._description()), elements)

    def _gold_arc(self, i: int) -> tuple[str, str, str]:
        """The line, the arrow and the label of a gold arc."""
        head, x, kind = self.gold[i], self.centres[i], self.kinds[i]
        top = self.base - self.levels[i] * self.step - 8
        line, middle = arc(x, self.centres[head - 1] if head else None, self.base, top)
        room = self._label_width(i) + 4
        content = xml(self.gold_labels[i])
        fill, fills = "#223", self.look.fills
        if kind == "missed":
            fill = fills["missed"]
        elif kind == "mislabelled":
            other = xml(self.look.before + self.labels[i])
            content = (
                f'<tspan class="missed" fill="{fills["missed"]}" font-weight="bold">{content}</tspan>'
                f'<tspan class="wrong" dx="4" fill="{fills["wrong"]}" font-style="italic">{other}</tspan>'
            )
        return line, arrow(x, self.base), _label(middle, top, room, fill, content, bold=kind == "missed")

    def _wrong_arc(self, i: int) -> tuple[str, str, str]:
        head, x = self.below[i], self.centres[i]
        deepest = max(self.levels_below, default=0)
        top = self.foot + self.levels_below[i] * level_height(deepest) + 8
        line, middle = arc(x, self.centres[head - 1] if head else None, self.foot, top)
        text = self._wrong_label(i)
        label = _label(middle, top, length(text) * LABEL + 4, self.look.fills["wrong"], xml(text), italic=True)
        return line, arrow(x, self.foot, up=True), label

    def _error(self, i: int, kind: str, line: str, point: str, label: str) -> str:
        return (
            f'<g class="{kind}" data-word="{i + 1}"><path fill="none" {self.look.styles[kind]} d="{line}"/>'
            f'<path fill="{self.look.fills[kind]}" d="{point}"/>{label}</g>'
        )

    def _word(self, i: int) -> str:
        found = self.overlay.found[i]
        title = self.whole[i] if self.forms[i] != self.whole[i] else ""
        title += "" if found else " (no word of the parser)"
        name = "" if self.kinds[i] == "right" else f' class="{"error" if found else "error lost"}" data-word="{i + 1}"'
        name += "" if found else ' text-decoration="line-through"'
        told = f"<title>{xml(title.strip())}</title>" if title else ""
        return f'<text x="{short(self.centres[i])}" y="{self.base + 20}"{name}>{told}{xml(self.forms[i])}</text>'

    def _text(self, x: float, y: float, text: str) -> str:
        return f'<text x="{short(x)}" y="{short(y)}">{xml(text)}</text>'

    def _label_width(self, i: int) -> float:
        other = f" {self.look.before}{self.labels[i]}" if self.kinds[i] == "mislabelled" else ""
        bold = 1.1 if self.kinds[i] != "right" else 1
        return length(self.gold_labels[i]) * LABEL * bold + length(other) * LABEL

    def _wrong_label(self, i: int) -> str:
        head = self.overlay.heads[i]
        return self.look.before + self.labels[i] + (" …" if head == ELSEWHERE else " (of itself)" if head == i + 1 else "")

    def _description(self) -> str:
        """The errors as text: the gold arc, label(head-number, dependent-number), and what is in its place."""
        names = ["ROOT-0", *(f"{form}-{i}" for i, form in enumerate(self.whole, 1))]
        told = []
        for i, kind in enumerate(self.kinds):
            if kind in ("missed", "mislabelled"):
                head = self.overlay.heads[i]
                place = names[head] if head >= 0 else "elsewhere" if head == ELSEWHERE else "none"
                one = f"{self.gold_labels[i]}({names[self.gold[i]]}, {names[i + 1]})"
                told.append(f"{one} {self.look.told} {self.labels[i]}({place})")
        return "; ".join(told) or "no errors"


def _kind(gold: int, head: int, right: bool, scored: bool, found: bool) -> str:
    """What is wrong with a word, if anything is."""
    if right or not scored or gold < 0:
        return "right"
    return "mislabelled" if found and gold == head else "missed"


def _label(x: float, y: float, room: float, fill: str, content: str, *, bold: bool = False, italic: bool = False) -> str:
    style = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
    return (
        f'<rect x="{short(x - room / 2)}" y="{short(y - 7)}" width="{short(room)}" height="14" fill="#fff"/>'
        f'<text x="{short(x)}" y="{short(y + 4)}" font-size="{LABEL}" fill="{fill}"{style}>{content}</text>'
    )


def _shown(texts: Sequence[str | None]) -> list[str]:
    return [cut(printable(text or "_"), LONGEST) for text in texts]
