"""Features of arcs, for graph-based parsing: templates name the head, the dependent, and words beside and between them.

The view `arc` shows an arc by itself, `relation` an arc of a tree that is known, to label it.  Besides columns of words
there are

    d  direction and distance     b  each tag between head and dependent (one feature for each)    q  the set of these tags
    v k j  how many verbs, punctuation marks and coordinators are between them: 0, 1, 2 or more
    H.vl H.vr D.vl D.vr  how many dependents a word has on its left and right (only in `relation`)
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import hash_array, hashes, int_array, ints
from treewright.features.encoding import SEEDS, flat
from treewright.features.extraction import Extraction
from treewright.features.feature_model import FeatureModel
from treewright.features.groups import ARC as GROUPING
from treewright.features.hash_functions import MASK, hash_text
from treewright.features.names import ARC
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are names of .pxd files
    from treewright.features.extraction_in_python import Place
    from treewright.features.groups import REST
    from treewright.features.hash_functions import mix

    find_absent: Any = None
    MOST_TAGS, TO_RIGHT, TO_LEFT, FROM_ROOT = 64, 1, 8, 15
    D, B, Q, V, K, J, CONSTANT = range(4, 11)  # places of values, as in ArcNames

ARC_CLASSES = 16
AT_ONCE = 8  # arcs whose keys lie side by side
VERBS, MARKS, JOINTS = ("VERB", "AUX"), ("PUNCT",), ("CCONJ", "CONJ")


class ArcExtraction(Extraction):
    """Shows one arc after another."""

    names = ARC

    def __init__(self, model: FeatureModel, *, number: int = 0, beside: ArcExtraction | None = None) -> None:
        super().__init__(model, None, GROUPING, number=number, beside=beside)
        tables = self.tables
        self.number, self.tag_column = number, model.tag_column
        positions = tables.positions
        self.position_count = len(positions)
        self.position = ints([number for base, _, offset in positions for number in (base, offset)])
        self.row = int_array(max(1, len(positions)))
        self.word, self.value = int_array(len(ARC.bases), -1), hash_array(len(ARC.attributes) + len(ARC.alone))
        self.value[CONSTANT] = hash_text("number 1")
        each = [i for i, (_, attribute) in enumerate(tables.atoms) if attribute == -1 - B]
        with_tags = [(bias, atoms) for bias, atoms, _ in tables.plain if {*each} & {*atoms}]
        between = [(bias, [atom for atom in atoms if atom not in each], each[0]) for bias, atoms in with_tags]
        self.between_count = len(between)
        self.between_bias = hashes([bias for bias, _, _ in between])
        self.between_odd = hashes([int(self.atom_odd[atom]) for _, _, atom in between])
        self.between_atom, self.between_start = flat([atoms for _, atoms, _ in between])
        self.tag, self.tag_count = hash_array(MOST_TAGS), 0
        self.kinds = hashes([hash_text(tag, SEEDS[3]) for tag in (*VERBS, *MARKS, *JOINTS)])
        self.tree_room = 0
        self._make_tree_room(64)

    def _make_tree_room(self, size: int) -> None:
        """Room for what is counted of words and trees."""
        self.bit, self.verbs, self.marks, self.joints = (int_array(size + 3) for _ in range(4))
        self.left, self.right, self.before, self.after = (int_array(size + 3) for _ in range(4))
        self.left_count, self.right_count = int_array(size + 3), int_array(size + 3)
        self.tree_room = size

    def take(self, sentence: Sentence) -> None:
        """Take a sentence; those who share its words take what they need of them."""
        if self.number == 0:
            self.words.encode(sentence)
        self._make_key_room()
        if self.words.size > self.tree_room:
            self._make_tree_room(self.words.size * 2)
        self._read_tags()

    def _make_key_room(self) -> None:
        """Room for the keys of some arcs."""
        needed = (self.valued_count + self.agreeing_count) * self.words.most_values + self.template_count
        needed = AT_ONCE * (needed + self.between_count * MOST_TAGS + 8)
        if needed > self.key_room:
            self.key, self.key_room = hash_array(needed * 2), needed * 2

    def _read_tags(self) -> int:
        """Number the tags of this sentence, and count verbs, punctuation and coordinators up to each word."""
        self.tag_count = 0
        width = self.words.column_count
        self.verbs[0] = self.marks[0] = self.joints[0] = 0
        for i in range(1, self.words.size + 1):
            tag = self.words.hash[i * width + self.tag_column]
            self.verbs[i] = self.verbs[i - 1] + (1 if tag == self.kinds[0] or tag == self.kinds[1] else 0)
            self.marks[i] = self.marks[i - 1] + (1 if tag == self.kinds[2] else 0)
            self.joints[i] = self.joints[i - 1] + (1 if tag == self.kinds[3] or tag == self.kinds[4] else 0)
            number = 0
            while number < self.tag_count and self.tag[number] != tag:
                number += 1
            if number == self.tag_count and number < MOST_TAGS:
                self.tag[number] = tag
                self.tag_count += 1
            self.bit[i] = number if number < MOST_TAGS else MOST_TAGS - 1
        return 0

    # What is shown --------------------------------------------------------------------------------------------------

    def tags_between(self, head: int, dependent: int) -> int:
        """The tags of the words between two others, as bits."""
        bits = 0
        for word in range(min(head, dependent) + 1, max(head, dependent)):
            bits |= self.bit_of(word)
        return bits

    def bit_of(self, word: int) -> int:
        """The bit of a word's tag."""
        one = 1
        return one << self.bit[word]

    def class_of(self, head: int, dependent: int) -> int:
        """The class of an arc: where its head is, and how far away."""
        if head == 0:
            return FROM_ROOT
        distance = dependent - head if head < dependent else head - dependent
        far = distance - 1 if distance < 5 else 4 if distance < 8 else 5 if distance < 13 else 6
        return far + (TO_RIGHT if head < dependent else TO_LEFT)

    def show(self, head: int, dependent: int, between: int) -> int:
        """Show an arc by itself; `between` has the tags between its words, as bits."""
        self.word[0], self.word[1] = head, dependent
        self.between = between
        low, high = min(head, dependent), max(head, dependent) - 1
        if high < low:  # one word, alone
            high = low
        self.value[D] = self.small[self.class_of(head, dependent)]
        self.value[Q] = mix(between + 1)
        self.value[V] = self.small[min(2, self.verbs[high] - self.verbs[low])]
        self.value[K] = self.small[min(2, self.marks[high] - self.marks[low])]
        self.value[J] = self.small[min(2, self.joints[high] - self.joints[low])]
        return self._find_atoms()

    def take_tree(self, heads: Any) -> int:
        """Take a tree (heads of words from 1 on; -1 is unknown): who is whose outermost dependent, and beside whom."""
        for i in range(self.words.size + 1):
            self.left[i] = self.right[i] = self.before[i] = self.after[i] = -1
            self.left_count[i] = self.right_count[i] = 0
        for word in range(1, self.words.size + 1):
            head = heads[word]
            if head < 0:
                continue
            if self.left[head] < 0:
                self.left[head] = word
            else:
                self.before[word] = self.right[head]
                self.after[self.right[head]] = word
            self.right[head] = word
            if word < head:
                self.left_count[head] += 1
            else:
                self.right_count[head] += 1
        return 0

    def show_in_tree(self, heads: Any, dependent: int) -> int:
        """Show an arc of the tree that was taken."""
        head = heads[dependent]
        self.word[2] = heads[head] if head > 0 else -1
        self.word[3], self.word[4] = self.left[dependent], self.right[dependent]
        self.word[5], self.word[6] = self.before[dependent], self.after[dependent]
        self.value[0] = self.small[min(3, self.left_count[head])]
        self.value[1] = self.small[min(3, self.right_count[head])]
        self.value[2] = self.small[min(3, self.left_count[dependent])]
        self.value[3] = self.small[min(3, self.right_count[dependent])]
        return self.show(head, dependent, self.tags_between(head, dependent))

    def _find_atoms(self) -> int:
        """Compute all atoms of what is shown."""
        for i in range(self.position_count):
            word = self.word[self.position[2 * i]]
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
            self.atom[i] = self.value[-1 - self.atom_place[2 * i + 1]] * self.atom_odd[i]
        if cython.compiled:
            find_absent(cython.address(self.atom[0]), self.atom_count, cython.address(self.absent[0]))
        else:
            for i in range(self.atom_count):
                self.atom[i] &= MASK
        return 0

    def own_keys(self, count: int) -> int:
        """Write the keys of what depends on both words after `count` others; returns how many there are now."""
        count = self.keys_of_group(REST, count)
        if self.between == 0:
            return count
        for template in range(self.between_count):
            total = self.between_bias[template]
            absent = False
            for slot in range(self.between_start[template], self.between_start[template + 1]):
                absent = absent or self.atom[self.between_atom[slot]] == 0
                total = total + self.atom[self.between_atom[slot]]
            bits = self.between
            tag = 0
            while bits != 0 and not absent:
                if bits & 1 and self.tag[tag] != 0:
                    key = total + self.tag[tag] * self.between_odd[template]
                    self.key[count] = key if cython.compiled else key & MASK
                    count += 1
                bits >>= 1
                tag += 1
        return count
