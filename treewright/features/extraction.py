"""Extraction: from a configuration to the keys of its features, without allocating and without the GIL.

An atom is the hash of a value at a position (see encoding.py) times an odd constant of its own, and a feature's key is the
template's bias plus the atoms: 0 stands for an absent atom, and a template with an absent atom is skipped. Templates are
grouped by what they look at (see feature_model.py), so that a scorer can cache the sum of a group's weights: the key of the
cache is the group's `signature`, the sum of all its atoms.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array, hashes, int_array, ints
from treewright.errors import InputError
from treewright.features.chosen_tags import ChosenTags
from treewright.features.encoding import ODD, Encoding, flat
from treewright.features.feature_model import FeatureModel
from treewright.features.groups import BEAM, group_of
from treewright.features.hash_functions import MASK, hash_text
from treewright.features.names import SET
from treewright.features.set_view import SetView
from treewright.features.view import View
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_configuration import SetConfiguration
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from treewright.features.extraction_in_python import Ends, Place, Reach, atoms_in_python, keys_in_python, places_in_python
    from treewright.features.groups import GROUPS, REST
    from treewright.features.names import CONSTANT, DISTANCE, GIVEN_ARC, HISTORY
    from treewright.transitions.configuration import ARC_LABEL, KIND, PREVIOUS, RECORD

    find_places: Any = None
    find_atoms: Any = None
    find_signatures: Any = None
    find_absent: Any = None
    short_keys: Any = None
    long_keys: Any = None
    SHORT = 4  # atoms of a template that is quickly made

MOST_KEYS = 1 << 28  # of a configuration
BITS = 128  # atoms that have a bit each


class Extraction:
    """Runs a feature model on one sentence at a time; each thread has its own."""

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
        self.model = model
        self.grouping = tuple(grouping)
        self.tables = model.tables[number]
        self.words: Encoding = Encoding(model, embeddings) if beside is None else beside.words
        self.view: Any = None if beside is None else beside.view
        if model.names is SET and beside is None:
            self.view = SetView(self.words, hashes_of_numbers(), model.tag_column, model.heads)
        self.chosen: ChosenTags | None = None  # where transitions choose the tags
        self.root_hidden = False
        tables = self.tables
        self.template_count = len(tables.plain)
        self.atom_count = len(tables.atoms)
        if not cython.compiled:
            self.ends, self.reach = Ends(), Reach()
        self.position_count = len(tables.positions)
        self._make_positions(tables.positions)
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
        self.base_word = int_array(11)
        self.atom = hash_array(self.atom_count + 4)  # C reads them four at a time
        self.signature, self.absent = hash_array(REST), hash_array(2)
        self.key_room = 0
        self.key, self.real_value = hash_array(1), float_array(1)

    def check(self, c: Derivations) -> None:
        """Refuses a configuration that the templates do not look at; makes room for its keys."""
        expected = Configuration if self.view is None else SetConfiguration
        if not isinstance(c, expected):
            raise TypeError(f"c: seen {type(c).__name__}, expected a {expected.__name__}, which these templates look at")
        self.make_room()

    def with_views(self) -> list[Extraction]:
        """This extraction and those of all other views of the model, which share its words."""
        others = range(1, len(self.model.tables))
        return [self, *(Extraction(self.model, None, self.grouping, number=number, beside=self) for number in others)]

    def _make_positions(self, positions: list[tuple[int, int, int]]) -> None:
        """Sort positions by how they are found: words, heads, dependents, and words beside another place."""
        if self.view is not None:
            self.position = ints([number for base, _, offset in positions for number in (base, offset)])
            self.places, self.row = place_array(max(1, len(positions))), int_array(max(1, len(positions)))
            return
        places = list(dict.fromkeys(positions + [(base, relation, 0) for base, relation, _ in positions]))
        found: list[list[tuple[int, int, int, int]]] = [[], [], [], []]
        for place, (base, relation, offset) in enumerate(places):
            if offset:
                found[3].append((place, places.index((base, relation, 0)), 0, offset))
            else:
                found[0 if relation == 0 else 1 if relation <= 2 else 2].append((place, base, relation, 0))
        self.position = ints([number for kind in found for position in kind for number in position])
        self.reach.words, self.reach.heads, self.reach.dependents, self.reach.beside = map(len, found)
        bases = [base for base, _, _ in positions] + [1, 4]  # a distance and a given arc look at S0, S1 and N0
        self.reach.stack = 1 + max(base for base in bases if base < 4)
        self.reach.buffer = 1 + max(base - 4 for base in bases if 4 <= base < 8)
        self.reach.aside = max([base - 7 for base in bases if 8 <= base < 10], default=0)
        self.reach.loose = 10 in bases
        self.places = place_array(max(1, len(places)))

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
        self.root_hidden = hidden
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
        if self.view is not None:
            self.view.forget()
        if self.chosen is not None:
            self.chosen.clear(self.words)
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

    def extract(self, c: Derivations) -> int:
        """Write the keys of the configuration's features, binary ones first, and return how many there are."""
        self.look(c)
        count = 0
        for group in range(GROUPS):
            count = self.keys_of_group(group, count)
        self.binary = count
        return self.real_keys(count)

    def look(self, c: Derivations) -> int:
        """Compute all atoms of a configuration."""
        if self.view is None:
            return self._look_at_stack(cython.cast(Configuration, c))
        self.view.locate(c)
        return self._look_from(self.view)

    def _look_from(self, view: View) -> int:
        """Compute the atoms of what a view has located."""
        for i in range(self.position_count):
            word = view.word[self.position[2 * i]]
            if word >= 0:
                word += self.position[2 * i + 1]
            if word < 0 or word > self.words.size + 1:  # before the first word and behind the last one is ROOT
                word = -1
            if cython.compiled:
                self.places[i].word = word
            else:
                self.places[i] = Place(word)
            self.row[i] = (word if word >= 0 else self.words.size + 2) * self.words.column_count
        for i in range(self.ends.columns):
            self.atom[i] = self.words.hash[self.row[self.atom_place[2 * i]] + self.atom_place[2 * i + 1]] * self.atom_odd[i]
        for i in range(self.ends.columns, self.atom_count):
            self.atom[i] = view.value[-1 - self.atom_place[2 * i + 1]] * self.atom_odd[i]
        if cython.compiled:
            find_absent(cython.address(self.atom[0]), self.atom_count, cython.address(self.absent[0]))
        else:
            for i in range(self.atom_count):
                self.atom[i] &= MASK
        return 0

    def _look_at_stack(self, c: Configuration) -> int:
        if self.chosen is not None:
            self.chosen.follow(c, c.state, self.words)
        next_node = 0 if self.root_hidden and c.words_in_buffer() == 0 else c.next_node
        if cython.compiled:
            find_places(
                cython.address(c.node[0]), c.top_node, next_node, c.aside_node, c.last, c.root,
                cython.address(self.position[0]), self.reach, self.words.column_count, self.words.size + 2,
                cython.address(self.places[0]), cython.address(self.base_word[0]),
            )  # fmt: skip
            find_atoms(
                cython.address(self.words.hash[0]), cython.address(c.node[0]), cython.address(c.label_set[0]),
                cython.address(self.places[0]), cython.address(self.atom_place[0]), self.ends,
                cython.address(self.atom_odd[0]), cython.address(self.small[0]), cython.address(self.atom[0]),
            )  # fmt: skip
        else:
            places_in_python(self, c, next_node)
            atoms_in_python(self, c)
        for i in range(self.ends.sets, self.atom_count):
            attribute = self.atom_place[2 * i + 1]
            if attribute == DISTANCE:
                value = self._distance()
            elif attribute == GIVEN_ARC:
                value = self._given_arc()
            elif attribute == CONSTANT:
                value = self.small[1]
            else:
                value = self._history(c, HISTORY - attribute)
            self.atom[i] = value * self.atom_odd[i] if cython.compiled else value * self.atom_odd[i] & MASK
        if cython.compiled:
            find_absent(cython.address(self.atom[0]), self.atom_count, cython.address(self.absent[0]))
        return 0

    def sign(self) -> int:
        """Set each group's `signature`: the same whenever all atoms of the group are the same."""
        find_signatures(
            cython.address(self.atom[0]), cython.address(self.group_atom[0]), cython.address(self.group_start[0]),
            REST, cython.address(self.signature[0]),
        )  # fmt: skip
        return 0

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

    # Atoms --------------------------------------------------------------------------------------------------------

    def _distance(self) -> int:
        """The distance from S0 to N0 in classes: 1 2 3 4 5 6, up to 10, more."""
        top = self.base_word[0]
        word = self.base_word[4]
        if top < 0 or word < 0:
            return 0
        distance = word - top if word > top else top - word
        if distance > 6:
            distance = 7 if distance <= 10 else 8
        return self.small[distance]

    def _given_arc(self) -> int:
        """Which arc is given: from N0 to S0, from S0 to N0, from S1 to S0."""
        if self._is_given(self.base_word[4], self.base_word[0]):
            return self.small[1]
        if self._is_given(self.base_word[0], self.base_word[4]):
            return self.small[2]
        return self.small[3] if self._is_given(self.base_word[1], self.base_word[0]) else 0

    def _is_given(self, head: int, word: int) -> bool:
        if head < 0 or word <= 0 or word > self.words.size or not self.words.told:
            return False
        given = self.words.given[word - 1]
        return given == head or (given == 0 and head == self.words.size + 1)

    def _history(self, c: Configuration, back: int) -> int:
        """The transition this many steps ago."""
        state = c.state
        for _ in range(back - 1):
            if state >= 0:
                state = c.record[state * RECORD + PREVIOUS]
        if state < 0 or c.record[state * RECORD + KIND] < 0:
            return 0
        return self.small[(c.record[state * RECORD + KIND] * 128 + c.record[state * RECORD + ARC_LABEL] + 1) & 4095]


def place_array(size: int) -> Any:
    """Room for the word, label and node of this many positions."""
    fields = [(name, "i4") for name in ("word", "row", "label", "node")]
    return numpy.zeros(size, fields) if cython.compiled else [Place()] * size


def index_array(numbers: list[int]) -> Any:
    """Numbers of atoms, in 16 bits each."""
    return numpy.array(numbers or [0], numpy.uint16)


def _bits(atoms: list[int]) -> tuple[int, int]:
    """The atoms that have bits, as two words of 64 bits."""
    bits = sum(1 << atom for atom in set(atoms) if atom < BITS)
    return bits & MASK, bits >> 64


@functools.cache
def hashes_of_numbers() -> Any:
    """The hashes of small numbers: all extractions share them, because computing them takes longer than all the rest."""
    return hashes([hash_text(f"number {i}") for i in range(4096)])


def constant_key() -> int:
    """The key of the feature that is always present."""
    return (hash_text("1") + hash_text("number 1") * (hash_text("atom 1") | 1)) & MASK


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
