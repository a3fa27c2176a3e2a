"""A sentence: its own bytes, where the columns of its words begin, and the gold heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import cython

from treewright.arrays import int_array
from treewright.errors import InputError
from treewright.treebank.json_lines import comment_value, data_of, source_of
from treewright.treebank.scan import Scanner, is_utf8
from treewright.treebank.word import Word

if TYPE_CHECKING:
    from treewright.treebank.constituency_tree import ConstituencyTree

if not cython.compiled:  # in C these are the enum of the .pxd file
    from treewright.treebank.columns import CUTS, DEPS, HEAD

SHELF = 4096  # numbers per array that several sentences share: few allocations, little kept alive by one sentence

class Sentence:
    """One sentence as it was read. It never changes; `with_tree` makes a new one with other heads and labels."""

    source: bytes  # its lines, each ending in LF, without the blank line after them
    size: int  # how many words
    cuts: Any  # cuts[CUTS * i + k]: where column k of word i begins in `source`; it ends one byte before the next
    heads: Any  # gold heads, 0 is the root, -1 is unknown
    path: str
    line: int
    format: str  # "conllu" or "conllx"
    tree: ConstituencyTree | None = None  # its constituency tree; only a TreeSentence has one
    _words: list[Word] | None

    def __init__(self, source: bytes, *, path: str = "", line: int = 1, format: str = "conllu") -> None:
        if not isinstance(source, bytes) or (source and not source.endswith(b"\n")):
            expected = "the rows of one sentence as bytes, each ending in a line feed; from_words takes words"
            raise InputError(f"{path or '(memory)'}:{line}: seen {source!r:.80}, expected {expected}")
        scanner = Scanner(source, line)
        if source and (not scanner.scan() or scanner.faulty or scanner.start != 0 or scanner.stop != len(source)):
            raise InputError(f"{path or '(memory)'}:{line}: seen {source[:80]!r}, expected the rows of one sentence")
        Shelf(0).fill(self, scanner, path, format)

    @classmethod
    def from_words(
        cls, words: Iterable[Word | Mapping[str, Any] | str], *, comments: Sequence[str] = (), format: str = "conllu"
    ) -> Sentence:
        """A sentence from words, dicts with the same names or plain forms, numbered from 1."""
        if isinstance(words, str | bytes):
            raise InputError(f"words: seen the text {words!r}, expected a list of words, such as {str(words).split()[:3]}")
        if isinstance(words, Mapping) or not isinstance(words, Iterable):
            raise InputError(f"words: seen {words!r}, expected a list of words, such as ['A', 'dog']")
        if isinstance(comments, str) or not all(isinstance(comment, str) for comment in comments):
            raise InputError(f"comments: seen {comments!r:.60}, expected a list of lines such as ['# sent_id = 1']")
        rows = []
        size = 0
        for given in words:
            word = Word.of(given)
            if not isinstance(word.id, str):
                size += 1
            columns = word.columns(size)
            row = "\t".join(columns)
            rows.append(row)
            if not all(columns) or row.count("\t") != 9:
                raise InputError(f"word {size}: seen {columns}, expected ten fields, none empty or with a tab in it")
        lines = [*(comment if comment.startswith("#") else f"# {comment}" for comment in comments), *rows]
        if any("\n" in line or "\r" in line for line in lines):
            raise InputError("seen a line break within a field or a comment, expected none")
        source = _bytes("".join(line + "\n" for line in lines))
        if not is_utf8(source):
            broken = next(line for line in lines if not is_utf8(_bytes(line)))
            raise InputError(f"seen half a character (a lone surrogate) in {broken!r:.80}, expected whole ones")
        return cls(source, format=format)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sentence:
        """A sentence from what `to_dict` gives; only the forms of its words are needed."""
        return cls(source_of(data))

    def with_tree(self, heads: Sequence[int | None], labels: Sequence[str | bytes | None]) -> Sentence:
        """A new sentence that differs in HEAD and DEPREL only; None (or a head of -1) writes `_`."""
        if len(heads) != self.size or len(labels) != self.size:
            raise ValueError(f"{self.size} words, but {len(heads)} heads and {len(labels)} labels")
        names = [b"_" if label is None else _bytes(label) if isinstance(label, str) else label for label in labels]
        for i, name in enumerate(names):
            if not name or b"\t" in name or b"\n" in name or b"\r" in name or not is_utf8(name):
                expected = "characters that UTF-8 has, and no tab, line feed or carriage return"
                raise ValueError(f"word {i + 1}: seen the label {labels[i]!r:.80}, expected {expected}")
        parts = []
        done = 0
        for i, (head, name) in enumerate(zip(heads, names, strict=True)):
            number = b"_" if head is None or head < 0 else b"%d" % head
            parts += [self.source[done : self.cuts[CUTS * i + HEAD]], number, b"\t", name]
            done = self.cuts[CUTS * i + DEPS] - 1
        source = b"".join([*parts, self.source[done:]])
        return Sentence(source, path=self.path, line=self.line, format=self.format)

    def with_rows(self, rows: Sentence) -> Sentence:
        """The sentence with other rows, as taggers write them; a constituency tree is kept."""
        return rows

    @property
    def place(self) -> str:
        """Where it begins: `train.conllu:12`."""
        return f"{self.path or '(memory)'}:{self.line}"

    @property
    def words(self) -> list[Word]:
        """The syntactic words: rows with a plain number as id."""
        if self._words is None:
            self._words = [self._word(i) for i in range(self.size)]
        return list(self._words)

    def _word(self, i: int) -> Word:
        return Word.from_columns([self.column(i, k) for k in range(10)])

    def column(self, i: int, k: int) -> str:
        """Field k (0 to 9) of word i (from 0), unchanged."""
        if not (0 <= i < self.size and 0 <= k < 10):
            raise IndexError(f"word {i}, column {k}: there are {self.size} words of 10 columns")
        return self.source[self.cuts[CUTS * i + k] : self.cuts[CUTS * i + k + 1] - 1].decode()

    @property
    def forms(self) -> list[str]:
        """The forms of the words."""
        return [self.column(i, 1) for i in range(self.size)]

    @property
    def tags(self) -> list[str | None]:
        """The tag (UPOS) of each word, None for `_`."""
        fields = [self.column(i, 3) for i in range(self.size)]
        return [None if field == "_" else field for field in fields]

    @property
    def labels(self) -> list[str | None]:
        """The label (DEPREL) of each word, None for `_`."""
        fields = [self.column(i, 7) for i in range(self.size)]
        return [None if field == "_" else field for field in fields]

    @property
    def rows(self) -> list[str]:
        """All lines: comments, words, ranges and empty nodes."""
        return self.source.decode().removesuffix("\n").split("\n")

    @property
    def comments(self) -> list[str]:
        """The comment lines, with their `#`."""
        return [row for row in self.rows if row.startswith("#")]

    @property
    def ranges(self) -> list[Word]:
        """The multi-word tokens, whose id is a string such as "1-2"."""
        return self._other_rows("-")

    @property
    def empty_nodes(self) -> list[Word]:
        """The empty nodes, whose id is a string such as "8.1"."""
        return self._other_rows(".")

    def _other_rows(self, mark: str) -> list[Word]:
        fields = [row.split("\t") for row in self.rows if not row.startswith("#")]
        return [Word.from_columns(columns) for columns in fields if mark in columns[0]]

    def comment(self, key: str) -> str | None:
        """Value of the first comment `# key = value`."""
        return comment_value(self.comments, key)

    @property
    def sent_id(self) -> str | None:
        """The sentence's name, from its comments."""
        return self.comment("sent_id")

    @property
    def text(self) -> str | None:
        """The sentence's text, from its comments."""
        return self.comment("text")

    def to_conllu(self) -> str:
        """The lines and the blank line after them, as they are written to a file."""
        return self.source.decode() + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The sentence as plain data, as in JSON lines (see json_lines.py); `from_dict` undoes it."""
        return data_of(self.rows)

    def _repr_svg_(self) -> str:
        """The tree as a picture, for notebooks."""
        from treewright.treebank.svg import to_svg

        return to_svg(self)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, i: int) -> Word:
        return self.words[i]

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.source == other.source and self.format == other.format

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.source, self.path, self.line, self.format)

    def __repr__(self) -> str:
        return f"<Sentence {f'{self.sent_id} ' if self.sent_id else ''}{' '.join(self.forms)!r}>"


class Shelf:
    """Makes sentences of what a scanner found; their numbers lie side by side in shared arrays."""

    def __init__(self, room: int = SHELF) -> None:
        self.room = room
        self.space = int_array(0)
        self.used = self.length = 0

    def sentence(self, scanner: Scanner, path: str, format: str) -> Sentence:
        """The sentence the scanner has just passed."""
        sentence = Sentence.__new__(Sentence)
        self.fill(sentence, scanner, path, format)
        return sentence

    def sentences(self, scanner: Scanner, path: str, format: str) -> list[Sentence]:
        """The sentences up to the first faulty one (which the scanner has then passed) or up to the end of the block."""
        found: list[Sentence] = []
        while scanner.scan() and not scanner.faulty:
            found.append(self.sentence(scanner, path, format))
        return found

    def reread(self, block: bytes, before: list[Sentence]) -> list[Sentence]:
        """The sentences of a block made from other sentences; they keep their lines and formats.

        A value with a tab or line break would make other rows, so it is refused.
        """
        scanner = Scanner(block)
        found: list[Sentence] = []
        for old in before:
            sentence = old
            if len(old.source) > 0:
                if not scanner.scan() or scanner.faulty or scanner.size != old.size:
                    raise _other_rows_than(old, block[scanner.start :])
                sentence = self.sentence(scanner, old.path, old.format)
                sentence.line = old.line
            found.append(sentence)
        if scanner.scan():
            raise InputError(f"seen more sentences after {len(before)}, expected none: a label has a blank line in it")
        return found

    def fill(self, sentence: Sentence, scanner: Scanner, path: str, format: str) -> int:
        """Sets the attributes of a new sentence."""
        sentence.source = scanner.block[scanner.start : scanner.stop]
        sentence.size = scanner.size
        sentence.line = scanner.line
        sentence.path = path
        sentence.format = format
        sentence._words = None
        need = 12 * scanner.size
        if self.used + need > self.length:
            self.length = max(self.room, need)
            self.space = int_array(self.length)
            self.used = 0
        space = self.space
        cuts = scanner.cuts
        heads = scanner.heads
        at = self.used
        for i in range(CUTS * scanner.size):
            space[at + i] = cuts[i]
        at += CUTS * scanner.size
        for i in range(scanner.size):
            space[at + i] = heads[i]
        sentence.cuts = space[self.used : at]
        sentence.heads = space[at : at + scanner.size]
        self.used += need
        return 0


def _other_rows_than(old: Sentence, seen: bytes) -> InputError:
    """The error for a block whose rows differ from those of the sentence it was made from."""
    where = old.place
    expected = f"{old.size} rows of ten fields: a label, tag or lemma has a tab or line break in it, or is empty"
    return InputError(f"{where}: seen {seen[:80]!r}, expected {expected}")


def _bytes(text: str) -> bytes:
    """The text as UTF-8; half a character becomes bytes that are not."""
    return text.encode("utf-8", "surrogatepass")


def _unpickle(source: bytes, path: str, line: int, format: str) -> Sentence:
    return Sentence(source, path=path, line=line, format=format)
