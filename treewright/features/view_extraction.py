"""Atoms of a configuration without a stack: a view finds the words and values that templates name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array, ints
from treewright.features.extraction import Extraction, place_array
from treewright.features.feature_model import FeatureModel
from treewright.features.groups import BEAM
from treewright.features.hash_functions import MASK, hashes_of_numbers
from treewright.features.names import SET
from treewright.features.set_view import SetView
from treewright.features.view import View
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C this is a function, see template_keys.h
    from treewright.features.extraction_in_python import Place

    find_absent: Any = None


class ViewExtraction(Extraction):
    """Looks at what its view locates; if a model has several views, all share the words and what is located."""

    names = SET
    reads = SetConfiguration

    def __init__(
        self,
        model: FeatureModel,
        embeddings: Any = None,
        grouping: Sequence[int] = BEAM,
        *,
        number: int = 0,
        beside: ViewExtraction | None = None,
    ) -> None:
        super().__init__(model, embeddings, grouping, number=number, beside=beside)
        self.view: View = (
            SetView(self.words, hashes_of_numbers(), model.tag_column, model.heads) if beside is None else beside.view
        )
        positions = self.tables.positions
        self.position_count = len(positions)
        self.position = ints([number for base, _, offset in positions for number in (base, offset)])
        self.row = int_array(max(1, len(positions)))
        self.valued_places, self.valued_attribute = 0, ints([0])

    def with_views(self) -> list[Extraction]:
        """This extraction and those of all other views of the model, which share its words."""
        others = range(1, len(self.model.tables))
        return [self, *(ViewExtraction(self.model, None, self.grouping, number=number, beside=self) for number in others)]

    def number_values(self, attributes: Sequence[int]) -> None:
        """Find the numbers of these attributes, too, as labels of places after those of positions."""
        if self.valued_places:
            return
        self.valued_places = len(attributes)
        self.valued_attribute = ints([*attributes, 0])
        self.places = place_array(max(1, self.position_count + self.valued_places))

    def make_room(self) -> int:
        """Room for the keys of new words, of which the view remembers nothing."""
        self.view.forget()
        return Extraction.make_room(self)

    def look(self, c: Derivations) -> int:
        """Compute all atoms of a configuration, and the words at all positions."""
        self.view.locate(c)
        return self._look_from(self.view)

    @cython.final
    def _look_from(self, view: View) -> int:
        """Compute the atoms of what the view has located."""
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
        for i in range(self.valued_places):
            if cython.compiled:
                self.places[self.position_count + i].label = view.number[self.valued_attribute[i]]
            else:
                self.places[self.position_count + i] = Place(-1, view.number[self.valued_attribute[i]])
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
