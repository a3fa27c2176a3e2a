"""Writes tokens as CoNLL-U, with all that is needed to restore the text byte for byte.

MISC has SpaceAfter=No where nothing follows, nothing where one space follows, and SpacesAfter where it is something else;
SpacesBefore for what stands before the first token, SpacesInToken (the whole token) if its own spaces are not single ones.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.tokenization.character_kinds import character_kinds
from treewright.tokenization.units import Units

if not cython.compiled:
    from treewright.tokenization.units import SENTENCE, SPACE, WORD_JOINER, ZERO_WIDTH_SPACE, code_point, width_of
    from treewright.treebank.splicer import copy, put_head

    ROOM = 1 << 15

EMPTY = b"\t_\t_\t_\t_\t_\t_\t_\t"  # the columns between FORM and MISC


class Rows:
    """Rows of sentences, one after another; `take` gives what has been written since it was asked last."""

    def __init__(self) -> None:
        self.sentences = 0  # written in all; they are numbered
        self.used = 0
        self.room = ROOM
        self.out = bytearray(ROOM)
        self.classes = character_kinds()

    def take(self) -> bytes:
        """What has been written, a blank line after each sentence."""
        block = bytes(self.out[: self.used])
        self.used = 0
        return block

    def write(
        self, text: bytes, at: int, next: int, units: Units, splits: dict[int, list[bytes]], document: bool, paragraph: bool
    ) -> int:
        """Write tokens that were joined from units; the text goes on at `next`, and began at `at` with spaces perhaps.

        `splits` has the words of those tokens that are more than one.
        """
        first = 0
        begin = at
        for i in range(units.count):
            if units.token_kind[i] == SENTENCE:
                last = next if i + 1 == units.count else units.token_start[i + 1]
                self._sentence(text, units, first, i + 1, begin, last, splits, document, paragraph)
                document = paragraph = False
                first = i + 1
                if first < units.count:
                    begin = units.token_start[first]
        return 0

    def _sentence(
        self, text: bytes, units: Units, first: int, last: int, before: int, next: int, splits: dict[int, list[bytes]],
        document: bool, paragraph: bool,
    ) -> int:  # fmt: skip
        """Write tokens `first` to `last` as a sentence."""
        self._make_room(self._bound(units, first, last, before, next, splits))
        source = text
        out = self.out
        at = self.used
        self.sentences += 1
        if document:
            at = self._put(out, at, b"# newdoc\n")
        if paragraph:
            at = self._put(out, at, b"# newpar\n")
        at = self._put(out, at, b"# sent_id = ")
        at += put_head(out, at, self.sentences)
        at = self._put(out, at, b"\n# text = ")
        at = self._plain(out, at, source, units.token_start[first], units.token_end[last - 1])
        out[at] = 10
        at += 1
        number = 1
        for i in range(first, last):
            after = units.token_start[i + 1] if i + 1 < last else next
            words = splits.get(i) if splits else None
            at += put_head(out, at, number)
            if words is not None:
                out[at] = 45
                at += 1
                at += put_head(out, at, number + len(words) - 1)
            out[at] = 9
            at = self._plain(out, at + 1, source, units.token_start[i], units.token_end[i])
            at = self._put(out, at, EMPTY)
            at = self._misc(out, at, source, before, units.token_start[i], units.token_end[i], after, i == first)
            out[at] = 10
            at += 1
            if words is None:
                number += 1
                continue
            for word in words:
                at += put_head(out, at, number)
                out[at] = 9
                at = self._put(out, at + 1, word)
                at = self._put(out, at, EMPTY)
                at = self._put(out, at, b"_\n")
                number += 1
        out[at] = 10
        self.used = at + 1
        return 0

    def _bound(self, units: Units, first: int, last: int, before: int, next: int, splits: dict[int, list[bytes]]) -> int:
        """No fewer bytes than the sentence will have: of a row, and each byte of text is there three times or escaped."""
        bound = 128 + 64 * (last - first) + 9 * (next - before)
        if splits:
            for i in range(first, last):
                if i in splits:
                    for word in splits[i]:
                        bound += 64 + len(word)
        return bound

    def _make_room(self, more: int) -> int:
        if self.used + more > self.room:
            self.room = 2 * (self.used + more)
            self.out.extend(bytes(self.room - len(self.out)))
        return 0

    def _put(self, out: Any, at: int, words: bytes) -> int:
        """Write bytes; returns the place behind them."""
        length = len(words)
        source = words
        copy(out, at, source, 0, length)
        return at + length

    def _plain(self, out: Any, at: int, source: Any, begin: int, end: int) -> int:
        """Write text with one plain space for all spaces that stand together."""
        position = begin
        space = False
        while position < end:
            if source[position] > 32 and source[position] < 0x80:
                out[at] = source[position]
                at += 1
                position += 1
                space = False
                continue
            width = width_of(source[position])
            code = code_point(source, position)
            if space and code in (ZERO_WIDTH_SPACE, WORD_JOINER):
                pass  # it stands among the spaces
            elif code < 65536 and self.classes[code] == SPACE:
                if not space:
                    out[at] = 32
                    at += 1
                space = True
            else:
                copy(out, at, source, position, position + width)
                at += width
                space = False
            position += width
        return at

    def _escaped(self, out: Any, at: int, source: Any, begin: int, end: int) -> int:
        """Write text without spaces, tabs, line ends and vertical bars; other spaces are written as \\u and their number."""
        position = begin
        while position < end:
            width = width_of(source[position])
            code = code_point(source, position)
            if code == 32:
                at = self._put(out, at, b"\\s")
            elif code == 10:
                at = self._put(out, at, b"\\n")
            elif code == 13:
                at = self._put(out, at, b"\\r")
            elif code == 9:
                at = self._put(out, at, b"\\t")
            elif code == 124:
                at = self._put(out, at, b"\\p")
            elif code == 92:
                at = self._put(out, at, b"\\\\")
            elif code < 65536 and self.classes[code] == SPACE:
                at = self._put(out, at, b"\\u")
                shift = 12
                while shift >= 0:
                    digit = code >> shift & 15
                    out[at] = digit + (48 if digit < 10 else 55)
                    at += 1
                    shift -= 4
            else:
                copy(out, at, source, position, position + width)
                at += width
            position += width
        return at

    def _odd_spaces(self, source: Any, begin: int, end: int) -> bool:
        """Whether a token has other spaces than plain single ones."""
        position = begin
        while position < end:
            if source[position] <= 32 or source[position] >= 0x80:
                width = width_of(source[position])
                code = code_point(source, position)
                if code < 65536 and self.classes[code] == SPACE and (code != 32 or source[position - 1] == 32):
                    return True
                position += width
            else:
                position += 1
        return False

    def _misc(
        self, out: Any, at: int, source: Any, before: int, begin: int, end: int, after: int, first: bool
    ) -> int:
        """Write MISC of a token."""
        some = False
        if first and before < begin:
            at = self._escaped(out, self._put(out, at, b"SpacesBefore="), source, before, begin)
            some = True
        odd = self._odd_spaces(source, begin, end)
        if odd:
            at = self._put(out, at, b"|SpacesInToken=" if some else b"SpacesInToken=")
            at = self._escaped(out, at, source, begin, end)
            some = True
        if after == end:
            at = self._put(out, at, b"|SpaceAfter=No" if some else b"SpaceAfter=No")
        elif after - end != 1 or source[end] != 32:
            at = self._put(out, at, b"|SpacesAfter=" if some else b"SpacesAfter=")
            at = self._escaped(out, at, source, end, after)
        elif not some:
            out[at] = 95
            at += 1
        return at
