"""Sentences in brackets: words with their heads and labels, read from one line."""

from __future__ import annotations

import re

from tools.english import words

WORD = re.compile(r"(.+?)(?:/([A-Z$]+|''|``|,|:|\.|-[LR]RB-)(?:/([^:]+))?)?(?::([a-z]+(?::[a-z]+)?))?")


class Word:
    """A word, its head, the words below it and what is known of its columns."""

    def __init__(self, text: str, first: bool) -> None:
        self.glued = text.startswith("_") and len(text) > 1
        text = text[1:] if self.glued else text
        self.is_head = text.endswith("*") and len(text) > 1
        found = WORD.fullmatch(text[:-1] if self.is_head else text)
        if found is None:
            raise SystemExit(f"seen {text!r}, expected form/TAG/lemma:label")
        self.form, tag, lemma, label = found.groups()
        self.low = self.form.lower().replace("’", "'")
        self.xpos, self.lemma, self.upos, self.feats = tag or self._usual_tag(first), lemma or "", "", "_"
        self.is_punctuation = (
            self.xpos in words.PUNCTUATION_TAGS or label == "punct" or self.xpos == words.PUNCTUATION.get(self.form)
        )
        self.label = label or ("punct" if self.is_punctuation else words.LABELS.get(self.xpos, ""))
        self.has_own_label = label is not None
        self.head: Word | None = None
        self.below: list[Word] = []

    def _usual_tag(self, first: bool) -> str:
        known = words.PUNCTUATION.get(self.form) or words.TAG_OF.get(self.low)
        return known or ("CD" if self.form[0].isdigit() else "NNP" if self.form[0].isupper() and not first else "NN")

    @property
    def is_clitic(self) -> bool:
        """Whether it is written together with the word before it, as one token."""
        return (self.low in words.CLITICS and not self.is_punctuation) or (self.glued and self.low in ("not", "na"))


def read_sentence(line: str) -> list[Word]:
    """The words of a line with their heads."""
    sentence: list[Word] = []
    groups: list[tuple[str, list[Word]]] = [("root", [])]
    for item in line.replace("[", " [").replace("]", " ] ").split():
        if item.startswith("["):
            groups.append((item[1:], []))
        elif item == "]":
            label, group = groups.pop()
            if not groups:
                raise SystemExit(f"one ] too many in: {line}")
            groups[-1][1].append(attached(group, label, line))
        else:
            sentence.append(Word(words.SQUARE.get(item, item), not sentence))
            groups[-1][1].append(sentence[-1])
    if len(groups) != 1:
        raise SystemExit(f"a [ is not closed in: {line}")
    attached(groups[0][1], "root", line)
    return sentence


def attached(group: list[Word], label: str, line: str) -> Word:
    """The head of a bracket, which gets its label; the other words of the bracket hang on it."""
    heads = [word for word in group if word.is_head] or [word for word in group if not word.label]
    if not heads:  # determiners or adjectives alone: the last one is the head
        heads = [word for word in group if not word.has_own_label and not word.is_punctuation][-1:]
    if len(heads) != 1:
        raise SystemExit(f"{[word.form for word in heads]} may be the head of [{label}, expected one in: {line}")
    head = heads[0]
    for word in group:
        if word is not head:
            word.head = head
            head.below.append(word)
    head.label, head.has_own_label, head.is_head = label, True, False
    if any(not word.label for word in group):
        raise SystemExit(f"a word of [{label} has no label in: {line}")
    return head
