"""Reads constituency trees block by block; faulty ones are answered as the reader of rows answers faulty rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from treewright.errors import InputError
from treewright.treebank.report import Problem, Report, with_the_rest
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_builder import Found
from treewright.treebank.tree_formats import tree_format
from treewright.treebank.tree_sentence import TreeSentence

LOOK_AHEAD = 1 << 24  # bytes searched for further errors after the first


class TreeReading:
    """One file in one of the formats of trees."""

    def __init__(self, format: str, path: str, on_error: str, report: Report, *, lasting: bool = True) -> None:
        self.path, self.on_error, self.report, self.lasting = path, on_error, report, lasting
        self._format = tree_format(format)
        self._seen = 0  # bytes

    def batches(self, blocks: Iterator[bytes]) -> Iterator[list[Sentence]]:
        """The sentences of each block; an empty batch means that reading may block."""
        found = self._found(blocks)
        batch: list[Sentence] = []
        for one in found:
            if one is None:
                if batch:
                    yield batch
                batch = []
                if not self._seen:
                    yield []
                continue
            problems = self._placed(one)
            if problems and self.on_error == "stop":
                if batch:
                    yield batch
                raise self._stop(problems, found)
            tree = one.tree
            if problems and not self.report.answer(problems, repair=self.on_error == "repair", what=one.what):
                tree = None
            if tree is not None:
                batch.append(TreeSentence(tree, path=self.path, line=one.line))
        if batch:
            yield batch
        for text, times in self._format.notes():
            self.report.add_note(self.path, text, times=times)

    def _found(self, blocks: Iterator[bytes]) -> Iterator[Found | None]:
        """What is found in all blocks, and None after each."""
        line = 1
        for block in blocks:
            self._seen = len(block)
            if block:
                yield from self._format.trees(block, line)
                line += block.count(b"\n")
            yield None
        yield from self._format.finish()

    def _placed(self, found: Found) -> list[Problem]:
        """The first problem, with the path and the name of the sentence; the others, which may follow from it, are counted."""
        name = (found.tree.name or None) if found.tree is not None else None
        return [replace(problem, path=self.path, sent_id=name) for problem in with_the_rest(found.problems)]

    def _stop(self, problems: list[Problem], found: Iterator[Found | None]) -> InputError:
        """The first error, and how many more there are; a stream that may block is not read further."""
        seen = self._seen
        try:
            for one in found:
                if one is not None:
                    problems += self._placed(one)
                else:
                    seen += self._seen
                    if seen >= LOOK_AHEAD or not self.lasting:
                        break
        except InputError:
            pass  # the rest cannot be read
        where = "" if seen < LOOK_AHEAD and self.lasting else f" in the next {max(1, seen >> 20)} MB"
        return self.report.stopped(problems, where)
