"""Reads treebanks in CoNLL-U and CoNLL-X as a stream of sentences; odd input is noted, faulty input answered as asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any

from treewright.errors import InputError, SettingsError
from treewright.treebank import conllx
from treewright.treebank.byte_source import ByteSource
from treewright.treebank.dependency_tree import problems as tree_problems
from treewright.treebank.repair import examine
from treewright.treebank.report import Problem, Report
from treewright.treebank.scan import Scanner
from treewright.treebank.sentence import Sentence, Shelf

CHOICES = {
    "format": ("auto", "conllu", "conllx"),
    "on_error": ("stop", "skip", "repair"),
    "trees": ("ignored", "required", "forest"),
}
LOOK_AHEAD = 1 << 24  # bytes in which further errors are sought after the first


def read(
    source: str | os.PathLike[str] | bytes | IO[Any],
    *,
    format: str = "auto",
    on_error: str = "stop",
    trees: str = "ignored",
    report: Report | None = None,
) -> Reader:
    """The sentences of a path (`-` is stdin), a file object or bytes, one by one; `reader.report` tells what was odd.

    `trees` says what HEAD must be: "ignored" (for parsing), "required" (for training: a tree with one root, unknown
    heads allowed), "forest" (the same with any number of roots). `on_error` says what becomes of a faulty sentence.
    """
    return Reader(source, format=format, on_error=on_error, trees=trees, report=report)


class Reader:
    """An iterator over the sentences of one treebank."""

    def __init__(
        self, source: Any, *, format: str = "auto", on_error: str = "stop", trees: str = "ignored", report: Report | None
    ) -> None:
        for name, value in (("format", format), ("on_error", on_error), ("trees", trees)):
            if value not in CHOICES[name]:
                raise SettingsError(f"{name}: seen {value!r}, expected one of {', '.join(CHOICES[name])}")
        self.format, self.on_error, self.trees = format, on_error, trees
        self.report = Report() if report is None else report
        self.bytes = ByteSource(source, self.report, repair=on_error == "repair")
        self.path = self.bytes.path
        self._sentences = self._read()

    def __iter__(self) -> Iterator[Sentence]:
        return self._sentences

    def __next__(self) -> Sentence:
        return next(self._sentences)

    def close(self) -> None:
        """Ends reading before the end of the file."""
        self._sentences.close()
        self.bytes.close()

    def _read(self) -> Iterator[Sentence]:
        """Sentence after sentence; scanning stays in compiled code, only a faulty sentence comes to `_answer`."""
        report, path, on_tree = self.report, self.path, self.trees != "ignored"
        shelf = Shelf()
        line = 1
        words = 0
        blocks = self.bytes.blocks()
        try:
            for block in blocks:
                if self.format == "auto":
                    self.format = conllx.format_of(block, path, report)
                scanner = Scanner(block, line)
                valid = _is_utf8(block)
                while scanner.scan():
                    if scanner.faulty or not (valid or _is_utf8(block[scanner.start : scanner.stop])):
                        found = self._mend(scanner, blocks)
                    else:
                        sentence = shelf.sentence(scanner, path, self.format)
                        if not on_tree:
                            report.sentences += 1
                            words += sentence.size
                            yield sentence
                            continue
                        found = self._planted(sentence, scanner, blocks)
                    for sentence in found:
                        report.sentences += 1
                        words += sentence.size
                        yield sentence
                line = scanner.next_line
        finally:
            report.words += words
            self.bytes.close()
