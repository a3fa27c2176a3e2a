"""Changes of constituency trees that `treewright convert` makes on the way: gaps, punctuation, function tags."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from treewright.errors import SettingsError

if TYPE_CHECKING:
    from treewright.treebank import Sentence

FLAGS = {
    "discontinuity": (
        ("keep", "split", "merge", "raise"),
        "gaps of constituents: keep; split into blocks (VP*1, VP*1), which merge undoes; or raise what lies beyond the gap",
    ),
    "punctuation": (("keep", "move", "remove"), "keep; move to the lowest constituent over the words around; or remove"),
    "functions": (("keep", "split", "join"), "NP-SBJ: keep; split into label and edge; or join them"),
}


def add_flags(parser: argparse.ArgumentParser, names: Iterable[str] = FLAGS) -> None:
    """Add the flags of constituency trees."""
    for name in names:
        choices, text = FLAGS[name]
        parser.add_argument(f"--{name}", choices=choices, default="keep", help=f"{text} (default: keep)")


def changed(sentences: Iterable[Sentence], arguments: argparse.Namespace, losses: Counter[str]) -> Iterator[Sentence]:
    """The sentences with the changes that the flags ask for."""
    asked = [name for name in FLAGS if getattr(arguments, name) != "keep"]
    return _changed(sentences, arguments, asked, losses) if asked else iter(sentences)


def without_gaps(sentences: Iterable[Sentence], arguments: argparse.Namespace, losses: Counter[str]) -> Iterator[Sentence]:
    """The sentences of a verb that knows --discontinuity alone."""
    wanted = argparse.Namespace(discontinuity=arguments.discontinuity, punctuation="keep", functions="keep")
    return changed(sentences, wanted, losses)


def _changed(
    sentences: Iterable[Sentence], arguments: argparse.Namespace, asked: list[str], losses: Counter[str]
) -> Iterator[Sentence]:
    from treewright.treebank import TreeSentence

    for sentence in sentences:
        if sentence.tree is None:
            flag = f"--{asked[0]} {getattr(arguments, asked[0])}"
            raise SettingsError(f"{flag}: seen {sentence.place} without a constituency tree, expected one")
        tree = _tree(sentence.tree, arguments, losses)
        same = len(tree.tokens) == len(sentence)
        yield TreeSentence(tree, path=sentence.path, line=sentence.line, source=sentence.source if same else None)


def _tree(tree: Any, arguments: argparse.Namespace, losses: Counter[str]) -> Any:
    """One tree, changed."""
    from treewright.treebank import discontinuity, function_tags, punctuation

    if arguments.punctuation != "keep":
        size = len(tree.tokens)
        tree = punctuation.arranged(tree, arguments.punctuation)
        if size > len(tree.tokens):
            losses["tokens of punctuation removed"] += size - len(tree.tokens)
    if arguments.functions == "split":
        tree = function_tags.split_functions(tree)
    if arguments.discontinuity == "split":
        tree = discontinuity.split(tree)
    elif arguments.discontinuity == "merge":
        tree = discontinuity.merge(tree)
    elif arguments.discontinuity == "raise":
        tree, raised = discontinuity.raise_gaps(tree)
        if raised:
            losses["children attached to a higher constituent, so that there is no gap"] += raised
    return function_tags.join_functions(tree) if arguments.functions == "join" else tree
