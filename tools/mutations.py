"""Small changes to bytes, rows and nested values, drawn from a given random generator."""

from __future__ import annotations

import json
from random import Random
from typing import Any

STRINGS = (
    "", " ", "_", "\t", "\n", "\r", "\0", "a\tb", "%5F\n", "=a\nb", "a%09b", "kept\tx\ty", "\u2028", "\ufeff", "\u200d", "é",
    "e\u0301", "😀", "\x1b[31m", "1-2", "2-1", "1.1", "0", "-1", "01", "+1", "2147483648", "9" * 400, "x" * 70_000, "root",
    "a|b", "=", "|", "A=b=c", "#", "# sent_id = x", "# text = ", "<b>&", "ſ", "İ", "don't", "...", "“", "١", "None",
    "true", "parser", "pipeline", "w", "S0.w", "beam",
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 3, 7, 16, 127, 128, 255, 256, 1000, 1025, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1,
    2**32, 2**63 - 1, 2**63, 2**64, -(2**31), -(2**63), 10**30, 0.5, -0.5, 1e308, 1e-320,
)  # fmt: skip
IDS = ("1-2", "2-3", "3-2", "1.1", "0.1", "5.1", "1-1", "x", "9-99999999999", "1.99999999999")


def odd_string(random: Random) -> str:
    """A string that may cause trouble, or two of them, or one many times."""
    text = random.choice(STRINGS)
    if random.random() < 0.2:
        text += random.choice(STRINGS)
    return text * random.choice((2, 50)) if len(text) < 100 and random.random() < 0.1 else text


def odd_value(random: Random) -> Any:
    """A value of any JSON type."""
    text = odd_string(random)
    return random.choice((text, random.choice(NUMBERS), None, True, False, [], {}, [text], {text: 1}, [[0]]))


def change_bytes(random: Random, data: bytes) -> bytes:
    """Some bytes flipped, dropped, doubled or put in."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5))):
        at, length = random.randrange(len(made) + 1), random.choice((1, 1, 2, 8, 100))
        kind = random.randrange(5)
        if kind == 0 and at < len(made):
            made[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            del made[at : at + length]
        elif kind == 2:
            made[at:at] = made[at : at + length] * random.choice((1, 2, 30))
        elif kind == 3:
            made[at:at] = odd_string(random).encode("utf-8", "surrogatepass")
        else:
            made[at:at] = bytes(random.randrange(256) for _ in range(length))
    return bytes(made)


def change_rows(random: Random, data: bytes) -> bytes:
    """Rows of columns with other fields, numbers, columns, line ends and order."""
    rows = data.decode().split("\n")
    for _ in range(random.choice((1, 1, 2, 4, 10))):
        at = random.randrange(len(rows))
        columns, kind = rows[at].split("\t"), random.randrange(10)
        place = random.randrange(len(columns))
        if kind == 0:
            columns[place] = odd_string(random)
        elif kind == 1 and len(columns) > 6:
            columns[6] = str(random.choice((*range(12), *NUMBERS)))
        elif kind == 2:
            columns[0] = random.choice((*IDS, str(random.choice(NUMBERS))))
        elif kind == 3:
            del columns[place]
        elif kind == 4:
            columns.insert(place, odd_string(random))
        elif kind == 5 and len(columns) > 9:
            pieces = [odd_string(random)[:50] for _ in range(random.choice((1, 3, 200)))]
            columns[random.choice((5, 8, 9))] = "|".join(pieces)
        elif kind == 6:
            rows[at:at] = rows[random.randrange(len(rows)) :][: random.choice((1, 3, 40))]
        elif kind == 7:
            rows.insert(at, random.choice(("", "", "# newpar", "# sent_id = x", "#", " ", odd_string(random))))
        elif kind == 8:
            other = random.randrange(len(rows))
            columns = rows[other].split("\t")
            rows[other] = rows[at]
        else:
            columns = [field.upper() if random.random() < 0.5 else "_" for field in columns]
        at = min(at, len(rows) - 1)
        rows[at] = "\t".join(columns)
    return random.choice(("\n", "\n", "\n", "\r\n")).join(rows).encode("utf-8", "surrogatepass")


def change_value(random: Random, value: Any) -> Any:
    """The same nested value with one place in it changed; all places of one level are equally likely."""
    inner = isinstance(value, (dict, list)) and len(value) > 0
    if inner and random.random() < 0.85:
        made = value.copy()
        place = random.choice(list(made)) if isinstance(made, dict) else random.randrange(len(made))
        made[place] = change_value(random, made[place])
        return made
    kind = random.randrange(8)
    if inner and kind < 5:
        return _change_members(random, value, kind)
    if isinstance(value, str) and kind < 3:
        at = random.randrange(len(value) + 1)
        return (value[:at] + odd_string(random) + value[at:], value[:at], value[at:] + value[:at])[kind]
    if isinstance(value, str) and kind < 6:
        return odd_string(random)
    if type(value) in (int, float) and kind < 6:
        return random.choice(NUMBERS) if kind < 4 else value + random.choice((-1, 1))
    return odd_value(random)


def _change_members(random: Random, value: Any, kind: int) -> Any:
    """A list or object with something removed, added, swapped or repeated."""
    if isinstance(value, dict):
        made, key = dict(value), random.choice(list(value))
        other = random.choice(list(value))
        if kind == 0:
            del made[key]
        elif kind == 1:
            made[odd_string(random)] = odd_value(random)
        elif kind == 2:
            made[key], made[other] = made[other], made[key]
        elif kind == 3:
            made[odd_string(random)] = made.pop(key)
        else:
            made = dict.fromkeys(made, made[key])
        return made
    row, at = list(value), random.randrange(len(value))
    if kind == 0:
        del row[at : at + random.choice((1, 1, 5))]
    elif kind == 1:
        row.insert(at, odd_value(random))
    elif kind == 2:
        random.shuffle(row)
    elif kind == 3:
        row[at:at] = row[at : at + 3] * random.choice((1, 20))
    else:
        row = [row[at]] * len(row)
    return row


def change_json_lines(random: Random, data: bytes) -> bytes:
    """Lines of JSON with changed values."""
    lines = data.decode().splitlines()
    for at in random.sample(range(len(lines)), random.choice((1, 1, 3))):
        made = json.loads(lines[at])
        for _ in range(random.choice((1, 1, 2, 5))):
            changed = change_value(random, made)
            if isinstance(changed, dict) or random.random() < 0.3:
                made = changed
        lines[at] = json.dumps(made, ensure_ascii=random.random() < 0.5)
    return "\n".join(lines).encode("utf-8", "surrogatepass")
