"""Train a parser on one or more treebanks and write it to a model file."""

from __future__ import annotations

import argparse
import functools
import operator
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from treewright.command_line import outputs, own_parts, tree_kinds, treebanks
from treewright.command_line.messages import Messages, counted
from treewright.command_line.progress import FIGURES, Progress
from treewright.command_line.setting_flags import add_setting_flags, resolved
from treewright.errors import InputError, ModelError, SettingsError
from treewright.settings import Table, to_toml, value_of

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = "TREEBANK ... -o MODEL [--dev FILE] [--preset NAME] [settings]"
EXAMPLES = """\
examples:
  treewright train train.conllu --dev dev.conllu -o model.tw
  treewright train a.conllu b.conllu.gz -o model.tw --seeds 3
  treewright train train.conllu -o model.tw --system arc-hybrid --root first --beam 8 --strategy max-violation
  treewright train train.conllu --dev dev.conllu --pipeline -o model.tw      tokenizer, taggers and parser
  treewright train train.conllu --dev dev.conllu --preset best -o best.tw    several parsers that vote, in one model
  treewright train train.conllu --cross-validate 10 --preset fast
  treewright train train.conllu -o model.tw --resume           go on after the last epoch that was saved
  treewright train train.conllu --print-settings > my.toml     what is auto is decided by the treebank
  treewright train train.conllu -o model.tw --settings my.toml --search.beam 16
  treewright train train.export --dev dev.export -o model.tw   constituency trees, by the set-based system
"""
GAP = 5  # before the heading of a column of scores


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright train`."""
    treebanks.add_inputs(parser, "treebanks", "TREEBANK", "; - = stdin")
    parser.add_argument("--dev", action="append", metavar="FILE", help="treebank that picks the best epoch")
    parser.add_argument("-o", "--output", metavar="MODEL", help="the model file to write")
    outputs.add_force(parser)
    parser.add_argument(
        "--pipeline", action="store_true", help="train a tokenizer, taggers and a lemmatizer too, all in one model file"
    )
    parser.add_argument(
        "--cross-validate", type=int, metavar="K", help="K-fold cross-validation; writes no model"
    )
    parser.add_argument(
        "--checkpoint", metavar="PATH",
        help="written after epochs, but not after each if they are short (default: MODEL.checkpoint); "
        "for a pipeline or an ensemble, a folder",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="go on after the epoch that the checkpoint has, if there is one")
    parser.add_argument("--log", metavar="FILE", help="add one JSON line for each epoch to this file")
    outputs.add_compression(parser)
    parser.add_argument(
        "--examples", metavar="FILE", help="sentences that the model keeps for info --verify (default: the first of --dev)"
    )
    parser.add_argument("--licence", metavar="TEXT", help="licence of the model, kept in its file")
    treebanks.add_reading_flags(parser)
    add_setting_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Train, save, and take the checkpoint away; or cross-validate."""
    own_parts.find_in_current_folder()
    wait_passively()
    kind = tree_kinds.kind_of_files(arguments.treebanks, arguments.format)
    table, warnings = resolved(arguments, kind)
    if kind is not None or not arguments.treebanks:
        _tell(warnings, messages)
    if arguments.print_settings and not arguments.treebanks:
        print(to_toml(table), end="")
        return 0
    if not arguments.print_settings:
        _check(arguments)
        if "ensemble" in table and arguments.cross_validate is not None:
            raise SettingsError("--cross-validate: seen an ensemble, expected one parser; leave one of the two out")
    treebanks.refuse_two_stdins([*arguments.treebanks, *(arguments.dev or [])])
    parser = _made(table, arguments)  # before anything is read: what cannot work is refused at once
    trees = "required" if value_of(table, "system.single_root") else "forest"
    sentences = treebanks.read_all(arguments.treebanks, arguments, messages, trees=trees)
    dev = treebanks.read_all(arguments.dev, arguments, messages, trees=trees) if arguments.dev else None
    if kind is None:  # now it is known
        kind = tree_kinds.kind_of(sentences)
        table, warnings = resolved(arguments, kind)
        _tell(warnings, messages)
        parser = _made(table, arguments)
    if not arguments.print_settings:
        messages.note(f"training on {_counted(sentences)}" + (f", dev {_counted(dev)}" if dev else ""))
    for told in parser.adapt(sentences):
        messages.note(told)
    table = parser.settings
    if arguments.print_settings:
        print(to_toml(table), end="")
        return 0
    messages.detail("settings:\n" + to_toml(table))
    if value_of(table, "training.patience") and not arguments.dev:
        messages.warning("training.patience (--patience) has no effect without --dev: it waits for dev to become better")
    _warn_of_few_epochs(parser, sentences, messages)
    _warn_of_idle_rules(str(value_of(table, "training.drop_arcs")), sentences, messages)
    if arguments.cross_validate is not None:
        return _cross_validate(table, sentences, arguments, messages)
    return _train(table, sentences, dev, arguments, messages)


def wait_passively() -> None:
    """Let PyTorch's threads sleep while they wait for one another, not spin, which takes the cores from those they wait for.

    OpenMP reads the variable when PyTorch is first imported; what the user has set stays.
    """
    if "torch" not in sys.modules:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def _tell(warnings: list[str], messages: Messages) -> None:
    for warning in warnings:
        messages.warning(warning)


def _check(arguments: argparse.Namespace) -> None:
    """Refuses flags that do not go together, before anything is read."""
    if not arguments.treebanks:
        raise InputError("TREEBANK: seen none, expected at least one file (- for stdin); see treewright train --help")
    if arguments.log:
        outputs.check_writable(arguments.log, "--log")
        _refuse_other_log(arguments.log)
    if arguments.pipeline and arguments.cross_validate is not None:
        raise SettingsError("--pipeline cannot be used with --cross-validate, which scores parsers; leave one of them out")
    if arguments.cross_validate is not None:
        if arguments.cross_validate < 2:
            raise SettingsError(
                f"--cross-validate: seen {arguments.cross_validate}, expected a whole number of at least 2"
            )
        for flag, value in (("-o", arguments.output), ("--dev", arguments.dev), ("--resume", arguments.resume)):
            if value:
                reason = "it scores models and keeps none, each on a part of the treebanks"
                raise SettingsError(f"{flag} cannot be used with --cross-validate: {reason}; leave one of them out")
        return
    if not arguments.output:
        raise InputError("-o: missing, expected the name of the model file to write, for example -o model.tw")
    if arguments.output == "-":
        raise InputError("-o: seen - (stdout), expected the name of a file, since a model is not text")
    outputs.check_writable(arguments.output)
    if outputs.is_awaited(arguments.output):
        raise InputError(f"-o {arguments.output}: seen a device or a pipe, expected the name of a file")
    outputs.refuse_overwriting(arguments.output, [*arguments.treebanks, *(arguments.dev or [])], "treebank")
    if arguments.force:
        return
    _refuse_foreign(f"-o {arguments.output}", arguments.output, "model")
    checkpoint = arguments.checkpoint or arguments.output + ".checkpoint"
    named = f"--checkpoint {checkpoint}" if arguments.checkpoint else f"{checkpoint} (of -o {arguments.output})"
    _refuse_foreign(named, checkpoint, "checkpoint", resume=arguments.resume)


def _refuse_foreign(named: str, path: str, kind: str, *, resume: bool = False) -> None:
    """Refuses to overwrite a file that is neither empty nor a model (or checkpoint) of Treewright."""
    from treewright.storage import model_file

    if not os.path.isfile(path) or not os.path.getsize(path):
        return
    try:
        seen = "checkpoint" if model_file.read_header(path).get("kind") == "checkpoint" else "model"
    except ModelError:
        seen = "file of another kind, or damaged"
    if seen != kind:
        how = "to begin anew, give --force in place of --resume" if resume else "--force overwrites it"
        raise InputError(f"{named}: seen a {seen}, expected a {kind} or a new name; {how}")


def _refuse_other_log(path: str) -> None:
    """Refuses to add lines to a file that has no lines of JSON."""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            start = file.read(1)
        if start not in (b"", b"{"):
            raise InputError(f"--log {path}: seen a file that begins with {start!r}, expected JSON lines or a new name")


def _made(table: Table, arguments: argparse.Namespace) -> Any:
    """The parser, ensemble or pipeline of these settings, not trained yet."""
    from treewright import Ensemble, Parser, Pipeline

    if arguments.pipeline:
        return Pipeline(table)
    return Ensemble(table) if "ensemble" in table else Parser(settings=table)


def _train(
    table: Table,
    sentences: list[Sentence],
    dev: list[Sentence] | None,
    arguments: argparse.Namespace,
    messages: Messages,
) -> int:
    from treewright.storage.checkpoint import reached
    from treewright.storage.stage_checkpoints import StageCheckpoints

    checkpoint = arguments.checkpoint or arguments.output + ".checkpoint"
    stages = arguments.pipeline or "ensemble" in table  # several trainings, each with a checkpoint
    is_there = StageCheckpoints.exist if stages else os.path.isfile
    found = is_there(checkpoint)
    resume = arguments.resume and found
    if arguments.resume and not found:
        messages.note(f"{checkpoint}: no checkpoint yet, starting from the beginning")
    elif found and not arguments.resume:
        messages.note(f"{checkpoint}: begun anew; --resume would go on from it")
    elif found and not stages:  # stages tell by themselves what is still to train
        messages.note(f"{checkpoint}: going on{reached(checkpoint)}")
    parser = _made(table, arguments)
    with Progress(messages, arguments.log, groups=_seed(table), figures=_figures(table)) as progress:
        more = {"note": progress.stage} if stages else {}
        try:
            parser.train(
                sentences, dev=dev, log=progress.log, progress=progress.progress, checkpoint=checkpoint, resume=resume, **more
            )
        except KeyboardInterrupt:
            progress.clear()
            if is_there(checkpoint):
                messages.note("stopped; the same command with --resume goes on after the last epoch that was saved")
            raise
    if arguments.examples:
        parser.take_examples(treebanks.read_all([arguments.examples], arguments, messages))
    parser.save(arguments.output, licence=arguments.licence or "", compression=arguments.compression)
    if not arguments.checkpoint:  # a checkpoint the user named is the user's
        _remove(checkpoint)
    size = os.path.getsize(arguments.output)
    messages.note(f"{arguments.output}: written, {size / 1e6:.1f} MB{_dev_scores(parser.scores, parser.settings)}")
    return 0


def _dev_scores(scores: Mapping[str, float], table: Table) -> str:
    """What the model that was written scores on dev: with several seeds no epoch has shown it."""
    found = [f"{name.removeprefix('dev ')} {scores[key]:.2f}" for key, name in _figures(table).items() if key in scores]
    seeds = f" (sum of {table['training']['seeds']} seeds)" if "ensemble" not in table and _seed(table) else ""
    return f"; dev {', '.join(found)}{seeds}" if found else ""


def _figures(table: Table) -> dict[str, str]:
    """The figures that a row of the log has, and what they are called."""
    return FIGURES[tree_kinds.kind_of_system(str(value_of(table, "system.name")))]


def _cross_validate(table: Table, sentences: list[Sentence], arguments: argparse.Namespace, messages: Messages) -> int:
    from statistics import mean, stdev

    from treewright.evaluation import BracketScores
    from treewright.parser.cross_validation import cross_validate

    folds = arguments.cross_validate
    if folds > len(sentences):
        raise SettingsError(
            f"--cross-validate: seen {folds}, expected at most the {len(sentences)} sentences there are"
        )
    with Progress(messages, arguments.log, groups=("fold", *_seed(table)), figures=_figures(table)) as progress:
        scores = cross_validate(table, sentences, folds, log=progress.log, progress=progress.progress)
    trees = isinstance(scores[0], BracketScores)
    names = ("f1", "discontinuous_f1") if trees else ("uas", "las")
    columns = [[float(getattr(score, name)) for score in scores] for name in names]
    shown = [name.removeprefix("dev ") for name in _figures(table).values()]
    rows = [(str(fold), row) for fold, row in enumerate(zip(*columns, strict=True), 1)]
    rows += [(what, tuple(map(figure, columns))) for what, figure in (("mean", mean), ("s.d.", stdev))]
    if trees:  # folds have few constituents with gaps
        whole: Any = functools.reduce(operator.add, scores)
        rows.append(("all", tuple(getattr(whole, name) for name in names)))
    print("fold" + "".join(f"{name:>{len(name) + GAP}}" for name in shown))
    for what, row in rows:
        print(f"{what:>4}" + "".join(f"{number:{len(name) + GAP}.2f}" for name, number in zip(shown, row, strict=True)))
    return 0


def _seed(table: Table) -> tuple[str, ...]:
    """What tells models apart that differ in their seeds, if there are several."""
    if "ensemble" in table:
        return ("member", "seed")
    return ("seed",) if int(str(table["training"]["seeds"])) > 1 else ()


def _counted(sentences: list[Sentence]) -> str:
    """How much there is, and how much of it is not annotated."""
    if tree_kinds.kind_of(sentences) == tree_kinds.TREES:
        return f"{counted(len(sentences), 'sentence')} of {counted(sum(map(len, sentences)), 'word')}"
    heads = sum(head < 0 for sentence in sentences for head in sentence.heads)
    labels = sum(sentence.labels.count(None) for sentence in sentences)
    unknown = f" ({heads:,} heads and {labels:,} labels unknown)" if heads or labels else ""
    return f"{counted(len(sentences), 'sentence')} of {counted(sum(map(len, sentences)), 'word')}{unknown}"


def _warn_of_few_epochs(model: Any, sentences: list[Sentence], messages: Messages) -> None:
    """Say so, once, if a parser that is a network will hardly have learnt anything."""
    from treewright.parser.adaptation import too_few_epochs

    last = getattr(model, "parser", model)  # that of a pipeline
    parsers = [parser for parser in getattr(last, "parsers", [last]) if parser.is_network]  # those of an ensemble
    words = sum(map(len, sentences))
    told = (too_few_epochs(int(one.settings["training"]["epochs"]), words) for one in parsers)
    if first := next(filter(None, told), ""):
        messages.warning(first)


def _warn_of_idle_rules(rules: str, sentences: list[Sentence], messages: Messages) -> None:
    """Say which rules of training.drop_arcs no arc meets: a label may be misspelt."""
    if rules:
        from treewright.training.drop_arcs import DropArcs

        dropping = DropArcs(rules)
        dropping.prepare(sentences)
        for rule in dropping.idle_rules():
            messages.warning(f"training.drop_arcs: no arc of the training data meets the rule {rule!r}")


def _remove(checkpoint: str) -> None:
    from treewright.storage.stage_checkpoints import StageCheckpoints

    if os.path.isdir(checkpoint):
        StageCheckpoints.remove(checkpoint)
    elif os.path.exists(checkpoint):
        os.unlink(checkpoint)
