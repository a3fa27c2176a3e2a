"""Writes sentences with constituency trees in the formats of such trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from treewright.errors import InputError
from treewright.treebank.discbracket import to_discbracket
from treewright.treebank.export_writer import ExportWriter
from treewright.treebank.penn_brackets import to_brackets
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_losses import count_lost_columns


def encoded(sentences: Iterable[Sentence], format: str, losses: Counter[str] | None = None) -> Iterator[bytes]:
    """The output in pieces, one for each sentence; one without a tree is refused."""
    writer = ExportWriter(3 if format == "export3" else 4, losses)
    first = list(islice(sentences := iter(sentences), 1))  # nothing is written if it cannot be read
    if format.startswith("export"):
        yield writer.header().encode()
    for number, sentence in enumerate(chain(first, sentences), 1):
        name = f" (sent_id {sentence.sent_id})" if sentence.sent_id else ""
        where = f"{sentence.place}{name}"
        if sentence.tree is None:
            raise InputError(f"{where}: seen no constituency tree, expected one: {format} holds nothing else")
        if losses is not None:
            count_lost_columns(sentence, losses, format)
        if format == "discbracket":
            text = to_discbracket(sentence.tree, number, losses)
        elif format == "bracket":
            text = to_brackets(sentence.tree, where, losses)
        else:
            text = writer.text(sentence.tree, where)
        yield text.encode()
