"""Multiword tokens: which tokens are several words, and which ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any

import numpy

from treewright.arrays import int_array
from treewright.families import TagSequences
from treewright.parser import Parser
from treewright.storage.sections import Contents
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging.flat_parser import load_flat_parser
from treewright.tokenization.known_forms import KnownForms
from treewright.tokenization.spaces import Token
from treewright.tokenization.split_scripts import SplitScript, Words, best_scripts
from treewright.tokenization.training_text import joined, rows_of
from treewright.tokenization.unit_tagger import Log, UnitTarget, tag_pieces, train_tagger
from treewright.tokenization.units import Units
from treewright.treebank.fields import checked_field
from treewright.treebank.sentence import Sentence

SEEDS = 3  # models that are summed: multiword tokens are few, and one model depends on chance
WHOLE = "whole"  # the label of a token that is one word


class MultiwordSplitter:
    """Forms that were always split in one way, or never, are known; a classifier looks at all other tokens."""

    def __init__(self, scripts: Sequence[SplitScript], always: dict[str, int], never: Sequence[str]) -> None:
        self.scripts = list(scripts)
        self.always = always  # forms and their scripts
        self.never = list(never)
        self.tagger: Parser | None = None
        self._words: list[list[bytes]] = []  # of the forms that are always split
        for form, number in always.items():
            words = self.scripts[number].words(form)
            if words is None:
                raise ValueError(f"the script of {form!r} does not fit it")
            self._words.append([checked_field(word, "words of a split").encode() for word in words])
        self._ways = {form: number for number, form in enumerate(always)} | dict.fromkeys(never, -1)
        self._known: SimpleQueue[KnownForms] = SimpleQueue()  # threads must not share one

    @classmethod
    def train(
        cls, sentences: Sequence[list[Token]], dev: Sequence[list[Token]], *, often: int, epochs: int, seed: int,
        log: Log = None, checkpoints: StageCheckpoints | None = None,
    ) -> MultiwordSplitter | None:  # fmt: skip
        """Learn from tokens; None if there are no multiword tokens.

        All forms that were always treated alike are known.  Whole tokens seen `often` teach nothing of new ones, so the
        classifier learns from all others.
        """
        splits = Counter((token.form, token.words) for tokens in sentences for token in tokens if token.words)
        best = best_scripts({key: count for key, count in splits.items() if " " not in key[0]})
        if not best:
            return None
        ways: defaultdict[str, Counter[SplitScript | None]] = defaultdict(Counter)
        for tokens in sentences:
            for token in tokens:
                ways[token.form][best.get((token.form, token.words)) if token.words else None] += 1
        scripts = sorted(set(best.values()))
        sure = {form: next(iter(found)) for form, found in ways.items() if len(found) == 1}
        always = {form: scripts.index(script) for form, script in sorted(sure.items()) if script is not None}
        splitter = cls(scripts, always, sorted(form for form, script in sure.items() if script is None))
        labels = {key: str(scripts.index(script)) for key, script in best.items()}
        frequent = KnownForms({form: -1 for form, found in ways.items() if found.total() == found[None] >= often})
        given = [_rows(tokens, frequent, labels) for tokens in sentences]
        known = KnownForms(splitter._ways)
        asked = [_rows(tokens, known, labels) for tokens in dev]
        splitter.tagger = train_tagger(
            "multiword", given, asked, margin=0.0, epochs=epochs, seed=seed, seeds=SEEDS, log=log, checkpoints=checkpoints
        )
        return splitter

    def splits(self, text: bytes, units: Units) -> dict[int, list[bytes]]:
        """The words of those tokens, of the ones that units were joined to, that are more than one."""
        try:
            known = self._known.get_nowait()
        except Empty:
            known = KnownForms(self._ways)
        known.look(text, units)
        found = {known.split[i]: self._words[known.way[i]] for i in range(known.split_count)}
        if known.asked_count:
            for place, label in self._labels(text, known):
                number = known.asked[place]
                words = self.scripts[int(label)].words(text[units.token_start[number] : units.token_end[number]].decode())
                if words is not None:
                    found[number] = [word.encode() for word in words]
        self._known.put(known)
        return found

    def _labels(self, text: bytes, known: KnownForms) -> list[tuple[int, str]]:
        """The labels of tokens that were asked about, if they are not whole."""
        assert self.tagger is not None
        numbers = int_array(known.asked_count)
        tag_pieces(self.tagger, text, known.cuts, known.asked_count, numbers)
        labels = self.tagger.labels
        whole = labels.index(WHOLE) if WHOLE in labels else -1
        return [(i, labels[number]) for i, number in enumerate(numpy.asarray(numbers).tolist()) if number != whole]

    def contents(self) -> Contents:
        """What a model file keeps of it."""
        assert self.tagger is not None
        header, arrays = self.tagger.contents()
        return {"scripts": self.scripts, "always": self.always, "never": self.never, "tagger": header}, arrays

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any]) -> MultiwordSplitter:
        """The splitter that `contents` described."""
        scripts = [SplitScript.of(row) for row in header["scripts"]]
        always = {form: int(number) for form, number in header["always"].items()}
        splitter = cls(scripts, always, [str(form) for form in header["never"]])
        splitter.tagger = load_flat_parser(header["tagger"], arrays, TagSequences(UnitTarget()))
        for label in splitter.tagger.labels:
            if label != WHOLE and not 0 <= int(label) < len(scripts):
                raise ValueError(f"script {label} of {len(scripts)}")
        return splitter


def _rows(tokens: list[Token], known: KnownForms, labels: dict[tuple[str, Words], str]) -> Sentence:
    """The tokens of a sentence that are not known, with their labels."""
    text, units = joined(tokens)
    known.look(text, units)
    wanted = [tokens[known.asked[i]] for i in range(known.asked_count)]
    names = [labels.get((token.form, token.words), WHOLE) for token in wanted]
    return Sentence(rows_of(text, known.cuts, known.asked_count, names))
