"""A derivation as plain data: what each configuration shows, which transitions were valid, which one was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from treewright.analysis.trace import trace_page, trace_text
from treewright.analysis.trace.step import Added, Step
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_sentence import TreeSentence
from treewright.treebank.unary_chains import expanded_brackets


@dataclass
class Derivation:
    """The steps of one sentence; `str` is a table, `to_html` a page to step through."""

    sentence: Sentence
    system: str
    family: str  # what is built: dependencies, constituents or tags
    steps: list[Step]
    costs: str | None = None  # what costs are worth, None if there are none
    scored: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def forms(self) -> list[str]:
        """What stands for each number of a word, ROOT first."""
        return ["ROOT", *self.sentence.forms]

    @property
    def columns(self) -> list[str]:
        """The columns of configurations that are ever filled; stack and buffer always are."""
        names = list(self.steps[0].shown) if self.steps else []
        return [name for name in names if name != "aside" or any(step.shown[name] for step in self.steps)]

    def added(self, before: int | None = None) -> list[Added]:
        """What was added before a step, by default in all; an arc replaces an earlier one of the same word."""
        found: dict[Any, Added] = {}
        for step in self.steps[:before]:
            if step.added is not None:
                key = step.added.words if step.added.head is not None else (step.added.label, step.added.words, step.number)
                found.pop(key, None)
                found[key] = step.added
        return list(found.values())

    @property
    def result(self) -> Sentence:
        """The sentence with the structure that the transitions built."""
        found = self.added()
        if self.family == "constituents":
            brackets = [(str(one.label), tuple(word - 1 for word in one.words)) for one in found]
            brackets.sort(key=lambda bracket: (len(bracket[1]), bracket[1]))
            return TreeSentence.from_sentence(self.sentence, expanded_brackets(brackets))
        if self.family == "tags":
            return self.sentence
        heads: list[int | None] = [None] * len(self.sentence)
        labels: list[str | None] = [None] * len(self.sentence)
        for one in found:
            heads[one.words[0] - 1], labels[one.words[0] - 1] = one.head, one.label
        return self.sentence.with_tree(heads, labels)

    def to_dict(self) -> dict[str, Any]:
        """The derivation as plain data, for JSON."""
        return {
            "sent_id": self.sentence.sent_id,
            "words": self.sentence.forms,
            "system": self.system,
            "family": self.family,
            "costs": self.costs,
            "notes": self.notes,
            "steps": [asdict(step) for step in self.steps],
        }

    # Pictures of it -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return trace_text.to_text(self)

    def to_markdown(self, *, options: int = 0, room: int | None = None) -> str:
        """The table in Markdown, with so many transitions of each step, and so many words in a cell."""
        return trace_text.to_markdown(self, options=options, room=room)

    def to_latex(self, *, options: int = 0, room: int | None = None) -> str:
        """The table in LaTeX."""
        return trace_text.to_latex(self, options=options, room=room)

    def to_html(self) -> str:
        """A page of its own, to step through with the arrow keys."""
        return trace_page.page([self])

    def _repr_html_(self) -> str:
        frame = 'width="100%" height="640" style="border: 1px solid #8888"'
        return f'<iframe {frame} title="derivation" srcdoc="{escape(self.to_html())}"></iframe>'

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __getitem__(self, number: int) -> Step:
        return self.steps[number]
