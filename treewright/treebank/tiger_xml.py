"""Reads TIGER-XML as a stream (Mengel and Lezius 2000).

    <s id="s1"><graph root="s1_500">
    <terminals><t id="s1_1" word="Birds" lemma="bird" pos="NNS" morph="--"/></terminals>
    <nonterminals><nt id="s1_500" cat="S"><edge label="SB" idref="s1_1"/></nt></nonterminals>
    </graph></s>

A root of the category VROOT is the root of the tree, any other lies below it.  A `secedge` leads to a further parent.  Other
attributes of a word (case, number ...) are its morphology, if there is no `morph`.  Entities of the file's own are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from treewright.treebank.bracket_escapes import unescaped
from treewright.treebank.constituency_tree import Constituent, Token
from treewright.treebank.report import Problem
from treewright.treebank.text_lines import shown
from treewright.treebank.tree_builder import Found, TreeBuilder

FIRST_ELEMENTS = ("corpus", "subcorpus", "body", "s")
LONGEST = 1 << 26  # bytes of a sentence
BREAKS = re.compile(r"[\t\n\r]")
ROOT = "\0"  # a name that no element has
WORD = ("id", "word", "lemma", "pos", "morph")


class _Broken(Exception):
    """What cannot be read any further."""


class TigerReader:
    """Blocks of a file in, trees out."""

    def __init__(self) -> None:
        self._parser: Any = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = self._entity
        self._found: list[Found] = []
        self._broken = self._begun = False
        self._sentence: _Graph | None = None

    @staticmethod
    def cut(chunk: bytes) -> int:
        """Anywhere."""
        return len(chunk)

    def trees(self, block: bytes, line: int) -> Iterator[Found]:
        """The sentences that end in a block."""
        yield from self._parse(block, False)

    def finish(self) -> Iterator[Found]:
        """The end of the file, which must be that of its first element."""
        yield from self._parse(b"", True)

    def notes(self) -> list[tuple[str, int]]:
        """There are none."""
        return []

    def _parse(self, block: bytes, last: bool) -> Iterator[Found]:
        if self._broken:
            return
        try:
            self._parser.Parse(block, last)
            if self._sentence is not None and self._parser.CurrentByteIndex - self._sentence.byte > LONGEST:
                raise _Broken(f"a sentence of more than {LONGEST >> 20} MB", "</s>")
        except _Broken as error:
            self._break(*error.args)
        except (expat.ExpatError, ValueError, LookupError) as error:
            message = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
            self._break(f"broken XML ({message})", "TIGER-XML")
        found, self._found = self._found, []
        yield from found

    def _break(self, seen: str, expected: str) -> None:
        self._broken = True
        line = max(1, self._parser.ErrorLineNumber if self._parser.ErrorCode else self._parser.CurrentLineNumber)
        self._found.append(Found(line, None, [Problem(line, seen, expected)], "rest of the file"))

    def _entity(self, name: str, *rest: Any) -> None:
        raise _Broken(f"the entity {shown(name)} declared", "no entities of the file's own")

    def _start(self, element: str, given: dict[str, str]) -> None:
        if not self._begun and element not in FIRST_ELEMENTS:
            raise _Broken(f"<{element[:40]}>", f"<{FIRST_ELEMENTS[0]}>, as TIGER-XML begins")
        self._begun = True
        if self._sentence is not None:
            self._sentence.take(element, given, self._parser.CurrentLineNumber)
        elif element == "s":
            self._sentence = _Graph(given.get("id", ""), self._parser.CurrentLineNumber, self._parser.CurrentByteIndex)

    def _end(self, element: str) -> None:
        if element == "s" and self._sentence is not None:
            self._found.append(self._sentence.found())
            self._sentence = None


class _Graph:
    """One sentence: edges come from above, so the parents are known at its end."""

    def __init__(self, name: str, line: int, byte: int) -> None:
        self.name, self.line, self.byte = name, line, byte
        self.builder = TreeBuilder(line, "VROOT", ROOT)
        self.builder.parents[0] = ROOT
        self.root = ""
        self.node: Token | Constituent | None = None
        self.node_id = ""
        self.tokens: dict[str, int] = {}
        self.parents: dict[str, tuple[str, str]] = {}  # a child, its parent and the edge between them

    def take(self, element: str, given: dict[str, str], line: int) -> None:
        """One element within the sentence."""
        builder = self.builder
        if element == "edge":  # most elements are, so they come first
            self._edge(given, line)
            return
        value = given
        if "--" in given.values():
            value = {key: "" if text == "--" and key != "word" else text for key, text in given.items()}
        if BREAKS.search("".join(given.values())):
            builder.problem(line, f"a tab or line break in <{element}>", "none", "read as a space")
            value = {key: BREAKS.sub(" ", text) for key, text in value.items()}
        name = value.get("id", "")
        if element == "graph":
            self.root = value.get("root", "")
        elif element in ("t", "nt"):
            self.node_id, self.node = name, None
            if not name or name in self.tokens or name in builder.numbers:
                builder.problem(line, f"the id {shown(name)}" + (" again" if name else ""), "an id of its own")
            elif element == "t":
                self._token(value, line)
            else:
                self.node = Constituent(value.get("cat", ""))
                builder.numbers[name] = len(builder.constituents)
                builder.constituents.append(self.node)
                builder.parents.append(name)
                builder.lines.append(line)
        elif element == "secedge" and self.node is not None:
            builder.secondary.append((self.node, value.get("label", ""), value.get("idref", ""), line))

    def _edge(self, given: dict[str, str], line: int) -> None:
        """An edge from the node that is open down to a child."""
        child, label = given.get("idref", ""), given.get("label", "")
        if BREAKS.search(label):
            self.builder.problem(line, "a tab or line break in <edge>", "none", "read as a space")
            label = BREAKS.sub(" ", label)
        parent = self.parents.setdefault(child, (self.node_id, "" if label == "--" else label))[0]
        if parent != self.node_id:
            seen = f"two parents of {shown(child)} ({shown(parent)} and {shown(self.node_id)})"
            self.builder.problem(line, seen, "one", "the first kept")

    def _token(self, value: dict[str, str], line: int) -> None:
        builder = self.builder
        if not value.get("word"):
            builder.problem(line, "a token without word", "a word")
            return
        others = [f"{key}={text}" for key, text in value.items() if key not in WORD and text]
        morphology = value.get("morph") or "|".join(others)
        form, was_escaped = unescaped(value["word"])
        self.node = Token(form, value.get("pos", ""), value.get("lemma", ""), morphology, escaped=was_escaped)
        self.tokens[value["id"]] = len(builder.tokens)
        builder.tokens.append(self.node)
        builder.token_parents.append(value["id"])
        builder.token_lines.append(line)

    def found(self) -> Found:
        """The tree, now that all parents are known."""
        builder = self.builder
        for child, (parent, _) in self.parents.items():
            if child not in self.tokens and child not in builder.numbers:
                expected = "a token or constituent of the sentence"
                builder.problem(self.line, f"an edge from {shown(parent)} to {shown(child)}", expected, "edge left out")
        self._attach(builder.token_parents, builder.tokens, builder.token_lines)
        self._attach(builder.parents, builder.constituents, builder.lines)
        at = builder.numbers.get(self.root)
        if self.root and at and builder.constituents[at].label == "VROOT" and builder.parents[at] == ROOT:
            self._take_for_root(at)
        found = builder.build()
        if found.tree is not None:
            found.tree.name = self.name
        return found

    def _attach(self, names: list[str], nodes: list[Any], lines: list[int]) -> None:
        """The names of parents in the place of the names of nodes."""
        for i, (name, node, line) in enumerate(zip(names, nodes, lines, strict=True)):
            if name in self.parents:
                names[i], node.edge = self.parents[name]
            elif name != ROOT:
                names[i] = ROOT
                if name != self.root:
                    self.builder.problem(line, f"{shown(name)} without a parent", "one", "attached to the root")

    def _take_for_root(self, at: int) -> None:
        """Takes a VROOT out of the constituents: it is the root itself."""
        builder = self.builder
        del builder.constituents[at], builder.parents[at], builder.lines[at]
        builder.numbers = {name: 0 if n == at else n - (n > at) for name, n in builder.numbers.items()}
