"""What packing.h does in C, for uncompiled code and for people: see slots.h for how the table is laid out."""

from __future__ import annotations

from typing import Any

import numpy

BUCKET = 16
LONG = 65535  # the class that marks a longer row
LONGEST = 12  # pairs in a list; with more of them a dense row is quicker
SLOT = numpy.dtype([("check", "<u4"), ("number", "<u2", 3), ("weight", "<i2", 3)])
PAIR = numpy.dtype([("number", "<u2"), ("weight", "<i2")])


def fits(classes: int, stride: int, tags: Any, slots: Any, pairs: Any, dense: Any) -> bool:
    """Whether arrays have the types and sizes that belong together."""
    types = (tags.dtype, slots.dtype, pairs.dtype, dense.dtype) == tuple(map(numpy.dtype, ("u1", "u1", "u4", "i2")))
    sizes = len(tags) > 0 and len(tags) % BUCKET == 0 and len(slots) == len(tags) * SLOT.itemsize
    return bool(types and sizes and len(dense) % stride == 0 and classes < LONG)


def is_sound_in_python(classes: int, stride: int, tags: Any, slots: Any, pairs: Any, dense: Any) -> bool:
    """What is_sound of packing.h does in C."""
    fields = slots.view(SLOT)
    long = fields["number"][:, 0] == LONG
    numbers = fields["number"][long].astype(numpy.int64)
    starts, lengths = numbers[:, 1] | numbers[:, 2] << 16, fields["weight"][long, 0].astype(numpy.int64)
    lists, rows = lengths > 0, lengths == 0
    good = (lengths >= 0).all() and (starts[lists] + lengths[lists] <= len(pairs)).all()
    good = good and (starts[rows] < len(dense) // stride).all() and not tags[BUCKET - 1 :: BUCKET].all()
    highest = (fields["number"][~long].max(initial=0), pairs.view(PAIR)["number"].max(initial=0))
    return bool(good and max(highest) < classes)


def find(tags: Any, slots: Any, buckets: int, key: int) -> int:
    """Where a feature is, or -1 - where it would go: the same as in C."""
    tag, low = (key >> 24 & 255) or 1, key & 0xFFFFFFFF
    bucket = ((key >> 32) * buckets) >> 32
    while True:
        for at in range(bucket * BUCKET, (bucket + 1) * BUCKET):
            if tags[at] == 0:
                return -1 - at
            if tags[at] == tag and int(slots["check"][at]) == low:
                return at
        bucket = (bucket + 1) % buckets


def pack_in_python(
    tags: Any, slots: Any, buckets: int, pairs: Any, dense: Any, stride: int, keys: Any, starts: Any, numbers: Any,
    weights: Any,
) -> None:  # fmt: skip
    """What `pack` does in C."""
    fields, lists = slots.view(SLOT), pairs.view(PAIR)
    next_pair = next_row = 0
    for i, key in enumerate(keys.tolist()):
        at = find(tags, fields, buckets, key)
        if at >= 0:
            continue
        at = -1 - at
        row = slice(int(starts[i]), int(starts[i + 1]))
        length = row.stop - row.start
        tags[at], fields["check"][at] = (key >> 24 & 255) or 1, key & 0xFFFFFFFF
        if length <= 3:
            fields["number"][at, :length], fields["weight"][at, :length] = numbers[row], weights[row]
            continue
        if length <= LONGEST:
            place = next_pair
            lists["number"][place : place + length], lists["weight"][place : place + length] = numbers[row], weights[row]
            fields["weight"][at, 0] = length
            next_pair += length
        else:
            place = next_row
            for number, weight in zip(numbers[row].tolist(), weights[row].tolist(), strict=True):
                dense[place * stride + column_of(number)] = weight
            next_row += 1
        fields["number"][at] = (LONG, place & 0xFFFF, place >> 16)


def column_of(number: int) -> int:
    """Where a dense row keeps a class: 16 of them in eight pairs, 0 to 7 in the first halves, 8 to 15 in the second."""
    return (number & ~15) | (number & 7) << 1 | (number >> 3 & 1)


def number_in(column: int) -> int:
    """The class that a dense row keeps there."""
    return (column & ~15) | column >> 1 & 7 | (column & 1) << 3
