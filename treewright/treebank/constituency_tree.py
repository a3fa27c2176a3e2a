"""A constituency tree, whose constituents may have gaps: tokens, and nodes above them that know their parents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from treewright.errors import InputError

Bracket = tuple[str, tuple[int, ...]]  # a label, and the tokens of the constituent in order, from 0


@dataclass(slots=True)
class Token:
    """A leaf.  What is empty is not known; `parent` is the number of a constituent, 0 is the root."""

    form: str
    tag: str = ""
    lemma: str = ""
    morphology: str = ""
    edge: str = ""  # what it is to its parent
    parent: int = 0
    secondary: list[tuple[str, int]] = field(default_factory=list)  # further edges: name and parent
    comment: str = ""
    escaped: bool = field(default=False, compare=False)  # whether the file has -LRB- for a bracket in the form

    def copy(self, *, edges: bool = True) -> Token:
        """A token like this one, or without its edges; dataclasses.replace would take five times as long."""
        own = (self.edge, self.parent, list(self.secondary)) if edges else ("", self.parent, [])
        return Token(self.form, self.tag, self.lemma, self.morphology, *own, self.comment, self.escaped)


@dataclass(slots=True)
class Constituent:
    """A node above tokens and other nodes; the first one of a tree is the root, whose parent is -1."""

    label: str
    parent: int = 0
    edge: str = ""
    lemma: str = ""
    morphology: str = ""
    secondary: list[tuple[str, int]] = field(default_factory=list)
    comment: str = ""


@dataclass(slots=True)
class ConstituencyTree:
    """Tokens and constituents; constituent 0 is the root (ROOT, TOP, VROOT), whose label no score counts."""

    tokens: list[Token]
    constituents: list[Constituent] = field(default_factory=lambda: [Constituent("ROOT", -1)])
    name: str = ""  # sent_id
    comments: list[str] = field(default_factory=list)  # without any # or %%
    before: list[str] = field(default_factory=list)  # lines of an export file before it, such as tables of tags

    @classmethod
    def from_brackets(cls, tokens: Sequence[Token], brackets: Iterable[Bracket], root: str = "ROOT") -> ConstituencyTree:
        """The tree of these constituents; of several over the same tokens, the first is the lowest."""
        tokens = list(tokens)
        if not all(isinstance(token, Token) for token in tokens):
            raise TypeError(f"tokens: seen {tokens!r:.60}, expected Token objects, as those of another tree")
        tree = cls([token.copy() for token in tokens], [Constituent(root, -1)])
        widest_first = sorted(enumerate(brackets), key=lambda item: (-len(item[1][1]), -item[0]))
        above = [0] * len(tree.tokens)  # the lowest constituent so far over each token
        for _, (label, covered) in widest_first:
            wrong = next((i for i in covered if not 0 <= i < len(above)), None)
            if not label or wrong is not None:
                seen = f"token {wrong}" if label else "an empty label"
                expected = f"a label, and tokens from 0 to {len(above) - 1}"
                raise InputError(f"brackets: seen {seen} in {(label, covered)!r:.60}, expected {expected}")
            parents = {above[i] for i in covered}
            if len(parents) != 1:
                seen = f"a constituent {label} over {len(covered)} tokens" + (" that crosses another one" if parents else "")
                raise InputError(f"brackets: seen {seen}, expected each to lie within the next wider one")
            tree.constituents.append(Constituent(label, parents.pop()))
            for i in covered:
                above[i] = len(tree.constituents) - 1
        for token, parent in zip(tree.tokens, above, strict=True):
            token.parent = parent
        return tree

    def yields(self) -> list[list[int]]:
        """The tokens of each constituent, in order."""
        covered: list[list[int]] = [[] for _ in self.constituents]
        for i, token in enumerate(self.tokens):
            for number in self.above(token.parent):
                covered[number].append(i)
        return covered

    def above(self, number: int) -> Iterator[int]:
        """A constituent and all those that it lies in, up to the root."""
        while number >= 0:
            yield number
            number = self.constituents[number].parent

    def brackets(self) -> list[Bracket]:
        """Label and tokens of all constituents but the root, smaller ones first, the lowest first within a unary chain.

        Two trees over the same tokens are the same if their brackets are equal.
        """
        covered = self.yields()
        order = sorted(range(1, len(covered)), key=lambda n: (len(covered[n]), covered[n], -sum(1 for _ in self.above(n))))
        return [(self.constituents[n].label, tuple(covered[n])) for n in order]

    def children(self) -> list[list[tuple[int, bool]]]:
        """For each constituent its children by their first tokens: a number, and whether it is that of a token."""
        first = [len(self.tokens)] * len(self.constituents)
        for i, token in enumerate(self.tokens):
            number = token.parent
            while number >= 0 and i < first[number]:
                first[number] = i
                number = self.constituents[number].parent
        below: list[list[tuple[int, int, bool]]] = [[] for _ in self.constituents]
        for i, token in enumerate(self.tokens):
            below[token.parent].append((i, i, True))
        for number, constituent in enumerate(self.constituents):
            if constituent.parent >= 0:
                below[constituent.parent].append((first[number], number, False))
        return [[(number, leaf) for _, number, leaf in sorted(own)] for own in below]

    def nodes(self) -> list[Token | Constituent]:
        """Tokens, then constituents."""
        return [*self.tokens, *self.constituents]

    def copy(self) -> ConstituencyTree:
        """A tree that can be changed without changing this one."""
        tokens = [replace(token, secondary=list(token.secondary)) for token in self.tokens]
        constituents = [replace(node, secondary=list(node.secondary)) for node in self.constituents]
        return ConstituencyTree(tokens, constituents, self.name, list(self.comments), list(self.before))

    def fold(self, into: Sequence[int]) -> None:
        """Takes out the constituents that become part of others: `into` has the number of another one, or their own."""
        kept = [number for number in range(len(into)) if into[number] == number]
        if len(kept) == len(into):
            return
        place = {number: at for at, number in enumerate(kept)}
        self.constituents = [self.constituents[number] for number in kept]
        for node in self.nodes():
            if node.parent >= 0:
                node.parent = place[into[node.parent]]
            node.secondary = [(label, place[into[target]]) for label, target in node.secondary]

    @property
    def discontinuous(self) -> bool:
        """Whether a constituent has a gap."""
        return any(fan_out(covered) > 1 for covered in self.yields())


def fan_out(covered: Sequence[int]) -> int:
    """How many blocks of neighbouring tokens these tokens are; a constituent without gaps has one."""
    return sum(1 for at, i in enumerate(covered) if at == 0 or i != covered[at - 1] + 1)
