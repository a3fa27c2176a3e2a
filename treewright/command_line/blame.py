"""Show which transitions are to blame for what a model gets wrong: sentence by sentence, and summed up.

A transition is wrong if it makes gold arcs unreachable that could be reached before, or if it gives a wrong label.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from treewright.command_line import models, outputs, own_parts, treebanks
from treewright.command_line.input_files import InputFiles
from treewright.command_line.messages import Messages
from treewright.errors import InputError, SettingsError

USAGE = "MODEL GOLD [GOLD ...] [--what-if] [--by transition|label|length] [--show N] [--to text|markdown|csv|json] [-o FILE]"
EXAMPLES = """\
examples:
  treewright blame model.tw gold.conllu
  treewright blame model.tw gold.conllu --what-if               where would a better classifier pay?
  treewright blame model.tw gold.conllu --by label --to csv
  treewright blame model.tw gold.conllu -o blame.json           all sentences, with the features that decided
"""
FORMATS = {"text": (".txt",), "markdown": (".md",), "csv": (".csv",), "json": (".json",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright blame`."""
    parser.add_argument("model", metavar="MODEL", help="a file written by treewright train, or english: the model in the box")
    treebanks.add_inputs(parser, "inputs", "GOLD", " with the right trees (default: stdin)")
    parser.add_argument("--what-if", action="store_true", help="also score corrections of each kind of mistake; takes longer")
    parser.add_argument("--by", choices=("transition", "label", "length"), help="only this table")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="sentences that are told in full (default: 3)")
    parser.add_argument("--to", choices=FORMATS, metavar="FORMAT", help=f"{', '.join(FORMATS)} (default: by -o, else text)")
    outputs.add_output(parser)
    parser.add_argument("--beam", type=int, metavar="N", help="another beam than in training")
    own_parts.add_flags(parser)
    treebanks.add_reading_flags(parser)
    parser.set_defaults(combine=None, weights=None)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Parse the gold sentences, and write what was wrong."""
    if arguments.show < 0:
        raise SettingsError(f"--show: seen {arguments.show}, expected a whole number of at least 0")
    if arguments.beam is not None and arguments.beam < 1:
        raise SettingsError(f"--beam: seen {arguments.beam}, expected a whole number of at least 1")
    format = outputs.format_among(FORMATS, arguments)
    inputs = arguments.inputs or ["-"]
    own_parts.find_in_current_folder()
    if arguments.model == "-":
        raise InputError("MODEL: seen - (stdin), expected the name of a model file")
    with InputFiles() as files, models.opened([arguments.model], files) as model_files:
        parser, _ = models.loaded([arguments.model], model_files, inputs, arguments, messages)
        gold = treebanks.read_all(inputs, arguments, messages)
        outputs.refuse_foreign(arguments.output, inputs, arguments.force)
        text = _text(parser, gold, format, arguments)
    with outputs.opened(arguments.output) as file:
        encoding = sys.stdout.encoding or "utf-8" if arguments.output == "-" and format != "json" else "utf-8"
        file.write(text.encode(encoding, "replace"))
    return 0


def _text(parser: Any, gold: Any, format: str, arguments: argparse.Namespace) -> str:
    from treewright.analysis.blame.blame import Blame
    from treewright.analysis.blame.blame_text import BlameText

    told = BlameText(Blame(parser, gold), by=arguments.by, what_if=arguments.what_if, shown=arguments.show)
    return str({"text": told.to_text, "markdown": told.to_markdown, "csv": told.to_csv, "json": told.to_json}[format]())
