"""Feature templates: a small readable language, read into the tables that `extraction` runs.

    # comment                        include zn11            define r = p m[Case] m[VerbForm]
    S0.w N0.p d                      one template a line: atoms, combined into one feature

A position is S0..S3 (stack, top first), N0..N3 (buffer), T0 T1 (tokens set aside) or L0 (the topmost token of the stack
without a head), then h h2 (its head, the head's head), l l2 r r2 (outermost dependents), or +k -k (the word k places beside
it in the sentence).  An attribute of a position is

    w form   z lemma (form if absent)   p UPOS   x XPOS   l label   vl vr number of left, right dependents
    sl sr set of their labels   w[:3] w[-3:] prefix, suffix   c form in small letters   s its shape (Xx, dd ...)
    m[Case] one feature of FEATS   F each Name=Value of FEATS   feats all of FEATS   misc all of MISC   misc[Key] one key
    f[name] a user's function of the word   e its embedding   and every `define`d name
    g where constraints say that its head is: left, right or root.

`S0.F=N0.F` makes a feature of each name in FEATS that both words have.  `d` is the distance from S0 to N0, `t1`..`t4`
are the last transitions, `g` is the arc among S1, S0 and N0 that constraints give, `1` is always there.  A template of
which an atom is absent gives no feature.

With `second_order`, templates of one atom are paired: the map of DeSR (Attardi et al. 2007), all x_i x_j with i <= j.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from treewright.errors import SettingsError, unreadable
from treewright.features.groups import GROUPS, group_of, looks_at, parts_of
from treewright.features.hash_functions import hash_text

FOLDER = Path(__file__).parent / "templates"
# kinds of columns; extraction.py computes one hash per word and column
FIELD, LEMMA, FEATURE, MISC, PREFIX, SUFFIX, COMPOSITE, FUNCTION, GIVEN, SHAPE, SMALL = range(11)
FIELDS = {"w": 1, "p": 3, "x": 4, "feats": 5, "misc": 9}
CHARACTERS = {"s": SHAPE, "c": SMALL}
# attributes of a position that the configuration knows, not the sentence
CONFIGURATION_ATTRIBUTES = {"l": -1, "vl": -2, "vr": -3, "sl": -4, "sr": -5}
DISTANCE, GIVEN_ARC, CONSTANT, HISTORY = -10, -11, -12, -20
LONGEST = 8  # atoms in a template
MOST_PAIRED = 128  # atoms that are paired at the most; more are not quickly extracted
MOST_TEMPLATES = 10_000  # all pairs of so many atoms, and what else there may be
MOST_DEFINITIONS, MOST_PARTS = 128, 16
MOST_COLUMNS = 1024  # attributes of a word that templates name
BASES = {name: number for number, name in enumerate(("S0", "S1", "S2", "S3", "N0", "N1", "N2", "N3", "T0", "T1", "L0"))}
RELATIONS = {name: number for number, name in enumerate(("", "h", "h2", "l", "l2", "r", "r2"))}
POSITION = re.compile(r"([SN][0-3]|T[01]|L0)(h2|h|l2|l|r2|r)?([+-]\d)?$")
AFFIX = re.compile(r"w\[(?::(\d)|-(\d):)\]$")
KEYED = re.compile(r"(m|misc|f)\[([^\]\s]+)\]$")


class FeatureModel:
    """A set of templates, and the tables that extract them."""

    def __init__(
        self,
        *,
        templates: str = "zn11",
        options: str = "",
        history: bool = True,
        lexicalised: bool = True,
        labels: bool = True,
        embeddings: str = "",
        functions: str = "",
        second_order: bool = False,
    ) -> None:
        self.templates = templates
        self.options = options
        self.history = history
        self.lexicalised = lexicalised
        self.labels = labels
        self.embeddings = embeddings
        self.functions = functions
        self.second_order = second_order
        self.user_functions: dict[str, Callable[..., Any]] = {}
        self.text: list[str] = []  # the templates in force, one a line; they travel in the model file
        self._lines: set[str] = set()  # the same, to find them
        self._definitions: dict[str, tuple[str, ...]] = {}
        for name in filter(None, f"{templates},{options}".split(",")):
            self._read(name.strip(), seen=())
        if history:
            self._read("history", seen=())
        if second_order:
            self._pair()
        self._compile()

    @classmethod
    def from_text(cls, lines: Sequence[str], **settings: Any) -> FeatureModel:
        """A feature model of exactly these templates (and definitions), as a model file carries them."""
        if not isinstance(lines, (list, tuple)) or not all(isinstance(line, str) for line in lines):
            raise SettingsError(f"templates: seen {str(lines)[:40]!r}, expected a list of lines")
        model = cls.__new__(cls)
        model.lexicalised = model.labels = True
        for name, value in settings.items():
            setattr(model, name, value)
        model.user_functions, model.text, model._lines, model._definitions = {}, [], set(), {}
        for number, line in enumerate(lines, 1):
            if line.split()[:1] == ["include"]:  # a model file must not make anyone read other files
                raise SettingsError(f"templates line {number}: saw {line!r}, expected a template or a definition")
            model._read_line(line, f"templates line {number}", ())
        model._compile()
        return model

    def _read(self, name: str, seen: tuple[str, ...]) -> None:
        """Read a template file, by the name of one of ours or by its path."""
        path = FOLDER / f"{name}.features"
        if not os.path.exists(path):  # which is False for names that no file can have, where Path.exists raises
            path = Path(name)
        is_file = os.path.isfile(path)
        if not is_file and name.endswith(".features"):
            raise SettingsError(f"features.templates: {name}: no such file")
        if not is_file:
            raise SettingsError(
                f"features.templates: {name!r} is neither a template file nor one of {', '.join(sorted(FEATURES))}"
            )
        if str(path) in seen:
            raise SettingsError(f"{path}: includes itself")
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            byte = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
            raise SettingsError(f"{path}: seen {byte}, expected UTF-8 text") from None
        except OSError as error:
            raise SettingsError(f"{path}: {unreadable(error)}") from None
        for number, line in enumerate(text.split("\n"), 1):
            self._read_line(line, f"{path}:{number}", (*seen, str(path)))

    def _read_line(self, line: str, where: str, seen: tuple[str, ...]) -> None:
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        words = line.split()
        if not words:
            return
        if words[0] == "include" and len(words) == 2:
            self._read(words[1], seen)
        elif words[0] == "define" and len(words) >= 4 and words[2] == "=":
            if self._define(words[1], tuple(words[3:]), where):
                self.text.append(" ".join(words))
        elif self._wanted(words) and " ".join(words) not in self._lines:
            for word in words:
                self._check(word, where)
            if len(self._lines) == MOST_TEMPLATES:
                raise SettingsError(f"{where}: seen more than {MOST_TEMPLATES:,} templates, expected no more")
            self.text.append(" ".join(words))
            self._lines.add(self.text[-1])

    def _define(self, name: str, parts: tuple[str, ...], where: str) -> bool:
        """Take a definition; False if it was there already."""
        if self._definitions.get(name) == parts:
            return False
        if name in self._definitions or name in (*FIELDS, *CHARACTERS, *CONFIGURATION_ATTRIBUTES, "z", "F", "e", "d", "g"):
            raise SettingsError(f"{where}: {name!r} means something else already; expected a new name")
        if len(self._definitions) == MOST_DEFINITIONS or len(parts) > MOST_PARTS:
            seen = f"seen definition {len(self._definitions) + 1} of {len(parts)} parts"
            raise SettingsError(f"{where}: {seen}, expected {MOST_DEFINITIONS} of {MOST_PARTS} parts each at the most")
        for part in parts:
            if not self._is_column(part):
                raise SettingsError(f"{where}: {part!r} cannot be part of a definition; expected w, p, m[Case] ...")
        self._definitions[name] = parts
        return True

    def _pair(self) -> None:
        """Add a template for each unordered pair of atoms that stand alone, and the constant: x_i x_i is x_i itself.

        F and e have many values, so they are not paired; a linear classifier of the pairs simulates a kernel of degree two.
        """
        atoms = [line for line in self.text if " " not in line and not line.endswith((".F", ".e")) and line != "1"]
        if not 2 <= len(atoms) <= MOST_PAIRED:
            raise SettingsError(
                f"features.second_order: saw {len(atoms)} templates of one atom to pair, expected 2 to {MOST_PAIRED}"
            )
        self._read("constant", seen=())
        known = {frozenset(line.split()) for line in self.text}
        pairs = [f"{one} {other}" for one, other in itertools.combinations(atoms, 2)]
        self.text += [pair for pair in pairs if frozenset(pair.split()) not in known]

    def _wanted(self, words: list[str]) -> bool:
        """Whether the delexicalised and no-label settings leave this template in."""
        attributes = {part.split(".", 1)[1] for word in words for part in word.split("=") if "." in part}
        attributes |= parts_of(attributes, self._definitions)
        if not self.lexicalised and any(a in ("w", "z", "e", "c") or AFFIX.match(a) for a in attributes):
            return False
        return self.labels or not any(a in ("l", "sl", "sr") for a in attributes)

    def _check(self, word: str, where: str) -> None:
        """Refuse an atom that does not exist."""
        if "=" in word and not re.fullmatch(r"[^=]+\.F=[^=]+\.F", word):
            raise SettingsError(f"{where}: {word!r} is not an atom; = stands between two F, as in S0.F=N0.F")
        for part in word.split("="):
            if part in ("d", "g", "1") or re.fullmatch(r"t[1-4]", part):
                continue
            position, _, attribute = part.partition(".")
            known = attribute in CONFIGURATION_ATTRIBUTES or attribute in ("F", "e") or self._is_column(attribute)
            if not POSITION.match(position) or not known:
                raise SettingsError(
                    f"{where}: {word!r} is not an atom; expected position.attribute such as S0.w, N0l.p, S0+1.p, S0.m[Case], "
                    "or d, or g, or t1, or 1"
                )
            if attribute in CONFIGURATION_ATTRIBUTES and re.search(r"[+-]\d$", position):
                raise SettingsError(f"{where}: {word!r}: a word beside another one has no {attribute} in a configuration")

    def _is_column(self, name: str) -> bool:
        known = name in FIELDS or name in CHARACTERS or name in ("z", "g") or name in self._definitions
        return bool(known or AFFIX.match(name) or KEYED.match(name))

    def function_names(self) -> list[str]:
        """The user's functions that templates name, f[name]."""
        return [key for kind, _, key, _ in self.columns if kind == FUNCTION]

    # Tables -------------------------------------------------------------------------------------------------------

    def _compile(self) -> None:
        """Turn the templates into flat tables of numbers."""
        self.columns: list[tuple[int, int, str, tuple[int, ...]]] = []  # kind, number, key, parts
        self._column_names: dict[str, int] = {}
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
        for line in self.text:
            words = line.split()
            if words[0] == "define":
                continue
            bias = hash_text(" ".join(sorted(words)))
            rest = [self._atom(w) for w in words if not w.endswith((".F", ".e"))]
            special = [w for w in words if w.endswith((".F", ".e"))]
            looks = looks_at((part for w in words for part in w.split("=")), self._definitions)
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
                continue
            else:
                raise SettingsError(f"template {line!r}: one multi-valued atom (F, e) a template, and e stands alone")
            self._deciding.append((looks, rest + [self._atom(part) for w in special for part in w.split("=")]))
        self._sort_atoms()

    def _sort_atoms(self) -> None:
        """Put atoms of one kind side by side, in the order in which extraction finds them."""
        order = sorted(range(len(self.atoms)), key=lambda number: self.kind_of_atom(self.atoms[number][1]))
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

    @staticmethod
    def kind_of_atom(attribute: int) -> int:
        """Columns of the sentence, labels, numbers of dependents, sets of labels, other."""
        return 0 if attribute >= 0 else {-1: 1, -2: 2, -3: 2, -4: 3, -5: 3}.get(attribute, 4)

    def _atom(self, word: str) -> int:
        if word == "d":
            atom = (-1, DISTANCE)
        elif word == "g":
            atom = (-1, GIVEN_ARC)
        elif word == "1":
            atom = (-1, CONSTANT)
        elif "." not in word:
            atom = (-1, HISTORY - int(word[1:]))
        else:
            position, attribute = word.split(".", 1)
            number = CONFIGURATION_ATTRIBUTES.get(attribute)
            atom = (self._position(position), self._column(attribute) if number is None else number)
        if atom not in self._atom_numbers:
            self._atom_numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
            self.atom_names.append(word)
        return self._atom_numbers[atom]

    def _position(self, name: str) -> int:
        match = POSITION.match(name)
        assert match
        position = (BASES[match[1]], RELATIONS[match[2] or ""], int(match[3] or 0))
        if position not in self._position_numbers:
            self._position_numbers[position] = len(self.positions)
            self.positions.append(position)
        return self._position_numbers[position]

    def _column(self, name: str) -> int:
        """The number of the column that holds this attribute's hash for every word."""
        if name in self._column_names:
            return self._column_names[name]
        affix, keyed = AFFIX.match(name), KEYED.match(name)
        if name in self._definitions:
            parts = tuple(self._column(part) for part in self._definitions[name])
            column: tuple[int, int, str, tuple[int, ...]] = (COMPOSITE, 0, "", parts)
        elif affix:
            column = (PREFIX, int(affix[1]), "", ()) if affix[1] else (SUFFIX, int(affix[2]), "", ())
        elif keyed:
            column = ({"m": FEATURE, "misc": MISC, "f": FUNCTION}[keyed[1]], 0, keyed[2], ())
        elif name in CHARACTERS:
            column = (CHARACTERS[name], 1, "", ())
        elif name == "g":
            column = (GIVEN, 0, "", ())
        elif name == "z":
            column = (LEMMA, 2, "", ())
        elif name == "F":  # all of FEATS
            column = (FIELD, 5, "", ())
        else:
            column = (FIELD, FIELDS[name], "", ())
        if len(self.columns) == MOST_COLUMNS:
            raise SettingsError(f"features: seen more than {MOST_COLUMNS:,} attributes in templates, expected no more")
        self.columns.append(column)
        self._column_names[name] = len(self.columns) - 1
        return self._column_names[name]


def _describe(path: Path) -> str:
    """The first line of a template file, which says what it is."""
    return path.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")


def needless_sets(templates: str, options: str) -> list[str]:
    """The names of template sets that add nothing to the others in both lists."""
    names = list(filter(None, f"{templates},{options}".split(",")))
    lines = {name: set(FeatureModel(templates=name, history=False).text) for name in names}
    found: list[str] = []
    for name in reversed(lines):  # of two that are the same, the last adds nothing
        others = [lines[other] for other in lines if other != name and other not in found]
        if others and lines[name] <= set().union(*others):
            found.append(name)
    return found


FEATURES: dict[str, str] = {path.stem: _describe(path) for path in sorted(FOLDER.glob("*.features"))}
