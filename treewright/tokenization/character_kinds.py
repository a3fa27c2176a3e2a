"""What a tokenizer knows of characters: spaces, marks (and what else has no place of its own), letters, digits, others.

Of the others, those that end sentences (Unicode's Sentence_Terminal) are known, but for the full stop, which has other uses.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.features import character_tables

SPACE, MARK, LETTER, DIGIT, OTHER, ENDING = range(6)
# what Python's str.isspace() knows, and the byte-order mark
SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
SPACES += "\u2028\u2029\u202f\u205f\u3000\ufeff"
JOINERS = "\xad\u200b\u200c\u200d\u200e\u200f\u2060"  # soft hyphen, zero-width characters: never a unit of their own
ENDINGS = "!?\u037e\u0589\u061e\u061f\u06d4\u0700\u0701\u0702\u07f9\u0964\u0965\u104a\u104b\u1362\u1367\u1368\u166e\u203c"
ENDINGS += "\u203d\u2026\u2047\u2048\u2049\u3002\ufe52\ufe56\ufe57\uff01\uff0e\uff1f\uff61"


@functools.cache
def character_kinds() -> Any:
    """The kind of each character of the BMP."""
    kind_of_class = numpy.full(12, OTHER, numpy.uint16)
    kind_of_class[character_tables.MARK] = MARK
    kind_of_class[[character_tables.UPPER, character_tables.LOWER, character_tables.LETTER]] = LETTER
    kind_of_class[character_tables.DIGIT] = DIGIT
    kinds = kind_of_class[numpy.asarray(character_tables.classes())]
    kinds[[ord(character) for character in SPACES]] = SPACE
    kinds[[ord(character) for character in JOINERS]] = MARK
    kinds[[ord(character) for character in ENDINGS]] = ENDING
    return kinds if COMPILED else kinds.tolist()
