"""Cuts text into units, the smallest pieces that a tokenizer decides about, and joins units to tokens.

A unit is a character, or a run of letters or of digits (marks belong to what is before them).  A chunk is what stands between
two spaces.  Units are shown to the classifier as words whose columns are pieces of the text itself: FORM is the unit, FEATS
the chunk from its beginning to the end of the unit, MISC the rest of the chunk, UPOS what they look like: whether a space
follows, whether the chunk has an @, a slash or a full stop with something after it, and whether the unit is a mark such as ?
that ends sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import grown, int_array, ints
from treewright.tokenization.character_kinds import character_kinds

KINDS = ("inside", "token", "sentence")  # what ends behind a unit: nothing, a token, a token and a sentence
# What stands before the text: the values of UPOS, a chunk that is too long to be seen, and nothing at all.
FRONT = b"".join(b"%02x" % look for look in range(32)) + b"~_"

if not cython.compiled:
    from treewright.treebank.columns import CUTS, FEATS, FORM, HEAD, LEMMA, MISC, ROW_END, UPOS, XPOS

    LONG_AT, NOTHING_AT = 64, 65
    SPACE_AFTER, AT_SIGN, SLASH, INNER_STOP, TERMINAL = 1, 2, 4, 8, 16
    INSIDE, TOKEN, SENTENCE = range(3)
    SPACE, MARK, LETTER, DIGIT, OTHER, ENDING = range(6)
    LINE_FEED, PAGE_END, RETURN, NEXT_LINE, LINE_SEPARATOR, PARAGRAPH_SEPARATOR = 10, 12, 13, 0x85, 0x2028, 0x2029
    ZERO_WIDTH_SPACE, WORD_JOINER = 0x200B, 0x2060
    LONGEST_CONTEXT, LONGEST_UNIT = 32, 1 << 12

    def width_of(first: int) -> int:
        """How many bytes a character has."""
        return 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4

    def code_point(text: bytes, at: int) -> int:
        """The character that begins at a place."""
        return ord(text[at : at + width_of(text[at])].decode())


class Units:
    """The units of a paragraph; one object is used again and again."""

    def __init__(
        self, labels: Sequence[str] = KINDS, *, characters: bool = False, spaced: bool = False, lines: bool = False
    ) -> None:
        self.kind_of = ints([KINDS.index(label) for label in labels])
        self.characters = characters  # units are characters, not runs
        self.spaced = spaced  # a token may have spaces in it
        self.lines = lines  # each line is a paragraph of one sentence
        self.classes = character_kinds()
        self.size = 0  # how many units
        self.count = 0  # how many tokens they were joined to
        self.ended = False  # whether the paragraph ended before the place where to stop
        self.blank = False  # and whether a blank line is behind it
        self.room = 0
        self.start = self.end = self.chunk_start = self.chunk_end = self.looks = self.cuts = self.label = int_array(0)
        self.token_start = self.token_end = self.token_kind = int_array(0)
        self._make_room(256)

    def _make_room(self, units: int) -> int:
        self.start, self.end = grown(self.start, units), grown(self.end, units)
        self.chunk_start, self.chunk_end = grown(self.chunk_start, units), grown(self.chunk_end, units)
        self.looks = grown(self.looks, units)
        self.label, self.cuts = int_array(units), int_array(CUTS * units)
        self.token_start, self.token_end, self.token_kind = int_array(units), int_array(units), int_array(units)
        self.room = units
        return 0

    def _class(self, code: int) -> int:
        if code < 65536:
            return self.classes[code]  # type: ignore[no-any-return]
        return OTHER if 0x1F000 <= code < 0x20000 or code >= 0xE0000 else LETTER  # emoji; scripts of other planes

    def cut(self, text: bytes, at: int, stop: int) -> int:
        """Find the units from a place to the end of the paragraph or to `stop`; returns where the text after it begins."""
        source = text
        position = at
        self.size = 0
        self.ended = self.blank = False
        last = SPACE
        lines = 0
        first = position
        returned = False
        while position < stop:
            width = width_of(source[position])
            code = code_point(source, position)
            of = self._class(code)
            look = 0
            if of == ENDING:
                of = OTHER
                look = TERMINAL
            elif last == SPACE and code in (ZERO_WIDTH_SPACE, WORD_JOINER):
                of = SPACE  # nobody sees it, so a line with nothing else is blank
            if of == SPACE:
                if last != SPACE:
                    self._close_chunk(source, first, position)
                    lines = 0
                if code == PARAGRAPH_SEPARATOR:
                    lines += 2
                elif code == LINE_FEED:
                    lines += 0 if returned else 1
                elif code in (PAGE_END, RETURN, NEXT_LINE, LINE_SEPARATOR):
                    lines += 1
                returned = code == RETURN
                last = SPACE
            else:
                if last == SPACE:
                    if self.size > 0 and (lines > 1 or (lines == 1 and self.lines)):
                        self.ended = True
                        self.blank = lines > 1
                        return position
                    first = position
                    lines = 0
                    returned = False
                    self._open(position, first, look)
                    last = of
                elif of != MARK and (
                    of != last or of == OTHER or self.characters or position - self.start[self.size - 1] >= LONGEST_UNIT
                ):
                    self._open(position, first, look)
                    last = of
                self.end[self.size - 1] = position + width
            position += width
        if last != SPACE:
            self._close_chunk(source, first, position)
        return position

    def _open(self, at: int, chunk: int, look: int) -> int:
        if self.size == self.room:
            self._make_room(2 * self.room)
        self.start[self.size] = at
        self.chunk_start[self.size] = chunk
        self.looks[self.size] = look
        self.size += 1
        return 0

    def _close_chunk(self, source: Any, begin: int, end: int) -> None:
        """Tell the units of the last chunk where it ends, and what it looks like."""
        look = 0
        for at in range(begin, end):
            if source[at] == 64:
                look |= AT_SIGN
            elif source[at] == 47:
                look |= SLASH
            elif source[at] == 46 and at + 1 < end and (source[at + 1] > 64 or 48 <= source[at + 1] <= 57):
                look |= INNER_STOP
        i = self.size - 1
        while i >= 0 and self.chunk_start[i] == begin:
            self.chunk_end[i] = end
            self.looks[i] |= look
            i -= 1

    def look(self) -> int:
        """Make the cuts of all units, as those of a sentence."""
        for i in range(self.size):
            at = CUTS * i
            self.cuts[at + FORM], self.cuts[at + LEMMA] = self.start[i], self.end[i] + 1
            before = self.looks[i] + (SPACE_AFTER if self.end[i] == self.chunk_end[i] else 0)
            self.cuts[at + UPOS], self.cuts[at + XPOS] = 2 * before, 2 * before + 3
            self.cuts[at + FEATS], self.cuts[at + HEAD] = self.chunk_start[i], self.end[i] + 1
            if self.end[i] - self.chunk_start[i] > LONGEST_CONTEXT:
                self.cuts[at + FEATS], self.cuts[at + HEAD] = LONG_AT, LONG_AT + 2
            rest = self.chunk_end[i] - self.end[i]
            self.cuts[at + MISC], self.cuts[at + ROW_END] = self.end[i], self.chunk_end[i] + 1
            if rest == 0 or rest > LONGEST_CONTEXT:
                before = NOTHING_AT if rest == 0 else LONG_AT
                self.cuts[at + MISC], self.cuts[at + ROW_END] = before, before + 2
        return 0

    def join(self, units: int, whole: bool) -> int:
        """Join the first units to tokens as their labels say; returns how many units were used.

        Without `whole`, what is after the last end of a sentence is left for later.
        """
        count = used = 0
        open = False
        for i in range(units):
            kind = self.kind_of[self.label[i]]
            if not open:
                self.token_start[count] = self.start[i]
                open = True
            if kind == INSIDE and self.end[i] == self.chunk_end[i] and not self.spaced:
                kind = TOKEN
            if self.lines and kind == SENTENCE:
                kind = TOKEN
            if i == units - 1 and whole:
                kind = SENTENCE
            if kind != INSIDE:
                self.token_end[count] = self.end[i]
                self.token_kind[count] = kind
                count += 1
                open = False
                if kind == SENTENCE:
                    used = i + 1
                    self.count = count
        if used == 0:
            self.count = 0
        return used

    def take_tokens(self, lengths: Sequence[int], at: int) -> None:
        """Take the tokens of a sentence that stand a space apart."""
        if len(lengths) > self.room:
            self._make_room(len(lengths))
        self.count = len(lengths)
        for i in range(self.count):
            self.token_start[i], self.token_end[i] = at, at + lengths[i]
            self.token_kind[i] = SENTENCE if i == self.count - 1 else TOKEN
            at += lengths[i] + 1
