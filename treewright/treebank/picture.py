"""SVG pictures of trees, alone or one below the other in one document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from treewright.treebank.shown_text import cut, printable, text_width

WORD, TAG = 15, 11  # sizes of the letters
NARROW, CAPITAL, BROAD = 0.57, 0.72, 1.0  # widths of letters relative to their size, rather too wide than too narrow
BROAD_SCRIPTS = (("\u0900", "\u0dff"), ("\u1000", "\u139f"))  # of India, Sri Lanka, Burma, Ethiopia
LONGEST = 40  # cells of a form that are shown; the whole form is its tooltip
MARGIN = 12
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Picture(NamedTuple):
    """The tree of one sentence: its size, its name and its elements."""

    width: int
    height: int
    title: str
    description: str
    elements: list[str]


def stacked(named: Iterable[tuple[str | None, Picture]], kind: str) -> str:
    """One SVG document for any number of pictures, one below the other, each under its name; `kind` is what they show."""
    listed = list(named)
    if len(listed) == 1:
        name, picture = listed[0]
        width, height = picture.width, picture.height
        body = [*_told(picture), _background(), *picture.elements]
    else:
        body = [f"<title>{len(listed)} {kind}</title>", _background()]
        width, height = 2 * MARGIN, MARGIN
        for number, (name, picture) in enumerate(listed, 1):
            caption = xml(cut(name or str(number), 2 * LONGEST))
            body += [
                f'<text x="{MARGIN}" y="{height + 14}" font-size="{TAG}" fill="#767676" text-anchor="start">{caption}</text>',
                f'<g role="img" transform="translate(0 {height + 20})">',
                *_told(picture),
                *picture.elements,
                "</g>",
            ]
            width = max(width, picture.width)
            height += picture.height + 32
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{"img" if len(listed) == 1 else "group"}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">'
    )
    return "\n".join([start, *body, "</svg>"]) + "\n"


def _told(picture: Picture) -> list[str]:
    return [f"<title>{picture.title}</title>", f"<desc>{picture.description}</desc>"]


def _background() -> str:
    return '<rect width="100%" height="100%" fill="#fff"/>'


def length(text: str) -> float:
    """The approximate length of a line of text, by the size of its letters; the font is unknown."""
    if text.isascii():
        return len(text) * NARROW + sum(map(str.isupper, text)) * (CAPITAL - NARROW)
    return sum(_letter(character) for character in text)


def _letter(character: str) -> float:
    cells = text_width(character)
    if cells == 2 or (cells and any(first <= character <= last for first, last in BROAD_SCRIPTS)):
        return BROAD
    return cells * (CAPITAL if character.isupper() else NARROW)


def xml(text: str) -> str:
    """Text that is safe inside an XML element."""
    return printable(text).translate(ESCAPES)
