"""How a multiword token becomes words: a script keeps a piece of the token, its stem, and says what is added around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from treewright.treebank.fields import checked_fields, checked_piece

MOST_WORDS = 100  # of a token, in a model file
Words = tuple[str, ...]


class SplitScript(NamedTuple):
    """The token without `cut_front` and `cut_back` is the stem; a word is made of it, all other words are given.

    "don't" becomes "do n't" by cutting "n't" from the end and adding the word "n't"; so does any token with that ending.
    """

    before: Words
    cut_front: str
    add_front: str
    add_back: str
    cut_back: str
    after: Words

    @classmethod
    def of(cls, row: Sequence[Any]) -> SplitScript:
        """A script from its six fields, as a model file has them."""
        before, cut_front, add_front, add_back, cut_back, after = row
        words = [tuple(checked_fields(given, "words of a split")) for given in (before, after)]
        if len(words[0]) + len(words[1]) > MOST_WORDS:
            raise ValueError(f"split: seen {len(words[0]) + len(words[1])} words, expected {MOST_WORDS} at the most")
        cut_front, add_front, add_back, cut_back = (
            checked_piece(piece, "pieces of a split") for piece in (cut_front, add_front, add_back, cut_back)
        )
        return cls(words[0], cut_front, add_front, add_back, cut_back, words[1])

    def words(self, form: str) -> Words | None:
        """The words of a token in small, large or mixed letters, None if the script does not fit."""
        small = form.lower()
        if form != small:
            words = self._apply(small)
            if words is not None and len(small) > 1 and small.upper() == form:
                return tuple(word.upper() for word in words)
            if words is not None and small[:1].upper() + small[1:] == form:
                return (words[0][:1].upper() + words[0][1:], *words[1:])
        return self._apply(form)

    def _apply(self, form: str) -> Words | None:
        stop = len(form) - len(self.cut_back)
        if not (form.startswith(self.cut_front) and form.endswith(self.cut_back) and len(self.cut_front) <= stop):
            return None
        stem = self.add_front + form[len(self.cut_front) : stop] + self.add_back
        if self.is_literal:
            return self.before if stem == "" else None
        return (*self.before, stem, *self.after) if len(self.cut_front) < stop else None

    @property
    def is_literal(self) -> bool:
        """Whether there is no stem: all words are given."""
        return not self.add_front and not self.add_back and not self.after and len(self.before) > 1 and not self.cut_back


def scripts_for(form: str, words: Words) -> list[SplitScript]:
    """All scripts that make these words of this form: any word may be the one with the stem."""
    found = []
    for one, many in ((form.lower(), tuple(word.lower() for word in words)), (form, words)):
        for number, word in enumerate(many):
            match = SequenceMatcher(None, one, word, autojunk=False).find_longest_match()
            if match.size:
                stop, end = match.a + match.size, match.b + match.size
                found.append(
                    SplitScript(
                        many[:number], one[: match.a], word[: match.b], word[end:], one[stop:], many[number + 1 :]
                    )
                )
        found.append(SplitScript(many, one, "", "", "", ()))
    return [script for script in dict.fromkeys(found) if script.words(form) == words]


def best_scripts(counts: Mapping[tuple[str, Words], int]) -> dict[tuple[str, Words], SplitScript]:
    """For each token and its words the script that explains the most tokens of all."""
    possible = {key: scripts_for(*key) for key in counts}
    explained: Counter[SplitScript] = Counter()
    for key, scripts in possible.items():
        explained.update({script: counts[key] for script in scripts})
    ranked = {key: _ranked(scripts, explained) for key, scripts in possible.items() if scripts}
    return {key: scripts[0] for key, scripts in ranked.items()}


def _ranked(scripts: Iterable[SplitScript], explained: Mapping[SplitScript, int]) -> list[SplitScript]:
    return sorted(scripts, key=lambda script: (-explained[script], script.is_literal, script))
