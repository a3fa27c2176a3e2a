"""What templates may name: the positions and attributes of a configuration, for each kind of configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from treewright.features import groups

# atoms of no position
DISTANCE, GIVEN_ARC, CONSTANT, HISTORY = -10, -11, -12, -20
LAST_TRANSITION = re.compile(r"t[1-4]")


# of a set of items
ITEMS = ("F", "C", "A", "B", "S1", "S2", "S3")
CORNERS = ("l", "r", "g", "h", "m")  # first, last token; first, last token between them that the item does not have; its head
OWN = ("c", "k", "K", "n", "s", "g", "b")  # category, those of its first and last child, number; size, gaps; all children


class StackNames:
    """Positions and attributes of a configuration with a stack and a buffer."""

    shown = "a stack and a buffer"  # what its templates look at
    views: Sequence[str] = ("stack",)
    tag = ""  # the attribute of words that counts as their tag, where values are made of tags
    bases: Mapping[str, int] = {
        name: number for number, name in enumerate(("S0", "S1", "S2", "S3", "N0", "N1", "N2", "N3", "T0", "T1", "L0"))
    }
    relations: Mapping[str, int] = {name: number for number, name in enumerate(("", "h", "h2", "l", "l2", "r", "r2"))}
    pattern = re.compile(r"([SN][0-3]|T[01]|L0)(h2|h|l2|l|r2|r)?([+-]\d)?$")
    attributes: Mapping[str, int] = {"l": -1, "vl": -2, "vr": -3, "sl": -4, "sr": -5}  # known by the configuration
    alone: Mapping[str, int] = {"d": DISTANCE, "g": GIVEN_ARC, "1": CONSTANT}  # atoms without a position
    examples = "position.attribute such as S0.w, N0l.p, S0+1.p, S0.m[Case], or d, or g, or t1, or 1"
    codes = 0  # how many numbers a view has for values that are not labels

    def position(self, name: str) -> tuple[int, int, int] | None:
        """Base, relation and offset; None if there is no such position."""
        match = self.pattern.match(name)
        return (self.bases[match[1]], self.relations[match[2] or ""], int(match[3] or 0)) if match else None

    def alone_number(self, word: str) -> int | None:
        """The number of an atom without a position, None if there is no such atom."""
        return HISTORY - int(word[1:]) if LAST_TRANSITION.fullmatch(word) else self.alone.get(word)

    def value(self, position: str, attribute: str) -> int | None:
        """The number of an attribute that the configuration knows, None if there is no such attribute."""
        return self.attributes.get(attribute)

    def shows_labels(self, position: str, attribute: str) -> bool:
        """Whether an attribute depends on the labels of what has been built."""
        return attribute in ("l", "sl", "sr")

    def is_numbered(self, name: str) -> bool:
        """Whether an atom without a position has a number, too, which a network can look at."""
        return False

    def kind_of_atom(self, attribute: int) -> int:
        """Columns of the sentence, labels, numbers of dependents, sets of labels, other."""
        return 0 if attribute >= 0 else {-1: 1, -2: 2, -3: 2, -4: 3, -5: 3}.get(attribute, 4)

    def looks_at(self, words: Iterable[str], definitions: Mapping[str, Sequence[str]]) -> int:
        """What a template with these atoms looks at, as bits."""
        return groups.looks_at((part for w in words for part in w.split("=")), definitions)


class SetNames(StackNames):
    """Positions and attributes of a configuration with a focus, a set of items and the next tokens.

    Items are F (the focus), C (the candidate, which may be combined with it), A and B (the items completed after and before
    the candidate; where items are put back before the next token, A is the first of them), S1 to S3 (the latest items of the
    set).  A position is a token of an item, N0 to N3 are the next tokens.

    A system uses some of the views (TransitionSystem.views).
    """

    shown = "constituents"
    views: Sequence[str] = ("shift", "combine", "word", "label", "structure")
    tag = "x"  # the categories of tokens
    bases: Mapping[str, int] = {
        name: number for number, name in enumerate([*map("".join, product(ITEMS, CORNERS)), "N0", "N1", "N2", "N3"])
    }
    pattern = re.compile(r"((?:F|C|A|B|S[1-3])[lrghm]|N[0-3])()([+-]\d)?$")
    attributes: Mapping[str, int] = {name: number for number, name in enumerate(map(".".join, product(ITEMS, OWN)))}
    alone: Mapping[str, int] = {
        name: number for number, name in enumerate(("a", "d", "q", "1", "t1", "t2", "t3", "t4"), len(ITEMS) * len(OWN))
    }
    codes = 276  # as in set_view.py: items without label, and how items lie
    examples = "position.attribute such as Fl.w, Cr+1.p, N0.x, or item.attribute such as F.c, or a, or d, or q, or t1, or 1"

    def alone_number(self, word: str) -> int | None:
        """The number of an atom without a position."""
        number = self.alone.get(word)
        return None if number is None else -1 - number

    def value(self, position: str, attribute: str) -> int | None:
        """The number of an attribute of an item."""
        number = self.attributes.get(f"{position}.{attribute}")
        return None if number is None else -1 - number

    def shows_labels(self, position: str, attribute: str) -> bool:
        """Whether an attribute depends on the labels of what has been built."""
        return position in ITEMS and attribute in ("c", "k", "K", "n", "b")

    def is_numbered(self, name: str) -> bool:
        """Categories of items and of their first and last children, and how the candidate lies to the focus."""
        return name == "a" or name.partition(".")[2] in ("c", "k", "K")

    def kind_of_atom(self, attribute: int) -> int:
        """Columns of the sentence, other."""
        return 0 if attribute >= 0 else 4

    def looks_at(self, words: Iterable[str], definitions: Mapping[str, Sequence[str]]) -> int:
        """The focus, the candidate, the next tokens, the code, others; and words."""
        looks = 0
        for word in words:
            position, _, attribute = word.partition(".")
            looks |= groups.ITEM_BITS.get(position[:1] if attribute else word, groups.OTHER)
            if self.value(position, attribute) is None:
                looks |= groups.word_bit(attribute, definitions)
        return looks


class ArcNames(SetNames):
    """Positions and attributes of an arc, for graph-based parsing.

    In both views H is the head and D the dependent, and H+1 the word beside it.  When arcs get labels, the tree is known: G is
    the head of H, L and R are the outermost dependents of D, P and N the dependents of H before and after D.
    """

    shown = "arcs"
    views = ("arc", "relation")
    tag = "p"  # of the words between head and dependent
    bases: Mapping[str, int] = {name: number for number, name in enumerate("HDGLRPN")}
    pattern = re.compile(r"([HDGLRPN])()([+-]\d)?$")
    attributes: Mapping[str, int] = {name: number for number, name in enumerate(("H.vl", "H.vr", "D.vl", "D.vr"))}
    alone: Mapping[str, int] = {name: number for number, name in enumerate(("d", "b", "q", "v", "k", "j", "1"), 4)}
    examples = "position.attribute such as H.w, D+1.p, D.m[Case], or d, or b, or q, or v, or k, or j, or 1"

    def shows_labels(self, position: str, attribute: str) -> bool:
        """Labels are chosen last of all."""
        return False

    def looks_at(self, words: Iterable[str], definitions: Mapping[str, Sequence[str]]) -> int:
        """The head and the words beside it, the dependent and the words beside it, others; and words."""
        looks = 0
        for part in (part for word in words for part in word.split("=")):
            position, _, attribute = part.partition(".")
            known = self.value(position, attribute) is not None or not attribute
            looks |= groups.OTHER if known else groups.ARC_BITS.get(position[:1], groups.OTHER)
            looks |= 0 if known else groups.word_bit(attribute, definitions)
        return looks


STACK, SET, ARC = StackNames(), SetNames(), ArcNames()
NAMES = {view: names for names in (STACK, SET, ARC) for view in names.views}
