"""Extraction: from a configuration to the keys of its features, without allocating and without the GIL.

Each word has one 64-bit hash per column, computed once per sentence (`encode`).  A feature's key is the template's bias
plus each atom's hash times an odd constant; 0 stands for an absent atom, and a template with an absent atom is skipped.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, hash_array, int_array
from treewright.features.feature_model import FUNCTION, LONGEST, FeatureModel
from treewright.features.hash_functions import MASK, hash_text
from treewright.transitions.configuration import Configuration
from treewright.treebank.sentence import Sentence

if not cython.compiled:
    from treewright.features.feature_model import (
        COMPOSITE,
        DISTANCE,
        FEATURE,
        FIELD,
        HISTORY,
        LEMMA,
        MISC,
        PREFIX,
        SUFFIX,
    )
    from treewright.features.hash_functions import hash_span, mix

    plain_keys: Any = None  # a C function, see hashing.pxd
    from treewright.transitions.configuration import (
        ARC_LABEL,
        BELOW,
        HEAD,
        KIND,
        LABEL,
        LEFT1,
        LEFT_COUNT,
        NODE,
        PREVIOUS,
        RECORD,
        RIGHT_COUNT,
        WORD,
    )

ODD = tuple(hash_text(f"slot {i}") | 1 for i in range(16))
SEEDS = tuple(hash_text(f"column {i}") for i in range(16))


def _flat(lists: list[list[int]]) -> tuple[Any, Any]:
    """Lists of numbers as one array and where each begins."""
    starts, total = [0], 0
    for numbers in lists:
        total += len(numbers)
        starts.append(total)
    return ints([n for numbers in lists for n in numbers]), ints(starts)


def ints(numbers: list[int]) -> Any:
    """These numbers as an int array."""
    array = int_array(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


def hashes(numbers: list[int]) -> Any:
    """These numbers as an array of 64-bit hashes."""
    array = hash_array(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


class Extraction:
    """Runs a feature model on one sentence at a time; each thread has its own."""

    def __init__(self, model: FeatureModel, embeddings: Any = None) -> None:
        self.model = model
        self.functions = [
            (i, model.user_functions[key]) for i, (kind, _, key, _) in enumerate(model.columns) if kind == FUNCTION
        ]
        self.column_count = len(model.columns)
        self.column_kind = ints([kind for kind, _, _, _ in model.columns])
        self.column_number = ints([number for _, number, _, _ in model.columns])
        self.column_key = hashes([hash_text(key) for _, _, key, _ in model.columns])
        self.column_part, self.column_part_start = _flat([list(parts) for _, _, _, parts in model.columns])
        self.position_count = len(model.positions)
        self.position_base = ints([base for base, _, _ in model.positions])
        self.position_relation = ints([relation for _, relation, _ in model.positions])
        self.position_offset = ints([offset for _, _, offset in model.positions])
        self.atom_count = len(model.atoms)
        self.column_atom_count = sum(attribute >= 0 for _, attribute in model.atoms)
        self.atom_position = ints([position for position, _ in model.atoms])
        self.atom_attribute = ints([attribute for _, attribute in model.atoms])
        self.plain_count = len(model.plain)
        self.plain_bias = hashes([bias for bias, _ in model.plain])
        self.plain_atom, _ = _flat([atoms for _, atoms in model.plain])
        self.plain_ends = ints([sum(len(atoms) <= length for _, atoms in model.plain) for length in range(LONGEST + 1)])
        self.valued_count = len(model.valued)
        self.valued_bias = hashes([bias for bias, _, _ in model.valued])
        self.valued_position = ints([position for _, position, _ in model.valued])
        self.valued_atom, self.valued_start = _flat([atoms for _, _, atoms in model.valued])
        self.agreeing_count = len(model.agreeing)
        self.agreeing_bias = hashes([bias for bias, _, _, _ in model.agreeing])
        self.agreeing_first = ints([first for _, first, _, _ in model.agreeing])
        self.agreeing_second = ints([second for _, _, second, _ in model.agreeing])
        self.agreeing_atom, self.agreeing_start = _flat([atoms for _, _, _, atoms in model.agreeing])
        self.real_count = len(model.real)
        self.real_bias = hashes([bias for bias, _ in model.real])
        self.real_position = ints([position for _, position in model.real])
        self.odd, self.seed = hashes(list(ODD)), hashes(list(SEEDS))
        self.small = hashes([hash_text(f"number {i}") for i in range(4096)])
        self.root_hash = hash_text("ROOT")
        self.position_word = int_array(max(1, self.position_count))
        self.position_row = int_array(max(1, self.position_count))
        self.position_label = int_array(max(1, self.position_count))
        self.position_node = int_array(max(1, self.position_count))
        self.base_node, self.base_word = int_array(8), int_array(8)
        self.atom = hash_array(max(1, self.atom_count))
        self.embeddings = embeddings
        self.dimensions = embeddings.dimensions if embeddings is not None and model.real else 0
        self.word_room = 0
        self.value_room = 0
        self.hash = hash_array(1)
        self.value_start, self.value, self.value_name = int_array(1), hash_array(1), hash_array(1)
        self.vector = float_array(1)
        self.key_room = 0
        self.key, self.real_value = hash_array(1), float_array(1)
        self._make_room(64, 512, self.plain_count + 1 + self.real_count * self.dimensions + 1024)

    def _make_room(self, words: int, values: int, keys: int) -> None:
        if words > self.word_room:
            self.hash = hash_array((words + 3) * max(1, self.column_count))
            self.value_start = int_array(words + 3)
            self.vector = float_array(max(1, (words + 2) * self.dimensions))
            self.word_room = words
        if values > self.value_room:
            self.value, self.value_name = hash_array(values), hash_array(values)
            self.value_room = values
        if keys > self.key_room:
            self.key, self.real_value = hash_array(keys), float_array(keys)
            self.key_room = keys

    # A sentence ---------------------------------------------------------------------------------------------------

    def encode(self, sentence: Sentence) -> None:
        """Hash every column of every word."""
        size = sentence.size
        source = sentence.source
        text = source
        if size > self.word_room:
            self._make_room(size + size // 2, 0, 0)
        if len(source) > self.value_room:  # no more values than bytes
            self._make_room(0, len(source) * 2, 0)
        self.size = size
        cuts = sentence.cuts
        self._encode_values(text, cuts)
        self._encode_columns(text, cuts)
        for column, function in self.functions:
            for i, word in enumerate(sentence.words):
                value = function(word)
                self.hash[(i + 1) * self.column_count + column] = 0 if value is None else hash_text(str(value))
        if self.functions:
            self._encode_composites()
        if self.dimensions:
            for i in range(size):
                vector = self.embeddings.vector(sentence, i)
                for j in range(self.dimensions):
                    self.vector[(i + 1) * self.dimensions + j] = vector[j]

    def _encode_values(self, text: Any, cuts: Any) -> int:
        """Split FEATS of every word into Name=Value and Name, as hashes."""
        count = 0
        self.value_start[0] = 0
        self.value_start[1] = 0
        most = 0
        for i in range(self.size):
            start = cuts[11 * i + 5]
            end = cuts[11 * i + 6] - 1
            if not (end - start == 1 and text[start] == 95):
                equals = -1
                first = start
                for at in range(start, end + 1):
                    if at == end or text[at] == 124:
                        if at > first:
                            self.value[count] = hash_span(text, first, at, self.seed[1])
                            self.value_name[count] = hash_span(text, first, equals if equals > 0 else at, self.seed[2])
                            count += 1
                        first = at + 1
                        equals = -1
                    elif equals < 0 and text[at] == 61:
                        equals = at
            self.value_start[i + 2] = count
            if count - self.value_start[i + 1] > most:
                most = count - self.value_start[i + 1]
        self.value_start[self.size + 2] = count
        needed = self.plain_count + self.real_count * self.dimensions + (self.valued_count + self.agreeing_count) * most + 8
        if needed > self.key_room:
            self._make_room(0, 0, needed * 2)
        return 0

    def _encode_columns(self, text: Any, cuts: Any) -> int:
        width = self.column_count
        for column in range(width):
            self.hash[column] = 0
            self.hash[(self.size + 1) * width + column] = 0
            self.hash[(self.size + 2) * width + column] = 0  # where positions without a word point to
            kind = self.column_kind[column]
            number = self.column_number[column]
            if kind in (FIELD, LEMMA, COMPOSITE):
                self.hash[column] = self.root_hash
                self.hash[(self.size + 1) * width + column] = self.root_hash
            for i in range(self.size):
                at = (i + 1) * width + column
                if kind in (FIELD, LEMMA):
                    self.hash[at] = self._field(text, cuts, i, number)
                    if kind == LEMMA and self.hash[at] == 0:
                        self.hash[at] = self._field(text, cuts, i, 1)
                elif kind in (PREFIX, SUFFIX):
                    self.hash[at] = self._affix(text, cuts[11 * i + 1], cuts[11 * i + 2] - 1, kind == PREFIX, number)
                elif kind == FEATURE:
                    self.hash[at] = self._keyed(text, cuts[11 * i + 5], cuts[11 * i + 6] - 1, self.column_key[column])
                elif kind == MISC:
                    self.hash[at] = self._keyed(text, cuts[11 * i + 9], cuts[11 * i + 10] - 1, self.column_key[column])
                elif kind == COMPOSITE:
                    self.hash[at] = self._composite(i, column)
        return 0

    def _encode_composites(self) -> int:
        """Once more, because a user's function may be part of one."""
        for column in range(self.column_count):
            if self.column_kind[column] == COMPOSITE:
                for i in range(self.size):
                    self.hash[(i + 1) * self.column_count + column] = self._composite(i, column)
        return 0

    def _field(self, text: Any, cuts: Any, i: int, number: int) -> int:
        start = cuts[11 * i + number]
        end = cuts[11 * i + number + 1] - 1
        if number != 1 and end - start == 1 and text[start] == 95:
            return 0
        return hash_span(text, start, end, self.seed[3])

    def _affix(self, text: Any, start: int, end: int, prefix: bool, length: int) -> int:
        """The first or last characters of a form; a form that is no longer than that has none."""
        at = start if prefix else end
        for _ in range(length):
            if prefix:
                at += 1
                while at < end and (text[at] & 192) == 128:  # inside a character
                    at += 1
                if at >= end:
                    return 0
            else:
                at -= 1
                while at > start and (text[at] & 192) == 128:
                    at -= 1
                if at <= start:
                    return 0
        return hash_span(text, start, at, self.seed[4]) if prefix else hash_span(text, at, end, self.seed[5])

    def _keyed(self, text: Any, start: int, end: int, key: int) -> int:
        """The value of Name in Name=Value|Name=Value, 0 if it is not there."""
        first = start
        equals = -1
        for at in range(start, end + 1):
            if at == end or text[at] == 124:
                if equals > 0 and hash_span(text, first, equals, 0) == key:
                    return hash_span(text, equals, at, self.seed[6])
                first = at + 1
                equals = -1
            elif equals < 0 and text[at] == 61:
                equals = at
        return 0

    def _composite(self, i: int, column: int) -> int:
        """Several columns as one; those that are absent count as empty."""
        total = self.seed[7]
        for part in range(self.column_part_start[column], self.column_part_start[column + 1]):
            slot = part - self.column_part_start[column]
            total = total + self.hash[(i + 1) * self.column_count + self.column_part[part]] * self.odd[slot & 15]
            if not cython.compiled:
                total &= MASK
        total = mix(total)
        return total if total != 0 else 1

    # A configuration ----------------------------------------------------------------------------------------------

    def extract(self, c: Configuration) -> int:
        """Write the keys of the configuration's features, binary ones first, and return how many there are."""
        self._find_positions(c)
        self._find_atoms(c)
        if cython.compiled:
            count = plain_keys(
                cython.address(self.atom[0]), cython.address(self.plain_atom[0]), cython.address(self.plain_ends[0]),
                cython.address(self.plain_bias[0]), cython.address(self.odd[0]), cython.address(self.key[0]),
            )  # fmt: skip
        else:
            count = self._plain_keys_in_python()
        if self.valued_count:
            count = self._extract_valued(count)
        if self.agreeing_count:
            count = self._extract_agreeing(count)
        self.binary = count
        if self.dimensions:
            count = self._extract_real(count)
        return count

    def _plain_keys_in_python(self) -> int:
        """What plain_keys of hashing.pxd does in C."""
        count = 0
        for bias, atoms in self.model.plain:
            values = [self.atom[atom] for atom in atoms]
            if all(values):
                self.key[count] = (bias + sum(value * ODD[slot] for slot, value in enumerate(values))) & MASK
                count += 1
        return count

    def _combine(self, bias: int, atoms: Any, start: int, end: int) -> int:
        """The sum of a template's atoms, 0 if one is absent."""
        total = bias
        for slot in range(start, end):
            atom = self.atom[atoms[slot]]
            if atom == 0:
                return 0
            total = total + atom * self.odd[slot - start + 2]
        if not cython.compiled:
            total &= MASK
        return total

    def _extract_valued(self, count: int) -> int:
        for template in range(self.valued_count):
            word = self.position_word[self.valued_position[template]]
            if word <= 0 or word > self.size:
                continue
            total = self._combine(self.valued_bias[template], self.valued_atom, self.valued_start[template],
                                  self.valued_start[template + 1])
            if total == 0:
                continue
            for at in range(self.value_start[word], self.value_start[word + 1]):
                key = total + self.value[at] * self.odd[0]
                self.key[count] = key if cython.compiled else key & MASK
                count += 1
        return count

    def _extract_agreeing(self, count: int) -> int:
        for template in range(self.agreeing_count):
            first = self.position_word[self.agreeing_first[template]]
            second = self.position_word[self.agreeing_second[template]]
            if first <= 0 or first > self.size or second <= 0 or second > self.size:
                continue
            total = self._combine(self.agreeing_bias[template], self.agreeing_atom, self.agreeing_start[template],
                                  self.agreeing_start[template + 1])
            if total == 0:
                continue
            for at in range(self.value_start[first], self.value_start[first + 1]):
                for other in range(self.value_start[second], self.value_start[second + 1]):
                    if self.value_name[at] == self.value_name[other]:
                        key = total + self.value[at] * self.odd[0] + self.value[other] * self.odd[1]
                        self.key[count] = key if cython.compiled else key & MASK
                        count += 1
                        break
        return count

    def _extract_real(self, count: int) -> int:
        for template in range(self.real_count):
            word = self.position_word[self.real_position[template]]
            if word <= 0 or word > self.size:
                continue
            for j in range(self.dimensions):
                key = self.real_bias[template] + self.small[j & 4095] * self.odd[0]
                self.key[count] = key if cython.compiled else key & MASK
                self.real_value[count] = self.vector[word * self.dimensions + j]
                count += 1
        return count

    def _find_positions(self, c: Configuration) -> int:
        """The word, node and label at each position that a template names; -1 where there is none."""
        node = c.top_node
        for i in range(4):
            self.base_node[i] = node
            self.base_word[i] = c.node[node * NODE + WORD] if node else -1
            node = c.node[node * NODE + BELOW]
        word = c.node[c.next_node * NODE + WORD] if c.next_node else -1
        for i in range(4):
            self.base_node[4 + i] = c.next_node if i == 0 else 0
            self.base_word[4 + i] = word + i if word >= 0 and word + i <= c.last else -1
        for i in range(self.position_count):
            base = self.position_base[i]
            relation = self.position_relation[i]
            node = self.base_node[base]
            word = self.base_word[base]
            label = -1
            if relation == 0:
                label = c.node[node * NODE + LABEL] if node else -1
            elif node == 0:
                word = -1
            elif relation <= 2:
                node = c.node[node * NODE + HEAD]
                if relation == 2:
                    node = c.node[node * NODE + HEAD]
                word = c.node[node * NODE + WORD] if node else -1
                label = c.node[node * NODE + LABEL] if node else -1
            else:
                at = node * NODE + LEFT1 + 2 * (relation - 3)
                word = c.node[at]
                label = c.node[at + 1]
                node = 0
                if word == 0:
                    word = -1
                    label = -1
            if self.position_offset[i] != 0 and word >= 0:
                word += self.position_offset[i]
                if word < 0 or word > c.last or (word == 0 and c.root != 0):
                    word = -1
            self.position_word[i] = word
            self.position_row[i] = (word if word >= 0 else self.size + 2) * self.column_count
            self.position_label[i] = label
            self.position_node[i] = node
        return 0

    def _find_atoms(self, c: Configuration) -> int:
        """The hash of every atom, 0 where it is absent."""
        for i in range(self.column_atom_count):
            self.atom[i] = self.hash[self.position_row[self.atom_position[i]] + self.atom_attribute[i]]
        for i in range(self.column_atom_count, self.atom_count):
            position = self.atom_position[i]
            attribute = self.atom_attribute[i]
            value = 0
            if position < 0:
                if attribute == DISTANCE:
                    value = self._distance()
                else:
                    value = self._history(c, HISTORY - attribute)
            else:
                if self.position_word[position] >= 0:
                    if attribute != -1:
                        value = self._of_node(c, self.position_node[position], attribute)
                    elif self.position_label[position] >= 0:
                        value = self.small[self.position_label[position] & 4095]
            self.atom[i] = value
        return 0

    def _of_node(self, c: Configuration, node: int, attribute: int) -> int:
        """Valencies and label sets of a position that is a node."""
        if node == 0:
            return 0
        if attribute == -2:
            count = c.node[node * NODE + LEFT_COUNT]
            return self.small[count if count < 15 else 15]
        if attribute == -3:
            count = c.node[node * NODE + RIGHT_COUNT]
            return self.small[count if count < 15 else 15]
        labels = c.label_set[node * 2] if attribute == -4 else c.label_set[node * 2 + 1]
        return mix(labels)

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

    def _history(self, c: Configuration, back: int) -> int:
        """The transition so many steps ago."""
        state = c.state
        for _ in range(back - 1):
            if state >= 0:
                state = c.record[state * RECORD + PREVIOUS]
        if state < 0 or c.record[state * RECORD + KIND] < 0:
            return 0
        return self.small[(c.record[state * RECORD + KIND] * 128 + c.record[state * RECORD + ARC_LABEL] + 1) & 4095]


def keys_of(extraction: Extraction, c: Configuration) -> list[int]:
    """The keys of a configuration's features as a list, for people and tests."""
    count = extraction.extract(c)
    return [int(extraction.key[i]) for i in range(count)]

