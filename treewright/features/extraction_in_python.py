"""What template_keys.h does in C, for a package that is not compiled: from a configuration to atoms and keys.

`extraction` is the Extraction that asks; its arrays are lists then.
"""

from __future__ import annotations

from typing import Any

from treewright.features.hash_functions import MASK, mix
from treewright.transitions.configuration import (
    BELOW,
    DEPTH,
    HEAD,
    LABEL,
    LEFT1,
    LEFT_COUNT,
    NODE,
    WORD,
    Configuration,
)


class Ends:
    """Where each kind of atoms ends."""

    columns = labels = counts = sets = 0


class Reach:
    """How many positions of each kind there are, and how far they reach."""

    words = heads = dependents = beside = stack = buffer = aside = loose = 0


class Place:
    """What is at a position."""

    def __init__(self, word: int = -1, label: int = -1, node: int = 0) -> None:
        self.word, self.label, self.node = word, label, node


def places_in_python(extraction: Any, c: Configuration, node: int) -> int:
    """The word, label and node at each position, as find_places does in C."""
    nodes = [c.top_node]
    for _ in range(3):
        nodes.append(c.node[nodes[len(nodes) - 1] * NODE + BELOW])
    extraction.base_word = [c.node[node * NODE + WORD] if node else -1 for node in nodes]
    word, left = c.node[node * NODE + WORD], c.node[node * NODE + DEPTH]
    for i in range(4):
        nodes.append(node)
        extraction.base_word.append(word if i < left else -1)
        node = c.node[node * NODE + BELOW]
        word = c.node[node * NODE + WORD] if node else word + 1
    loose = c.top_node
    while c.node[loose * NODE + HEAD]:
        loose = c.node[loose * NODE + BELOW]
    for node in (c.aside_node, c.node[c.aside_node * NODE + BELOW], loose):
        nodes.append(node)
        extraction.base_word.append(c.node[node * NODE + WORD] if node else -1)
    for i, (base, relation, offset) in enumerate(extraction.model.positions):
        node, word, label = nodes[base], extraction.base_word[base], -1
        if relation >= 3:
            at = node * NODE + LEFT1 + 2 * (relation - 3)
            word, node = c.node[at] or -1, 0
            label = c.node[at + 1] if c.node[at] else -1
        else:
            for _ in range(relation):
                node = c.node[node * NODE + HEAD]
            if relation:
                word = c.node[node * NODE + WORD] if node else -1
            label = c.node[node * NODE + LABEL] if node else -1
        if offset and word >= 0:
            word += offset
            if word < 0 or word > c.last or (word == 0 and c.root != 0):
                word = -1
        extraction.places[i] = Place(word, label, node)
    return 0


def atoms_in_python(extraction: Any, c: Configuration) -> int:
    """All atoms, as find_atoms does in C."""
    for i, (position, attribute) in enumerate(extraction.model.atoms[: extraction.ends.sets]):
        place = extraction.places[position]
        value = 0
        if attribute >= 0:
            word = place.word if place.word >= 0 else extraction.words.size + 2
            value = extraction.words.hash[word * extraction.words.column_count + attribute]
        elif attribute == -1:
            value = extraction.small[place.label & 4095] if place.label >= 0 else 0
        elif place.node and attribute >= -3:
            value = extraction.small[min(15, c.node[place.node * NODE + LEFT_COUNT - 2 - attribute])]
        elif place.node:
            value = mix(c.label_set[place.node * 2 - 4 - attribute])
        extraction.atom[i] = value * extraction.atom_odd[i] & MASK
    return 0


def keys_in_python(extraction: Any, group: int, count: int) -> int:
    """The keys of the plain templates of a group, as short_keys and long_keys do in C."""
    for templates in extraction.templates:
        for bias, atoms, own in templates:
            values = [extraction.atom[atom] for atom in atoms]
            if own == group and all(values):
                extraction.key[count] = (bias + sum(values)) & MASK
                count += 1
    return count
