"""Rows for tests: small invented sentences."""

from __future__ import annotations

from treewright.treebank import Report, read


def row(number: object, form: str = "w", head: object = 0, **columns: str) -> str:
    """A row of ten columns; others than ID, FORM and HEAD by name."""
    names = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
    values = {"lemma": "l", "upos": "NOUN", "head": str(head), "deprel": "dep", **columns}
    return "\t".join([str(number), form, *(values.get(name, "_") for name in names)]) + "\n"


GOOD = row(1) + row(2, head=1) + "\n"


def take(data: str | bytes, **settings: str) -> tuple[list[bytes], Report]:
    """The sources of all sentences, and what was said about them."""
    report = Report()
    content = data.encode() if isinstance(data, str) else data
    return [sentence.source for sentence in read(content, report=report, **settings)], report


def written(data: str | bytes, **settings: str) -> str:
    """What reading and writing gives."""
    return "".join(source.decode() + "\n" for source in take(data, **settings)[0])
