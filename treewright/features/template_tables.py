"""Templates as flat tables of numbers, which `extraction` runs: one set of tables for each view of a configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from treewright.errors import SettingsError
from treewright.features.groups import GROUPS, group_of
from treewright.features.hash_functions import hash_text
from treewright.features.names import StackNames

# kinds of columns; encoding.py computes one hash per word and column
FIELD, LEMMA_OR_FORM, FEATURE, MISC_KEY, PREFIX, SUFFIX, COMPOSITE, FUNCTION, GIVEN, SHAPE, SMALL = range(11)
FIELDS = {"w": 1, "p": 3, "x": 4, "feats": 5, "misc": 9}
CHARACTERS = {"s": SHAPE, "c": SMALL}
AFFIX = re.compile(r"w\[(?::(\d)|-(\d):)\]$")
KEYED = re.compile(r"(m|misc|f)\[([^\]\s]+)\]$")
LONGEST = 8  # atoms in a template
MOST_COLUMNS = 1024  # attributes of a word that templates name


class Columns:
    """The attributes of words that templates name, each a column of hashes; all views share them."""

    def __init__(self, definitions: Mapping[str, tuple[str, ...]]) -> None:
        self.definitions = definitions
        self.list: list[tuple[int, int, str, tuple[int, ...]]] = []  # kind, number, key, parts
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """The number of the column that holds this attribute's hash for every word."""
        if name in self._numbers:
            return self._numbers[name]
        affix, keyed = AFFIX.match(name), KEYED.match(name)
        if name in self.definitions:
            parts = tuple(self.number(part) for part in self.definitions[name])
            column: tuple[int, int, str, tuple[int, ...]] = (COMPOSITE, 0, "", parts)
        elif affix:
            column = (PREFIX, int(affix[1]), "", ()) if affix[1] else (SUFFIX, int(affix[2]), "", ())
        elif keyed:
            column = ({"m": FEATURE, "misc": MISC_KEY, "f": FUNCTION}[keyed[1]], 0, keyed[2], ())
        elif name in CHARACTERS:
            column = (CHARACTERS[name], 1, "", ())
        elif name == "g":
            column = (GIVEN, 0, "", ())
        elif name == "z":
            column = (LEMMA_OR_FORM, 2, "", ())
        elif name == "F":  # all of FEATS
            column = (FIELD, 5, "", ())
        else:
            column = (FIELD, FIELDS[name], "", ())
        if len(self.list) == MOST_COLUMNS:
            raise SettingsError(f"features: seen more than {MOST_COLUMNS:,} attributes in templates, expected no more")
        self.list.append(column)
        self._numbers[name] = len(self.list) - 1
        return self._numbers[name]


class TemplateTables:
    """The templates of one view: positions, atoms, and templates of several kinds that name them by number."""

    def __init__(self, lines: Sequence[str], names: StackNames, columns: Columns, view: str) -> None:
        self.names, self.columns = names, columns
        self.prefix = "" if len(names.views) == 1 else f"{view} "  # the same template in two views has other weights
        self.positions: list[tuple[int, int, int]] = []  # base, relation, offset
        self._position_numbers: dict[tuple[int, int, int], int] = {}
        self.atoms: list[tuple[int, int]] = []  # position, attribute
        self._atom_numbers: dict[tuple[int, int], int] = {}
        self.atom_names: list[str] = []
        self.plain: list[tuple[int, list[int], int]] = []  # bias, atoms, what it looks at
        self.valued: list[tuple[int, int, list[int], int]] = []  # bias, position of F, other atoms, what it looks at
        self.agreeing: list[tuple[int, int, int, list[int], int]] = []  # bias, two positions of F, other atoms, the same
        self.real: list[tuple[int, int]] = []  # bias, position whose embedding is taken
        self._deciding: list[tuple[int, list[int]]] = []  # what a template looks at, and the atoms that decide what it gives
        for line in lines:
            self._add(line)
        self._sort_atoms()

    def _add(self, line: str) -> None:
        words = line.split()
        bias = hash_text(self.prefix + " ".join(sorted(words)))
        rest = [self._atom(w) for w in words if not w.endswith((".F", ".e"))]
        special = [w for w in words if w.endswith((".F", ".e"))]
        looks = self.names.looks_at(words, self.columns.definitions)
        if len(rest) > LONGEST:
            raise SettingsError(f"template {line!r}: {len(rest)} atoms, expected {LONGEST} at the most")
        if not special:
            self.plain.append((bias, rest, looks))
        elif len(special) == 1 and "=" in special[0]:
            first, second = special[0].split("=")
            self.agreeing.append((bias, self._position(first[:-2]), self._position(second[:-2]), rest, looks))
        elif len(special) == 1 and special[0].endswith(".F"):
            self.valued.append((bias, self._position(special[0][:-2]), rest, looks))
        elif len(special) == 1 and not rest:
            self.real.append((bias, self._position(special[0][:-2])))
            return
        else:
            raise SettingsError(f"template {line!r}: one multi-valued atom (F, e) a template, and e stands alone")
        self._deciding.append((looks, rest + [self._atom(part) for w in special for part in w.split("=")]))

    def _sort_atoms(self) -> None:
        """Put atoms of one kind side by side, in the order in which extraction finds them."""
        order = sorted(range(len(self.atoms)), key=lambda number: self.names.kind_of_atom(self.atoms[number][1]))
        place = {old: new for new, old in enumerate(order)}
        self.atoms = [self.atoms[number] for number in order]
        self.atom_names = [self.atom_names[number] for number in order]
        self._deciding = [(looks, [place[number] for number in atoms]) for looks, atoms in self._deciding]
        for templates in (self.plain, self.valued, self.agreeing):
            for template in templates:
                template[-2][:] = [place[number] for number in template[-2]]  # type: ignore[index]

    def atoms_of_groups(self, grouping: Sequence[int]) -> list[list[int]]:
        """The atoms that decide what each group of templates gives."""
        found: list[set[int]] = [set() for _ in range(GROUPS)]
        for looks, atoms in self._deciding:
            found[group_of(looks, grouping)].update(atoms)
        return [sorted(atoms) for atoms in found]

    def _atom(self, word: str) -> int:
        alone = self.names.alone_number(word)
        if alone is not None:
            atom = (-1, alone)
        else:
            position, attribute = word.split(".", 1)
            number = self.names.value(position, attribute)
            if self.names.position(position) is None:
                atom = (-1, int(number or 0))
            else:
                atom = (self._position(position), self.columns.number(attribute) if number is None else number)
        if atom not in self._atom_numbers:
            self._atom_numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
            self.atom_names.append(word)
        return self._atom_numbers[atom]

    def _position(self, name: str) -> int:
        position = self.names.position(name)
        assert position
        if position not in self._position_numbers:
            self._position_numbers[position] = len(self.positions)
            self.positions.append(position)
        return self._position_numbers[position]
