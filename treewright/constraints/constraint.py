"""One thing that is known about a tree before it is parsed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

HEAD, NO_HEAD, ONE_OF, LEFT, RIGHT, ROOT, SUBTREE, SPAN, LABEL = (
    "head", "no head", "one of", "left", "right", "root", "subtree", "span", "label",
)  # fmt: skip
SPANS = (SUBTREE, SPAN)


@dataclass(frozen=True)
class Constraint:
    """`words` are the heads concerned, or the first and last word of a span; `word` is the dependent."""

    kind: str
    word: int
    words: tuple[int, ...] = ()
    label: str = ""

    def allows(self, head: int) -> bool:
        """Whether the word may have this head, 0 for the root; a span says nothing about single arcs."""
        if self.kind == HEAD or self.kind == ONE_OF:
            return head in self.words
        if self.kind == NO_HEAD:
            return head not in self.words
        if self.kind == LEFT:
            return 0 < head < self.word
        if self.kind == RIGHT:
            return head > self.word
        if self.kind == ROOT:
            return head == 0
        return True

    def holds(self, heads: Sequence[int]) -> bool:
        """Whether the heads of a sentence (of word 1, 2, ...; 0 is the root, -1 none) satisfy this."""
        if self.kind not in SPANS:
            return self.allows(heads[self.word - 1]) or (heads[self.word - 1] < 0 and self.kind not in (HEAD, ROOT))
        inside = range(self.words[0], self.words[1] + 1)
        entering = [word for word in inside if heads[word - 1] not in inside]
        leaving = [word for word, head in enumerate(heads, 1) if word not in inside and head in inside]
        return len(entering) == 1 and not (self.kind == SUBTREE and leaving)

    @property
    def numbers(self) -> Collection[int]:
        """All words it mentions."""
        return self.words if self.kind in SPANS else (self.word, *self.words)

    def __str__(self) -> str:
        heads = ", ".join(map(str, self.words))
        return {
            HEAD: f"the head of word {self.word} is {heads}",
            NO_HEAD: f"the head of word {self.word} is not {heads}",
            ONE_OF: f"the head of word {self.word} is one of {heads}",
            LEFT: f"the head of word {self.word} is on its left",
            RIGHT: f"the head of word {self.word} is on its right",
            ROOT: f"word {self.word} is the root",
            SUBTREE: f"words {'-'.join(map(str, self.words))} form one subtree",
            LABEL: f"the label of word {self.word} is {self.label}",
            SPAN: f"words {'-'.join(map(str, self.words))} have one head outside",
        }[self.kind]
