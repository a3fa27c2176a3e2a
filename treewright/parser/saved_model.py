"""What parsers, ensembles and pipelines have in common as models: one file, and sentences in it that verify it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from treewright.parser.published import without_folders
from treewright.storage import model_file
from treewright.storage.sections import Contents
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

EXAMPLES = 12  # sentences a model file keeps with their trees, for `info --verify`


class SavedModel:
    """Base of what is saved; a subclass says what its file has, and parses."""

    examples: list[str]

    def contents(self) -> Contents:
        """What a model file says of it: a header and arrays."""
        raise NotImplementedError

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        raise NotImplementedError

    def take_examples(self, sentences: Iterable[Sentence]) -> None:
        """Parse the first of some sentences; they travel in the model file, so that it can be verified."""
        parse: Any = self
        first = itertools.islice((s for s in expected_sentences(sentences) if len(s)), EXAMPLES)
        self.examples = [self.text_of(parse(s)) for s in first]

    def save(self, path: str | Path, *, licence: str = "", compression: int = 0) -> None:
        """Write a model file: data only, the same model gives the same bytes.

        A file that is there is replaced, when all has been written.  With a compression of 1 to 9 the file is smaller, but it
        has to be unpacked into memory when it is loaded.
        """
        header, arrays = self.contents()
        model_file.write(path, {**without_folders(header), "licence": licence}, arrays, compression=compression)
