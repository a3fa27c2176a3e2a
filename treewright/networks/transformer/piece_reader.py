"""The tokenizer of a transformer: the numbers of the pieces of words, and of what stands around a sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from treewright.errors import ModelError, TreewrightError

MOST_KEPT = 1 << 18  # words whose pieces are remembered
MOST_PIECES = 16  # of a word; a longer one is known by its first pieces


class PieceReader:
    """Words are read one by one, so that every piece belongs to a word; safe in threads."""

    def __init__(self, text: str) -> None:
        """`text` is what a tokenizer.json has."""
        from tokenizers import Tokenizer

        try:
            self._tokenizer: Any = Tokenizer.from_str(text)
            self._tokenizer.no_truncation()
            self._tokenizer.no_padding()
            self.size = 1 + max(self._tokenizer.get_vocab(with_added_tokens=True).values(), default=-1)
            self._space = " " if _is_byte_level(json.loads(text).get("pre_tokenizer")) else ""
            example = self._tokenizer.encode("a")
        except BaseException as error:  # what is wrong inside the library is no Exception
            if isinstance(error, (KeyboardInterrupt, SystemExit, TreewrightError)):
                raise
            why = " ".join(str(error).split())[:100]
            raise ModelError(f"the tokenizer cannot be read ({why}), expected what tokenizer.json has") from None
        around = example.special_tokens_mask
        inner = [at for at, special in enumerate(around) if not special] or [len(around)]
        self.before, self.after = example.ids[: inner[0]], example.ids[inner[-1] + 1 :]
        self.unknown = self._unknown()
        self.nothing = [*(() if self.unknown is None else (self.unknown,)), *self.before, *self.after, 0][0]
        self._known: dict[str, list[int]] = {}

    def _unknown(self) -> int | None:
        """The number of the piece that stands for what the others cannot spell, None if they can spell all."""
        model = self._tokenizer.model
        token, number = getattr(model, "unk_token", None), getattr(model, "unk_id", None)
        return self._tokenizer.token_to_id(token) if isinstance(token, str) else number if isinstance(number, int) else None

    def spells(self, word: str) -> bool:
        """Whether pieces can spell a word."""
        return self.unknown not in self.pieces([word])[0]

    def pieces(self, words: Sequence[str], most: int = MOST_PIECES) -> list[list[int]]:
        """The numbers of the pieces of each word, at least one and as many as `most`."""
        found = []
        for word in words:
            known = self._known.get(word)
            if known is None:
                if len(self._known) >= MOST_KEPT:
                    self._known = {}
                read = self._tokenizer.encode(self._space + word, add_special_tokens=False).ids
                known = self._known[word] = read[:MOST_PIECES] or [self.nothing]
            found.append(known[:most])
        return found


def _is_byte_level(said: Any) -> bool:
    """Whether words are read with the space before them, which a tokenizer of bytes takes for the start of a word."""
    if not isinstance(said, dict):
        return False
    if said.get("type") == "ByteLevel":
        return not said.get("add_prefix_space", True)
    inner = said.get("pretokenizers")
    return isinstance(inner, list) and any(_is_byte_level(one) for one in inner)
