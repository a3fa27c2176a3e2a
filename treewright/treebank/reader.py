"""Reads treebanks of all formats as a stream of sentences; notes odd input, handles faulty input by `on_error`."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import chain

from treewright.errors import InputError, SettingsError
from treewright.treebank import conllx, json_lines, tree_formats
from treewright.treebank.byte_source import BOM, ByteSource, Source
from treewright.treebank.repair import examine
from treewright.treebank.report import Problem, Report, with_the_rest
from treewright.treebank.scan import Scanner, is_utf8
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.tree_check import check_tree
from treewright.treebank.tree_json import with_tree
from treewright.treebank.tree_reading import TreeReading

CHOICES = {
    "format": ("auto", "conllu", "conllx", "json", *tree_formats.NAMES),
    "on_error": ("stop", "skip", "repair"),
    "trees": ("ignored", "required", "forest"),
}
FORMATS = {"conllu": "CoNLL-U", "conllx": "CoNLL-X", "json": "JSON lines", **tree_formats.NAMES}
LOOK_AHEAD = 1 << 24  # bytes searched for further errors after the first
Scanners = Generator[tuple[Scanner, bool], None, None]
MARK_AT_START = re.compile(b"^(?:" + BOM + b")+", re.MULTILINE)
SENT_ID = re.compile(rb"^# *sent_id *=(.*)$", re.MULTILINE)


def read(
    source: Source,
    *,
    format: str = "auto",
    on_error: str = "stop",
    trees: str = "ignored",
    report: Report | None = None,
) -> Reader:
    """The sentences of a path (`-` is stdin), a file object or bytes, one by one; `reader.report` lists what was odd.

    `trees` says what HEAD must be: "ignored" (for parsing), "required" (for training: a tree with one root, unknown
    heads allowed), "forest" (the same with any number of roots). `on_error` says what becomes of a faulty sentence:
    "stop" raises an InputError, "skip" leaves it out, "repair" repairs it or, if that is impossible, leaves it out.
    """
    return Reader(source, format=format, on_error=on_error, trees=trees, report=report)


class Reader:
    """An iterator over the sentences of one treebank."""

    def __init__(
        self,
        source: Source,
        *,
        format: str = "auto",
        on_error: str = "stop",
        trees: str = "ignored",
        report: Report | None = None,
    ) -> None:
        for name, value in (("format", format), ("on_error", on_error), ("trees", trees)):
            if value not in CHOICES[name]:
                raise SettingsError(f"{name}: seen {value!r}, expected one of {', '.join(CHOICES[name])}")
        self.format, self.on_error, self.trees = format, on_error, trees
        self.report = Report() if report is None else report
        self._bytes = ByteSource(source, self.report, repair=on_error == "repair", format=format)
        self.path = self._bytes.path
        self._batches = self._read()
        self._batch: Iterator[Sentence] = iter(())  # the rest of the batch that is read one by one
        self._sentences = self._one_by_one()

    def __repr__(self) -> str:
        so_far = f"{self.report.sentences:,} sentences so far"
        return f"<Reader of {self.path}: {FORMATS.get(self.format, 'format not looked at yet')}, {so_far}>"

    def __iter__(self) -> Iterator[Sentence]:
        return self._sentences

    def __next__(self) -> Sentence:
        return next(self._sentences)

    def batches(self) -> Iterator[list[Sentence]]:
        """The sentences in lists as they come from the file; an empty list means that reading may block."""
        if batch := list(self._batch):
            yield batch
        yield from self._batches

    def position(self) -> int:
        """How many bytes of a file were read."""
        return self._bytes.position()

    def close(self) -> None:
        """Ends reading before the end of the file."""
        self._sentences.close()
        self._batches.close()
        self._bytes.close()

    def _one_by_one(self) -> Generator[Sentence, None, None]:
        for batch in self._batches:
            self._batch = iter(batch)
            yield from self._batch

    def _read(self) -> Generator[list[Sentence], None, None]:
        words = self.report.words
        blocks = self._bytes.blocks()
        try:
            for block in blocks:
                if block:
                    rest = chain([block], blocks)
                    trees = self._bytes.format in tree_formats.NAMES
                    yield from self._read_trees(rest) if trees else self._read_rows(rest)
                else:
                    yield []
            if self.format == "auto" and self._bytes.format in tree_formats.NAMES:
                self.format = self._bytes.format  # nothing is in the file, but its name tells
            if self.trees != "ignored" and self.on_error == "stop" and self.report.words == words:
                raise InputError(f"{self.path}: seen no sentence, expected at least one")
        finally:
            self._bytes.close()

    def _read_trees(self, blocks: Iterator[bytes]) -> Generator[list[Sentence], None, None]:
        """Constituency trees, which are always checked."""
        self.format = self._bytes.format
        reading = TreeReading(self.format, self.path, self.on_error, self.report, lasting=self._bytes.lasting)
        for batch in reading.batches(blocks):
            yield self._counted(batch)

    def _read_rows(self, blocks: Iterator[bytes]) -> Generator[list[Sentence], None, None]:
        shelf, fast = Shelf(), self.trees == "ignored"
        scanners = self._scanners(blocks)
        try:
            for scanner, valid in scanners:
                if not scanner.block:
                    yield []
                while True:
                    if fast and valid and self.format != "json":
                        if batch := shelf.sentences(scanner, self.path, self.format):
                            yield self._counted(batch)
                        if not scanner.faulty:
                            break
                    elif not scanner.scan():
                        break
                    problems, sentences = self._look(scanner, shelf, valid)
                    if problems:
                        if self.on_error == "stop":
                            raise self._stop(problems, scanner, valid, scanners)
                        sentences = self._answer(problems, sentences)
                    if sentences:
                        yield self._counted(sentences)
        finally:
            scanners.close()

    @property
    def has_trees(self) -> bool:
        """Whether the format is one of constituency trees, as far as that is known yet."""
        return self.format in tree_formats.NAMES

    def _counted(self, batch: list[Sentence]) -> list[Sentence]:
        self.report.sentences += len(batch)
        if self.has_trees or self.format == "json":
            self.report.trees += sum(sentence.tree is not None for sentence in batch)
        self.report.words += sum(map(len, batch))
        return batch

    def _scanners(self, blocks: Iterator[bytes]) -> Scanners:
        """A scanner for each block, and whether the block is all UTF-8; an empty block means that reading may block."""
        line = 1
        blank = spaced = 0
        for block in blocks:
            if self.format == "auto" and block:
                is_json = self._bytes.format == "json"
                self.format = "json" if is_json else conllx.format_of(block, self.path, self.report)
            for part in block.splitlines(keepends=True) if self.format == "json" and block else [block]:
                scanner = Scanner(part, line)
                yield scanner, is_utf8(part)
                line = scanner.next_line
                blank += scanner.blank_lines
                spaced += scanner.spaced_lines
        if blank:
            self.report.add_note(self.path, "blank lines beyond the one after a sentence, left out", 0, blank)
        if spaced:
            self.report.add_note(self.path, "blank lines with spaces, read as blank", 0, spaced)

    def _look(self, scanner: Scanner, shelf: Shelf, valid: bool) -> tuple[list[Problem], list[Sentence]]:
        """A closer look at the scanner's sentence: its problems, and the repaired sentence."""
        source = scanner.block[scanner.start : scanner.stop]
        problems: list[Problem] = []
        if scanner.faulty and BOM in source:
            source, marks = MARK_AT_START.subn(b"", source)
            if marks:  # concatenated files
                self.report.add_note(self.path, "byte-order mark within the file, left out", scanner.line, marks)
                sentences = []
                scanner = Scanner(source, scanner.line)
                while scanner.scan():  # a line with only the mark is now blank
                    found, more = self._look(scanner, shelf, valid)
                    problems += found
                    sentences += more
                return problems, sentences
        if self.format == "json":
            problems, sources = json_lines.examine(source, scanner.line)
            sentences = [Sentence(text, path=self.path, line=line) for line, text in sources]
            if sentences and b'"tree"' in source and (data := json.loads(source).get("tree")) is not None:
                wrong, tree_sentence = with_tree(sentences[0], data, scanner.line)
                problems += with_the_rest(wrong)
                sentences = [] if tree_sentence is None else [tree_sentence]
        elif not scanner.faulty and (valid or is_utf8(source)):
            sentences = [shelf.sentence(scanner, self.path, self.format)]
        else:
            problems, sources = examine(source, scanner.line)
            sentences = [Sentence(text, path=self.path, line=line, format=self.format) for line, text in sources]
        if self.trees != "ignored" and not any(sentence.tree is not None for sentence in sentences):
            checked = [check_tree(sentence, several_roots=self.trees == "forest") for sentence in sentences]
            problems += [problem for found, _ in checked for problem in found]
            sentences = [sentence for _, sentence in checked]
        name = SENT_ID.search(source)
        sent_id = name[1].strip(b" ").decode("utf-8", "replace") if name else None
        if self.format == "json":  # all rows of a sentence stand on one line
            problems = [replace(problem, line=scanner.line) for problem in problems]
        return [replace(problem, path=self.path, sent_id=sent_id or problem.sent_id) for problem in problems], sentences

    def _answer(self, problems: list[Problem], sentences: list[Sentence]) -> list[Sentence]:
        """Skips or repairs, and says so."""
        return sentences if self.report.answer(problems, repair=self.on_error == "repair") else []

    def _stop(self, problems: list[Problem], scanner: Scanner, valid: bool, scanners: Scanners) -> InputError:
        """The first error, and how many more there are; a stream that may block is not read further."""
        shelf = Shelf()
        seen = 0
        more = iter([(scanner, valid)])
        while True:
            for scanner, valid in more:
                while scanner.scan():
                    if scanner.faulty or not valid or self.trees != "ignored" or self.format == "json":
                        problems += self._look(scanner, shelf, valid)[0]
                seen += len(scanner.block)
            try:
                if seen >= LOOK_AHEAD or not self._bytes.lasting:
                    break
                more = iter([next(scanners)])
            except (StopIteration, InputError):
                break
        where = "" if seen < LOOK_AHEAD and self._bytes.lasting else f" in the next {max(1, seen >> 20)} MB"
        return self.report.stopped(problems, where)
