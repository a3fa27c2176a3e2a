"""Encoding: one 64-bit hash per word and column, computed once per sentence; 0 means absent."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, hash_array, hashes, int_array, ints
from treewright.errors import InputError
from treewright.features import character_tables
from treewright.features.feature_model import FeatureModel
from treewright.features.hash_functions import MASK, hash_text
from treewright.features.template_tables import FEATURE, FUNCTION
from treewright.treebank.sentence import Sentence

if not cython.compiled:
    from treewright.features.hash_functions import hash_shape, hash_small, hash_span, mix
    from treewright.features.template_tables import (
        COMPOSITE,
        FIELD,
        GIVEN,
        LEMMA_OR_FORM,
        MISC_KEY,
        PREFIX,
        SHAPE,
        SMALL,
        SUFFIX,
    )
    from treewright.treebank import columns

    MEMORY, MOST_FEATS = 256, 16  # how many different FEATS are remembered, and how many values of each

MOST_NUMBERS = (1 << 31) - 1  # of a sentence: their places are C ints
ODD = tuple(hash_text(f"slot {i}") | 1 for i in range(16))
SEEDS = tuple(hash_text(f"column {i}") for i in range(16))


class Encoding:
    """The words of one sentence as numbers: hashes of columns, of each Name=Value in FEATS, and embeddings."""

    def __init__(self, model: FeatureModel, embeddings: Any = None) -> None:
        columns = model.columns
        self.functions = [(i, model.user_functions[key]) for i, (kind, _, key, _) in enumerate(columns) if kind == FUNCTION]
        self.column_count = len(columns)
        self.column_kind = ints([kind for kind, _, _, _ in columns])
        self.column_number = ints([number for _, number, _, _ in columns])
        self.column_key = hashes([hash_text(key) for _, _, key, _ in columns])
        self.part, self.part_start = flat([list(parts) for _, _, _, parts in columns])
        self.odd, self.seed = hashes(list(ODD)), hashes(list(SEEDS))
        self.root_hash = hash_text("ROOT")
        self.sides = hashes([hash_text(f"given {side}") for side in ("root", "left", "right")])
        self.told, self.given = False, int_array(1)
        self.has_values = bool(model.valued or model.agreeing)
        features = [i for i, (kind, _, _, _) in enumerate(columns) if kind == FEATURE]
        self.feature, self.feature_count = ints(features), len(features)
        self.known, self.known_count = hash_array(MEMORY), int_array(MEMORY)
        self.known_value, self.known_name = hash_array(MEMORY * MOST_FEATS), hash_array(MEMORY * MOST_FEATS)
        self.known_feature = hash_array(MEMORY * max(1, len(features)))
        kinds = {kind for kind, _, _, _ in columns}
        self.classes: Any = character_tables.classes() if SHAPE in kinds else None
        self.small: Any = character_tables.small_letters() if SMALL in kinds else None
        self.embeddings = embeddings
        self.dimensions = embeddings.dimensions if embeddings is not None and model.real else 0
        self.in_python = bool(self.functions or self.dimensions)  # whether encode_text is not enough
        self.word_room = 0
        self.value_room = 0
        self.hash = hash_array(1)
        self.value_start, self.value, self.value_name = int_array(1), hash_array(1), hash_array(1)
        self.vector = float_array(1)
        self._make_room(64, 512)

    def _make_room(self, words: int, values: int) -> None:
        most = max(words + 3, values, (words + 3) * max(self.column_count, self.dimensions))
        if most > MOST_NUMBERS:
            raise InputError(f"a sentence of {words:,} words needs {most:,} numbers, expected {MOST_NUMBERS:,} at the most")
        if words > self.word_room:
            self.hash = hash_array((words + 3) * max(1, self.column_count))
            self.value_start = int_array(words + 3)
            self.vector = float_array(max(1, (words + 2) * self.dimensions))
            self.word_room = words
        if values > self.value_room:
            self.value, self.value_name = hash_array(values), hash_array(values)
            self.value_room = values

    def encode(self, sentence: Sentence) -> None:
        """Hash every column of every word."""
        source = sentence.source
        self.encode_text(source, len(source), sentence.cuts, sentence.size)
        if self.in_python:
            self._encode_in_python(sentence)

    def encode_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Hash what needs neither Python nor the GIL."""
        values = length if self.has_values else 0  # no more of them than bytes
        if size > self.word_room or values > self.value_room:
            with cython.gil:
                self._make_room(size + size // 2, values * 2)
        self.size = size
        self.most_values = 0
        if self.has_values or self.feature_count:
            self._encode_feats(text, cuts)
        return self._encode_columns(text, cuts)

    def _encode_in_python(self, sentence: Sentence) -> None:
        """Hash the values of user functions, and look up the vectors of words."""
        for column, function in self.functions:
            for i, word in enumerate(sentence.words):
                value = function(word)
                self.hash[(i + 1) * self.column_count + column] = 0 if value is None else hash_text(str(value))
        if self.functions:
            self._encode_composites()
        if self.dimensions:
            for i in range(self.size):
                vector = self.embeddings.vector(sentence, i)
                for j in range(self.dimensions):
                    self.vector[(i + 1) * self.dimensions + j] = vector[j]

    def _encode_feats(self, text: Any, cuts: Any) -> int:
        """Each Name=Value of FEATS and its Name, and the columns that are one Name's value; FEATS are cached."""
        self.value_start[0] = 0
        self.value_start[1] = 0
        for i in range(self.size):
            cut = columns.CUTS * i
            start, end = cuts[cut + columns.FEATS], cuts[cut + columns.HEAD] - 1
            whole = hash_span(text, start, end, self.seed[3])
            place = whole % MEMORY
            count = self.value_start[i + 1]
            row = (i + 1) * self.column_count
            if self.known[place] != whole:
                self.value_start[i + 2] = self._read_feats(text, start, end, count)
                for j in range(self.feature_count):
                    column = self.feature[j]
                    self.hash[row + column] = self._keyed(text, start, end, self.column_key[column])
                self._remember(place, whole, count, self.value_start[i + 2] - count, row)
            else:
                for j in range(self.known_count[place]):
                    self.value[count + j] = self.known_value[place * MOST_FEATS + j]
                    self.value_name[count + j] = self.known_name[place * MOST_FEATS + j]
                for j in range(self.feature_count):
                    self.hash[row + self.feature[j]] = self.known_feature[place * self.feature_count + j]
                self.value_start[i + 2] = count + self.known_count[place]
            if self.value_start[i + 2] - count > self.most_values:
                self.most_values = self.value_start[i + 2] - count
        self.value_start[self.size + 2] = self.value_start[self.size + 1]
        return 0

    def _read_feats(self, text: Any, start: int, end: int, count: int) -> int:
        """Split one word's FEATS into Name=Value and Name, after `count` others; returns how many there are now."""
        if not self.has_values or (end - start == 1 and text[start] == 95):
            return count
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
        return count

    def _remember(self, place: int, whole: int, start: int, count: int, row: int) -> int:
        """Cache what was read, unless it is too much."""
        if count > MOST_FEATS:
            return 0
        self.known[place] = whole
        self.known_count[place] = count
        for j in range(count):
            self.known_value[place * MOST_FEATS + j] = self.value[start + j]
            self.known_name[place * MOST_FEATS + j] = self.value_name[start + j]
        for j in range(self.feature_count):
            self.known_feature[place * self.feature_count + j] = self.hash[row + self.feature[j]]
        return 0

    def _encode_columns(self, text: Any, cuts: Any) -> int:
        width = self.column_count
        for column in range(width):
            self.hash[column] = 0
            self.hash[(self.size + 1) * width + column] = 0
            self.hash[(self.size + 2) * width + column] = 0  # where positions without a word point to
            kind = self.column_kind[column]
            number = self.column_number[column]
            if kind in (FIELD, LEMMA_OR_FORM, COMPOSITE):
                self.hash[column] = self.root_hash
                self.hash[(self.size + 1) * width + column] = self.root_hash
            for i in range(self.size):
                at, cut = (i + 1) * width + column, columns.CUTS * i
                form, form_end = cuts[cut + columns.FORM], cuts[cut + columns.LEMMA] - 1
                if kind in (FIELD, LEMMA_OR_FORM):
                    self.hash[at] = self._field(text, cuts, i, number)
                    if kind == LEMMA_OR_FORM and self.hash[at] == 0:
                        self.hash[at] = self._field(text, cuts, i, columns.FORM)
                elif kind in (PREFIX, SUFFIX):
                    self.hash[at] = self._affix(text, form, form_end, kind == PREFIX, number)
                elif kind == MISC_KEY:
                    misc, misc_end = cuts[cut + columns.MISC], cuts[cut + columns.ROW_END] - 1
                    self.hash[at] = self._keyed(text, misc, misc_end, self.column_key[column])
                elif kind in (SHAPE, SMALL):
                    self.hash[at] = self._in_characters(text, form, form_end, kind)
                elif kind == GIVEN:
                    self.hash[at] = self._side(i)
                elif kind == COMPOSITE:
                    self.hash[at] = self.composite(i, column)
        return 0

    def _encode_composites(self) -> int:
        """Once more, because a user's function may be part of one."""
        for column in range(self.column_count):
            if self.column_kind[column] == COMPOSITE:
                for i in range(self.size):
                    self.hash[(i + 1) * self.column_count + column] = self.composite(i, column)
        return 0

    def hide_root(self, hidden: bool) -> None:
        """Whether ROOT is hidden from features."""
        self.root_hash = 0 if hidden else hash_text("ROOT")

    def tell(self, heads: Any) -> None:
        """Set the heads given by constraints for the next sentence (-1: none), or None."""
        self.told = heads is not None
        if heads is not None:
            self.given = heads

    def _side(self, i: int) -> int:
        """Where the given head of a word is."""
        if not self.told or self.given[i] < 0:
            return 0
        return self.sides[0 if self.given[i] == 0 else 1 if self.given[i] <= i else 2]

    def _field(self, text: Any, cuts: Any, i: int, number: int) -> int:
        start = cuts[columns.CUTS * i + number]
        end = cuts[columns.CUTS * i + number + 1] - 1
        if number != columns.FORM and end - start == 1 and text[start] == 95:
            return 0
        return hash_span(text, start, end, self.seed[3])

    def _affix(self, text: Any, start: int, end: int, prefix: bool, length: int) -> int:
        """The first or last characters of a form; a form of that length or less has none."""
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

    def _in_characters(self, text: Any, start: int, end: int, kind: int) -> int:
        """The shape of a form, or the form in lower case."""
        if kind == SHAPE:
            classes = cython.address(self.classes[0]) if cython.compiled else self.classes
            return hash_shape(text, start, end, classes, self.seed[8])
        small = cython.address(self.small[0]) if cython.compiled else self.small
        return hash_small(text, start, end, small, self.seed[9])

    def _keyed(self, text: Any, start: int, end: int, key: int) -> int:
        """The value of Name in Name=Value|Name=Value, 0 if absent."""
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

    def composite(self, i: int, column: int) -> int:
        """Several columns as one; those that are absent count as empty."""
        total = self.seed[7]
        for part in range(self.part_start[column], self.part_start[column + 1]):
            slot = part - self.part_start[column]
            total = total + self.hash[(i + 1) * self.column_count + self.part[part]] * self.odd[slot & 15]
            if not cython.compiled:
                total &= MASK
        total = mix(total)
        return total if total != 0 else 1


def flat(lists: list[list[int]]) -> tuple[Any, Any]:
    """Lists of numbers as one array and where each begins."""
    starts, total = [0], 0
    for numbers in lists:
        total += len(numbers)
        starts.append(total)
    return ints([n for numbers in lists for n in numbers]), ints(starts)
