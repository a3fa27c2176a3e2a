"""What happened while reading: everything odd, skipped or repaired is counted and reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from treewright.errors import InputError

if TYPE_CHECKING:
    from treewright.treebank.sentence import Sentence

KEPT = 10_000  # messages kept in full; beyond that they are only counted, so that memory stays flat
SHOWN = 20  # errors that str(report) lists


@dataclass(frozen=True)
class Problem:
    """One error in a treebank: where it is, what was seen and what was expected."""

    line: int
    seen: str
    expected: str
    repair: str | None = None  # what `repair` does about it; None if nothing can be done
    path: str = ""
    sent_id: str | None = None
    more: int = 0  # further errors of the sentence, which may follow from this one

    def __str__(self) -> str:
        name = f" (sent_id {self.sent_id})" if self.sent_id else ""
        more = f"; and {self.more:,} more in this sentence" if self.more else ""
        return f"{self.path}:{self.line}{name}: seen {self.seen}, expected {self.expected}{more}"


def with_the_rest(problems: Sequence[Problem]) -> list[Problem]:
    """The first of a sentence's problems, which knows how many there are; it is repaired if all of them can be."""
    if len(problems) < 2:
        return list(problems)
    repair = problems[0].repair if all(problem.repair for problem in problems) else None
    return [replace(problems[0], more=len(problems) - 1, repair=repair)]


class Report:
    """Collects errors and notes; one report may serve several files."""

    def __init__(self) -> None:
        self.sentences = self.words = self.skipped = self.repaired = self.error_count = 0
        self.trees = 0  # sentences with a constituency tree
        self.errors: list[str] = []
        self._notes: dict[tuple[str, str], list[int]] = {}  # (path, text) -> [first line, how often]
        self._stopped = False

    def add_error(self, problem: Problem, answer: str = "") -> None:
        """Counts a problem; `answer` says what was done about it."""
        self.error_count += 1
        if len(self.errors) < KEPT:
            self.errors.append(f"{problem}; {answer}" if answer else str(problem))

    def add_note(self, path: str, text: str, line: int = 0, times: int = 1) -> None:
        """Notes something that was accepted: once for each file, with its first line and its count."""
        self._notes.setdefault((path, text), [line, 0])[1] += times

    def answer(self, problems: Sequence[Problem], *, repair: bool, what: str = "sentence") -> bool:
        """Counts a faulty sentence as repaired, if that is wanted and possible, or as skipped; says which."""
        mended = repair and all(problem.repair for problem in problems)
        for problem in problems:
            self.add_error(problem, f"repaired: {problem.repair}" if mended else f"{what} skipped")
        if what == "sentence":
            self.repaired += mended
            self.skipped += not mended
        return mended

    def stopped(self, problems: Sequence[Problem], where: str) -> InputError:
        """Counts the problems of a file at whose first one reading ended; returns that one, to be raised."""
        for problem in problems:
            self.add_error(problem)
        self.stop()
        count = len(problems) - 1
        more = f"; and {count:,} more error{'s' if count > 1 else ''}{where}" if count else ""
        return InputError(f"{problems[0]}{more}")

    def leave_out(self, sentence: Sentence) -> None:
        """Counts a sentence that was read but not used."""
        self.skipped += 1
        self.sentences = max(0, self.sentences - 1)
        self.words = max(0, self.words - len(sentence))

    def stop(self) -> None:
        """Records that reading ended at the first error, which is in the exception."""
        self._stopped = True

    @property
    def notes(self) -> list[str]:
        """Odd input that was accepted, and how many sentences were skipped or repaired."""
        notes = []
        for (path, text), (line, times) in self._notes.items():
            place = f"{path}:{line}" if line else path
            notes.append(f"{place}: {text}" + (f" ({times:,} times)" if times > 1 else ""))
        for count, what in ((self.skipped, "skipped"), (self.repaired, "repaired")):
            if count:
                notes.append(f"{count:,} sentence{'s' if count > 1 else ''} {what}")
        return notes

    def __str__(self) -> str:
        """Errors, then notes, one line each; after a stop only the errors after the first, which is in the exception."""
        first = 1 if self._stopped else 0
        shown = self.errors[first : first + SHOWN]
        more = self.error_count - first - len(shown)
        tail = [f"and {more:,} more errors"] if more > 0 else []
        return "\n".join([*shown, *tail, *([] if self._stopped else self.notes)])

    def __repr__(self) -> str:
        return f"<Report: sentences {self.sentences:,}, errors {self.error_count:,}, notes {len(self.notes):,}>"

    def __bool__(self) -> bool:
        return bool(self.error_count or self._notes)
