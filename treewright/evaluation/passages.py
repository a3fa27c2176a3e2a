"""Cuts two treebanks of one text into pieces that can be scored one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from treewright.errors import InputError
from treewright.evaluation.columns import Columns
from treewright.evaluation.score import Score
from treewright.evaluation.tokenisation import Token, Tokenisation
from treewright.evaluation.word_alignment import Pairs, SpannedWord, align_words
from treewright.treebank.sentence import Sentence

SHOWN = 20  # characters shown where two texts differ


@dataclass(frozen=True)
class Passage:
    """Sentences of the gold and of the system treebank that have the same characters."""

    gold: list[Columns]
    system: list[Columns]
    tokens: Score
    sentences: Score
    pairs: Pairs | None = None  # the words that are aligned, counted from the first; None: each word with itself


def passages(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Iterator[Passage]:
    """The passages of two treebanks, as short as they can be; refuses texts that differ in more than spaces.

    A passage ends where a sentence of each side ends with the same token: no word is aligned across such a point. Only
    one passage at a time is in memory.
    """
    ours, theirs = _Side(gold), _Side(predicted)
    while True:
        g, p = ours.next(), theirs.next()
        if g is None or p is None:
            _refuse_more_sentences(g, p, ours.last, theirs.last)
            return
        if g.forms == p.forms and (multiword := g.ranges()) == p.ranges():
            count = len(g) - sum([int(last) - int(first) for first, last, _ in multiword])
            yield Passage([g], [p], Score(count, count, count), Score(1, 1, 1))
            ours.passed, theirs.passed = ours.passed + 1, theirs.passed + 1
        else:
            yield _differing(ours, theirs, g, p)


class _Side:
    """The sentences of one treebank that have words, and which of them are in the current passage."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self.sentences = iter(sentences)
        self.waiting: deque[Columns] = deque()  # those that were taken and given back
        self.passage: list[Tokenisation] = []
        self.passed = 0  # sentences before the passage
        self.last: Columns | None = None

    def next(self) -> Columns | None:
        """The next sentence, None at the end."""
        if self.waiting:
            return self.waiting.popleft()
        for sentence in self.sentences:
            if len(sentence):
                self.last = Columns(sentence)
                return self.last
        return None

    def take(self, columns: Columns) -> None:
        """Adds a sentence to the passage."""
        self.passage.append(Tokenisation(columns, self.passed + len(self.passage) + 1))

    def leave(self, count: int) -> list[Tokenisation]:
        """Ends the passage after some sentences; the others are given back."""
        left = self.passage[:count]
        self.waiting.extendleft(reversed([given.columns for given in self.passage[count:]]))
        self.passed += len(left)
        self.passage = []
        return left


def _differing(ours: _Side, theirs: _Side, g: Columns, p: Columns) -> Passage:
    """The passage that begins with two sentences of different tokens."""
    ours.take(g)
    theirs.take(p)
    while True:
        one, other = ours.passage[-1], theirs.passage[-1]
        size = min(one.rest, other.rest)
        if one.text[one.compared : one.compared + size] != other.text[other.compared : other.compared + size]:
            return _without_tokens(ours, theirs, _difference(one, other))
        one.compared += size
        other.compared += size
        finished = one.rest == other.rest == 0
        if finished and len(one.tokens[-1].text) == len(other.tokens[-1].text):
            break
        more_gold = ours.next() if not one.rest else None
        more_predicted = theirs.next() if not other.rest else None
        if finished and (more_gold is None or more_predicted is None):
            for side, sentence in ((ours, more_gold), (theirs, more_predicted)):
                side.waiting.extendleft([sentence] if sentence else [])
            break
        if not finished and more_gold is None and more_predicted is None:
            return _without_tokens(ours, theirs, _end(one, other))
        for side, sentence in ((ours, more_gold), (theirs, more_predicted)):
            if sentence:
                side.take(sentence)
    return _aligned(ours.leave(len(ours.passage)), theirs.leave(len(theirs.passage)))


