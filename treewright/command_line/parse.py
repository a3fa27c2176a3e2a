"""Parse sentences or raw text with a trained model.

A parser changes only HEAD and DEPREL, everything else is kept byte for byte; a pipeline also finds tokens, tags and lemmas.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treewright.command_line import models, outputs, own_parts, parsed_trees, sources, tree_changes, treebanks
from treewright.command_line.input_files import InputFiles
from treewright.command_line.messages import Messages, counted
from treewright.command_line.parsed_rows import ParsedRows
from treewright.command_line.progress import ParsingBar
from treewright.errors import SettingsError
from treewright.settings.declared import NETWORKS
from treewright.settings.stages import UNTIL, keep_of_tree, keeps_tags

if TYPE_CHECKING:
    from treewright.command_line.sources import Source
    from treewright.treebank import Sentence

INPUTS = ("auto", "text", "lines", "horizontal", "vertical", *treebanks.FORMATS[1:])
ON_CONFLICT = ("stop", "skip", "relax")
USAGE = (
    "[MODEL | -m MODEL] [MODEL ... --combine WAY] [INPUT ...] [-o FILE] [--to FORMAT] [--threads N] [--input FORMAT] "
    "[--keep tags|heads|labels|brackets|all] [--until tokens|tags|trees] [--on-conflict stop|skip|relax] "
    "[--nbest K] [--beam N] [--confidence] [--min-confidence P]"
)
EXAMPLES = """\
examples:
  treewright parse model.tw in.conllu -o out.conllu
  echo 'A dog barks.' | treewright parse --to tree               english, the pipeline in the box
  treewright parse -m english novel.txt -o novel.conllu          the same by its name
  cat in.conllu | treewright parse model.tw > out.conllu
  treewright parse model.tw a.conllu b.conllu -o 'parsed/{}.conllu' --threads 2
  treewright parse model.tw in.conllu --nbest 5
  treewright parse model.tw in.conllu --to tree
  treewright parse model.tw in.conllu --confidence --min-confidence 0.9 -o sure.conllu
  treewright parse model.tw half_annotated.conllu --keep all -o whole.conllu
  treewright parse pipeline.tw novel.txt -o novel.conllu --threads 2
  treewright parse pipeline.tw tagged.conllu --keep tags
  treewright parse a.tw b.tw c.tw in.conllu --combine reparse --weights 1.1,1,1
  treewright parse trees.tw test.export -o parsed.export        a model of constituency trees
  treewright parse trees.tw tagged.conllu --to discbracket      the same with tags (XPOS) of another tool
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright parse`."""
    parser.add_argument(
        "model", metavar="MODEL", nargs="?",
        help="a file written by treewright train (default, for raw text: english, the pipeline in the box)",
    )  # fmt: skip
    treebanks.add_inputs(parser, without=", or raw text if the model is a pipeline (default: stdin)")
    outputs.add_format(parser, "as the input: conllu or conllx, of constituency trees export or discbracket")
    outputs.add_output(parser)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="sentences parsed at once (default 1)")
    parser.add_argument("--nbest", type=int, default=1, metavar="K", help="write the K best trees of each sentence")
    parser.add_argument(
        "--keep", metavar="WHAT",
        help="keep what the input has, make what is missing: a comma list of tags and lemmas, heads, labels, brackets; or all",
    )  # fmt: skip
    parser.add_argument(
        "--until", choices=UNTIL, default="trees", metavar="STAGE",
        help=f"last stage of a pipeline: {', '.join(UNTIL)} (default: trees)",
    )  # fmt: skip
    parser.add_argument(
        "--on-conflict", choices=ON_CONFLICT, default="stop", metavar="HOW",
        help="if heads to keep fit in no tree: stop (default), skip the sentence, or relax: drop as few as possible",
    )  # fmt: skip
    parser.add_argument("--beam", type=int, metavar="N", help="another beam than in training; 0 = unlimited")
    parser.add_argument(
        "--confidence", action="store_true",
        help="write how probable it is that each head, label and tag is right to MISC, and that of the sentence to a comment",
    )  # fmt: skip
    parser.add_argument(
        "--min-confidence", type=float, default=0.0, metavar="P", help="leave heads and labels less probable than this _"
    )
    tree_changes.add_flags(parser, ["discontinuity"])
    models.add_flags(parser)
    own_parts.add_flags(parser)
    treebanks.add_reading_flags(parser, INPUTS)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Parse every input into its output."""
    with InputFiles() as files:
        return _run(arguments, messages, files)


def _run(arguments: argparse.Namespace, messages: Messages, files: InputFiles) -> int:
    own_parts.find_in_current_folder()
    for flag, value, least in (
        ("--threads", arguments.threads, 1),
        ("--nbest", arguments.nbest, 1),
        ("--beam", arguments.beam, 0),
    ):
        if value is not None and value < least:
            raise SettingsError(f"{flag}: seen {value}, expected a whole number of at least {least}")
    if not 0 <= arguments.min_confidence <= 1:
        raise SettingsError(f"--min-confidence: seen {arguments.min_confidence:g}, expected a probability from 0 to 1")
    if arguments.nbest > 1 and (arguments.confidence or arguments.min_confidence):
        raise SettingsError(f"--nbest {arguments.nbest}: confidence is that of the best tree; leave one of the two out")
    try:
        keep_of_tree(arguments.keep or "")
    except SettingsError as error:
        raise SettingsError(f"--{error}") from None
    names, inputs = models.split(arguments, files)
    inputs = inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    chosen = outputs.format_of(arguments, arguments.output, rows=False)
    jobs = outputs.plan(inputs, arguments.output, chosen)
    for output, _ in jobs:
        outputs.refuse_overwriting(output, names, "model")
        outputs.refuse_foreign(output, inputs, arguments.force)
    with models.opened(names, files) as model_files:
        parser, members = models.loaded(names, model_files, inputs, arguments, messages)
    _check_stages(parser, arguments, messages)
    trees = parsed_trees.makes_trees(parser, arguments)
    if trees:
        parsed_trees.check(parser, arguments)
        if arguments.confidence or arguments.min_confidence:
            raise SettingsError("--confidence: seen a model of constituency trees, expected one of heads")
    elif arguments.discontinuity != "keep":
        raise SettingsError(f"--discontinuity {arguments.discontinuity}: this model gives no constituency trees; leave it out")
    giver = "this model" if arguments.until == "trees" else f"--until {arguments.until}"
    if not trees:
        outputs.refuse_other(arguments, outputs.OF_HEADS, f"holds constituency trees alone, and {giver} gives none")
    if arguments.beam is not None and all(member.settings["search"]["decoder"] != "transitions" for member in members):
        raise SettingsError(f"--beam {arguments.beam}: this model makes no transitions, so it has no beam; leave it out")
    votes = arguments.combine == "vote"  # which compares the probabilities of a network's decisions, not its scores
    local = [member for member in members if member.settings["training"]["strategy"] == "local"]
    local = [member for member in local if not (votes and member.gives_probabilities())]
    if local or not votes:
        _warn_of_beam((local or members)[0].settings, arguments, messages)
    start = time.perf_counter()
    losses: Counter[str] = Counter()
    read: list[Source] = []
    rows = ParsedRows(parser, members, arguments, messages)
    blocks: Iterator[bytes]
    for output, paths in jobs:
        awaited, format = outputs.is_awaited(output), chosen
        if format is None and output == "-" and paths == ["-"] and sys.stdin.isatty() and sys.stdout.isatty():
            format = "tree"  # somebody types and looks
        made = len(read)
        inputs_of_it = sources.each(paths, parser, arguments, messages, files, read)
        if trees:
            sentences = parsed_trees.parsed(parser, inputs_of_it, arguments, messages)
            sentences = tree_changes.without_gaps(sentences, arguments, losses)
        else:
            blocks = (block for source in inputs_of_it for block in rows.seen(_parsed(parser, source, arguments), source))
            sentences = _trees(blocks, read)
        if format == "svg" and "{}" in output:
            outputs.write_pictures(sentences, output)
            continue
        if format is not None:
            blocks = outputs.encoded(sentences, format, output, losses)
        elif trees:
            blocks = parsed_trees.in_default_format(sentences, read, output, made, losses, messages)
        hidden = messages.quiet or (output == "-" and sys.stdout.isatty())  # the trees tell how far it is
        with outputs.opened(output) as file, ParsingBar(paths, read, hidden=hidden) as bar:
            for block in blocks:
                file.write(block)
                bar.step()
                if awaited:
                    file.flush()
    count = sum(source.report.sentences for source in read)
    words = sum(source.report.words for source in read)
    if not trees and (left_out := sum(source.report.trees for source in read)):
        losses[f"constituency trees of the input left out: {giver} gives none"] += left_out
    for what, times in losses.items():
        messages.note(f"{times:,} {what}")
    seconds = time.perf_counter() - start
    speed = f", {words / seconds:,.0f} words/s" if seconds > 0 else ""
    size = f"{counted(count, 'sentence')} of {counted(words, 'word')}"
    messages.note(f"parsed {size} in {seconds:.1f} s{speed}{rows.left_out()}, {models.shown(names, model_files)}")
    return 0


def _check_stages(parser: Any, arguments: argparse.Namespace, messages: Messages) -> None:
    """Refuses flags that mean nothing to this parser, and warns of those without effect."""
    if arguments.confidence and arguments.until == "tokens":
        messages.warning("--confidence has no effect with --until tokens: tags, heads and labels have confidence, tokens none")
    if arguments.min_confidence and arguments.until != "trees":
        messages.warning(f"--min-confidence has no effect with --until {arguments.until}: it is about heads and labels")
    if not sources.is_pipeline(parser):
        if arguments.until != "trees":
            expected = "one that was trained with --pipeline"
            raise SettingsError(f"--until {arguments.until}: this model is a parser alone, expected {expected}")
        if keeps_tags(arguments.keep or "") and getattr(parser, "tags", None):
            kept, setting = ("heads or labels", "system.tags") if parser.chosen_tags else ("brackets", "network.tagger")
            raise SettingsError(f"--keep: seen {arguments.keep}, expected {kept}: this parser chooses tags ({setting})")
    elif arguments.nbest > 1 and arguments.until != "trees":
        raise SettingsError(f"--nbest {arguments.nbest} cannot be used with --until {arguments.until}, which gives no trees")
    if arguments.nbest > 1:
        (parser.parser if sources.is_pipeline(parser) else parser).check_nbest(arguments.nbest)


def _trees(blocks: Iterator[bytes], read: list[Source]) -> Iterator[Sentence]:
    """The sentences of blocks that come from the latest of the inputs."""
    from treewright import treebank

    for block in blocks:
        yield from treebank.read(block, format="conllx" if read[-1].given_format == "conllx" else "conllu")


def _parsed(parser: Any, source: Source, arguments: argparse.Namespace) -> Iterator[bytes]:
    """What is to be written, some sentences at a time."""
    asked: dict[str, Any] = {"until": arguments.until} if sources.is_pipeline(parser) else {}
    asked.update(confidence=arguments.confidence, min_confidence=arguments.min_confidence)
    if source.format in sources.RAW and arguments.nbest == 1:
        told = {"threads": arguments.threads, "report": source.report, "lines": source.format == "lines", **asked}
        yield from parser.parse_text(source.given, **told)
        return
    kept = sources.kept(parser, source, arguments)
    if arguments.nbest == 1:
        yield from parser.parse_bytes(source.given, threads=arguments.threads, **kept, **asked)
        return
    for sentence in source.sentences(parser):
        trees = parser.nbest(sentence, arguments.nbest, **kept)
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
    if wanted == 1 and arguments.nbest > 1:
        messages.warning(f"--nbest {arguments.nbest}: the search has no beam (greedy), so it finds one tree of each sentence")
    if trained == "local" and wanted != 1:
        if settings["classifier"]["name"] in NETWORKS:
            messages.warning(
                f"--beam {wanted}: this network was trained greedily, so its scores of whole paths cannot be compared, and a "
                f"beam makes its trees worse; train with --beam {wanted or 8} to use a beam"
            )
            return
        messages.warning(
            f"--beam {wanted}: this model was trained locally (greedy), and its accuracy collapses when a beam "
            "compares its scores; train with --strategy early-update, max-violation or laso to use a beam"
        )
