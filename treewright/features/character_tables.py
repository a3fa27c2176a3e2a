"""Tables of characters for compiled code: their lower case and their classes.

The tables hold the first 65,536 characters; all others are of the class OTHER and stay as they are.
"""

from __future__ import annotations

import functools
import unicodedata
from typing import Any

import numpy

from treewright.arrays import COMPILED

SIZE = 1 << 16
MARK, UPPER, LOWER, LETTER, DIGIT, DASH, OPEN, CLOSE, PUNCTUATION, SYMBOL, SPACE, OTHER = range(12)
CATEGORIES = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lo": LETTER, "Lm": LETTER, "Nd": DIGIT, "Nl": DIGIT, "No": DIGIT, "Pd": DASH,
    "Ps": OPEN, "Pi": OPEN, "Pe": CLOSE, "Pf": CLOSE, "Po": PUNCTUATION, "Pc": PUNCTUATION, "Mn": MARK, "Mc": MARK, "Me": MARK,
    "Sm": SYMBOL, "Sc": SYMBOL, "Sk": SYMBOL, "So": SYMBOL, "Zs": SPACE, "Zl": SPACE, "Zp": SPACE,
}  # fmt: skip


@functools.cache
def classes() -> Any:
    """The class of each character."""
    return _table([CATEGORIES.get(unicodedata.category(chr(code)), OTHER) for code in range(SIZE)])


@functools.cache
def small_letters() -> Any:
    """Each character in lower case, itself if it has none."""
    small = [chr(code).lower() for code in range(SIZE)]
    return _table([ord(low) if len(low) == 1 and ord(low) < SIZE else code for code, low in enumerate(small)])


def _table(numbers: list[int]) -> Any:
    return numpy.array(numbers, numpy.uint16) if COMPILED else numbers
