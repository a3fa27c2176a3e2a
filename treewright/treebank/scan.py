"""One pass over the bytes of a block: where each sentence, word and column begins, and whether all is well."""

from __future__ import annotations

import re
from typing import Any

import cython

from treewright.arrays import grown, int_array
from treewright.errors import InputError

MOST_BYTES = (1 << 31) - 1  # places in a block are C ints

if not cython.compiled:
    from treewright.treebank.columns import CUTS, DEPREL, HEAD

    TAB, LINE_FEED, SPACE, HASH, HYPHEN, FULL_STOP, ZERO, NINE, UNDERSCORE = b"\t\n #-.09_"
    ASCII = re.compile(b"[\0-\x7f]*")

    cut_row: Any = None  # see _columns_in_python

    def line_end(text: bytes, at: int, end: int) -> int:
        """Where the next line feed is."""
        return text.index(b"\n", at)

    def utf8_end(text: bytes, at: int, end: int) -> int:
        """Goes on as long as nothing needs a closer look."""
        return ASCII.match(text, at).end()  # type: ignore[union-attr]


class Scanner:
    """Walks over a block sentence by sentence; after `scan()` the attributes describe the sentence just passed."""

    def __init__(self, block: bytes, line: int = 1) -> None:
        if block and not block.endswith(b"\n"):
            raise ValueError("a block must end in a line feed")
        if len(block) > MOST_BYTES:
            raise InputError(f"seen {len(block):,} bytes that are read at once, expected {MOST_BYTES:,} at the most")
        self.block = block
        self.text = block
        self.end = len(block)
        self.start = self.stop = self.next = 0  # the sentence is block[start:stop]; the next is sought from `next`
        self.line = self.next_line = line
        self.size = self.bad_heads = self.digits = self.columns = 0
        self.faulty = False  # diagnosis.py looks again, slowly, and says in words what is wrong
        self.blank_lines = self.spaced_lines = 0  # blank lines beyond the one after each sentence; those with spaces
        self.room = min(256, 1 + len(block) // 20)  # a row has ten columns
        self.cuts = int_array(CUTS * self.room)
        self.heads = int_array(self.room)

    def scan(self) -> bool:
        """Moves to the next sentence, false if there is none; a fault does not end the walk over its sentence."""
        end = self.end
        at = self._skip_blank_lines()
        self.faulty = False
        if at >= end:
            return False
        self.start = at
        self.line = self.next_line
        self.size = self.bad_heads = 0
        last = 0  # last word of the latest range
        while at < end and not self._is_blank(at):
            self.next_line += 1
            if self.text[at] == HASH:
                at = self._after_line(at)
            else:
                last = self._row(at, last)
                at = self.next
        if last > self.size:
            self.faulty = True
        self.stop = at
        if at < end:
            self.spaced_lines += self.text[at] != LINE_FEED
            self.next_line += 1
            at = self._after_line(at)
        self.next = at
        self._forget_heads_outside()
        return True

    def _skip_blank_lines(self) -> int:
        at = self.next
        while at < self.end and self._is_blank(at):
            self.blank_lines += 1
            self.spaced_lines += self.text[at] != LINE_FEED
            self.next_line += 1
            at = self._after_line(at)
        self.next = at
        return at

    def _row(self, begin: int, last: int) -> int:
        """Takes in a word, range or empty node; sets `next` to the row after it, returns the last word in a range."""
        if self.size == self.room:
            self._grow()
        number = self._number(begin)
        at = begin + self.digits
        mark = self.text[at]
        if mark == TAB and self.digits > 0:
            if number != self.size + 1 or self.text[begin] == ZERO:
                self.faulty = True
            self.cuts[CUTS * self.size] = begin - self.start
            self.next = self._columns(at)
            self.heads[self.size] = -1 if self.faulty else self._head()
            self.size += 1
            return last
        second = -1
        if self.digits > 0 and mark in (HYPHEN, FULL_STOP):
            second = self._number(at + 1)
            at += 1 + self.digits
        if second < 0 or self.digits == 0 or self.text[at] != TAB:
            self.faulty = True
            self.next = self._after_line(at)
            return last
        if mark == HYPHEN:
            if number != self.size + 1 or number <= last or second < number or self.text[begin] == ZERO:
                self.faulty = True
            last = second
        self.next = self._columns(at)
        return last

    def _columns(self, at: int) -> int:
        """Cuts the row whose first tab is given (the next word's row overwrites the cuts of other rows)."""
        cut = CUTS * self.size
        if cython.compiled:
            at = cut_row(
                self.text, at, self.end, self.start, cython.address(self.cuts[cut]), cython.address(self.columns)
            )
        else:
            at = self._columns_in_python(at)
        if self.columns != 10:
            self.faulty = True
        for k in range(1, 10):
            if self.cuts[cut + k + 1] - self.cuts[cut + k] == 1:  # an empty field
                self.faulty = True
        return at

    def _columns_in_python(self, at: int) -> int:
        """What cut_row of byte_search.h does in C."""
        end = line_end(self.text, at, self.end)
        places = [at + i for i, byte in enumerate(self.text[at : end + 1]) if byte in (TAB, LINE_FEED)]
        for k, place in enumerate(places[:10], 1):
            self.cuts[CUTS * self.size + k] = place + 1 - self.start
        self.columns = len(places)
        return end + 1

    def _head(self) -> int:
        """Head of the row just cut: -1 if it is `_` or no number that could be a head."""
        at = self.start + self.cuts[CUTS * self.size + HEAD]
        stop = self.start + self.cuts[CUTS * self.size + DEPREL] - 1
        value = self._number(at)
        if at + self.digits == stop:
            return value
        if self.text[at] != UNDERSCORE or at + 1 != stop:
            self.bad_heads += 1
        return -1

    def _forget_heads_outside(self) -> None:
        for i in range(self.size):
            if self.heads[i] > self.size:
                self.heads[i] = -1
                self.bad_heads += 1

    def _number(self, at: int) -> int:
        """Value of the digits at a place (nine at most, so that it fits); sets `digits`."""
        begin = at
        value = 0
        while at - begin < 9 and self.text[at] >= ZERO and self.text[at] <= NINE:
            value = 10 * value + (self.text[at] - ZERO)
            at += 1
        self.digits = at - begin
        return value

    def _after_line(self, at: int) -> int:
        return line_end(self.text, at, self.end) + 1

    def _is_blank(self, at: int) -> bool:
        while self.text[at] == SPACE or self.text[at] == TAB:
            at += 1
        return self.text[at] == LINE_FEED

    def _grow(self) -> int:
        """Makes room for twice as many words."""
        self.room *= 2
        self.cuts, self.heads = grown(self.cuts, CUTS * self.room), grown(self.heads, self.room)
        return 0


def is_utf8(block: bytes) -> bool:
    """True if the bytes are UTF-8 by the letter: no overlong forms, no surrogates, nothing above U+10FFFF."""
    text = block
    at = 0
    end = len(block)
    while True:
        at = utf8_end(text, at, end)
        if at == end:
            return True
        byte = text[at]
        at += 1
        if byte < 0xC2 or byte > 0xF4:
            return False
        if byte < 0xE0:
            if at == end or text[at] & 0xC0 != 0x80:
                return False
            at += 1
            continue
        low, high = 0x80, 0xBF  # bounds of the second byte
        if byte < 0xF0:
            more = 2
            if byte == 0xE0:
                low = 0xA0
            elif byte == 0xED:
                high = 0x9F
        else:
            more = 3
            if byte == 0xF0:
                low = 0x90
            elif byte == 0xF4:
                high = 0x8F
        if at + more > end or text[at] < low or text[at] > high:
            return False
        for i in range(1, more):
            if text[at + i] & 0xC0 != 0x80:
                return False
        at += more


def sentence_count(block: bytes) -> int:
    """How many sentences there are in bytes that have a blank line after each."""
    text = block
    end = len(block)
    at = count = 0
    while at < end:
        if text[at] == LINE_FEED:
            count += 1
        at = line_end(text, at, end) + 1
    return count
