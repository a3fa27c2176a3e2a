"""Show how sentences are parsed, step by step: stack, buffer, what was built, and the next transition.

With --system, the transitions are those of the static oracle for the trees of a treebank; with a model, those that it makes,
with their scores, and with their costs where the sentences have trees.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from treewright.command_line import models, outputs, own_parts, sources, treebanks
from treewright.command_line.input_files import InputFiles, unpacked
from treewright.command_line.messages import Messages, counted
from treewright.errors import InputError, SettingsError

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = (
    "[MODEL] [INPUT ...] [--system NAME] [--to text|markdown|latex|json|html] [-o FILE] [--sentence N|ID ...] "
    "[--options N] [--whole]"
)
EXAMPLES = """\
examples:
  treewright trace trees.conllu --system arc-standard           the lecture's table, of gold trees
  treewright trace model.tw gold.conllu --options 3             what the model does, and what else it could have done
  treewright trace model.tw gold.conllu -o steps.html           a page to step through with the arrow keys
  echo 'A dog barks.' | treewright trace -m english             raw text, by the pipeline in the box
  treewright trace trees.export --system set-based --sentence 3 -o table.tex
"""
FORMATS = {"text": (".txt",), "markdown": (".md",), "latex": (".tex",), "json": (".json", ".jsonl"), "html": (".html", ".htm")}
MOST = 10  # sentences that are shown if none is named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright trace`."""
    parser.add_argument("model", metavar="MODEL", nargs="?", help="a model file; with --system NAME there is none")
    treebanks.add_inputs(parser, without=", or raw text if the model is a pipeline (default: stdin)")
    parser.add_argument(
        "-m", "--model", dest="named", action="append", metavar="MODEL", help="the model; all other arguments are inputs then"
    )
    parser.add_argument("--to", choices=FORMATS, metavar="FORMAT", help=f"{', '.join(FORMATS)} (default: by -o, else text)")
    outputs.add_output(parser)
    parser.add_argument(
        "--sentence", action="append", metavar="N|ID", help=f"a sentence, by number or sent_id (default: the first {MOST})"
    )
    parser.add_argument("--all", action="store_true", help="all sentences")
    parser.add_argument("--options", type=int, metavar="N", help="other valid transitions of each step (json: always all)")
    parser.add_argument("--whole", action="store_true", help="all words of stack and buffer, however many")
    parser.add_argument("--root", choices=("first", "last", "none"), default="first", help="with --system: where ROOT is")
    parser.add_argument("--beam", type=int, metavar="N", help="another beam than in training")
    text = "show the static oracle of this system for trees (see treewright parts), or one of your own that the model needs"
    own_parts.add_flags(parser, system=("NAME|MODULE:CLASS", text))
    treebanks.add_reading_flags(parser, ("auto", "text", "lines", "horizontal", "vertical", *treebanks.FORMATS[1:]))
    parser.set_defaults(combine=None, weights=None, nbest=1)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Write the derivations."""
    for flag, value in (("--options", arguments.options), ("--beam", arguments.beam)):
        if value is not None and value < 0:
            raise SettingsError(f"{flag}: seen {value}, expected a whole number of at least 0")
    format = outputs.format_among(FORMATS, arguments)
    with InputFiles() as files:
        own_parts.find_in_current_folder()
        given = [path for path in (arguments.model, *arguments.inputs) if path is not None]
        if _is_ours(arguments.system) or (arguments.system and not any(models.is_model(path, files) for path in given)):
            inputs = given or ["-"]
            treebanks.refuse_two_stdins(inputs)
            parser: Any = _system(arguments)
            gold = (s for path in inputs for s in treebanks.read(path, arguments, messages))
            return _write(_derivations(parser, gold, arguments, messages), format, inputs, arguments)
        _refuse_treebank(arguments, files)
        names, inputs = models.split(arguments, files)
        inputs = inputs or ["-"]
        treebanks.refuse_two_stdins(inputs)
        with models.opened(names, files) as model_files:
            parser, _ = models.loaded(names, model_files, inputs, arguments, messages)
            sentences = _read(parser, inputs, arguments, messages, files)
            return _write(_derivations(parser, sentences, arguments, messages), format, inputs, arguments)


def _refuse_treebank(arguments: argparse.Namespace, files: InputFiles) -> None:
    """Refuses a treebank in the place of a model."""
    path = arguments.model
    if path is None or path == "-" or arguments.named or models.is_model(path, files):
        return
    if sources.is_treebank(unpacked(files.start(path))):
        raise InputError(f"{path}: seen a treebank, expected a model before it, or --system NAME to show its gold trees")


def _is_ours(name: str | None) -> bool:
    from treewright.transitions import TRANSITION_SYSTEMS

    if name is None or name in TRANSITION_SYSTEMS:
        return name is not None
    if ":" not in name:
        known = ", ".join(TRANSITION_SYSTEMS)
        raise SettingsError(f"--system: seen {name!r}, expected one of {known}, or one of your own as MODULE:CLASS")
    return False


def _system(arguments: argparse.Namespace) -> Any:
    """What makes the transition system for a sentence: with several roots, if it has several."""
    from treewright.parser.own_objects import imported
    from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem

    name = arguments.system
    cls: Any = TRANSITION_SYSTEMS[name] if name in TRANSITION_SYSTEMS else imported(name, "--system", TransitionSystem)
    cls(root=arguments.root)  # refuses a root that it cannot have before anything is read
    return lambda several: cls(root=arguments.root, single_root=arguments.root == "none" or not several)


def _read(
    parser: Any, inputs: Sequence[str], arguments: argparse.Namespace, messages: Messages, files: InputFiles
) -> Iterator[Sentence]:
    """The sentences of all inputs; those of raw text have no tags yet."""
    for path in inputs:
        with sources.opened(path, parser, arguments, messages, files) as source:
            if source.format in sources.RAW:
                yield from parser.tokenizer.pipe(source.given, lines=source.format == "lines")
            else:
                yield from source.given


def _derivations(
    parser: Any, sentences: Iterator[Sentence], arguments: argparse.Namespace, messages: Messages
) -> Iterator[Any]:
    """The derivations of the sentences that are wanted."""
    from treewright.analysis.trace.trace import several_roots, trace

    wanted = set(arguments.sentence or ())
    seen: set[str] = set()
    number = count = 0
    for sentence in sentences:
        if not len(sentence):
            continue
        number += 1
        names = {str(number), *([sentence.sent_id] if sentence.sent_id else [])}
        if wanted and not names & wanted:
            continue
        if not wanted and not arguments.all and count == MOST:
            messages.note(f"these are the first {counted(MOST, 'sentence')}; --all shows all, --sentence others")
            return
        seen |= names & wanted
        count += 1
        yield trace(parser(several_roots(sentence)) if arguments.system and callable(parser) else parser, sentence)
        if wanted and seen == wanted:
            return
    if wanted - seen:
        missing = ", ".join(sorted(wanted - seen))
        raise InputError(f"--sentence {missing}: seen {counted(number, 'sentence')}, none of that number or sent_id")
    if not count:
        raise InputError("seen no sentences, expected at least one")


def _write(found: Iterator[Any], format: str, inputs: Sequence[str], arguments: argparse.Namespace) -> int:
    outputs.refuse_foreign(arguments.output, inputs, arguments.force)
    pieces = _pieces(found, format, arguments)
    first = next(pieces)  # what is refused is refused before there is an output
    with outputs.opened(arguments.output) as file:
        file.write(first.encode())
        for piece in pieces:
            file.write(piece.encode())
    return 0


def _pieces(found: Iterator[Any], format: str, arguments: argparse.Namespace) -> Iterator[str]:
    from treewright.analysis.trace import trace_text
    from treewright.analysis.trace.trace_page import page
    from treewright.treebank.shown_text import printable

    if format == "html":
        yield page(found)
        return
    room = None if arguments.whole else trace_text.ROOM
    options = arguments.options or 0
    terminal = arguments.output == "-" and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else trace_text.WIDTH
    for number, derivation in enumerate(found):
        if format == "json":
            yield json.dumps(derivation.to_dict(), ensure_ascii=False) + "\n"
            continue
        sentence = derivation.sentence
        title = printable(sentence.text or " ".join(sentence.forms))
        start = "" if number == 0 else "\n"
        if format == "text":
            yield f"{start}{title}\n\n{trace_text.to_text(derivation, options=options, room=room, width=width)}\n"
        elif format == "markdown":
            title = trace_text.markdown_line(title)
            yield f"{start}{title}\n\n{trace_text.to_markdown(derivation, options=options, room=room)}\n"
        else:
            comment = " ".join(title.split())
            yield f"{start}% {comment}\n{trace_text.to_latex(derivation, options=options, room=room)}\n"
