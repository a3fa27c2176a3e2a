"""The bytes of a treebank in blocks of whole sentences, from a path, stdin, a file object or memory, gzip or not."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import select
import stat
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from treewright.errors import InputError, unreadable
from treewright.treebank.report import Report
from treewright.treebank.tree_formats import format_of, tree_format

CHUNK = 96 << 10  # fits the caches; malloc would return blocks of 128 KB and more to the system
LONGEST = 1 << 26  # bytes of a sentence: a file without blank lines must not fill the memory
BOM = codecs.BOM_UTF8
ARCHIVE = b"PK\x03\x04"  # how model files begin
LAST_BLANK_LINE = re.compile(rb"(?:\A|\n)[ \t]*\n\Z")
Source = str | os.PathLike[str] | bytes | IO[Any]
SPACED_LINE = re.compile(rb"\n[ \t]+(?=\n)")
ROWS = ("rows", "conllu", "conllx")
LINES = ("json", "discbracket", "bracket", "tiger")  # formats that can be cut after any line
LOOK_BACK = 256  # a blank line may begin in one chunk and end in the next


class ByteSource:
    """Opens a treebank at once, so that a wrong path fails at once, and yields blocks that end after a sentence."""

    def __init__(self, source: Source, report: Report, *, repair: bool = False, format: str = "conllu") -> None:
        self.report, self.repair = report, repair
        self.format = format  # "auto": found out from the first bytes; CoNLL-U and CoNLL-X are both "rows" then
        self.lasting = True  # reading ahead never waits for typed input
        self._owned = False
        self._file: IO[Any]
        if isinstance(source, (bytes, bytearray)):
            self.path, self._file = "(memory)", io.BytesIO(source)
        elif isinstance(source, (str, os.PathLike)):
            self.path = os.fspath(source)
            if "\n" in self.path:
                seen, expected = f"a text of {len(self.path.splitlines()):,} lines", "the name of a file"
                raise InputError(f"path: seen {seen}, expected {expected}; a text itself is given as bytes: text.encode()")
            self._file = self._open()
        elif hasattr(source, "read"):
            self.path, self._file = str(getattr(source, "name", "(file)")), source
            self.lasting = _is_regular(source)
        else:
            raise InputError(f"treebank: seen {type(source).__name__}, expected a path, a file or bytes")

    def _open(self) -> IO[Any]:
        if self.path == "-":
            self.path, self.lasting = "(stdin)", False
            if sys.stdin is None:
                raise InputError("(stdin): seen a closed stream, expected a treebank or a text")
            return sys.stdin.buffer
        try:
            self._owned = True
            file = open(self.path, "rb", buffering=0)  # noqa: SIM115 - closed by close()
            self.lasting = Path(self.path).is_file()
            return file
        except (OSError, ValueError) as error:  # a name with NUL in it is a ValueError
            raise InputError(f"{self.path}: {unreadable(error)}") from None

    def position(self) -> int:
        """How many bytes of the file were read; 0 if unknown."""
        try:
            return self._file.tell()
        except (OSError, ValueError):  # a pipe, a file that was closed
            return 0

    @property
    def typed(self) -> bool:
        """Whether the input is typed at a terminal."""
        return bool(getattr(self._file, "isatty", lambda: False)())

    def close(self) -> None:
        """Closes the file if this object opened it."""
        if self._owned:
            self._file.close()

    def blocks(self) -> Iterator[bytes]:
        """Blocks of whole sentences with LF line ends; an empty block means that reading may block."""
        waiting: list[bytes] = []
        held = 0
        for chunk in self._lines():
            if self.format == "auto":
                chunk = b"".join([*waiting, chunk])
                waiting, held = [], 0
                self.format = format_of(chunk, self.path, whole=False) or "auto"
            cut = self._cut(chunk) if self.format != "auto" else -1
            if cut < 0 and waiting and self.format not in LINES:
                tail = waiting[-1][-LOOK_BACK:]
                cut = self._cut(tail + chunk[:LOOK_BACK]) - len(tail)
            if cut < 0:
                waiting.append(chunk)
                held += len(chunk)
                if held > LONGEST:
                    what = {"json": "line end", "discbracket": "line end", "export": "#EOS"}.get(self.format, "blank line")
                    raise InputError(f"{self.path}: seen no {what} in {held >> 20} MB, expected one after each sentence")
            else:
                yield b"".join([*waiting, memoryview(chunk)[:cut]])
                waiting, held = [chunk[cut:]], len(chunk) - cut
            if self.must_wait():
                yield b""
        rest = b"".join(waiting)
        if self.format == "auto":
            self.format = format_of(rest, self.path, whole=True) or "rows"
        if not rest:
            return
        if not rest.endswith(b"\n"):
            self.report.add_note(self.path, "no line feed at the end of the file, added")
            rest += b"\n"
        if self.format in ROWS and not LAST_BLANK_LINE.search(rest, max(0, len(rest) - LOOK_BACK)):
            self.report.add_note(self.path, "no blank line after the last sentence, added")
        yield rest

    def _cut(self, chunk: bytes) -> int:
        """Where the last whole sentence of a chunk ends, -1 if nowhere."""
        if self.format in ROWS:
            return _last_blank_line(chunk)
        if self.format == "json":
            return chunk.rfind(b"\n") + 1 or -1
        return tree_format(self.format).cut(chunk)

    def must_wait(self) -> bool:
        """Whether there is nothing to read yet."""
        if self.lasting:
            return False
        try:
            return not select.select([self._file], [], [], 0)[0]
        except (io.UnsupportedOperation, TypeError):  # a file in memory
            return False
        except OSError:  # a pipe on Windows: unknown
            return True

    def _lines(self) -> Iterator[bytes]:
        """Chunks with every line end as LF."""
        held = b""
        for chunk in self._decoded():
            chunk = held + chunk
            held = b""
            if b"\r" in chunk:
                if chunk.endswith(b"\r"):  # the LF of a CRLF, or of a CR CR LF, may be in the next chunk
                    held = chunk[-2:] if chunk.endswith(b"\r\r") else b"\r"
                    chunk = chunk[: -len(held)]
                chunk = self._line_feeds(chunk)
            yield chunk
        if held:
            yield self._line_feeds(held)

    def _line_feeds(self, chunk: bytes) -> bytes:
        if b"\r\n" in chunk:
            self.report.add_note(self.path, "CRLF line ends, read as LF", times=0)
            chunk = chunk.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n")
        if b"\r" in chunk:
            self.report.add_note(self.path, "CR line ends, read as LF", times=0)
            chunk = chunk.replace(b"\r", b"\n")
        return chunk

    def _decoded(self) -> Iterator[bytes]:
        """Chunks of UTF-8 without the byte-order mark at the beginning; UTF-16 is refused or, in repair, converted."""
        chunks = self.unpacked()
        first = b""
        for chunk in chunks:  # a pipe may give a byte at a time
            first += chunk
            if len(first) >= 4:
                break
        if first.startswith(ARCHIVE):
            raise InputError(f"{self.path}: seen a model or another zip archive, expected a treebank")
        utf16 = _utf16(first)
        if utf16 and not self.repair:
            raise InputError(
                f"{self.path}:1: not UTF-8 at line 1, byte 0x{first[0]:02X}: seen UTF-16, expected UTF-8 "
                f"(iconv -f UTF-16 -t UTF-8 converts it)"
            )
        if utf16:
            self.report.add_note(self.path, "UTF-16, converted to UTF-8", 1)
            decoder = codecs.getincrementaldecoder(utf16)("replace")
            yield decoder.decode(first).removeprefix("\ufeff").encode()
            for chunk in chunks:
                yield decoder.decode(chunk).encode()
            return
        if b"\0" in first and not self.repair and not _is_utf8(first):
            raise InputError(f"{self.path}: seen a binary file, expected a treebank")
        if first.startswith(BOM):
            self.report.add_note(self.path, "byte-order mark, left out", 1)
            first = first[len(BOM) :]
        yield first
        yield from chunks

    def unpacked(self) -> Iterator[bytes]:
        """Chunks as they come, unpacked if they are gzip (by the first bytes, not by the name)."""
        chunk = self._read(CHUNK)
        while len(chunk) == 1 and (more := self._read(CHUNK)):
            chunk += more
        if not chunk.startswith(b"\x1f\x8b"):
            while chunk:
                yield chunk
                chunk = self._read(CHUNK)
            return
        try:
            packed = gzip.GzipFile(fileobj=io.BufferedReader(_Rest(chunk, self._read), CHUNK))
            while block := packed.read(CHUNK):
                yield block
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{self.path}: damaged gzip file: {error}") from None

    def _read(self, size: int) -> bytes:
        read = getattr(self._file, "read1", self._file.read)  # do not wait for a full chunk from a pipe
        try:
            data = read(size)
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{self.path}: cannot be read: {error}") from None
        return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data


class _Rest(io.RawIOBase):
    """A chunk that was already read, followed by the rest of the file."""

    def __init__(self, chunk: bytes, read: Any) -> None:
        self._chunk, self._more = chunk, read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self._chunk or self._more(len(buffer))
        count = min(len(chunk), len(buffer))
        buffer[:count] = chunk[:count]
        self._chunk = chunk[count:]
        return count


def _last_blank_line(text: bytes) -> int:
    """Where the last blank line ends, -1 if there is none."""
    cut = text.rfind(b"\n\n")
    if cut >= 0:
        return cut + 2
    spaced = [match.end() + 1 for match in SPACED_LINE.finditer(text)]
    return spaced[-1] if spaced else -1


def _is_regular(file: Any) -> bool:
    """Whether an open file is one of a disk, not a pipe, a terminal, or an object of Python."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except (AttributeError, OSError, TypeError, ValueError):
        return False


def _is_utf8(first: bytes) -> bool:
    """Whether the first bytes of a file are UTF-8; the last character may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(first)
    except UnicodeDecodeError:
        return False
    return True


def _utf16(first: bytes) -> str | None:
    """The kind of UTF-16 that a file begins with, by its byte-order mark or because every second byte is 0."""
    zeros = [byte == 0 for byte in first[:4]]
    if first.startswith(codecs.BOM_UTF16_LE) or zeros == [False, True, False, True]:
        return "utf-16-le"
    if first.startswith(codecs.BOM_UTF16_BE) or zeros == [True, False, True, False]:
        return "utf-16-be"
    return None
