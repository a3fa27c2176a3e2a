"""One word of a sentence, with the names of CoNLL-U."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from treewright.errors import InputError

TYPES = {"id": (int, str), "head": (int,), "feats": (Mapping, str)}  # of fields that are not just strings


@dataclass(frozen=True)
class Word:
    """A row of a treebank; `_` is None (or an empty dict for `feats`). Change one with `dataclasses.replace`."""

    form: str
    lemma: str | None = None
    upos: str | None = None
    xpos: str | None = None
    feats: dict[str, str | None] = field(default_factory=dict)
    head: int | None = None
    deprel: str | None = None
    deps: str | None = None
    misc: str | None = None
    id: int | str | None = None  # a string such as "1-2" for a range and "1.1" for an empty node

    @classmethod
    def of(cls, given: Word | Mapping[str, Any] | str) -> Word:
        """A word from a word, a dict with the same names, or a plain form."""
        if isinstance(given, Word):
            return given
        if isinstance(given, str):
            return cls(given)
        if not isinstance(given, Mapping):
            expected = "a form, a dict such as {'form': 'dog', 'upos': 'NOUN'}, or a Word"
            raise InputError(f"word: seen {given!r}, expected {expected}")
        names = [field.name for field in fields(cls)]
        if unknown := [key for key in given if key not in names]:
            raise InputError(f"word {dict(given)}: seen {unknown[0]!r}, expected one of {', '.join(names)}")
        if not given.get("form"):
            raise InputError(f"word {dict(given)}: seen no form, expected one")
        for name, value in given.items():
            types = TYPES.get(name, (str,))
            if value is not None and (not isinstance(value, types) or isinstance(value, bool)):
                expected = " or ".join(kind.__name__.lower() for kind in types)
                raise InputError(f"word {dict(given)}: seen {name} {value!r}, expected {expected}")
        feats = given.get("feats") or {}
        return cls(**{**given, "feats": items(feats) if isinstance(feats, str) else dict(feats)})

    @classmethod
    def from_columns(cls, columns: list[str]) -> Word:
        """A word from the ten fields of its row."""
        number, form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
        return cls(
            form=form,
            # a form `_` is an underscore, and so is its lemma
            lemma=lemma if lemma != "_" or form == "_" else None,
            upos=_known(upos),
            xpos=_known(xpos),
            feats=items(feats),
            head=int(head) if head.isascii() and head.isdigit() and len(head) < 10 else None,
            deprel=_known(deprel),
            deps=_known(deps),
            misc=_known(misc),
            id=int(number) if number.isascii() and number.isdigit() else number,
        )

    def columns(self, number: int) -> list[str]:
        """The ten fields of the word's row, with the given number unless it is a range or an empty node."""
        feats = "|".join(key if value is None else f"{key}={value}" for key, value in self.feats.items())
        head = None if self.head is None or self.head < 0 else str(self.head)
        optional = [self.lemma, self.upos, self.xpos, feats, head, self.deprel, self.deps, self.misc]
        name = self.id if isinstance(self.id, str) else str(number)
        return [name, self.form, *(text if text else "_" for text in optional)]

    def misc_items(self) -> dict[str, str | None]:
        """MISC as a dict; an item without `=` has the value None."""
        return items(self.misc or "_")

    def to_dict(self) -> dict[str, Any]:
        """The word as plain data, its id first."""
        data = asdict(self)
        return {"id": data.pop("id"), **data}


def items(text: str) -> dict[str, str | None]:
    """Reads `A=x|B` as {"A": "x", "B": None}, and `_` as {}."""
    if text == "_":
        return {}
    pairs = (item.partition("=") for item in text.split("|"))
    return {key: value if equals else None for key, equals, value in pairs}


def _known(text: str) -> str | None:
    return None if text == "_" else text
