"""The tokenizer: raw text becomes sentences of tokens and words, and the text can be restored from them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from treewright.errors import InputError, ModelError, SettingsError
from treewright.families import TagSequences
from treewright.parser import Parser
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, joined, section
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging.flat_parser import load_flat_parser
from treewright.tokenization.multiword_splitter import MultiwordSplitter
from treewright.tokenization.numbering import Numbering
from treewright.tokenization.text_cutter import Piece, TextCutter
from treewright.tokenization.text_source import Text, TextSource
from treewright.tokenization.training_text import WITHIN, cuts_within_runs, paragraphs, unit_sentences
from treewright.tokenization.unit_tagger import Log, UnitTarget, train_tagger
from treewright.tokenization.units import FRONT, KINDS, Units
from treewright.tokenization.windows import Windows
from treewright.treebank.expected import expected_sentences
from treewright.treebank.scan import Scanner
from treewright.treebank.sentence import Sentence, Shelf

MARGINS = (0.1, 0.0, 0.3, 1.0, 3.0)  # which is best differs between treebanks: all are tried if there is dev data
UNITS = ("auto", "runs", "characters")


class Tokenizer:
    """Finds tokens, sentences and the words of multiword tokens; learnt from a treebank."""

    def __init__(self, *, units: str = "auto", often: int = 2, epochs: int = 10, seed: int = 1) -> None:
        if units not in UNITS:
            raise SettingsError(f"tokenizer.units: seen {units!r}, expected one of {', '.join(UNITS)}")
        self.units, self.often, self.epochs, self.seed = units, often, epochs, seed
        self.characters = units == "characters"
        self.spaced = False  # whether tokens may have spaces in them
        self.tagger: Parser | None = None
        self.splitter: MultiwordSplitter | None = None

    def __repr__(self) -> str:
        if self.tagger is None:
            return "<Tokenizer: not trained yet>"
        units = "characters" if self.characters else "runs of letters and digits"
        words = f"; {len(self.splitter.always):,} known multiword tokens" if self.splitter is not None else ""
        return f"<Tokenizer: decides about {units}{words}>"

    # Training -------------------------------------------------------------------------------------------------------

    def train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        log: Log = None,
        checkpoints: StageCheckpoints | None = None,
    ) -> list[dict[str, Any]]:
        """Learn from a treebank; the epoch that is best on `dev` is kept.  Returns one row per epoch."""
        given = paragraphs(list(expected_sentences(sentences, place="training data")), self.seed)
        held = paragraphs(list(expected_sentences(dev or (), place="dev data")), self.seed)
        tokens = [token for paragraph in given for sentence in paragraph for token in sentence]
        if not tokens:
            raise InputError("training data: seen no tokens, expected at least one sentence")
        if all(token.after != "" for token in tokens):
            warnings.warn("training data: seen no SpaceAfter=No, so tokens will be what stands between spaces", stacklevel=2)
        self.spaced = any(" " in token.form for token in tokens)
        if self.units == "auto":
            self.characters = cuts_within_runs(given) > WITHIN
        units = Units(characters=self.characters, spaced=self.spaced)
        learnt, known = unit_sentences(given, units), unit_sentences(held, units)
        way: dict[str, Any] = {"epochs": self.epochs, "seed": self.seed, "log": log, "checkpoints": checkpoints}
        taggers = [
            train_tagger("tokenization", learnt, known, margin=margin, **way)
            for margin in (MARGINS if held else MARGINS[:1])
        ]
        self.tagger = max(taggers, key=lambda tagger: _quality(tagger, known))
        self.splitter = MultiwordSplitter.train(
            [sentence for paragraph in given for sentence in paragraph],
            [sentence for paragraph in held for sentence in paragraph],
            often=self.often, **way,
        )  # fmt: skip
        return self.tagger.history

    # Tokenizing -----------------------------------------------------------------------------------------------------

    def __call__(self, text: str, *, lines: bool = False) -> list[Sentence]:
        """The sentences of a text; with `lines` each line is one."""
        return list(self.pipe([text], lines=lines))

    def pipe(self, text: Text, *, lines: bool = False) -> Iterator[Sentence]:
        """The sentences of a file, a path, bytes, or texts that are a document each; read as they are needed."""
        for batch in self.batches(text, lines=lines):
            yield from batch

    def batches(self, text: Text, *, lines: bool = False) -> Iterator[list[Sentence]]:
        """The sentences in lists, as they come from the text."""
        for piece, block in self._blocks(text, lines):
            yield sentences_of(block, piece.path)

    def tokenize_bytes(self, text: Text, *, lines: bool = False) -> Iterator[bytes]:
        """What is to be written for a text, some sentences at a time: the fast way from file to file."""
        for _, block in self._blocks(text, lines):
            yield block

    def _blocks(self, text: Text, lines: bool) -> Iterator[tuple[Piece, bytes]]:
        numbering = Numbering()
        for piece in self.pieces(text, lines=lines):
            if block := numbering.numbered(self.rows_of(piece, lines=lines)):
                yield piece, block

    def pieces(self, text: Text, *, lines: bool = False) -> Iterator[Piece]:
        """Pieces of a text for `rows_of`, which threads may ask at once; an empty one says that reading may block."""
        windows = self.windows(lines)
        for source in TextSource.all(text):
            yield from TextCutter(source, windows).pieces()

    def rows_of(self, piece: Piece, *, lines: bool = False) -> bytes:
        """The rows of the sentences of a piece, which are numbered from 1."""
        if not piece.text:
            return piece.rows
        windows = self.windows(lines)
        windows.begin(piece.document, piece.paragraph)
        blocks = []
        at = len(FRONT)
        while at < piece.stop:
            next = windows.walk(piece.text, at, piece.stop, piece.final)
            assert next > at, "the end of a piece is the end of a paragraph"
            at = next
            blocks.append(windows.rows.take())
        return b"".join(blocks)

    def windows(self, lines: bool = False) -> Windows:
        """What walks over a text with this tokenizer; threads must not share one."""
        if self.tagger is None:
            raise ModelError("this tokenizer has no weights yet; train it or load a model")
        units = Units(self.tagger.labels, characters=self.characters, spaced=self.spaced, lines=lines)
        return Windows(self.tagger, self.splitter, units)

    # Model files ----------------------------------------------------------------------------------------------------

    def contents(self) -> Contents:
        """What a model file keeps of it: a header and arrays."""
        if self.tagger is None:
            raise ModelError("this tokenizer has no weights yet; train it first")
        header, arrays = self.tagger.contents()
        header = {
            "kind": "tokenizer",
            "settings": {"units": self.units, "often": self.often, "epochs": self.epochs, "seed": self.seed},
            "characters": self.characters, "spaced": self.spaced, "tagger": header,
        }  # fmt: skip
        sections = {"units": arrays}
        if self.splitter is not None:
            header["splitter"], sections["words"] = self.splitter.contents()
        return header, joined(sections)

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of a model file."""
        return reduced(self, self.contents(), {})

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Tokenizer:
        """The tokenizer that `contents` described."""
        tokenizer = cls(**header["settings"])
        tokenizer.characters, tokenizer.spaced = bool(header["characters"]), bool(header["spaced"])
        tokenizer.tagger = load_flat_parser(header["tagger"], section(arrays, "units"), TagSequences(UnitTarget()))
        if not set(tokenizer.tagger.labels) <= set(KINDS):
            raise ValueError(f"labels of the tokenizer: seen {tokenizer.tagger.labels}, expected {', '.join(KINDS)}")
        if "splitter" in header:
            tokenizer.splitter = MultiwordSplitter.from_contents(header["splitter"], section(arrays, "words"))
        return tokenizer


def _quality(tagger: Parser, dev: list[Sentence]) -> float:
    """How well the ends of tokens and of sentences are found: the sum of both F1."""
    gold = [label for sentence in dev for label in sentence.labels]
    pairs = [(label, tagger.labels[number]) for label, number in zip(gold, tagger.predict(dev).labels, strict=True)]
    quality = 0.0
    for ends in (("token", "sentence"), ("sentence",)):
        there, found = (sum(pair[i] in ends for pair in pairs) for i in (0, 1))
        quality += 2 * sum(one in ends and other in ends for one, other in pairs) / max(1, there + found)
    return quality


def sentences_of(block: bytes, path: str) -> list[Sentence]:
    """The sentences of a block that a tokenizer wrote."""
    scanner = Scanner(block)
    found = Shelf().sentences(scanner, path, "conllu")
    if scanner.faulty:
        raise InputError(f"{path or '(memory)'}: seen a row that is not CoNLL-U in what the tokenizer wrote")
    return found
