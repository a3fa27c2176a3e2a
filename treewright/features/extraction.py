"""Extraction: from a configuration to the keys of its features, without allocating and without the GIL.

How atoms are found depends on the configuration: in stack_extraction.py from a stack, in view_extraction.py through a view.
How keys are made of them is the same, and is here.

An atom is the hash of a value at a position (see encoding.py) times an odd constant of its own, and a feature's key is the
template's bias plus the atoms: 0 stands for an absent atom, and a template with an absent atom is skipped. Templates are
grouped by what they look at (see groups.py), so that a scorer can cache the sum of a group's weights: the key of the
cache is the group's `signature`, the sum of all its atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array, hashes, ints
from treewright.errors import InputError, SettingsError
from treewright.features.chosen_tags import ChosenTags
from treewright.features.encoding import ODD, Encoding, flat
from treewright.features.feature_model import FeatureModel
from treewright.features.groups import BEAM, group_of
from treewright.features.hash_functions import MASK, hash_text, hashes_of_numbers
from treewright.transitions.derivations import Derivations
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from treewright.features.extraction_in_python import Ends, Place, keys_in_python
    from treewright.features.groups import GROUPS, REST

    find_signatures: Any = None
    short_keys: Any = None
    long_keys: Any = None
    SHORT = 4  # atoms of a template that is quickly made

MOST_KEYS = 1 << 28  # of a configuration
BITS = 128  # atoms that have a bit each


class Extraction:
    """Base of extractions: runs the templates of a feature model on one sentence at a time; each thread has its own."""

    names: Any = None  # what its templates may name
    reads: type = Derivations  # the configurations that they look at

    def __init__(
        self,
        model: FeatureModel,
        embeddings: Any = None,
        grouping: Sequence[int] = BEAM,
        *,
        number: int = 0,
        beside: Extraction | None = None,
    ) -> None:
        """The templates lie in groups (see groups.py) that suit the search.

        If a model has several views, `number` is that of one, and all share the words of the first (`beside`).
        """
        if model.names is not self.names:
            expected = "those that it reads; extraction_of(model) makes what fits"
            raise SettingsError(f"{type(self).__name__}: seen templates of other configurations, expected {expected}")
        self.model = model
        self.grouping = tuple(grouping)
        self.tables = model.tables[number]
        self.words: Encoding = Encoding(model, embeddings) if beside is None else beside.words
        self.chosen: ChosenTags | None = None  # where transitions choose the tags
        tables = self.tables
        self.template_count = len(tables.plain)
        self.atom_count = len(tables.atoms)
        if not cython.compiled:
            self.ends = Ends()
        kinds = [model.names.kind_of_atom(attribute) for _, attribute in tables.atoms]
        self.ends.columns, self.ends.labels, self.ends.counts, self.ends.sets = (sum(k <= n for k in kinds) for n in range(4))
        self.atom_place = ints([number for atom in tables.atoms for number in atom])  # position, attribute
        self.atom_odd = hashes([hash_text(f"atom {name}") | 1 for name in tables.atom_names])
        self.group_atom, self.group_start = flat(tables.atoms_of_groups(grouping)[:REST])
        self._make_templates(grouping)
        self.valued_count = len(tables.valued)
        self.valued_bias = hashes([bias for bias, _, _, _ in tables.valued])
        self.valued_position = ints([position for _, position, _, _ in tables.valued])
        self.valued_group = ints([group_of(looks, grouping) for _, _, _, looks in tables.valued])
        self.valued_atom, self.valued_start = flat([atoms for _, _, atoms, _ in tables.valued])
        self.agreeing_count = len(tables.agreeing)
        self.agreeing_bias = hashes([bias for bias, _, _, _, _ in tables.agreeing])
        self.agreeing_first = ints([first for _, first, _, _, _ in tables.agreeing])
        self.agreeing_second = ints([second for _, _, second, _, _ in tables.agreeing])
        self.agreeing_group = ints([group_of(looks, grouping) for _, _, _, _, looks in tables.agreeing])
        self.agreeing_atom, self.agreeing_start = flat([atoms for _, _, _, atoms, _ in tables.agreeing])
        self.real_count = len(tables.real)
        self.real_bias = hashes([bias for bias, _ in tables.real])
        self.real_position = ints([position for _, position in tables.real])
        self.odd = hashes(list(ODD))
        self.small = hashes_of_numbers()
        self.places = place_array(max(1, len(tables.positions)))
        self.atom = hash_array(self.atom_count + 4)  # C reads them four at a time
        self.signature, self.absent = hash_array(REST), hash_array(2)
        self.key_room = 0
        self.key, self.real_value = hash_array(1), float_array(1)

    def check(self, c: Derivations) -> None:
        """Refuses a configuration that the templates do not look at; makes room for its keys."""
        if not isinstance(c, self.reads):
            raise TypeError(f"c: seen {type(c).__name__}, expected a {self.reads.__name__}, which these templates look at")
        self.make_room()

    def with_views(self) -> list[Extraction]:
        """This extraction and those of all other views of the model, which share its words."""
        return [self]

    def number_values(self, attributes: Sequence[int]) -> None:
        """Find the numbers of these attributes, too: only views have numbers, and no other templates ask for them."""

    def _make_templates(self, grouping: Sequence[int]) -> None:
        """Separate short templates, whose keys are computed faster, from long ones."""
        short: list[tuple[int, list[int], int]] = []
        long: list[tuple[int, list[int], int]] = []
        for bias, atoms, looks in self.tables.plain:
            quick = len(atoms) <= SHORT and all(atom < BITS for atom in atoms)
            (short if quick else long).append((bias, atoms, group_of(looks, grouping)))
        for templates in (short, long):
            templates.sort(key=lambda template: (template[2], len(template[1])))
        self.templates = (short, long)
        self.short_bias = hashes([bias for bias, _, _ in short])
        self.short_atom = index_array([a for _, atoms, _ in short for a in (atoms + [0] * SHORT)[:SHORT]])
        self.short_needs = hashes([word for _, atoms, _ in short for word in _bits(atoms)])
        ends = [(group, length) for group in range(GROUPS) for length in range(SHORT + 1)]
        self.short_end = ints([sum((group, len(atoms)) <= end for _, atoms, group in short) for end in ends])
        self.long_bias = hashes([bias for bias, _, _ in long])
        self.long_atom, self.long_atom_start = flat([atoms for _, atoms, _ in long])
        self.long_start = ints([sum(group < g for _, _, group in long) for g in range(GROUPS + 1)])

    def hide_root(self, hidden: bool) -> None:
        """Whether a ROOT after the last word is hidden from features."""
        self.words.hide_root(hidden)

    def encode(self, sentence: Sentence) -> None:
        """Encode a sentence."""
        self.words.encode(sentence)
        self.make_room()

    def encode_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Encode a sentence that needs no Python."""
        self.words.encode_text(text, length, cuts, size)
        return self.make_room()

    def make_room(self) -> int:
        """Room for as many keys as one configuration of new words can have."""
        needed = self.valued_count + self.agreeing_count
        needed = needed * self.words.most_values + self.template_count + self.real_count * self.words.dimensions + 8
        if needed > self.key_room:
            with cython.gil:
                if needed > MOST_KEYS:
                    raise InputError(f"{self.words.size:,} words: seen {needed:,} features, expected {MOST_KEYS:,}")
                self.key, self.real_value, self.key_room = hash_array(needed * 2), float_array(needed * 2), needed * 2
        return 0

    def inverse_of_atoms(self) -> Any:
        """The factor that turns each atom back into the hash of its value, which is the same in every position."""
        odd = [int(self.atom_odd[i]) for i in range(self.atom_count)]
        return numpy.array([pow(number, -1, 1 << 64) for number in odd], numpy.uint64)

    # Keys ---------------------------------------------------------------------------------------------------------

    @cython.final
    def extract(self, c: Derivations) -> int:
        """Write the keys of the configuration's features, binary ones first, and return how many there are."""
        self.look(c)
        count = 0
        for group in range(GROUPS):
            count = self.keys_of_group(group, count)
        self.binary = count
        return self.real_keys(count)

    def look(self, c: Derivations) -> int:
        """Compute all atoms of a configuration, and the words at all positions."""
        return 0

    @cython.final
    def sign(self) -> int:
        """Set each group's `signature`: the same whenever all atoms of the group are the same."""
        find_signatures(
            cython.address(self.atom[0]), cython.address(self.group_atom[0]), cython.address(self.group_start[0]),
            REST, cython.address(self.signature[0]),
        )  # fmt: skip
        return 0

    @cython.final
    def keys_of_group(self, group: int, count: int) -> int:
        """Write the keys of one group after `count` others; returns how many there are now."""
        if cython.compiled:
            count = short_keys(
                cython.address(self.atom[0]), cython.address(self.absent[0]), cython.address(self.short_atom[0]),
                cython.address(self.short_bias[0]), cython.address(self.short_needs[0]),
                cython.address(self.short_end[group * (SHORT + 1)]), cython.address(self.key[0]), count,
            )  # fmt: skip
            if self.long_start[group] < self.long_start[group + 1]:
                count = long_keys(
                    cython.address(self.atom[0]), cython.address(self.long_atom[0]), cython.address(self.long_atom_start[0]),
                    cython.address(self.long_bias[0]), self.long_start[group], self.long_start[group + 1],
                    cython.address(self.key[0]), count,
                )  # fmt: skip
        else:
            count = keys_in_python(self, group, count)
        if self.valued_count:
            count = self._valued_keys(group, count)
        if self.agreeing_count:
            count = self._agreeing_keys(group, count)
        return count

    @cython.final
    def _combine(self, bias: int, atoms: Any, start: int, end: int) -> int:
        """The sum of a template's atoms, 0 if one is absent."""
        total = bias
        for slot in range(start, end):
            atom = self.atom[atoms[slot]]
            if atom == 0:
                return 0
            total = total + atom
        if not cython.compiled:
            total &= MASK
        return total

    @cython.final
    def _valued_keys(self, group: int, count: int) -> int:
        for template in range(self.valued_count):
            word = self.places[self.valued_position[template]].word
            if self.valued_group[template] != group or word <= 0 or word > self.words.size:
                continue
            total = self._combine(self.valued_bias[template], self.valued_atom, self.valued_start[template],
                                  self.valued_start[template + 1])
            if total == 0:
                continue
            for at in range(self.words.value_start[word], self.words.value_start[word + 1]):
                key = total + self.words.value[at] * self.odd[0]
                self.key[count] = key if cython.compiled else key & MASK
                count += 1
        return count

    @cython.final
    def _agreeing_keys(self, group: int, count: int) -> int:
        for template in range(self.agreeing_count):
            first = self.places[self.agreeing_first[template]].word
            second = self.places[self.agreeing_second[template]].word
            if self.agreeing_group[template] != group or first <= 0 or second <= 0:
                continue
            if first > self.words.size or second > self.words.size:
                continue
            total = self._combine(self.agreeing_bias[template], self.agreeing_atom, self.agreeing_start[template],
                                  self.agreeing_start[template + 1])
            if total == 0:
                continue
            for at in range(self.words.value_start[first], self.words.value_start[first + 1]):
                for other in range(self.words.value_start[second], self.words.value_start[second + 1]):
                    if self.words.value_name[at] == self.words.value_name[other]:
                        key = total + self.words.value[at] * self.odd[0] + self.words.value[other] * self.odd[1]
                        self.key[count] = key if cython.compiled else key & MASK
                        count += 1
                        break
        return count

    @cython.final
    def real_keys(self, count: int) -> int:
        """Write the keys and values of real-valued features after `count` others."""
        if self.words.dimensions == 0:
            return count
        for template in range(self.real_count):
            word = self.places[self.real_position[template]].word
            if word <= 0 or word > self.words.size:
                continue
            for j in range(self.words.dimensions):
                key = self.real_bias[template] + self.small[j & 4095] * self.odd[0]
                self.key[count] = key if cython.compiled else key & MASK
                self.real_value[count] = self.words.vector[word * self.words.dimensions + j]
                count += 1
        return count

def place_array(size: int) -> Any:
    """Room for the word, its row of columns, label and node of this many positions."""
    fields = [(name, "i4") for name in ("word", "row", "label", "node")]
    return numpy.zeros(size, fields) if cython.compiled else [Place()] * size


def index_array(numbers: list[int]) -> Any:
    """Numbers of atoms, in 16 bits each."""
    return numpy.array(numbers or [0], numpy.uint16)


def _bits(atoms: list[int]) -> tuple[int, int]:
    """The atoms that have bits, as two words of 64 bits."""
    bits = sum(1 << atom for atom in set(atoms) if atom < BITS)
    return bits & MASK, bits >> 64


def keys_of(extraction: Extraction, c: Derivations) -> list[int]:
    """The keys of a configuration's features as a list, for people and tests."""
    extraction.check(c)
    count = extraction.extract(c)
    return [int(extraction.key[i]) for i in range(count)]


def atoms_of(extraction: Extraction, c: Derivations) -> list[int]:
    """The atoms of a configuration as a list, 0 where one is absent, for people and tests."""
    extraction.check(c)
    extraction.look(c)
    return [int(extraction.atom[i]) for i in range(extraction.atom_count)]
