"""Trees as SVG pictures: words in a row, labelled arcs above them from heads to dependents.

A right-to-left sentence is laid out from right to left. An arc is high enough to clear the arcs below it, so no two arcs
overlap; arcs that cross do so at a right angle. The picture has no scripts, styles or fonts, and its title and description
give the tree to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable

from treewright.treebank.arcs_below import Arcs, arcs_below
from treewright.treebank.constituency_svg import constituents_picture
from treewright.treebank.expected import expected_sentence
from treewright.treebank.picture import LONGEST, MARGIN, TAG, WORD, Picture, length, stacked, xml
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import cut, printable, right_to_left
from treewright.treebank.tree_drawing import drawn_heads

LABEL = 12  # size of the letters
GAP = 18
STEP = 22  # from one level of arcs to the next; less if there are so many that the picture would be too high
HIGHEST = 1200
DOUBTED = "#c22"  # colour of arcs that another analysis has differently


def to_svg(sentence: Sentence) -> str:
    """The tree of a sentence as an SVG document."""
    return document([expected_sentence(sentence)])


def growing_svg(sentence: Sentence) -> str:
    """The same, with the number of its word (data-part) on all that belongs to an arc: a page can show arcs one by one.

    What belongs to a constituent has its number among the constituents of the tree.
    """
    return stacked([(None, _picture(expected_sentence(sentence), apart=True))], "")


def compared_svg(sentence: Sentence, arcs: Arcs) -> str:
    """The same, with other arcs of some words below the words, and their own arcs in red."""
    return stacked([(None, _picture(expected_sentence(sentence), arcs))], "")


def document(sentences: Iterable[Sentence]) -> str:
    """One SVG document for any number of sentences, one below the other, each under its name."""
    listed = list(sentences)
    shown = {sentence.tree is not None for sentence in listed}
    kind = "trees" if len(shown) == 2 else "constituency trees" if True in shown else "dependency trees"
    return stacked(((sentence.sent_id, _picture(sentence)) for sentence in listed), kind)


def _picture(sentence: Sentence, below: Arcs | None = None, *, apart: bool = False) -> Picture:
    if sentence.tree is not None:
        return constituents_picture(sentence.tree, sentence.text, apart=apart)
    words, heads = sentence.words, drawn_heads(sentence)
    forms = [cut(printable(word.form), LONGEST) for word in words]
    tags = [cut(printable(word.upos or word.xpos or "_"), LONGEST) for word in words]
    labels = [cut(printable(word.deprel or "_"), LONGEST) for word in words]
    turned = right_to_left(forms)
    centres, width = _places(forms, tags, labels, heads)
    if turned:
        centres = [width - x for x in centres]
    levels = _levels(heads)
    highest = max(levels, default=0)
    step = min(STEP, HIGHEST / max(1, highest))
    base = round(highest * step) + MARGIN + 14  # the feet of all arcs
    lines, arrows, texts, names = [], [], [], []
    parts = []  # the words whose arcs are drawn
    doubted: list[str] = []
    for i, (word, head, x) in enumerate(zip(words, heads, centres, strict=True)):
        whole = f"<title>{xml(word.form)}</title>" if forms[i] != printable(word.form) else ""
        texts.append(f'<text x="{_n(x)}" y="{base + 20}">{whole}{xml(forms[i])}</text>')
        names.append(f'<text x="{_n(x)}" y="{base + 38}">{xml(tags[i])}</text>')
        if head < 0:
            continue
        parts.append(i + 1)
        top = base - levels[i] * step - 8
        start = middle = x
        if head == 0:
            lines.append(f"M{_n(x)} {_n(top)}V{base - 6}")
        else:
            side = 1 if centres[head - 1] < x else -1
            start = centres[head - 1] + 5 * side
            middle = (start + x) / 2
            bend = min(8.0, abs(x - start) / 2)
            lines.append(
                f"M{_n(start)} {base}V{_n(top + bend)}Q{_n(start)} {_n(top)} {_n(start + bend * side)} {_n(top)}"
                f"H{_n(x - bend * side)}Q{_n(x)} {_n(top)} {_n(x)} {_n(top + bend)}V{base - 6}"
            )
        arrows.append(f"M{_n(x)} {base}l-3.5 -7h7z")
        if below and i + 1 in below:
            doubted.append(f'<path fill="none" stroke="{DOUBTED}" stroke-width="2" d="{lines[-1]}"/>')
        room = length(labels[i]) * LABEL + 4
        part = f' data-part="{i + 1}"' if apart else ""
        names.append(
            f'<rect{part} x="{_n(middle - room / 2)}" y="{_n(top - 7)}" width="{_n(room)}" height="14" fill="#fff"/>'
            f'<text{part} x="{_n(middle)}" y="{_n(top + 4)}" font-size="{LABEL}" fill="#223">{xml(labels[i])}</text>'
        )
    direction = ' direction="rtl"' if turned else ""
    elements = [
        *_paths('fill="none" stroke="#557"', lines, parts if apart else None),
        *_paths('fill="#557"', arrows, parts if apart else None),
        *doubted,
        f'<g font-size="{WORD}" fill="#000"{direction}>',
        *texts,
        "</g>",
        f'<g font-size="{TAG}" fill="#666">',
        *names,
        "</g>",
    ]
    more, room = arcs_below(below or {}, centres, base + 46)
    text = sentence.text or " ".join(word.form for word in words)
    return Picture(round(width), base + 38 + MARGIN + room, xml(text), _description(sentence, heads), [*elements, *more])


def _paths(style: str, paths: list[str], parts: list[int] | None) -> list[str]:
    """All lines as one path, or a path for each part."""
    if parts is None:
        return [f'<path {style} d="{"".join(paths)}"/>']
    return [f'<path data-part="{part}" {style} d="{path}"/>' for part, path in zip(parts, paths, strict=True)]


def _places(forms: list[str], tags: list[str], labels: list[str], heads: list[int]) -> tuple[list[float], float]:
    """The middle of each word, so that words do not touch and a label fits between the feet of its arc; the width."""
    widths = [max(length(form) * WORD, length(tag) * TAG) for form, tag in zip(forms, tags, strict=True)]
    rooms = [length(label) * LABEL + 24 for label in labels]
    centres: list[float] = []
    ending: list[list[tuple[int, float]]] = [[] for _ in heads]  # per word: arcs that come from the left, with their room
    for i, head in enumerate(heads):
        if head > 0:
            ending[max(i, head - 1)].append((min(i, head - 1), rooms[i]))
        elif head == 0:
            widths[i] = max(widths[i], rooms[i] - 24)
    for i, width in enumerate(widths):
        x = centres[-1] + (widths[i - 1] + width) / 2 + GAP if i else MARGIN + width / 2
        centres.append(max([x, *(centres[left] + room for left, room in ending[i])]))
    return centres, centres[-1] + widths[-1] / 2 + MARGIN if widths else 2 * MARGIN


def _levels(heads: list[int]) -> list[int]:
    """How high each arc must be to run above all shorter ones it meets; a root is above the arcs that touch it."""
    levels = [0] * len(heads)
    skyline = _Skyline(len(heads) + 1)  # one place before each word, and one after the last
    arcs = sorted((abs(head - i), i, head) for i, head in enumerate(heads, 1) if head > 0)
    for _, i, head in arcs:
        first, stop = min(i, head), max(i, head)
        levels[i - 1] = 1 + skyline.highest(first, stop)
        skyline.lift(first, stop, levels[i - 1])
    for i, head in enumerate(heads, 1):
        if head == 0:
            levels[i - 1] = 1 + skyline.highest(i - 1, i + 1)
    return levels


class _Skyline:
    """Heights over places; updates and queries take logarithmic time (a segment tree)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.within = [0] * (2 * size)  # per node: the highest place below it
        self.lifted = [0] * (2 * size)  # per node: what all places below it were lifted to

    def lift(self, first: int, stop: int, height: int) -> None:
        """Lifts the places from first to stop - 1 to at least this height."""
        low, high = first + self.size, stop + self.size
        while low < high:
            if low & 1:
                self._touch(low, height)
                low += 1
            if high & 1:
                high -= 1
                self._touch(high, height)
            low, high = low >> 1, high >> 1

    def _touch(self, node: int, height: int) -> None:
        self.lifted[node] = max(self.lifted[node], height)
        while node:
            self.within[node] = max(self.within[node], height)
            node >>= 1

    def highest(self, first: int, stop: int) -> int:
        """The highest of the places from first to stop - 1."""
        low, high = first + self.size, stop + self.size
        found = max(self._above(low), self._above(high - 1))
        while low < high:
            if low & 1:
                found = max(found, self.within[low])
                low += 1
            if high & 1:
                high -= 1
                found = max(found, self.within[high])
            low, high = low >> 1, high >> 1
        return found

    def _above(self, node: int) -> int:
        found = 0
        while node:
            found = max(found, self.lifted[node])
            node >>= 1
        return found


def _description(sentence: Sentence, heads: list[int]) -> str:
    """The arcs as text: label(head-number, dependent-number), in the order of the words."""
    names = ["ROOT-0", *(f"{word.form}-{i}" for i, word in enumerate(sentence.words, 1))]
    labels = sentence.labels
    told = [f"{labels[i - 1] or '_'}({names[head]}, {names[i]})" for i, head in enumerate(heads, 1) if head >= 0]
    return xml("; ".join(told) or "no arcs")


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