def _aligned(gold: list[Tokenisation], system: list[Tokenisation]) -> Passage:
    words: list[list[SpannedWord]] = [[], []]
    tokens: list[list[tuple[int, int]]] = [[], []]
    sentences: list[list[tuple[int, int]]] = [[], []]
    for k, side in enumerate((gold, system)):
        start = 0
        for sentence in side:
            spans = sentence.spans(start)
            words[k] += sentence.words(spans)
            tokens[k] += spans
            sentences[k].append((start, start + len(sentence.text)))
            start += len(sentence.text)
    return Passage(
        [sentence.columns for sentence in gold],
        [sentence.columns for sentence in system],
        _spans_score(*tokens),
        _spans_score(*sentences),
        align_words(*words),
    )


def _spans_score(gold: list[tuple[int, int]], system: list[tuple[int, int]]) -> Score:
    return Score(len(set(gold) & set(system)), len(gold), len(system))


def _without_tokens(ours: _Side, theirs: _Side, problem: str) -> Passage:
    """The first two sentences, if they differ only in that one has no multiword tokens, as in CoNLL-X; else an error."""
    one, other = ours.passage[0], theirs.passage[0]
    if one.forms != other.forms or len(one.forms) not in (len(one.tokens), len(other.tokens)):
        raise InputError(problem)
    ours.leave(1)
    theirs.leave(1)
    tokens = _spans_score(*([(token.first, token.after) for token in side.tokens] for side in (one, other)))
    return Passage([one.columns], [other.columns], tokens, Score(1, 1, 1))


def _difference(gold: Tokenisation, predicted: Tokenisation) -> str:
    """Where two sentences differ first."""
    expected, seen = gold.text[gold.compared :], predicted.text[predicted.compared :]
    same = next(i for i, (a, b) in enumerate(zip(expected, seen, strict=False)) if a != b)
    wanted, found = gold.token_at(gold.compared + same), predicted.token_at(predicted.compared + same)
    return (
        f"{predicted.columns.place(found.first)}: sentence {predicted.number}, {_name(found)} is {found.text!r}, "
        f"but {wanted.text!r} in the gold treebank ({gold.columns.place(wanted.first)}); expected the same characters in "
        f"both but for spaces, seen {seen[same : same + SHOWN]!r} in the place of {expected[same : same + SHOWN]!r}"
    )


def _name(token: Token) -> str:
    return f"token {token.first + 1}-{token.after}" if token.multiword else f"word {token.first + 1}"


def _end(gold: Tokenisation, predicted: Tokenisation) -> str:
    """The error for one treebank that continues where the other ends."""
    if gold.rest:
        longer, name, shorter, other = gold, "gold", predicted, "predicted"
    else:
        longer, name, shorter, other = predicted, "predicted", gold, "gold"
    token = longer.token_at(longer.compared)
    return (
        f"{longer.columns.place(token.first)}: the {name} treebank goes on with "
        f"{longer.text[longer.compared :][:SHOWN]!r}, but the {other} one ends here "
        f"({shorter.columns.place(len(shorter.forms) - 1)}); expected the same characters in both but for spaces"
    )


def _refuse_more_sentences(
    gold: Columns | None, predicted: Columns | None, last_gold: Columns | None, last_predicted: Columns | None
) -> None:
    """Raises an error if one treebank continues with a sentence where the other ends."""
    for sentence, name, last, other in (
        (gold, "gold", last_predicted, "predicted"),
        (predicted, "predicted", last_gold, "gold"),
    ):
        if sentence is not None:
            end = f"the {other} one ends after {last.place()}" if last else f"the {other} one is empty"
            seen = f"{sentence.place()}: a sentence that only the {name} treebank has; {end}"
            raise InputError(f"{seen}; expected the same text in both")
