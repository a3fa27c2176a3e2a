"""`evaluate --html`: the evaluation page."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from treewright.command_line import models, outputs
from treewright.command_line.input_files import InputFiles
from treewright.command_line.messages import Messages
from treewright.errors import InputError, SettingsError

if TYPE_CHECKING:
    from treewright.analysis import ScoredConstituents, ScoredWords
    from treewright.treebank import Sentence

DRAWN = 100
OTHER = ("by", "cross", "confusion", "compare", "statistics", "metrics", "top", "json")  # what the page chooses itself

# how the model is loaded: alone, as it was trained; --functions has another meaning here, so parts of one's own need Python
PLAIN = dict.fromkeys(("system", "classifier", "decoder", "functions", "beam", "combine", "weights"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of the page."""
    group = parser.add_argument_group("web page")
    group.add_argument("--html", metavar="FILE", help="write a web page: scores, plots, confusions, the worst sentences drawn")
    group.add_argument("--sentences", type=int, metavar="N", help=f"--html: how many sentences are drawn (default: {DRAWN})")
    group.add_argument("--model", metavar="MODEL", help="--html: also what this model's decisions cost on GOLD (see blame)")
    outputs.add_force(group)  # type: ignore[arg-type]


def check(arguments: argparse.Namespace) -> None:
    """Refuses flags that do not go together, before anything is read."""
    if arguments.html is None:
        for flag in ("sentences", "model"):
            if getattr(arguments, flag) is not None:
                raise SettingsError(f"--{flag}: seen without --html, expected only with it")
        if arguments.force:
            raise SettingsError("--force: seen without --html, expected only with it")
        return
    for flag in OTHER:
        if getattr(arguments, flag):
            raise SettingsError(f"--html: seen with --{flag}, expected without: the page has its own tables")
    if arguments.to != "text":
        raise SettingsError(f"--html: seen with --to {arguments.to}, expected without: the page has its own tables")
    if arguments.sentences is not None and arguments.sentences < 0:
        raise SettingsError(f"--sentences: seen {arguments.sentences}, expected at least 0")
    if arguments.model == "-":
        raise InputError("--model: seen - (stdin), expected the name of a model file")
    if arguments.html != "-" and not outputs.is_awaited(arguments.html):
        outputs.check_writable(arguments.html, "--html")
    inputs = [arguments.gold, *arguments.predicted, *([arguments.training] if arguments.training else [])]
    outputs.refuse_foreign(arguments.html, inputs, arguments.force, flag="--html")


def write(
    scored: ScoredWords | ScoredConstituents, gold: Sequence[Sentence], arguments: argparse.Namespace, messages: Messages
) -> None:
    """Write the page."""
    from treewright.analysis import evaluation_page

    name = "stdin" if arguments.gold == "-" else os.path.basename(arguments.gold)
    count = DRAWN if arguments.sentences is None else arguments.sentences
    page = evaluation_page(
        scored, title=f"{name}: {', '.join(scored.names)}", sentences=count, blame=_blame(gold, arguments, messages)
    )
    data = page.encode("utf-8", "replace")
    with outputs.opened(arguments.html) as file:
        file.write(data)
    if arguments.html != "-":
        messages.note(f"{arguments.html}: written, {len(data) / 1e6:.1f} MB")


def _blame(gold: Sequence[Sentence], arguments: argparse.Namespace, messages: Messages) -> Any:
    if arguments.model is None:
        return None
    from treewright.analysis.blame.blame import Blame

    with InputFiles() as files, models.opened([arguments.model], files) as model_files:
        parser, _ = models.loaded([arguments.model], model_files, [arguments.gold], argparse.Namespace(**PLAIN), messages)
        return Blame(parser, gold)
