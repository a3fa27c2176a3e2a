"""Feature templates: a small readable language, read into the tables that `extraction` runs.

    # comment                        include zn11            define r = p m[Case] m[VerbForm]
    S0.w N0.p d                      one template per line: atoms, combined into one feature

A position is S0..S3 (stack, top first), N0..N3 (buffer), T0 T1 (tokens set aside) or L0 (the topmost token of the stack
without a head), then h h2 (its head, the head's head), l l2 r r2 (outermost dependents), or +k -k (the word k places beside
it in the sentence).  An attribute of a position is

    w form   z lemma (form if absent)   p UPOS   x XPOS   l label   vl vr number of left, right dependents
    sl sr set of their labels   w[:3] w[-3:] prefix, suffix   c form in lower case   s its shape (Xx, dd ...)
    m[Case] one feature of FEATS   F each Name=Value of FEATS   feats all of FEATS   misc all of MISC   misc[Key] one key
    f[name] a user's function of the word   e its embedding   and every `define`d name
    g where its head is according to constraints: left, right or root.

`S0.F=N0.F` makes a feature of each name in FEATS that both words have.  `d` is the distance from S0 to N0, `t1`..`t4`
are the last transitions, `g` is the arc among S1, S0 and N0 given by constraints, `1` is always present.  A template with
an absent atom gives no feature.

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
from treewright.features.groups import parts_of
from treewright.features.names import NAMES, STACK, StackNames
from treewright.features.template_tables import AFFIX, CHARACTERS, FIELDS, FUNCTION, KEYED, Columns, TemplateTables
from treewright.treebank.head_ranks import HeadRanks

FOLDER = Path(__file__).parent / "templates"
MOST_PAIRED = 128  # maximum number of paired atoms; more would be slow to extract
MOST_TEMPLATES = 10_000  # all pairs of that many atoms, and room for others
MOST_DEFINITIONS, MOST_PARTS = 128, 16


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
        self.text: list[str] = []  # the templates in use, one per line, as stored in the model file
        self._begin()
        for name in filter(None, f"{templates},{options}".split(",")):
            self._read(name.strip(), seen=())
        if history and self.names is STACK:
            self._read("history", seen=())
        if second_order:
            self._pair()
        self._compile()

    def _begin(self) -> None:
        """Nothing has been read yet."""
        self._lines: set[tuple[str, str]] = set()  # the templates with their views, to find them
        self._definitions: dict[str, tuple[str, ...]] = {}
        self._view = ""  # the view that the lines being read belong to
        self._written = ""  # the view that the last lines of `text` belong to
        self._shared: list[str] = []  # atoms that all templates of it have
        self.names: StackNames = STACK
        self.heads = HeadRanks()  # learnt from the training data, where templates look at items

    @classmethod
    def from_text(cls, lines: Sequence[str], **settings: Any) -> FeatureModel:
        """A feature model of exactly these templates (and definitions), as stored in a model file."""
        if not isinstance(lines, (list, tuple)) or not all(isinstance(line, str) for line in lines):
            raise SettingsError(f"templates: seen {str(lines)[:40]!r}, expected a list of lines")
        model = cls.__new__(cls)
        model.lexicalised = model.labels = True
        for name, value in settings.items():
            setattr(model, name, value)
        model.user_functions, model.text = {}, []
        model._begin()
        for number, line in enumerate(lines, 1):
            if line.split()[:1] == ["include"]:  # a model file must not cause other files to be read
                raise SettingsError(f"templates line {number}: seen {line!r}, expected a template or a definition")
            model._read_line(line, f"templates line {number}", ())
        model._compile()
        return model

    def _read(self, name: str, seen: tuple[str, ...]) -> None:
        """Read a template file, by the name of a built-in one or by its path."""
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
        outside = self._view, self._shared
        for number, line in enumerate(text.split("\n"), 1):
            self._read_line(line, f"{path}:{number}", (*seen, str(path)))
        self._view, self._shared = outside

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
        elif words[0] == "view":
            self._begin_view(words, where)
        elif self._wanted([*self._shared, *words]) and (self._view, " ".join([*self._shared, *words])) not in self._lines:
            for word in words:
                self._check(word, where)
            if self.names is not STACK and not self._view:
                raise SettingsError(f"{where}: seen a template in no view, expected a line before it such as view shift")
            if len(self._lines) == MOST_TEMPLATES:
                raise SettingsError(f"{where}: seen more than {MOST_TEMPLATES:,} templates, expected no more")
            if self._view != self._written:
                self.text.append(f"view {self._view}")
                self._written = self._view
            self.text.append(" ".join([*self._shared, *words]))
            self._lines.add((self._view, self.text[-1]))

    def _begin_view(self, words: list[str], where: str) -> None:
        """Read `view NAME` or `view NAME with ATOMS`: the templates that follow look from there, and all have these atoms."""
        if len(words) < 2 or words[1] not in NAMES or (len(words) > 2 and (words[2] != "with" or len(words) == 3)):
            known = ", ".join(name for name in NAMES if name != "stack")
            seen = " ".join(words)
            raise SettingsError(f"{where}: seen {seen!r}, expected view and one of {known}, then perhaps with and atoms")
        if NAMES[words[1]] is not self.names and (self._lines or self._view):
            seen = f"seen view {words[1]} after templates that look at {self.names.shown}"
            raise SettingsError(f"{where}: {seen}, expected the views of one kind of configuration")
        self._view, self._shared, self.names = words[1], words[3:], NAMES[words[1]]
        for word in self._shared:
            self._check(word, where)

    def _define(self, name: str, parts: tuple[str, ...], where: str) -> bool:
        """Add a definition; False if it was already there."""
        if self._definitions.get(name) == parts:
            return False
        if name in self._definitions or name in (*FIELDS, *CHARACTERS, *STACK.attributes, "z", "F", "e", "d", "g"):
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
        if self.names is not STACK:
            raise SettingsError("features.second_order: pairs are made of templates that look at a stack, seen other ones")
        atoms = [line for line in self.text if " " not in line and not line.endswith((".F", ".e")) and line != "1"]
        if not 2 <= len(atoms) <= MOST_PAIRED:
            raise SettingsError(
                f"features.second_order: seen {len(atoms)} templates of one atom to pair, expected 2 to {MOST_PAIRED}"
            )
        self._read("constant", seen=())
        known = {frozenset(line.split()) for line in self.text}
        pairs = [f"{one} {other}" for one, other in itertools.combinations(atoms, 2)]
        self.text += [pair for pair in pairs if frozenset(pair.split()) not in known]

    def _wanted(self, words: list[str]) -> bool:
        """Whether the settings `lexicalised` and `labels` keep this template."""
        atoms = [part.split(".", 1) for word in words for part in word.split("=") if "." in part]
        attributes = {attribute for position, attribute in atoms if self.names.value(position, attribute) is None}
        attributes |= parts_of(attributes, self._definitions)
        if not self.lexicalised and any(a in ("w", "z", "e", "c") or AFFIX.match(a) for a in attributes):
            return False
        return self.labels or not any(self.names.shows_labels(position, attribute) for position, attribute in atoms)

    def _check(self, word: str, where: str) -> None:
        """Refuse an atom that does not exist."""
        if "=" in word and not re.fullmatch(r"[^=]+\.F=[^=]+\.F", word):
            raise SettingsError(f"{where}: {word!r} is not an atom; = stands between two F, as in S0.F=N0.F")
        names = self.names
        for part in word.split("="):
            if names.alone_number(part) is not None:
                continue
            position, _, attribute = part.partition(".")
            value = names.value(position, attribute)
            known = value is not None or attribute in ("F", "e") or self._is_column(attribute)
            if (names.position(position) is None and (names is STACK or value is None)) or not known:
                raise SettingsError(f"{where}: {word!r} is not an atom; expected {names.examples}")
            if names is STACK and value is not None and re.search(r"[+-]\d$", position):
                raise SettingsError(f"{where}: {word!r}: a word beside another one has no {attribute} in a configuration")

    def _is_column(self, name: str) -> bool:
        known = name in FIELDS or name in CHARACTERS or name in ("z", "g") or name in self._definitions
        return bool(known or AFFIX.match(name) or KEYED.match(name))

    def fits(self, views: Sequence[str]) -> bool:
        """Whether the templates look at the configurations of a system that is seen from these views."""
        return set(views) <= set(self.views)

    def function_names(self) -> list[str]:
        """The user functions that templates use, f[name]."""
        return [key for kind, _, key, _ in self.columns if kind == FUNCTION]

    # Tables -------------------------------------------------------------------------------------------------------

    def _compile(self) -> None:
        """Turn the templates of each view into flat tables of numbers."""
        lines: dict[str, list[str]] = {view: [] for view in self.names.views}
        view = self.names.views[0]
        for line in self.text:
            words = line.split()
            if words[0] == "view":
                view = words[1]
            elif words[0] != "define":
                lines[view].append(line)
        self.views = [view for view, own in lines.items() if own or self.names is STACK]  # those that have templates
        columns = Columns(self._definitions)
        self.tables = [TemplateTables(own, self.names, columns, view) for view, own in lines.items()]
        self.tag_column = columns.number(self.names.tag) if self.names.tag else -1
        self.columns = columns.list
        tables = self.tables[0]
        self.positions, self.atoms = tables.positions, tables.atoms
        self.atom_names, self.plain = tables.atom_names, tables.plain
        self.valued = [template for own in self.tables for template in own.valued]
        self.agreeing = [template for own in self.tables for template in own.agreeing]
        self.real = [template for own in self.tables for template in own.real]


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
