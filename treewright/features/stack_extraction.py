"""Atoms of a configuration with a stack: the words at its positions are found in C, straight from its nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array, ints
from treewright.features.extraction import Extraction, place_array
from treewright.features.feature_model import FeatureModel
from treewright.features.groups import BEAM
from treewright.features.hash_functions import MASK
from treewright.features.names import STACK
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from treewright.features.extraction_in_python import Reach, atoms_in_python, places_in_python
    from treewright.features.names import CONSTANT, DISTANCE, GIVEN_ARC, HISTORY
    from treewright.transitions.configuration import ARC_LABEL, KIND, PREVIOUS, RECORD

    find_places: Any = None
    find_atoms: Any = None
    find_absent: Any = None


class StackExtraction(Extraction):
    """Looks at stack, buffer and the tokens set aside, at dependents, arcs that are given, and the last transitions."""

    names = STACK
    reads = Configuration

    def __init__(self, model: FeatureModel, embeddings: Any = None, grouping: Sequence[int] = BEAM) -> None:
        super().__init__(model, embeddings, grouping)
        self.root_hidden = False
        self.base_word = int_array(11)
        if not cython.compiled:
            self.reach = Reach()
        self._make_positions(self.tables.positions)

    def _make_positions(self, positions: list[tuple[int, int, int]]) -> None:
        """Sort positions by how they are found: words, heads, dependents, and words beside another place."""
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

    def hide_root(self, hidden: bool) -> None:
        """Whether a ROOT after the last word is hidden from features."""
        self.root_hidden = hidden
        self.words.hide_root(hidden)

    def make_room(self) -> int:
        """Room for the keys of new words, and for the tags that transitions choose."""
        if self.chosen is not None:
            self.chosen.clear(self.words)
        return Extraction.make_room(self)

    def look(self, c: Derivations) -> int:
        """Compute all atoms of a configuration, and the words at all positions."""
        return self._look(cython.cast(Configuration, c))

    @cython.final
    def _look(self, c: Configuration) -> int:
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

    @cython.final
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

    @cython.final
    def _given_arc(self) -> int:
        """Which arc is given: from N0 to S0, from S0 to N0, from S1 to S0."""
        if self._is_given(self.base_word[4], self.base_word[0]):
            return self.small[1]
        if self._is_given(self.base_word[0], self.base_word[4]):
            return self.small[2]
        return self.small[3] if self._is_given(self.base_word[1], self.base_word[0]) else 0

    @cython.final
    def _is_given(self, head: int, word: int) -> bool:
        if head < 0 or word <= 0 or word > self.words.size or not self.words.told:
            return False
        given = self.words.given[word - 1]
        return given == head or (given == 0 and head == self.words.size + 1)

    @cython.final
    def _history(self, c: Configuration, back: int) -> int:
        """The transition this many steps ago."""
        state = c.state
        for _ in range(back - 1):
            if state >= 0:
                state = c.record[state * RECORD + PREVIOUS]
        if state < 0 or c.record[state * RECORD + KIND] < 0:
            return 0
        return self.small[(c.record[state * RECORD + KIND] * 128 + c.record[state * RECORD + ARC_LABEL] + 1) & 4095]
