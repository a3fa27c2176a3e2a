"""A line of text that is put together from pieces at given columns."""

from __future__ import annotations

from treewright.treebank.shown_text import isolated, text_width

FAINT, BOLD, CYAN, PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[36m", "\x1b[0m"  # styles


class TextRow:
    """Pieces of text, each at a column and in a style (an escape sequence, or nothing); they do not overlap."""

    def __init__(self) -> None:
        self.pieces: dict[int, tuple[str, str]] = {}

    def put(self, column: int, text: str, style: str = "") -> None:
        """Puts a text at a column, in the place of what was put there before."""
        if text:
            self.pieces[column] = text, style

    def fill(self, first: int, stop: int, character: str, style: str = "") -> None:
        """Repeats a character over columns where nothing is."""
        for column in range(first, stop):
            self.pieces.setdefault(column, (character, style))

    def line(self, *, ascii: bool = False, colour: bool = False) -> str:
        """The line and its end; pieces that run from right to left are isolated, unless in ASCII."""
        shown, end, last = [], 0, ""
        for column, (text, style) in sorted(self.pieces.items()):
            style = style if colour else ""
            gap = " " * (column - end)
            if style != last or (style and gap):
                shown.append((PLAIN if last else "") + gap + style)
            else:
                shown.append(gap)
            shown.append(text if ascii else isolated(text))
            end, last = column + text_width(text), style
        return "".join(shown) + (PLAIN if last else "") + "\n"
