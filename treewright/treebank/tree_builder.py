"""Makes a tree of tokens and constituents that name their parents; finds parents that are missing, doubled or a cycle."""

from __future__ import annotations

from typing import NamedTuple

from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.report import Problem


class Found(NamedTuple):
    """One sentence of a file: where it begins, its tree (repaired, if there are problems), and its problems, causes first."""

    line: int
    tree: ConstituencyTree | None  # None: it cannot be read
    problems: list[Problem]
    what: str = "sentence"  # or "line" or "lines", if it is not a sentence


class TreeBuilder:
    """Takes tokens and constituents in the order of the file; parents are names, `numbers` tells who has them."""

    def __init__(self, line: int, root: str = "ROOT", root_name: str = "0") -> None:
        self.line = line
        self.tokens: list[Token] = []
        self.token_parents: list[str] = []
        self.token_lines: list[int] = []
        self.constituents = [Constituent(root, -1)]
        self.parents = [""]
        self.lines = [line]
        self.numbers = {root_name: 0}
        self.secondary: list[tuple[Token | Constituent, str, str, int]] = []  # whose, label, name of the parent, line
        self.problems: list[Problem] = []

    def problem(self, line: int, seen: str, expected: str, repair: str | None = None) -> None:
        """Adds a problem."""
        self.problems.append(Problem(line, seen, expected, repair))

    def build(self) -> Found:
        """The tree, whose constituents all have tokens and lie below the root."""
        if not self.tokens:
            self.problem(self.line, "a sentence without tokens", "at least one")
            return Found(self.line, None, self.problems)
        read = len(self.problems)
        tree = self._tree()
        self.problems[read:] = sorted(self.problems[read:], key=lambda one: one.line)  # they may follow from those before
        return Found(self.line, tree, self.problems)

    def _tree(self) -> ConstituencyTree:
        numbers, rising = self.numbers, True
        bare = set(range(1, len(self.constituents)))  # constituents without children
        for i, (token, name) in enumerate(zip(self.tokens, self.token_parents, strict=True)):
            number = numbers.get(name)
            if number is None:
                number = self._missing(self.token_lines[i], f"{name!r} as the parent of {token.form!r}")
            token.parent = number
            bare.discard(number)
        for at in range(1, len(self.constituents)):
            number = numbers.get(self.parents[at])
            if number is None:
                seen = f"{self.parents[at]!r} as the parent of a {self.constituents[at].label}"
                number = self._missing(self.lines[at], seen)
            self.constituents[at].parent = number
            bare.discard(number)
            rising = rising and (number > at or number == 0)
        if not rising:
            self._break_cycles()
            bare = set(range(1, len(self.constituents))) - self._filled()
        for owner, label, name, line in self.secondary:
            target = numbers.get(name)
            if target is None:
                self.problem(line, f"{name!r} as a secondary parent", "a constituent of the sentence", "edge left out")
            else:
                owner.secondary.append((label, target))
        tree = ConstituencyTree(self.tokens, self.constituents)
        unlabelled = {at for at in range(1, len(self.constituents)) if not self.constituents[at].label}
        if bare or unlabelled:
            bare = set(range(1, len(self.constituents))) - self._filled()
            for at in sorted(bare):
                seen = f"a {self.constituents[at].label or 'constituent'} without tokens"
                self.problem(self.lines[at], seen, "at least one token below it", "constituent left out")
            for at in sorted(unlabelled - bare):
                self.problem(self.lines[at], "a constituent without label", "a label", "constituent left out")
            without(tree, bare | unlabelled)
        return tree

    def _missing(self, line: int, seen: str) -> int:
        self.problem(line, seen, "the root or a constituent of the sentence", "attached to the root")
        return 0

    def _filled(self) -> set[int]:
        """The constituents over tokens."""
        filled: set[int] = set()
        for token in self.tokens:
            number = token.parent
            while number > 0 and number not in filled:
                filled.add(number)
                number = self.constituents[number].parent
        return filled

    def _break_cycles(self) -> None:
        """Attaches one constituent of each cycle to the root."""
        safe = {0}
        for at in range(1, len(self.constituents)):
            path: dict[int, None] = {}
            number = at
            while number not in safe and number not in path:
                path[number] = None
                number = self.constituents[number].parent
            if number not in safe:
                names = [self.constituents[n].label for n in list(path)[list(path).index(number) :]]
                shown = " in ".join([*names[:5], *(["..."] if len(names) > 5 else []), names[0]])
                seen = f"a cycle of constituents ({shown})"
                self.problem(self.lines[number], seen, "a way up to the root", "attached to the root")
                self.constituents[number].parent = 0
            safe.update(path)


def without(tree: ConstituencyTree, gone: set[int]) -> None:
    """Takes constituents out of a tree; what was below them, or had secondary edges to them, comes to what they lay in."""
    into = list(range(len(tree.constituents)))
    for number in gone:
        while into[number] in gone:
            into[number] = tree.constituents[into[number]].parent
    tree.fold(into)
