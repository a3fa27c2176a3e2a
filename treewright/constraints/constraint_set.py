"""What is known about a sentence's tree before it is parsed: given heads and labels, and other constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from treewright.constraints.constraint import (
    HEAD,
    LABEL,
    LEFT,
    NO_HEAD,
    ONE_OF,
    RIGHT,
    ROOT,
    SPAN,
    SUBTREE,
    Constraint,
)
from treewright.errors import InputError, SettingsError
from treewright.treebank import columns
from treewright.treebank.expected import expected_sentence
from treewright.treebank.sentence import Sentence

KEEP = ("heads", "labels", "all")


class Constraints:
    """A list of constraints; words are numbered from 1, 0 is the root. Every method returns the list itself.

    >>> Constraints().head(3, 2, "obj").no_head(1, 3).right(1).subtree(4, 6)
    Constraints(the head of word 3 is 2; ...)
    """

    def __init__(self, constraints: Iterable[Constraint] = (), labels: dict[int, str] | None = None) -> None:
        self.constraints = list(constraints)
        self.labels = dict(labels or {})
        self.brackets: list[tuple[str | None, tuple[int, ...]]] = []  # constituents: a label (None: any) and words
        self.other_labels: list[tuple[int, str]] = []  # of words that already have another label, with which they clash

    @classmethod
    def of(cls, sentence: Sentence, keep: str = "heads") -> Constraints:
        """The heads, the labels or all that a sentence has; `_` is free."""
        if keep not in KEEP:
            raise SettingsError(f"keep: seen {keep!r}, expected one of {', '.join(KEEP)}")
        sentence = expected_sentence(sentence)
        found = cls()
        for word, head in enumerate(sentence.heads, 1):
            if keep != "labels" and (head >= 0 or sentence.column(word - 1, columns.HEAD) != "_"):
                found.constraints.append(Constraint(HEAD, word, (head,)))  # -1: a number that is not a word
        if keep != "heads":
            found.labels.update((word, label) for word, label in enumerate(sentence.labels, 1) if label)
        return found

    def bracket(self, label: str | None, *words: int) -> Constraints:
        """These words are a constituent with this label (None: any label), for parsers of constituents."""
        if not words or not all(isinstance(word, int) and word > 0 for word in words):
            raise InputError(f"bracket: seen the words {words!r}, expected numbers from 1 on")
        self.brackets.append((label, words))
        return self

    def head(self, word: int, head: int, label: str | None = None) -> Constraints:
        """The arc from `head` to `word` is in the tree (with this label)."""
        return self._add(HEAD, word, head) if label is None else self._add(HEAD, word, head).label(word, label)

    def no_head(self, word: int, *heads: int) -> Constraints:
        """The arcs from these heads to `word` are not in the tree."""
        return self._add(NO_HEAD, word, *heads)

    def one_of(self, word: int, heads: Iterable[int]) -> Constraints:
        """The head of `word` is one of these."""
        return self._add(ONE_OF, word, *heads)

    def left(self, word: int) -> Constraints:
        """The head is a word to the left; the root is neither left nor right."""
        return self._add(LEFT, word)

    def right(self, word: int) -> Constraints:
        """The head is a word to the right."""
        return self._add(RIGHT, word)

    def root(self, word: int) -> Constraints:
        """This word is the root."""
        return self._add(ROOT, word)

    def subtree(self, first: int, last: int) -> Constraints:
        """The words from first to last form one subtree: one has its head outside, and no word outside depends on them."""
        return self._add(SUBTREE, 0, first, last)

    def span(self, first: int, last: int) -> Constraints:
        """Exactly one of the words from first to last has its head outside; words outside may depend on them."""
        return self._add(SPAN, 0, first, last)

    def label(self, word: int, label: str) -> Constraints:
        """The arc to this word has this label."""
        if self.labels.setdefault(word, label) != label and (word, label) not in self.other_labels:
            self.other_labels.append((word, label))
        return self

    def _add(self, kind: str, word: int, *words: int) -> Constraints:
        for number in (word, *words):
            if not hasattr(number, "__index__"):  # an int, or one of numpy
                raise InputError(f"constraint {kind}: seen {number!r}, expected the number of a word; 0 is the root")
        self.constraints.append(Constraint(kind, word, tuple(words)))
        return self

    def check(self, sentence: Sentence) -> None:
        """Raise an error about a word that the sentence does not have."""
        sentence = expected_sentence(sentence)
        size = len(sentence)
        name = f" (sent_id {sentence.sent_id})" if sentence.sent_id else ""
        where = f"{sentence.path or 'sentence'}:{sentence.line}{name}"
        for constraint in self.constraints:
            least = 0 if constraint.kind in (HEAD, NO_HEAD, ONE_OF) else 1
            wrong = [n for n in constraint.words if not least <= n <= size]
            if constraint.kind in (SUBTREE, SPAN):
                wrong += [n for n in constraint.words[1:] if n < constraint.words[0]]
            elif not 1 <= constraint.word <= size:
                wrong.insert(0, constraint.word)
            if wrong:
                raise InputError(f"{where}: seen the constraint that {constraint}, expected words from 1 to {size}")
        for word, label in (*self.labels.items(), *self.other_labels):
            if not 1 <= word <= size or not label or "\t" in label or "\n" in label:
                seen = f"the label {label!r} for word {word}"
                raise InputError(f"{where}: seen {seen}, expected a label for a word from 1 to {size}")

    def __iter__(self) -> Iterator[Constraint]:
        return iter(self.constraints)

    def __len__(self) -> int:
        return len(self.constraints)

    def __add__(self, other: Constraints) -> Constraints:
        both = Constraints([*self.constraints, *other.constraints], self.labels)
        for word, label in (*self.other_labels, *other.labels.items(), *other.other_labels):
            both.label(word, label)
        both.brackets = [*self.brackets, *other.brackets]
        return both

    def _all(self) -> tuple[Any, ...]:
        return self.constraints, self.labels, self.other_labels, self.brackets

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Constraints) and self._all() == other._all()

    def __repr__(self) -> str:
        labels = [Constraint(LABEL, word, (), label) for word, label in sorted([*self.labels.items(), *self.other_labels])]
        brackets = [f"words {', '.join(map(str, words))} are {label or 'a constituent'}" for label, words in self.brackets]
        return f"Constraints({'; '.join([*map(str, [*self.constraints, *labels]), *brackets])})"

    def label_clashes(self) -> list[list[Constraint]]:
        """For each word with two different labels: the first and the other."""
        return [
            [Constraint(LABEL, word, (), self.labels[word]), Constraint(LABEL, word, (), label)]
            for word, label in self.other_labels
        ]


def constraints_of(function: Callable[[Sentence], Any] | None, sentence: Sentence) -> Constraints | None:
    """What a function of the user's own gives for a sentence; refuses all but Constraints and None."""
    found = None if function is None else function(sentence)
    if found is None or isinstance(found, Constraints):
        return found
    raise SettingsError(f"constraints: seen {found!r:.60} from the function, expected tw.Constraints() or None")
