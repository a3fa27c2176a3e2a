"""Trees as SVG pictures: words in a row, labelled arcs above them from heads to dependents.

A right-to-left sentence is laid out from right to left. An arc is high enough to clear the arcs below it, so no two arcs
overlap; arcs that cross do so at a right angle. The picture has no scripts, styles or fonts, and its title and description
give the tree to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable

from treewright.treebank.arc_layout import arc, arc_levels, arrow, level_height, short, word_places
from treewright.treebank.constituency_svg import constituents_picture
from treewright.treebank.expected import expected_sentence
from treewright.treebank.picture import LONGEST, MARGIN, TAG, WORD, Picture, length, stacked, xml
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import cut, printable, right_to_left
from treewright.treebank.tree_drawing import drawn_heads

LABEL = 12  # size of the letters


def to_svg(sentence: Sentence) -> str:
    """The tree of a sentence as an SVG document."""
    return document([expected_sentence(sentence)])


def growing_svg(sentence: Sentence) -> str:
    """The same, with the number of its word (data-part) on all that belongs to an arc: a page can show arcs one by one.

    What belongs to a constituent has its number among the constituents of the tree.
    """
    return stacked([(None, _picture(expected_sentence(sentence), apart=True))], "")


def document(sentences: Iterable[Sentence]) -> str:
    """One SVG document for any number of sentences, one below the other, each under its name."""
    listed = list(sentences)
    shown = {sentence.tree is not None for sentence in listed}
    kind = "trees" if len(shown) == 2 else "constituency trees" if True in shown else "dependency trees"
    return stacked(((sentence.sent_id, _picture(sentence)) for sentence in listed), kind)


def _picture(sentence: Sentence, *, apart: bool = False) -> Picture:
    if sentence.tree is not None:
        return constituents_picture(sentence.tree, sentence.text, apart=apart)
    words, heads = sentence.words, drawn_heads(sentence)
    forms = [cut(printable(word.form), LONGEST) for word in words]
    tags = [cut(printable(word.upos or word.xpos or "_"), LONGEST) for word in words]
    labels = [cut(printable(word.deprel or "_"), LONGEST) for word in words]
    turned = right_to_left(forms)
    arcs = [(i, head, length(label) * LABEL) for i, (head, label) in enumerate(zip(heads, labels, strict=True))]
    widths = [max(length(form) * WORD, length(tag) * TAG) for form, tag in zip(forms, tags, strict=True)]
    centres, width = word_places(widths, arcs)
    if turned:
        centres = [width - x for x in centres]
    levels = arc_levels(heads)
    highest = max(levels, default=0)
    step = level_height(highest)
    base = round(highest * step) + MARGIN + 14  # the feet of all arcs
    lines, arrows, texts, names = [], [], [], []
    parts = []  # the words whose arcs are drawn
    for i, (word, head, x) in enumerate(zip(words, heads, centres, strict=True)):
        whole = f"<title>{xml(word.form)}</title>" if forms[i] != printable(word.form) else ""
        texts.append(f'<text x="{short(x)}" y="{base + 20}">{whole}{xml(forms[i])}</text>')
        names.append(f'<text x="{short(x)}" y="{base + 38}">{xml(tags[i])}</text>')
        if head < 0:
            continue
        parts.append(i + 1)
        top = base - levels[i] * step - 8
        line, middle = arc(x, centres[head - 1] if head else None, base, top)
        lines.append(line)
        arrows.append(arrow(x, base))
        room = length(labels[i]) * LABEL + 4
        part = f' data-part="{i + 1}"' if apart else ""
        names.append(
            f'<rect{part} x="{short(middle - room / 2)}" y="{short(top - 7)}" width="{short(room)}" height="14" fill="#fff"/>'
            f'<text{part} x="{short(middle)}" y="{short(top + 4)}" font-size="{LABEL}" fill="#223">{xml(labels[i])}</text>'
        )
    direction = ' direction="rtl"' if turned else ""
    elements = [
        *_paths('fill="none" stroke="#557"', lines, parts if apart else None),
        *_paths('fill="#557"', arrows, parts if apart else None),
        f'<g font-size="{WORD}" fill="#000"{direction}>',
        *texts,
        "</g>",
        f'<g font-size="{TAG}" fill="#666">',
        *names,
        "</g>",
    ]
    text = sentence.text or " ".join(word.form for word in words)
    return Picture(round(width), base + 38 + MARGIN, xml(text), _description(sentence, heads), elements)


def _paths(style: str, paths: list[str], parts: list[int] | None) -> list[str]:
    """All lines as one path, or a path for each part."""
    if parts is None:
        return [f'<path {style} d="{"".join(paths)}"/>']
    return [f'<path data-part="{part}" {style} d="{path}"/>' for part, path in zip(parts, paths, strict=True)]


def _description(sentence: Sentence, heads: list[int]) -> str:
    """The arcs as text: label(head-number, dependent-number), in the order of the words."""
    names = ["ROOT-0", *(f"{word.form}-{i}" for i, word in enumerate(sentence.words, 1))]
    labels = sentence.labels
    told = [f"{labels[i - 1] or '_'}({names[head]}, {names[i]})" for i, head in enumerate(heads, 1) if head >= 0]
    return xml("; ".join(told) or "no arcs")
