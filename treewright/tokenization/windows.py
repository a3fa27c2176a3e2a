"""From text to rows, window by window: units are cut, tagged, joined to tokens and written."""

from __future__ import annotations

from treewright.parser import Parser
from treewright.tokenization.multiword_splitter import MultiwordSplitter
from treewright.tokenization.rows import Rows
from treewright.tokenization.unit_tagger import tag_pieces
from treewright.tokenization.units import Units

WINDOW = 1 << 14  # bytes of a paragraph that are looked at together
LONGEST = 1 << 20  # bytes without the end of a sentence after which one is made
AHEAD = 256  # bytes before the end of a window where ends of sentences are not believed, since what follows is not seen
SHARE = 8  # an eighth of a window at least is used, or else a larger one: many windows for few bytes would take for ever
BLOCK = 1 << 16  # bytes of rows after which a walk stops


class Windows:
    """Walks over a text and writes rows; threads must not share one."""

    def __init__(self, tagger: Parser, splitter: MultiwordSplitter | None, units: Units) -> None:
        self.tagger, self.splitter, self.units = tagger, splitter, units
        self.rows = Rows()
        self.document = self.paragraph = True  # whether the next sentence begins one
        self.window = WINDOW

    def begin(self, document: bool, paragraph: bool) -> None:
        """Begin at another place of the text, where a document or a paragraph may begin."""
        self.document, self.paragraph, self.window = document, paragraph, WINDOW

    def walk(self, text: bytes, at: int, stop: int, final: bool) -> int:
        """Write the sentences up to a place, or a block of them; returns where it goes on.

        That is the same place if more of the text must be there first, unless it is `final`.
        """
        while at < stop and self.rows.used <= BLOCK:
            next = self.step(text, at, final)
            if next == at:
                break
            at = next
            self.document, self.paragraph = False, self.units.blank
        return at

    def step(self, text: bytes, at: int, final: bool) -> int:
        """Write the paragraph that begins at a place, or some sentences of it; returns where it goes on.

        If more must be there first, the next step begins with the same window: smaller ones have shown too little.
        """
        units = self.units
        while True:
            stop = character_start(text, at + self.window)
            next = units.cut(text, at, stop)
            whole = units.ended or (final and next == len(text))
            if not whole and stop == len(text):
                return at
            if whole and units.size == 0:  # nothing but spaces
                break
            used = units.size if whole else _units_before(units, stop - AHEAD)
            if used:
                self.tag(text)
                used = units.join(used, whole or self.window >= LONGEST)
            if used and (whole or self.window >= LONGEST or SHARE * (units.start[used] - at) >= self.window):
                if not whole:
                    next = units.start[used]
                splits = self.splitter.splits(text, units) if self.splitter is not None else {}
                self.rows.write(text, at, next, units, splits, self.document, self.paragraph)
                break
            self.window *= 2
        self.window = WINDOW
        return next

    def tag(self, text: bytes) -> None:
        """Label the units that were cut."""
        self.units.look()
        tag_pieces(self.tagger, text, self.units.cuts, self.units.size, self.units.label)


def character_start(text: bytes, at: int) -> int:
    """The place, or the one where the character begins that it is in."""
    if at >= len(text):
        return len(text)
    while text[at] & 0xC0 == 0x80:
        at -= 1
    return at


def _units_before(units: Units, stop: int) -> int:
    """How many units end before a place; the last one never does, since what follows it is not seen."""
    count = units.size - 1
    while count > 0 and units.end[count - 1] > stop:
        count -= 1
    return max(0, count)
