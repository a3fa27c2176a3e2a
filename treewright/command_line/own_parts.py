"""Parts of one's own on the command line: where their modules are found, and those that a model needs again."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from treewright.errors import ModelError, SettingsError

SYSTEM = "MODULE:CLASS", "your own transition system, if the model was trained with one"


def add_flags(parser: argparse.ArgumentParser, system: tuple[str, str] = SYSTEM) -> None:
    """Add a flag for each part of one's own that a model may need: a model file never names code to run.

    `system` is what stands for the value of --system, and its help.
    """
    parser.add_argument("--system", metavar=system[0], help=system[1])
    text = "your own classifier in plain Python, if the model was trained with one"
    parser.add_argument("--classifier", metavar="MODULE:CLASS", help=text)
    text = "your own decoder, if the model was trained with one"
    parser.add_argument("--decoder", metavar="MODULE:CLASS", help=text)
    text = "your own functions of words, if the model was trained with some"
    parser.add_argument("--features.functions", dest="functions", metavar="MODULE:NAME,...", help=text)
    parser.add_argument("--functions", action=_Renamed, help=argparse.SUPPRESS)


class _Renamed(argparse.Action):
    """Refuses the old name of --features.functions, which in other verbs means the functions of constituents."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        parser.error("--functions: the flag for functions of words is --features.functions, as in train; see --help")


def find_in_current_folder() -> None:
    """Let "module:Class" name a module of the current folder; what is installed goes first."""
    with suppress(OSError):  # a folder that is not there any more
        folder = os.getcwd()
        if folder not in sys.path and "" not in sys.path:
            sys.path.append(folder)


def functions_named(criteria: Sequence[str], expression: str | None, where: str = "--where") -> dict[str, Any]:
    """The functions of words that criteria and an expression (the argument `where`) name as module:function."""
    from treewright.analysis.scores.criteria import CRITERIA
    from treewright.analysis.scores.criterion import OWN
    from treewright.analysis.scores.expression_tokens import criteria_named

    names = [name for text in criteria for name in text.split("+")]
    names += criteria_named(expression, where) if expression else []
    names = [name for name in names if OWN.fullmatch(name) and name.partition(":")[0].split(".")[-1] not in CRITERIA]
    names = [name for name in names if not name.startswith(("gold.", "predicted."))]
    if not names:
        return {}
    from treewright.parser.own_objects import imported

    find_in_current_folder()
    return {name: imported(name, "function", None) for name in dict.fromkeys(names)}


def given_parts(arguments: argparse.Namespace, models: Sequence[Any]) -> list[dict[str, Any]]:
    """What to load each of some open models with; refuses parts that none of them needs."""
    from treewright.classifiers import Classifier
    from treewright.decoding import LearningDecoder
    from treewright.parser.classifiers import CLASSIFIERS
    from treewright.parser.decoders import DECODERS
    from treewright.parser.own_objects import imported
    from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem

    given: list[dict[str, Any]] = [{} for _ in models]
    for flag in ("system", "classifier", "decoder", "functions"):
        for model in models if getattr(arguments, flag) is not None else ():
            if "ensemble" in model.header.get("settings", {}):
                raise SettingsError(f"--{flag}: seen {model.path}, an ensemble, whose members have no parts of your own")
    if arguments.functions is not None:
        names = arguments.functions.split(",")
        functions = {name.partition(":")[2]: imported(name, "--features.functions", None) for name in names}
        given = [{"functions": functions} for _ in models]
    for part, named, base, registry in (
        ("system", arguments.system, TransitionSystem, TRANSITION_SYSTEMS),
        ("classifier", arguments.classifier, Classifier, CLASSIFIERS),
        ("decoder", arguments.decoder, LearningDecoder, DECODERS),
    ):
        if named is not None:
            found = imported(named, f"--{part}", base)
            names = _names(models, part)
            for own, name in zip(given, names, strict=True):
                own.update({} if name in registry else {part: found})
            if not any(part in own for own in given):
                raise SettingsError(f"--{part} {named}: the model has {names[0]}, expected one of your own {part}s")
    return given


def _names(models: Sequence[Any], part: str) -> list[str]:
    """What the models say that a part of them is."""
    try:
        settings = [_settings(model.header) for model in models]
        return [str(own["search"]["decoder"] if part == "decoder" else own[part]["name"]) for own in settings]
    except (KeyError, TypeError, IndexError) as error:
        raise ModelError(f"{models[0].path}: the model is not as its format says: {type(error).__name__}: {error}") from None


def _settings(header: dict[str, Any]) -> dict[str, Any]:
    """The settings of a parser, also if it is the last stage of a pipeline."""
    settings: dict[str, Any] = header["stages"][-1]["settings"] if "stages" in header else header["settings"]
    return settings
