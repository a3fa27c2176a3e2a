"""Teach a model how reliable it is, from gold trees that it was not trained on; `parse --confidence` needs that.

Models that were trained with --dev know it already, from the dev data.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from treewright.command_line import models, outputs, own_parts, sources, treebanks
from treewright.command_line.input_files import InputFiles
from treewright.command_line.messages import Messages, counted
from treewright.errors import InputError, SettingsError

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = "MODEL INPUT ... -o FILE [--beam N] [--compression 0-9]"
EXAMPLES = """\
examples:
  treewright calibrate model.tw dev.conllu -o model.tw
  treewright calibrate english dev.conllu -o english.tw
  treewright calibrate model.tw dev.conllu -o greedy.tw --beam 1     for parse --beam 1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright calibrate`."""
    parser.add_argument("model", metavar="MODEL", help="a model file, or english: the pipeline in the box")
    treebanks.add_inputs(
        parser, without=", other gold trees than in training (default: stdin)", kinds=treebanks.KINDS_OF_HEADS
    )
    text = "the model with what it learnt; may be MODEL itself"
    parser.add_argument("-o", "--output", metavar="FILE", help=text)
    outputs.add_force(parser)
    outputs.add_compression(parser)
    parser.add_argument("--beam", type=int, metavar="N", help="the beam to parse with, if it is another than in training")
    own_parts.add_flags(parser)
    treebanks.add_reading_flags(parser, treebanks.OF_HEADS)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Load, learn, save."""
    from treewright import load
    from treewright.decoding.confidence import LEAST_WORDS
    from treewright.storage.kinds import checked_kind

    if not arguments.output:
        raise SettingsError("-o: missing, expected the name of the model file to write, for example -o model.tw")
    own_parts.find_in_current_folder()
    if arguments.beam is not None and arguments.beam < 0:
        raise SettingsError(f"--beam: seen {arguments.beam}, expected a whole number of at least 0")
    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    if arguments.output == "-":
        raise InputError("-o: seen - (stdout), expected the name of a file, since a model is not text")
    outputs.check_writable(arguments.output)
    with InputFiles() as files, models.opened([arguments.model], files) as opened:
        file = opened[0]
        checked_kind(file.path, file.header, "parser", "pipeline")
        given: dict[str, Any] = own_parts.given_parts(arguments, opened)[0]
        given.update({} if arguments.beam is None else {"beam": arguments.beam})
        model = load(file, **given)
        if sources.builds_trees(model):
            seen = "seen a model of constituency trees, which have no confidence"
            raise SettingsError(f"{arguments.model}: {seen}, expected one of heads")
        licence = str(file.header.get("licence", ""))
        overwrites_model = arguments.output == arguments.model or models.is_model(arguments.output, files)
    if not overwrites_model:
        outputs.refuse_foreign(arguments.output, inputs, arguments.force)
    gold = [sentence for path in inputs for sentence in treebanks.read(path, arguments, messages)]
    if _is_training_data(gold, model):
        what = "this is what the model was trained on, so it will take itself for more reliable than it is"
        messages.warning(f"{', '.join(inputs)}: {what}; calibrate with other gold trees")
    model.calibrate(gold)
    model.save(arguments.output, licence=licence, compression=arguments.compression)
    words = sum(map(len, gold))
    learnt = f"learnt from {counted(len(gold), 'sentence')} of {counted(words, 'word')} how reliable it is"
    messages.note(f"{arguments.output}: {learnt}")
    for name in getattr(model, "parser", model).confidence.left_out:
        least = f"expected at least {LEAST_WORDS}"
        messages.warning(f"calibration: seen fewer words with a known {name}, {least}: there is no confidence of {name}s")
    return 0


def _is_training_data(gold: list[Sentence], model: Any) -> bool:
    """Whether a stage of the model was trained on exactly these sentences; a part of them cannot be told."""
    from treewright.treebank.fingerprint import fingerprint

    stages = [tagger.parser for tagger in model.taggers] + [model.parser] if sources.is_pipeline(model) else [model]
    given = fingerprint([sentence for sentence in gold if len(sentence)])
    return any(stage.training_data == given for stage in stages)
