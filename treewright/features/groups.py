"""Groups of templates: a scorer caches the sum of a group's weights, by the atoms that its templates look at.

Which groups are worth it depends on the search.  The items of a beam share most of what they look at, so large groups are
found again within a sentence.  A greedy parser seldom meets the same words again, but tags and labels are few: groups without
words, each of which sees little, are found again in other sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

# What a template looks at: S0 and its dependents, N0 and its dependents, N1 to N3; WORDS are forms, lemmas and the like.
TOP, LEFT, RIGHT, HEAD, NEXT, BELOW_NEXT, AHEAD, WORDS, OTHER = (1 << bit for bit in range(9))
BEAM = (
    TOP | WORDS,
    TOP | LEFT | RIGHT | HEAD | WORDS,
    NEXT | AHEAD | WORDS,
    NEXT | AHEAD | BELOW_NEXT | WORDS,
    TOP | NEXT | AHEAD | WORDS,
)
GREEDY = (NEXT | AHEAD | WORDS, TOP | NEXT, TOP | LEFT, TOP | RIGHT | HEAD, NEXT | BELOW_NEXT)
REST = len(BEAM)  # the group of all other templates, which is not cached; there are as many in GREEDY
GROUPS = REST + 1

# The same for a set of items: the focus, the candidate and the code that tells how they lie to each other, the next tokens.
ITEM_BITS = {"F": TOP, "C": LEFT, "a": RIGHT, "N": NEXT}

# The same for an arc: what depends on its head alone, or on its dependent alone, is computed once for each word.
ARC_BITS = {"H": TOP, "D": NEXT}
OF_HEAD, OF_DEPENDENT = 0, 1
ARC = (TOP | WORDS, NEXT | WORDS, 0, 0, 0)

PLACE = re.compile(r"(S0|N[0-3])(h|l|r)?2?([+-]\d)?\.(.+)")
SIDE = {"": TOP, "l": LEFT, "r": RIGHT, "h": HEAD}
SIDE_OF = {"l": "h", "vl": "l", "sl": "l", "vr": "r", "sr": "r"}  # attributes that depend on the dependents of a word
MANY = ("w", "z", "c", "e", "misc")  # attributes that have about as many values as there are words
MANY_KEYED = ("w[", "f[", "misc[")


def group_of(looks: int, grouping: Sequence[int]) -> int:
    """The group of a template: the first one that covers all it looks at."""
    return next((group for group, sees in enumerate(grouping) if not looks & ~sees), REST)


def looks_at(atoms: Iterable[str], definitions: Mapping[str, Sequence[str]]) -> int:
    """What a template with these atoms looks at, as bits."""
    looks = 0
    for atom in atoms:
        match = PLACE.fullmatch(atom)
        if match:
            looks |= _place(match[1], match[2] or SIDE_OF.get(match[4], ""))
            looks |= word_bit(match[4], definitions)
        else:
            looks |= TOP | NEXT if atom == "d" else OTHER
    return looks


def _place(base: str, side: str) -> int:
    if base == "S0":
        return SIDE[side]
    if base == "N0":
        return BELOW_NEXT if side else NEXT
    return OTHER if side else AHEAD


def parts_of(attributes: Iterable[str], definitions: Mapping[str, Sequence[str]]) -> set[str]:
    """The attributes that attributes are defined by, recursively; each is visited once."""
    found: set[str] = set()
    waiting = list(attributes)
    while waiting:
        new = set(definitions.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def word_bit(attribute: str, definitions: Mapping[str, Sequence[str]]) -> int:
    """WORDS if an attribute has about as many values as there are words."""
    return WORDS if any(map(_is_word, {attribute, *parts_of([attribute], definitions)})) else 0


def _is_word(attribute: str) -> bool:
    return attribute in MANY or attribute.startswith(MANY_KEYED)
