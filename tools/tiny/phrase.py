"""The words, phrases and predicates that the grammar of the tiny treebank puts together."""

from __future__ import annotations


class Word:
    """A word whose head is another word; the top of a phrase has no head yet."""

    __slots__ = ("form", "head", "label", "lemma", "xpos")

    def __init__(self, form: str, xpos: str, label: str = "", head: Word | None = None, lemma: str = "") -> None:
        self.form, self.xpos, self.label, self.head, self.lemma = form, xpos, label, head, lemma


Phrase = list[Word]


def top(phrase: Phrase) -> Word:
    """The word of a phrase that has no head yet."""
    return next(w for w in phrase if w.head is None)


def under(head: Word, label: str, phrase: Phrase) -> Phrase:
    """The same phrase, attached."""
    word = top(phrase)
    word.head, word.label = head, label
    return phrase


class Predicate:
    """A verb or copular predicate before it is inflected: what follows it is attached already."""

    def __init__(self, verb: Word, forms: tuple[str, ...], rest: Phrase, subject: str = "person", voice: str = "active",
                 before: Phrase | None = None) -> None:  # fmt: skip
        self.verb, self.forms, self.rest, self.subject, self.voice = verb, forms, rest, subject, voice
        self.before = before or []
