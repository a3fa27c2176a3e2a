"""CoNLL-X: recognised by PHEAD in its ninth column, and converted from and to CoNLL-U."""

from __future__ import annotations

import re
from collections import Counter

from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence

LOOKED_AT = 1 << 16  # bytes at the beginning of a file from which its format is detected
NUMBER_BEFORE_LAST = re.compile(rb"\t[0-9]+\t[^\t\n]+$", re.MULTILINE)  # as in PHEAD, found six times as fast
PHEAD = re.compile(rb"^[0-9]+(?:\t[^\t\n]+){7}\t[0-9]+\t[^\t\n]+$", re.MULTILINE)
CONLLU_ROW = re.compile(rb"^(?:[0-9]+[-.][0-9]+\t|[0-9]+(?:\t[^\t\n]+){7}\t[0-9.]+:)", re.MULTILINE)


def format_of(block: bytes, path: str, report: Report) -> str:
    """The format of a file by its first block: CoNLL-X if column nine has plain numbers and no row is CoNLL-U."""
    if path.removesuffix(".gz").endswith(".conllx"):
        return "conllx"
    start = block[:LOOKED_AT]
    if not NUMBER_BEFORE_LAST.search(start) or not PHEAD.search(start) or CONLLU_ROW.search(start):
        return "conllu"
    report.add_note(path, "read as CoNLL-X, because the ninth column has head numbers (PHEAD)")
    return "conllx"


def to_conllu(sentence: Sentence, losses: Counter[str] | None = None) -> Sentence:
    """A CoNLL-X sentence as CoNLL-U; PHEAD and PDEPREL go to MISC, so that `to_conllx` gives the same bytes again."""
    if sentence.format == "conllu":
        return sentence
    rows = []
    for row in sentence.rows:
        columns = row.split("\t")
        if not row.startswith("#"):
            kept = zip(("PHead", "PDeprel"), columns[8:], strict=True)
            misc = [f"{key}={_escape(value)}" for key, value in kept if value != "_"]
            columns[8:] = ["_", "|".join(misc) or "_"]
        rows.append("\t".join(columns))
        if losses is not None and columns[5:6] > ["_"] and any("=" not in item for item in columns[5].split("|")):
            losses["words whose FEATS are not Key=Value pairs, kept as they are"] += 1
    return _sentence(rows, sentence, "conllu")


def to_conllx(sentence: Sentence, losses: Counter[str] | None = None) -> Sentence:
    """A CoNLL-U sentence as CoNLL-X; what CoNLL-X cannot hold is left out and counted in `losses`."""
    if sentence.format == "conllx":
        return sentence
    lost: Counter[str] = Counter() if losses is None else losses
    rows = []
    for row in sentence.rows:
        columns = row.split("\t")
        if row.startswith("#"):
            lost["comments left out: CoNLL-X has none"] += 1
        elif not columns[0].isdigit():
            kind = "ranges" if "-" in columns[0] else "empty nodes"
            lost[f"{kind} left out: CoNLL-X has none"] += 1
        else:
            rows.append("\t".join(_conllx_columns(columns, lost)))
    return _sentence(rows, sentence, "conllx")


def _conllx_columns(columns: list[str], lost: Counter[str]) -> list[str]:
    kept = {"PHead": "_", "PDeprel": "_"}
    other = 0
    for item in columns[9].split("|"):
        key, _, value = item.partition("=")
        if key in kept:
            kept[key] = _unescape(value)
        else:
            other += item != "_"
    if other:
        lost["MISC fields left out: CoNLL-X has none"] += 1
    if columns[8] != "_":
        lost["DEPS fields left out: CoNLL-X has none"] += 1
    if any(" " in field for field in columns[:8]):
        lost["words with spaces in a field, written as _: CoNLL-X has none"] += 1
    return [*(field.replace(" ", "_") for field in columns[:8]), kept["PHead"], kept["PDeprel"]]


def _sentence(rows: list[str], old: Sentence, format: str) -> Sentence:
    return Sentence("".join(row + "\n" for row in rows).encode(), path=old.path, line=old.line, format=format)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("|", "\\p")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: "|" if match[1] == "p" else match[1], value)
