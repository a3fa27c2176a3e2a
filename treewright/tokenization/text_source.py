"""Raw text in chunks of whole characters, from a path, stdin, a file object or memory; what is not UTF-8 is refused."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import IO, Any

from treewright.errors import InputError
from treewright.treebank.byte_source import ByteSource
from treewright.treebank.expected import shown
from treewright.treebank.report import Report
from treewright.treebank.scan import is_utf8
from treewright.treebank.sentence import Sentence

CHUNK = 1 << 18  # bytes of a text in memory that are looked at together
Text = str | bytes | os.PathLike[str] | IO[Any] | Iterable[str]


class TextSource:
    """One document."""

    def __init__(self, source: str | bytes | os.PathLike[str] | IO[Any]) -> None:
        self._bytes = ByteSource(source, Report())
        self.path = self._bytes.path
        self.typed = self._bytes.typed  # at a terminal, where somebody waits for an answer
        self._offset = 0  # bytes and lines before the chunk that is looked at
        self._line = 1

    @classmethod
    def all(cls, text: Text) -> Iterator[TextSource]:
        """The documents of a path, bytes or a file (one), or of several texts."""
        if isinstance(text, (str, bytes, bytearray, os.PathLike)) or hasattr(text, "read"):
            yield cls._of_path(text) if isinstance(text, str) and text != "-" else cls(text)  # type: ignore[arg-type]
            return
        if isinstance(text, Sentence) or not isinstance(text, Iterable):
            raise InputError(f"text: seen {shown(text)}, expected a path, a file, bytes or several texts")
        for number, document in enumerate(text, 1):
            if not isinstance(document, str):
                expected = "a text; pipe takes sentences" if isinstance(document, Sentence) else "a text"
                raise InputError(f"text {number}: seen {shown(document)}, expected {expected}")
            yield cls(document.encode("utf-8", "surrogatepass"))

    @classmethod
    def _of_path(cls, path: str) -> TextSource:
        """A file; who gave a text in place of its name is told how texts are given."""
        if os.path.exists(path):
            return cls(path)
        hint = "; a text itself is given in a list: [text]" if any(map(str.isspace, path)) else ""
        raise InputError(f"{shown(path) if hint else path}: no such file{hint}")

    def chunks(self) -> Iterator[tuple[bytes, bool]]:
        """Chunks of whole characters, and whether one is the last."""
        held = b""
        try:
            for chunk in self._bytes.unpacked():
                chunk = held + chunk
                stop = _whole(chunk)
                self._check(chunk[:stop])
                held = chunk[stop:]
                yield chunk[:stop], False
            self._check(held)
            yield b"", True
        finally:
            self._bytes.close()

    def must_wait(self) -> bool:
        """Whether nothing is there to be read yet."""
        return self._bytes.must_wait()

    def _check(self, chunk: bytes) -> None:
        if not is_utf8(chunk):
            try:
                chunk.decode()
            except UnicodeDecodeError as error:
                at, line = error.start, chunk.count(b"\n", 0, error.start)
                raise InputError(
                    f"{self.path}:{self._line + line}: seen byte 0x{chunk[at]:02X} at offset {self._offset + at}, "
                    "expected text in UTF-8"
                ) from None
        self._offset += len(chunk)
        self._line += chunk.count(b"\n")


def _whole(chunk: bytes) -> int:
    """Where the last character begins if it may go on in the next chunk, else the end."""
    for back in range(1, min(4, len(chunk)) + 1):
        first = chunk[-back]
        if first >= 0xC0:
            width = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
            return len(chunk) - back if width > back else len(chunk)
        if first < 0x80:
            break
    return len(chunk)
