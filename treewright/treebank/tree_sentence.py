"""A sentence with a constituency tree: the rows are its tokens, so that all that reads words reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from treewright.errors import InputError
from treewright.treebank.columns import FEATS, FORM, LEMMA, UPOS, XPOS
from treewright.treebank.constituency_tree import Bracket, ConstituencyTree, Token
from treewright.treebank.sentence import Sentence


class TreeSentence(Sentence):
    """Rows of CoNLL-U with FORM, LEMMA, XPOS (the tag) and FEATS (the morphology) of the tokens, without heads; and `tree`.

    A field with a tab or line break, which no row can hold, is refused.
    """

    tree: ConstituencyTree

    def __init__(self, tree: ConstituencyTree, *, path: str = "", line: int = 1, source: bytes | None = None) -> None:
        """`source` are the rows, if they come from elsewhere."""
        if not isinstance(tree, ConstituencyTree):
            raise InputError(f"tree: seen {tree!r:.60}, expected a ConstituencyTree")
        super().__init__(rows_of(tree, path, line) if source is None else source, path=path, line=line)
        self.tree = tree
        if source is not None and len(tree.tokens) != self.size:
            expected = f"one for each of {self.size} rows"
            raise InputError(f"{path or '(memory)'}:{line}: seen {len(tree.tokens)} tokens, expected {expected}")

    @classmethod
    def from_sentence(cls, sentence: Sentence, brackets: Iterable[Bracket] = (), root: str = "ROOT") -> TreeSentence:
        """A sentence with these constituents; its rows stay as they are, tags are XPOS or else UPOS."""
        if isinstance(sentence, TreeSentence):
            return sentence.with_brackets(brackets)
        if not isinstance(sentence, Sentence):
            raise InputError(f"sentence: seen {sentence!r:.60}, expected a Sentence")
        tokens = [Token(sentence.column(i, FORM), *_told(sentence, i)) for i in range(len(sentence))]
        tree = ConstituencyTree.from_brackets(tokens, brackets, root)
        tree.name = sentence.sent_id or ""
        texts = [comment[1:].removeprefix(" ") for comment in sentence.comments]
        tree.comments = [text for text in texts if text != f"sent_id = {tree.name}"]
        if sentence.format != "conllu":
            from treewright.treebank.conllx import to_conllu

            sentence = to_conllu(sentence)
        return cls(tree, path=sentence.path, line=sentence.line, source=sentence.source)

    def with_brackets(self, brackets: Iterable[Bracket]) -> TreeSentence:
        """The same tokens and rows with other constituents; edges, which belong to the old ones, are left out."""
        tokens = [token.copy(edges=False) for token in self.tree.tokens]
        old = self.tree
        tree = ConstituencyTree.from_brackets(tokens, brackets, old.constituents[0].label)
        tree.name, tree.comments, tree.before = old.name, list(old.comments), list(old.before)
        return TreeSentence(tree, path=self.path, line=self.line, source=self.source)

    def with_rows(self, rows: Sentence) -> TreeSentence:
        """The same constituents over other rows, as taggers write them: tags are XPOS or else UPOS."""
        if not isinstance(rows, Sentence) or len(rows) != self.size:
            raise InputError(f"rows: seen {str(rows)[:40]!r}, expected a sentence of {self.size} words")
        told = [_told(rows, i) for i in range(len(rows))]
        tokens = [
            replace(token, tag=tag, lemma=lemma, morphology=feats)
            for token, (tag, lemma, feats) in zip(self.tree.tokens, told, strict=True)
        ]
        return TreeSentence(replace(self.tree, tokens=tokens), path=self.path, line=self.line, source=rows.source)

    def to_dict(self) -> dict[str, Any]:
        """The sentence as plain data, with its tree (see tree_json.py)."""
        from treewright.treebank.tree_json import tree_data

        return {**super().to_dict(), "tree": tree_data(self.tree)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TreeSentence:
        """A sentence from what `to_dict` gives."""
        from treewright.treebank.tree_json import with_tree

        problems, sentence = with_tree(Sentence.from_dict(data), data.get("tree"), 1)
        if sentence is None or problems:
            raise InputError(str(replace(problems[0], path="(memory)")))
        return sentence

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeSentence) and self.source == other.source and self.tree == other.tree

    def __ne__(self, other: object) -> bool:
        return not self == other  # the compiled base would answer without asking for equality here

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.tree, self.path, self.line, self.source)


def _told(sentence: Sentence, i: int) -> tuple[str, str, str]:
    """Tag, lemma and morphology of a word, empty where they are not known."""
    form, *fields = [sentence.column(i, column) for column in (FORM, LEMMA, UPOS, XPOS, FEATS)]
    lemma, upos, xpos, feats = ["" if field == "_" else field for field in fields]
    return xpos or upos, lemma or ("_" if form == "_" else ""), feats


def rows_of(tree: ConstituencyTree, path: str = "", line: int = 1) -> bytes:
    """The rows of a tree's tokens, as bytes of CoNLL-U; comments come first."""
    comments = [f"# {comment}\n" for comment in tree.comments if comment]
    if tree.name:
        comments.insert(0, f"# sent_id = {tree.name}\n")
    rows = [
        f"{i}\t{token.form}\t{token.lemma or '_'}\t_\t{token.tag or '_'}\t{token.morphology or '_'}\t_\t_\t_\t_\n"
        for i, token in enumerate(tree.tokens, 1)
    ]
    text = "".join(rows)
    above = "".join(comments)
    if text.count("\t") != 9 * len(rows) or (above + text).count("\n") != len(comments) + len(rows) or "\r" in above + text:
        where = f"{path or '(memory)'}:{line}"
        for i, row in enumerate(rows, 1):
            if row.count("\t") != 9 or row.count("\n") != 1 or "\r" in row:
                raise InputError(f"{where}: seen a tab or line break in token {i} ({row!r:.80}), expected none")
        raise InputError(f"{where}: seen a line break in a comment, expected none")
    if not all(token.form for token in tree.tokens):
        raise InputError(f"{path or '(memory)'}:{line}: seen a token without form, expected one")
    try:
        return (above + text).encode()
    except UnicodeEncodeError as error:
        seen = f"half a character ({(above + text)[error.start]!r})"
        raise InputError(f"{path or '(memory)'}:{line}: seen {seen}, expected whole ones") from None


def _unpickle(tree: ConstituencyTree, path: str, line: int, source: bytes) -> TreeSentence:
    return TreeSentence(tree, path=path, line=line, source=source)
