"""Parse sentences with a trained parser; only HEAD and DEPREL change, everything else is kept byte for byte."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from treewright.command_line import models, outputs, treebanks
from treewright.command_line.messages import Messages
from treewright.errors import SettingsError

if TYPE_CHECKING:
    from treewright.parser import Parser
    from treewright.treebank import Reader, Sentence

KEEP = ("heads", "labels", "all")
ON_CONFLICT = ("stop", "skip", "relax")
USAGE = (
    "MODEL [MODEL ... --combine WAY] [INPUT ...] [-o FILE] [--threads N] [--keep heads|labels|all] "
    "[--on-conflict stop|skip|relax] [--nbest K] [--beam N] [--to conllu|conllx|json|tree|svg]"
)
EXAMPLES = """\
examples:
  treewright parse model.tw in.conllu -o out.conllu
  cat in.conllu | treewright parse model.tw > out.conllu
  treewright parse model.tw a.conllu b.conllu -o 'parsed/{}.conllu' --threads 2
  treewright parse model.tw in.conllu --nbest 5
  treewright parse model.tw in.conllu --to tree
  treewright parse model.tw half_annotated.conllu --keep all -o whole.conllu
  treewright parse a.tw b.tw c.tw in.conllu --combine reparse --weights 1.1,1,1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright parse`."""
    parser.add_argument("model", metavar="MODEL", help="a file written by treewright train")
    treebanks.add_inputs(parser)
    outputs.add_format(parser, "conllu, or conllx if that is read")
    outputs.add_output(parser)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="sentences parsed at once (default 1)")
    parser.add_argument("--nbest", type=int, default=1, metavar="K", help="write the K best trees of each sentence")
    parser.add_argument(
        "--keep", choices=KEEP, metavar="WHAT",
        help="keep the heads, the labels or all that the input has, and parse what is left (`_`)",
    )  # fmt: skip
    parser.add_argument(
        "--on-conflict", choices=ON_CONFLICT, default="stop", metavar="HOW",
        help="if heads to keep fit in no tree: stop (default), skip the sentence, or relax: drop as few as possible",
    )  # fmt: skip
    parser.add_argument("--beam", type=int, metavar="N", help="another beam than in training; 0 = unlimited")
    models.add_flags(parser)
    treebanks.add_reading_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Parse every input into its output."""
    for flag, value, least in (
        ("--threads", arguments.threads, 1),
        ("--nbest", arguments.nbest, 1),
        ("--beam", arguments.beam, 0),
    ):
        if value is not None and value < least:
            raise SettingsError(f"{flag}: seen {value}, expected a whole number of at least {least}")
    names, inputs = models.split(arguments)
    inputs = inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    jobs = outputs.plan(inputs, arguments.output)
    for output, _ in jobs:
        outputs.refuse_overwriting(output, names, "model")
    parser, members = models.loaded(names, inputs, arguments, messages)
    local = [member for member in members if member.settings["training"]["strategy"] == "local"]
    _warn_of_beam((local or members)[0].settings, arguments, messages)
    start = time.perf_counter()
    losses: Counter[str] = Counter()
    readers: list[Reader] = []
    for output, paths in jobs:
        awaited, format = outputs.is_awaited(output), outputs.format_of(arguments, output, rows=False)
        blocks = _blocks(parser, paths, arguments, messages, readers)
        if format is not None:
            blocks = outputs.encoded(_trees(blocks, readers), format, output, losses)
        with outputs.opened(output) as file:
            for block in blocks:
                file.write(block)
                if awaited:
                    file.flush()
    sentences = sum(reader.report.sentences for reader in readers)
    words = sum(reader.report.words for reader in readers)
    for what, times in losses.items():
        messages.note(f"{times:,} {what}")
    seconds = time.perf_counter() - start
    speed = f"{words / seconds:,.0f} words/s" if seconds > 0 else ""
    messages.note(f"parsed {sentences:,} sentences of {words:,} words in {seconds:.1f} s, {speed}")
    return 0


def _blocks(
    parser: Parser, paths: Sequence[str], arguments: argparse.Namespace, messages: Messages, readers: list[Reader]
) -> Iterator[bytes]:
    """What becomes of the inputs, one after the other; their readers are added to a list."""
    for path in paths:
        with treebanks.opened(path, arguments, messages) as reader:
            readers.append(reader)
            yield from _parsed(parser, reader, arguments)


def _trees(blocks: Iterator[bytes], readers: list[Reader]) -> Iterator[Sentence]:
    """The sentences of blocks that come from the latest of the readers."""
    from treewright.treebank import read

    for block in blocks:
        yield from read(block, format="conllx" if readers[-1].format == "conllx" else "conllu")


def _parsed(parser: Parser, reader: Reader, arguments: argparse.Namespace) -> Iterator[bytes]:
    """What is to be written, some sentences at a time."""
    keep: dict[str, Any] = {"keep": arguments.keep or "", "on_conflict": arguments.on_conflict, "report": reader.report}
    if arguments.nbest == 1:
        yield from parser.parse_bytes(reader, threads=arguments.threads, **keep)
        return
    for sentence in reader:
        trees = parser.nbest(sentence, arguments.nbest, **keep)
        if not trees and len(sentence):  # skipped
            continue
        blocks = [
            _commented(tree.source, f"# nbest = {rank}\n# score = {score:.6g}\n".encode()) + b"\n"
            for rank, (score, tree) in enumerate(trees, 1)
        ]
        yield b"".join(blocks) or sentence.source + b"\n"  # only comments: there is no tree


def _commented(source: bytes, comments: bytes) -> bytes:
    """A sentence with more comments, after those it begins with."""
    at = 0
    while source.startswith(b"#", at):
        at = source.index(b"\n", at) + 1
    return source[:at] + comments + source[at:]


def _warn_of_beam(settings: dict[str, dict[str, Any]], arguments: argparse.Namespace, messages: Messages) -> None:
    trained = settings["training"]["strategy"]
    wanted = arguments.beam if arguments.beam is not None else settings["search"]["beam"]
    if trained == "local" and (wanted != 1 or arguments.nbest > 1):
        seen = f"--beam {wanted}" if wanted != 1 else f"--nbest {arguments.nbest}"
        messages.warning(
            f"{seen}: this model was trained locally (greedy), and its accuracy collapses when a beam "
            "compares its scores; train with --strategy early-update, max-violation or laso to use a beam"
        )
