"""Convert treebanks between CoNLL-U and CoNLL-X; what the other format cannot hold is counted and reported."""

from __future__ import annotations

import argparse
from collections import Counter

from treewright.command_line import outputs, treebanks
from treewright.command_line.messages import Messages

USAGE = "[INPUT ...] --to conllu|conllx [-o FILE]"
EXAMPLES = """\
examples:
  treewright convert old.conll --to conllu -o new.conllu
  treewright convert a.conllu b.conllu --to conllx -o 'malt/{}.conll'
  zcat big.conllu.gz | treewright convert --to conllx > big.conll
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright convert`."""
    treebanks.add_inputs(parser)
    parser.add_argument("--to", choices=("conllu", "conllx"), required=True, help="the format to write")
    outputs.add_output(parser)
    treebanks.add_reading_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Convert every input into its output."""
    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    from treewright.treebank import conllx

    convert = conllx.to_conllx if arguments.to == "conllx" else conllx.to_conllu
    losses: Counter[str] = Counter()
    sentences = 0
    for output, paths in outputs.plan(inputs, arguments.output):
        with outputs.opened(output) as file:
            for path in paths:
                for sentence in treebanks.read(path, arguments, messages):
                    block = convert(sentence, losses).source
                    if block:
                        file.write(block + b"\n")
                        sentences += 1
    messages.note(f"converted {sentences:,} sentences")
    for what, count in losses.items():
        messages.note(f"{count:,} {what}")
    return 0
