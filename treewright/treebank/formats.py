"""The output formats of sentences: rows, JSON lines, constituency trees, drawings for the terminal, pictures, a web page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from treewright.errors import SettingsError
from treewright.treebank import conllx, html_page, json_lines, svg, tree_formats, tree_output
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import isolated, printable
from treewright.treebank.tree_drawing import draw
from treewright.treebank.tree_sentence import TreeSentence

TREES = ("export", "export3", "discbracket", "bracket")  # formats of constituency trees
FORMATS = ("conllu", "conllx", "json", "tree", "svg", "html", *TREES)
NAMES = {"conllu": "CoNLL-U", "conllx": "CoNLL-X"}
ENDINGS = {
    ".conllu": "conllu", ".conllx": "conllx", ".jsonl": "json", ".json": "json", ".tree": "tree", ".svg": "svg",
    ".html": "html", ".htm": "html",
    **{ending: format for ending, format in tree_formats.ENDINGS.items() if format in TREES},
}  # fmt: skip


def format_by_name(path: str, *, rows: bool = True) -> str | None:
    """The format for the ending of a file name, if any; without `rows`, none of the formats that consist of rows."""
    name = path.removesuffix(".gz")
    found = next((format for ending, format in ENDINGS.items() if name.endswith(ending)), None)
    return found if rows or found not in ("conllu", "conllx") else None


def encoded(
    sentences: Iterable[Sentence],
    format: str,
    *,
    losses: Counter[str] | None = None,
    encoding: str = "utf-8",
    **drawing: Any,
) -> Iterator[bytes]:
    """The output in pieces: one for each sentence (and some around them), or, for SVG, one document at the end.

    `losses` counts what a format cannot hold; `encoding` and `drawing` (see `draw`) are for trees.
    """
    if format not in FORMATS:
        raise SettingsError(f"format: seen {format!r}, expected one of {', '.join(FORMATS)}")
    filled = (sentence for sentence in sentences if sentence.source)
    if format == "svg":
        yield svg.document(filled).encode()
    if format in TREES:
        yield from tree_output.encoded(filled, format, losses)
    if format == "html":
        yield from (piece.encode() for piece in html_page.pieces(filled))
    for sentence in filled:
        if losses is not None and sentence.tree is not None and format in ("conllu", "conllx"):
            losses[f"constituency trees left out: {NAMES[format]} has none"] += 1
        if format == "conllx":
            if rows := conllx.to_conllx(sentence, losses).source:
                yield rows + b"\n"
        elif format == "tree":
            yield _tree(_within(encoding, sentence), **drawing).encode(encoding, "replace")
        else:
            converted = conllx.to_conllu(sentence, losses)
            yield json_lines.to_line(converted.to_dict()).encode() if format == "json" else converted.source + b"\n"


def _within(encoding: str, sentence: Sentence) -> Sentence:
    """The sentence with `?` for each character that the encoding lacks, so that columns stay aligned."""
    text = sentence.source.decode()
    shown = _known(encoding, text)
    if sentence.tree is not None:
        return TreeSentence(_tree_within(encoding, sentence.tree), source=shown.encode())
    return sentence if shown == text else Sentence(shown.encode(), format=sentence.format)


def _tree_within(encoding: str, tree: ConstituencyTree) -> ConstituencyTree:
    def known(text: str) -> str:
        return _known(encoding, text)

    tokens = [replace(t, form=known(t.form), tag=known(t.tag), edge=known(t.edge)) for t in tree.tokens]
    nodes = [replace(node, label=known(node.label), edge=known(node.edge)) for node in tree.constituents]
    return replace(tree, tokens=tokens, constituents=nodes)


def _known(encoding: str, text: str) -> str:
    return text.encode(encoding, "replace").decode(encoding)


def _tree(sentence: Sentence, ascii: bool = False, **drawing: Any) -> str:
    """The comments, the tree and a blank line."""
    comments = [printable(comment) for comment in sentence.comments]
    lines = comments if ascii else [isolated(comment) for comment in comments]
    return "".join(line + "\n" for line in lines) + draw(sentence, ascii=ascii, **drawing) + "\n"
