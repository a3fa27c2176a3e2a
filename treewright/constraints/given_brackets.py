"""Constituents that are given before a sentence is parsed, as numbers for a search; those that clash are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from treewright.constraints.constraint_set import Constraints, constraints_of
from treewright.constraints.given import KEPT, outside
from treewright.constraints.preparation import checked_conflict
from treewright.errors import InputError, SettingsError
from treewright.treebank.report import Problem, Report
from treewright.treebank.sentence import Sentence
from treewright.treebank.unary_chains import joined_names

ANY = -3  # a given constituent that may have any label; KEPT is a label that the parser does not know
Tokens = frozenset[int]


class GivenBrackets:
    """The columns of the given constituents (see families/constituent_columns.py)."""

    def __init__(self, size: int, labels: Mapping[Tokens, int]) -> None:
        self.size = size
        self.unknown = [tokens for tokens, label in labels.items() if label == KEPT]
        self.empty = not labels
        self.parents, self.labels = [-1] * max(0, 2 * size - 1), [-1] * max(0, 2 * size - 1)
        above = [-1] * size
        count = size
        for tokens in sorted(labels, key=lambda tokens: (-len(tokens), sorted(tokens))):
            if len(tokens) == 1:
                self.labels[min(tokens)] = labels[tokens]
                continue
            self.parents[count], self.labels[count] = above[min(tokens)], labels[tokens]
            for token in tokens:
                above[token] = count
            count += 1
        self.parents[:size] = above

    def problem(self, labels: int) -> str:
        """What is wrong with its numbers for a parser of so many labels, in words; "" if nothing is."""
        size = max(0, 2 * self.size - 1)
        if found := outside(self.labels, size, ANY, labels - 1):
            return f"labels with {found}"
        if found := outside(self.parents, size, -1, size - 1):
            return f"parents with {found}"
        for entry, parent in enumerate(self.parents):  # a constituent comes after those that it is in
            if parent >= 0 and not self.size <= parent < (entry if entry >= self.size else size):
                return f"the parent {parent} of entry {entry}, expected a constituent before it"
        return ""

    def put_heads(self, heads: Any, at: int) -> None:
        """Nothing: the search makes all constituents that are given."""

    def keep_labels(self, prediction: Any, at: int) -> None:
        """Mark the entries of a prediction, from `at` on, whose labels are kept though the parser does not know them."""
        if not self.unknown:
            return
        covered: dict[int, set[int]] = {}
        for token in range(self.size):
            entry = token
            while entry >= 0:
                covered.setdefault(entry, set()).add(token)
                entry = int(prediction.heads[at + entry])
        for entry, tokens in covered.items():
            if tokens in self.unknown and prediction.labels[at + entry] != -1:
                prediction.labels[at + entry] = KEPT


class BracketPreparation:
    """Finds what is given for each sentence: the constituents it has (keep = brackets), and those of a function."""

    def __init__(
        self,
        *,
        keep: str = "",
        constraints: Callable[[Sentence], Constraints | None] | None = None,
        on_conflict: str = "stop",
        labels: Mapping[str, int],
        report: Report | None = None,
        **_: Any,
    ) -> None:
        if keep not in ("", "brackets", "all"):
            raise SettingsError(f"keep: seen {keep!r}, expected brackets: a parser of constituents keeps nothing else")
        self.keep, self.constraints, self.on_conflict = keep, constraints, checked_conflict(on_conflict)
        self.labels = labels
        self.report = Report() if report is None else report

    def prepared(self, batch: Iterable[Sentence]) -> tuple[list[Sentence], list[GivenBrackets | None]]:
        """Sentences with what is given for them, without those that are skipped."""
        found = [(sentence, labels) for sentence in batch if (labels := self._labels(sentence)) is not None]
        return [sentence for sentence, _ in found], [GivenBrackets(len(sentence), own) for sentence, own in found]

    def _labels(self, sentence: Sentence) -> dict[Tokens, int] | None:
        """The given constituents of a sentence with the numbers of their labels, None if it is skipped."""
        names: dict[Tokens, list[str]] = {}
        if self.keep and sentence.tree is not None:
            for name, covered in sentence.tree.brackets():  # of a unary chain, the lowest comes first
                names.setdefault(frozenset(covered), []).insert(0, name)
        found = {tokens: self.labels.get(joined_names(own), KEPT) for tokens, own in names.items()}
        more = constraints_of(self.constraints, sentence)
        if more is not None and (more.constraints or more.labels):
            seen = Constraints(more.constraints, more.labels)
            raise SettingsError(f"constraints: seen {seen}, expected .bracket(...): no others are kept in constituents")
        for label, words in more.brackets if more is not None else ():
            tokens = frozenset(word - 1 for word in words)
            number = ANY if label is None else self.labels.get(label, KEPT)
            if problem := self._problem(sentence, label, tokens, number, found):
                if self.on_conflict == "stop":
                    raise InputError(f"{problem}; --on-conflict relax leaves it out")
                self.report.add_error(problem, "constituent dropped" if self.on_conflict == "relax" else "sentence skipped")
                if self.on_conflict == "skip":
                    self.report.leave_out(sentence)
                    return None
                continue
            found[tokens] = number if number != ANY or tokens not in found else found[tokens]
        return found

    def _problem(
        self, sentence: Sentence, label: str | None, tokens: Tokens, number: int, found: Mapping[Tokens, int]
    ) -> Problem | None:
        """What is wrong with one more constituent."""
        seen, expected = f"a given constituent {label or ''} over words {_shown(tokens)}", ""
        if not tokens or max(tokens) >= len(sentence) or min(tokens) < 0:
            expected = f"words from 1 to {len(sentence)}"
        elif number == KEPT:
            expected = f"one of the {len(self.labels)} labels that the parser knows"
        elif tokens in found and number not in (ANY, found[tokens]) and found[tokens] != ANY:
            expected = "one label for a constituent: another one is given"
        elif (crossed := next((own for own in found if tokens & own and tokens - own and own - tokens), None)) is not None:
            expected = f"constituents that do not cross: another one is over words {_shown(crossed)}"
        if not expected:
            return None
        return Problem(sentence.line, seen, expected, path=sentence.path or "sentence", sent_id=sentence.sent_id)


def _shown(tokens: Iterable[int]) -> str:
    words = [str(token + 1) for token in sorted(tokens)]
    return ", ".join(words if len(words) <= 12 else [*words[:10], "...", words[-1]])
