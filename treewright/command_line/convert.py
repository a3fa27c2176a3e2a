"""Convert treebanks between CoNLL-U and CoNLL-X; what the other format cannot hold is counted and reported."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from treewright.command_line import outputs, treebanks
from treewright.command_line.messages import Messages

if TYPE_CHECKING:
    from treewright.treebank import Sentence

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
    write = to_conllx if arguments.to == "conllx" else to_conllu
    losses: Counter[str] = Counter()
    sentences = 0
    for output, paths in outputs.plan(inputs, arguments.output):
        with outputs.opened(output) as file:
            for path in paths:
                for sentence in treebanks.read(path, arguments, messages):
                    block = sentence.source if sentence.format == arguments.to else write(sentence, losses)
                    if block:
                        file.write(block + b"\n")
                        sentences += 1
    messages.note(f"converted {sentences:,} sentences")
    for what, count in losses.items():
        messages.note(f"{count:,} {what}")
    return 0


def to_conllx(sentence: Sentence, losses: Counter[str]) -> bytes:
    """A CoNLL-U sentence as CoNLL-X: words only, no DEPS and MISC, no spaces within fields."""
    lines = []
    for line in sentence.source.split(b"\n"):
        columns = line.split(b"\t")
        if line.startswith(b"#"):
            losses["comments left out: CoNLL-X has none"] += 1
        elif b"-" in columns[0] or b"." in columns[0]:
            kind = "ranges" if b"-" in columns[0] else "empty nodes"
            losses[f"{kind} left out: CoNLL-X has none"] += 1
        elif line:
            for k, name in ((8, "DEPS"), (9, "MISC")):
                losses[f"{name} fields left out: CoNLL-X has none"] += columns[k] != b"_"
            if any(b" " in column for column in columns[:8]):
                losses["words with spaces in a field, written as _: CoNLL-X has none"] += 1
            lines.append(b"\t".join([column.replace(b" ", b"_") for column in columns[:8]] + [b"_", b"_"]))
    _drop_zeros(losses)
    return b"".join(line + b"\n" for line in lines)


def to_conllu(sentence: Sentence, losses: Counter[str]) -> bytes:
    """A CoNLL-X sentence as CoNLL-U: tags and features as they are, no PHEAD and PDEPREL."""
    lines = []
    for line in sentence.source.split(b"\n"):
        columns = line.split(b"\t")
        if len(columns) < 10:  # a comment, kept as it is
            lines.append(line)
            continue
        for k, name in ((8, "PHEAD"), (9, "PDEPREL")):
            losses[f"{name} fields left out: CoNLL-U has none"] += columns[k] != b"_"
        if columns[5] != b"_" and not all(b"=" in feature for feature in columns[5].split(b"|")):
            losses["words whose FEATS are not Key=Value pairs, kept as they are"] += 1
        lines.append(b"\t".join([*columns[:8], b"_", b"_"]))
    _drop_zeros(losses)
    return b"\n".join(lines)


def _drop_zeros(losses: Counter[str]) -> None:
    for what in [what for what, count in losses.items() if not count]:
        del losses[what]
