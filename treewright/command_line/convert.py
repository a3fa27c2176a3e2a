"""Convert treebanks between formats, or to trees, pictures or a page; what a format cannot hold is counted."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from treewright.command_line import outputs, tree_changes, treebanks
from treewright.command_line.messages import Messages, counted
from treewright.errors import SettingsError

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = "[INPUT ...] [--to FORMAT] [-o FILE] [--force]"
EXAMPLES = """\
examples:
  treewright convert old.conll --to conllu -o new.conllu
  treewright convert a.conllu b.conllu --to conllx -o 'malt/{}.conll'
  treewright convert trees.conllu -o trees.jsonl
  treewright convert trees.conllu --to tree | less
  treewright convert trees.conllu -o trees.svg                  all trees in one picture
  treewright convert trees.conllu -o 'tree-{}.svg'              a picture for each sentence: tree-1.svg, tree-2.svg ...
  treewright convert trees.conllu -o trees.html                 a web page
  treewright convert trees.export -o trees.discbracket
  treewright convert trees.export -o trees.mrg --discontinuity split
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright convert`."""
    treebanks.add_inputs(parser)
    outputs.add_format(parser, "none")
    outputs.add_output(parser)
    treebanks.add_reading_flags(parser)
    tree_changes.add_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Convert every input into its output."""
    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    losses: Counter[str] = Counter()
    count = 0

    def sentences(paths: list[str]) -> Iterator[Sentence]:
        nonlocal count
        for path in paths:
            for sentence in tree_changes.changed(treebanks.read(path, arguments, messages), arguments, losses):
                count += 1
                yield sentence

    format = outputs.format_of(arguments, arguments.output)
    if format is None:
        seen = "no format" if arguments.output == "-" else f"no format, and none in the name {arguments.output}"
        raise SettingsError(f"--to: seen {seen}, expected one of {', '.join(outputs.FORMATS)}")
    jobs = outputs.plan(inputs, arguments.output, format)
    for output, _ in jobs:
        outputs.refuse_foreign(output, inputs, arguments.force)
    for output, paths in jobs:
        if format == "svg" and "{}" in output:
            outputs.write_pictures(sentences(paths), output)
            continue
        with outputs.opened(output) as file:
            for piece in outputs.encoded(sentences(paths), format, output, losses):
                file.write(piece)
    messages.note(f"converted {counted(count, 'sentence')}")
    for what, times in losses.items():
        messages.note(f"{times:,} {what}")
    return 0
