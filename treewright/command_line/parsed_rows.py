"""What `treewright parse` notices in the rows it writes: words without tags, and what --min-confidence leaves out."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Any

from treewright.command_line.messages import Messages, counted
from treewright.command_line.sources import Source, is_pipeline

ROW = re.compile(rb"^\d+\t[^\t\n]*\t[^\t\n]*\t([^\t\n]*)\t[^\t\n]*\t[^\t\n]*\t([^\t\n]*)\t([^\t\n]*)", re.MULTILINE)
READS_TAGS = re.compile(r"\bp\b")  # the attribute p of templates is UPOS


class ParsedRows:
    """Looks at rows with heads on their way to the output."""

    def __init__(self, parser: Any, members: Sequence[Any], arguments: argparse.Namespace, messages: Messages) -> None:
        self.least, self.messages = arguments.min_confidence, messages
        self.wants_tags = not is_pipeline(parser) and any(map(_reads_tags, (parser, *members)))
        self.labelled = any((member.parser if is_pipeline(member) else member).labels for member in members)
        self.heads = self.labels = 0  # left out

    def seen(self, blocks: Iterator[bytes], source: Source) -> Iterator[bytes]:
        """The same blocks of rows; warns of a source that begins without tags if the parser was trained with them."""
        wants_tags = self.wants_tags
        for block in blocks:
            if wants_tags and (rows := ROW.findall(block)):
                wants_tags = False
                if all(tag == b"_" for tag, _, _ in rows):
                    name = "(stdin)" if source.path == "-" else source.path
                    what = "no tags (UPOS) in the first sentences, but this model was trained with tags"
                    self.messages.warning(f"{name}: {what}: parsing will be much worse; a pipeline predicts tags")
            if self.least:
                rows = ROW.findall(block)
                self.heads += sum(head == b"_" for _, head, _ in rows)
                self.labels += sum(label == b"_" for _, _, label in rows) if self.labelled else 0
            yield block

    def left_out(self) -> str:
        """What --min-confidence left out, for the last line."""
        if not self.least:
            return ""
        labels = f" and {counted(self.labels, 'label')}" if self.labelled else ""
        return f", {counted(self.heads, 'head')}{labels} left out (less probable than {self.least:g})"


def _reads_tags(parser: Any) -> bool:
    """Whether a parser, or one of an ensemble, was trained on words with UPOS, and its features or vectors look at them."""
    trained = any(trigram.split(" ")[1:2] != ["_"] for trigram in getattr(parser, "tag_trigrams", None) or ())
    return trained and any(map(_looks_at_tags, getattr(parser, "parsers", None) or [parser]))


def _looks_at_tags(parser: Any) -> bool:
    if parser.tags:  # it finds them itself
        return False
    if getattr(parser, "is_network", False):
        return bool(parser.settings["network"]["upos"])
    features = getattr(parser, "features", None)
    return features is None or any(map(READS_TAGS.search, features.text))
