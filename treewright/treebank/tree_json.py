"""The constituency tree of a sentence as plain data, in JSON lines under the key `tree`.

    {"root": "ROOT", "constituents": [{"label": "VP", "parent": 2, "edge": "OC"}, ...], "tokens": [{"parent": 1}, ...]}

Constituents are numbered from 1 as they stand there, 0 is the root.  What is empty is left out; `secondary` has pairs of a
name and the number of a parent.  Form, lemma, tag and morphology of a token are in its row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.long_json import Fault, shown
from treewright.treebank.report import Problem
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_builder import TreeBuilder
from treewright.treebank.tree_sentence import TreeSentence

TEXTS = {"token": ("edge", "comment"), "constituent": ("label", "edge", "lemma", "morphology", "comment")}


def tree_data(tree: ConstituencyTree) -> dict[str, Any]:
    """A tree as plain data."""
    data = {
        "root": tree.constituents[0].label,
        "constituents": [_node(node, "constituent") for node in tree.constituents[1:]],
        "tokens": [_node(token, "token") for token in tree.tokens],
    }
    return {**data, "before": tree.before} if tree.before else data


def _node(node: Token | Constituent, kind: str) -> dict[str, Any]:
    data: dict[str, Any] = {name: text for name in TEXTS[kind] if (text := getattr(node, name))}
    data["parent"] = node.parent
    if node.secondary:
        data["secondary"] = [list(edge) for edge in node.secondary]
    if isinstance(node, Token) and node.escaped:
        data["escaped"] = True
    return data


def with_tree(sentence: Sentence, data: Any, line: int) -> tuple[list[Problem], TreeSentence | None]:
    """A sentence with the tree of this data, and what is wrong with it."""
    try:
        root = _text(data, "root", "tree") if "root" in _object(data, "tree") else "ROOT"
        builder = TreeBuilder(line, root)
        plain = TreeSentence.from_sentence(sentence).tree
        tokens = _list(data, "tokens")
        if len(tokens) != len(plain.tokens):
            raise Fault(f"{len(tokens)} tokens in the tree", f"one for each of {len(plain.tokens)} words")
        for token, given in zip(plain.tokens, tokens, strict=True):
            _take(builder, token, given, "token")
        for number, given in enumerate(_list(data, "constituents"), 1):
            builder.numbers[str(number)] = number
            _take(builder, Constituent(""), given, "constituent")
        before = _list(data, "before")
        if not all(isinstance(text, str) and "\n" not in text and "\r" not in text for text in before):
            raise Fault(f"{shown(before)} as before", "lines of text")
    except Fault as fault:
        return [Problem(line, fault.seen, fault.expected)], None
    found = builder.build()
    if found.tree is None:
        return found.problems, None
    tree = replace(found.tree, name=plain.name, comments=plain.comments, before=before)
    return found.problems, TreeSentence(tree, path=sentence.path, line=line, source=sentence.source)


def _take(builder: TreeBuilder, node: Any, given: Any, kind: str) -> None:
    """Adds a token or constituent."""
    allowed = (*TEXTS[kind], "parent", "secondary", *(["escaped"] if kind == "token" else []))
    for key in _object(given, kind):
        if key not in allowed:
            raise Fault(f"the key {shown(key)} of a {kind}", f"one of {', '.join(allowed)}")
    for name in TEXTS[kind]:
        if name in given:
            setattr(node, name, _text(given, name, kind))
    for edge in _list(given, "secondary"):
        if not (isinstance(edge, list) and len(edge) == 2 and isinstance(edge[0], str) and _is_number(edge[1])):
            raise Fault(f"{shown(edge)} as a secondary edge", "a name and a number")
        builder.secondary.append((node, edge[0], str(edge[1]), builder.line))
    parent = given.get("parent")
    if not _is_number(parent):
        raise Fault(f"{shown(parent)} as the parent of a {kind}", "a number")
    if kind == "token":
        node.escaped = given.get("escaped") is True
        builder.tokens.append(node)
        builder.token_parents.append(str(parent))
        builder.token_lines.append(builder.line)
    else:
        builder.constituents.append(node)
        builder.parents.append(str(parent))
        builder.lines.append(builder.line)


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


def _object(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise Fault(f"{shown(data)} as {what}", "an object")
    return data


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key) or []
    if not isinstance(found, list):
        raise Fault(f"{shown(found)} as {key}", "a list")
    return found


def _text(data: Mapping[str, Any], key: str, what: str) -> str:
    found = data[key]
    if not isinstance(found, str) or any(mark in found for mark in "\t\n\r"):
        raise Fault(f"{shown(found)} as the {key} of a {what}", "a string without tabs and line breaks")
    try:
        found.encode()
    except UnicodeEncodeError:
        raise Fault(f"half a character in {found!r:.60}", "whole ones") from None
    return found
