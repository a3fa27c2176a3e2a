"""What a tagger learns: a column of CoNLL-U, several of them at once, or lemmas by edit scripts.

The class of several columns has their fields with tabs between them; an edit script has tabs of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from treewright.errors import SettingsError
from treewright.tagging.edit_script import check_script, lemma_of, script_of
from treewright.treebank.columns import FEATS, LEMMA, UPOS, XPOS
from treewright.treebank.fields import checked_field
from treewright.treebank.sentence import Sentence

COLUMNS = {"lemma": LEMMA, "upos": UPOS, "xpos": XPOS, "feats": FEATS}
REMEMBERED = 100  # characters of a form whose lemma is remembered; longer ones would fill the memory
BETWEEN = "\t"  # the fields of a class of several columns; no field has one


class Target:
    """The classes of words, and the fields that a class stands for."""

    def __init__(self, name: str) -> None:
        self.name = name
        wanted = name.split("+") if isinstance(name, str) else [str(name)]
        if not set(wanted) <= set(COLUMNS) or len(set(wanted)) < len(wanted) or ("lemma" in wanted and len(wanted) > 1):
            raise SettingsError(f"target: seen {name!r}, expected lemma, or upos, xpos, feats or some of these joined by +")
        self.columns = [COLUMNS[part] for part in wanted]

    def classes(self, sentence: Sentence) -> list[str | None]:
        """The class of each word, None where it is not known: `_` as UPOS or XPOS, or as the lemma of another form."""
        columns = [[sentence.column(i, column) for i in range(sentence.size)] for column in self.columns]
        if self.columns == [LEMMA]:
            return [_script(form, lemma) for form, lemma in zip(sentence.forms, columns[0], strict=True)]
        unknown = [column != FEATS for column in self.columns]
        rows = zip(*columns, strict=True)
        return [
            None if any(value == "_" and u for value, u in zip(row, unknown, strict=True)) else BETWEEN.join(row)
            for row in rows
        ]

    def check(self, classes: Sequence[str]) -> None:
        """Refuses, with a ValueError, classes that do not stand for fields of these columns."""
        for name in classes:
            if self.columns == [LEMMA]:
                check_script(name)
                continue
            parts = name.split(BETWEEN)
            if len(parts) != len(self.columns):
                raise ValueError(f"labels of the tagger of {self.name}: seen {name!r:.60}, expected {len(self.columns)} parts")
            for part in parts:
                checked_field(part, f"labels of the tagger of {self.name}")

    def values(self, sentences: Sequence[Sentence], classes: Sequence[str]) -> list[list[bytes]]:
        """For each column, the values of all words that have these classes."""
        if self.columns == [LEMMA]:
            forms = [form for sentence in sentences for form in sentence.forms]
            made = (_lemma, _lemma.__wrapped__)
            return [[made[len(form) > REMEMBERED](form, name) for form, name in zip(forms, classes, strict=True)]]
        parts = {name: _parts(name) for name in set(classes)}
        return [[parts[name][i] for name in classes] for i in range(len(self.columns))]


def _script(form: str, lemma: str) -> str | None:
    return None if lemma == "_" and form != "_" else script_of(form, lemma)


@functools.lru_cache(maxsize=1 << 18)
def _lemma(form: str, name: str) -> bytes:
    made = lemma_of if len(form) <= REMEMBERED else lemma_of.__wrapped__
    return made(form, name).encode()


@functools.lru_cache(maxsize=1 << 16)
def _parts(name: str) -> tuple[bytes, ...]:
    return tuple(part.encode() for part in name.split(BETWEEN))
