"""Multiword tokens: which tokens are several words, and which ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy

from treewright.arrays import int_array, ints
from treewright.parser import Parser
from treewright.tokenization.spaces import Token
from treewright.tokenization.split_scripts import SplitScript, best_scripts
from treewright.tokenization.training_text import rows_of
from treewright.tokenization.unit_tagger import Log, load_tagger, train_tagger
from treewright.tokenization.units import FRONT, NO_SPACE_AT, NOTHING_AT, SPACE_AT, Units
from treewright.treebank.sentence import Sentence

WHOLE = "whole"  # the label of a token that is one word


class MultiwordSplitter:
    """Forms that were always split in one way, or never, are known; a classifier looks at all other tokens."""

    def __init__(self, scripts: Sequence[SplitScript], always: dict[str, int], never: Sequence[str]) -> None:
        self.scripts = list(scripts)
        self.always = always
        self.never = list(never)
        self.tagger: Parser | None = None
        self._never = frozenset(form.encode() for form in never)
        self._always: dict[bytes, list[bytes]] = {}
        for form, number in always.items():
            words = self.scripts[number].words(form)
            assert words is not None
            self._always[form.encode()] = [word.encode() for word in words]

    @classmethod
    def train(
        cls, sentences: Sequence[list[Token]], dev: Sequence[list[Token]], *, often: int, epochs: int, seed: int,
        log: Log = None,
    ) -> MultiwordSplitter | None:  # fmt: skip
        """Learn from tokens; None if there are no multiword tokens.  Forms seen `often` enough are remembered."""
        splits = Counter((token.form, token.words) for tokens in sentences for token in tokens if token.words)
        best = best_scripts({key: count for key, count in splits.items() if " " not in key[0]})
        if not best:
            return None
        ways: defaultdict[str, Counter[SplitScript | None]] = defaultdict(Counter)
        for tokens in sentences:
            for token in tokens:
                ways[token.form][best.get((token.form, token.words)) if token.words else None] += 1
        scripts = sorted(set(best.values()))
        sure = {form: next(iter(found)) for form, found in ways.items() if len(found) == 1 and found.total() >= often}
        always = {form: scripts.index(script) for form, script in sorted(sure.items()) if script is not None}
        splitter = cls(scripts, always, sorted(form for form, script in sure.items() if script is None))
        labels = {key: str(scripts.index(script)) for key, script in best.items()}
        given = [splitter._rows(tokens, labels) for tokens in sentences]
        asked = [splitter._rows(tokens, labels) for tokens in dev]
        splitter.tagger = train_tagger("multiword", given, asked, epochs=epochs, seed=seed, log=log)
        return splitter

    def _rows(self, tokens: Sequence[Token], labels: dict[tuple[str, tuple[str, ...]], str]) -> Sentence:
        """The tokens of a sentence that are not known, and all multiword tokens, with their labels."""
        text = bytearray(FRONT)
        places = []
        for token in tokens:
            form = token.form.encode()
            places.append((len(text), len(text) + len(form)))
            text += form + b" "
        asked = [i for i, token in enumerate(tokens) if token.words or token.form.encode() not in self._never]
        wanted = [labels.get((tokens[i].form, tokens[i].words), WHOLE) for i in asked]
        firsts = [i == 0 for i in range(len(tokens))]
        return Sentence(rows_of(bytes(text), _cuts(places, firsts, asked), len(asked), wanted))

    def splits(self, text: bytes, units: Units) -> dict[int, list[bytes]]:
        """The words of those tokens, of the ones that units were joined to, that are more than one."""
        found: dict[int, list[bytes]] = {}
        starts, ends = _numbers(units.token_start, units.count), _numbers(units.token_end, units.count)
        places = list(zip(starts, ends, strict=True))
        never = self._never
        asked = []
        for number, (start, end) in enumerate(places):
            form = text[start:end]
            if form in never:
                continue
            words = self._always.get(form)
            if words is not None:
                found[number] = words
            elif b" " not in form:
                asked.append(number)
        if asked and self.tagger is not None:
            firsts = [True, *(kind == 2 for kind in _numbers(units.token_kind, units.count - 1))]
            for number, label in zip(asked, self._labels(text, _cuts(places, firsts, asked), len(asked)), strict=True):
                if label == WHOLE:
                    continue
                start, end = places[number]
                split = self.scripts[int(label)].words(text[start:end].decode())
                if split is not None:
                    found[number] = [word.encode() for word in split]
        return found

    def _labels(self, text: bytes, cuts: list[int], size: int) -> list[str]:
        assert self.tagger is not None
        numbers = int_array(size)
        search = self.tagger._borrow()
        try:
            search.tag(text, ints(cuts), size, numbers)
        finally:
            self.tagger._give_back(search)
        return [self.tagger.labels[number] for number in _numbers(numbers, size)]

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a model file keeps of it."""
        assert self.tagger is not None
        header, arrays = self.tagger.parts()
        return {"scripts": self.scripts, "always": self.always, "never": self.never, "tagger": header}, arrays

    @classmethod
    def from_parts(cls, header: dict[str, Any], arrays: dict[str, Any]) -> MultiwordSplitter:
        """The splitter that `parts` described."""
        scripts = [SplitScript.of(row) for row in header["scripts"]]
        splitter = cls(scripts, {str(form): int(number) for form, number in header["always"].items()}, header["never"])
        splitter.tagger = load_tagger(header["tagger"], arrays)
        for label in splitter.tagger.labels:
            if label != WHOLE and not 0 <= int(label) < len(scripts):
                raise ValueError(f"script {label} of {len(scripts)}")
        return splitter


def _numbers(array: Any, count: int) -> list[int]:
    return numpy.asarray(array)[:count].tolist()  # type: ignore[no-any-return]


def _cuts(places: Sequence[tuple[int, int]], firsts: Sequence[bool], asked: Sequence[int]) -> list[int]:
    """Tokens as words: FEATS is the token before, MISC the one after, UPOS whether the token begins a sentence."""
    cuts = []
    nothing = (NOTHING_AT, NOTHING_AT + 1)
    for i in asked:
        start, end = places[i]
        flag = SPACE_AT if firsts[i] else NO_SPACE_AT
        before = nothing if firsts[i] else places[i - 1]
        after = nothing if i + 1 == len(places) or firsts[i + 1] else places[i + 1]
        cuts += [0, start, end + 1, flag, flag + 2, before[0], before[1] + 1, 0, 0, after[0], after[1] + 1]
    return cuts
