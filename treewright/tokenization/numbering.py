"""Running numbers for sentences that were numbered block by block."""

from __future__ import annotations

from dataclasses import replace

from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_sentence import TreeSentence

NAME = b"\n# sent_id = "  # a line of each sentence, and of nothing else that tokenizers write


class Numbering:
    """Numbers the sentences of one block after another."""

    def __init__(self) -> None:
        self.count = 0  # sentences so far

    def numbered(self, block: bytes) -> bytes:
        """The block with the numbers that come next as sent_id."""
        before, *sentences = (b"\n" + block).split(NAME)
        pieces = [before]
        for sentence in sentences:
            self.count += 1
            pieces += [NAME, b"%d" % self.count, sentence[sentence.index(b"\n") :]]
        return b"".join(pieces)[1:]

    def named(self, sentence: Sentence) -> Sentence:
        """A sentence with the number that comes next."""
        source = self.numbered(sentence.source)
        if sentence.tree is None:
            return Sentence(source, path=sentence.path, line=sentence.line)
        tree = replace(sentence.tree, name=str(self.count))
        return TreeSentence(tree, path=sentence.path, line=sentence.line, source=source)
