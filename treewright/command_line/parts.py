"""List every part a parser can be built from, one line each."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from importlib import import_module
from typing import Any

from treewright.command_line.messages import Messages

USAGE = "[--json]"
EXAMPLES = """\
examples:
  treewright parts
  treewright parts --json
  treewright train --help        the settings of the parts
"""
REGISTRIES = {
    "transition systems": ("transitions", "TRANSITION_SYSTEMS", "--system"),
    "oracles": ("oracles", "ORACLES", "--oracle dynamic or static, of the same name as the system"),
    "feature models": ("features", "FEATURES", "--features"),
    "classifiers": ("parser.classifiers", "CLASSIFIERS", "--classifier"),
    "decoders": ("parser.decoders", "DECODERS", "--decoder"),
    "searches": ("search", "SEARCHES", "--beam"),
    "training strategies": ("training", "STRATEGIES", "--strategy"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright parts`."""
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print the list."""
    found = {
        title: {name: first_line(part) for name, part in getattr(import_module(f"treewright.{folder}"), table).items()}
        for title, (folder, table, _) in REGISTRIES.items()
    }
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    width = max(len(name) for parts in found.values() for name in parts)
    for title, parts in found.items():
        print(f"{title} ({REGISTRIES[title][2]})")
        for name, line in parts.items():
            print(f"  {name:{width}}  {line}")
        print()
    print('A part of your own: give "module:Class" in place of a name.')
    return 0


def first_line(part: Any) -> str:
    """What a part is, in one line: of its own docstring, else of its module's; or the text that describes it."""
    if isinstance(part, str):
        return part.strip().split("\n")[0]
    own = vars(part).get("__doc__") if inspect.isclass(part) else getattr(part, "__doc__", None)
    module = sys.modules.get(getattr(part, "__module__", ""))
    for text in (own, getattr(module, "__doc__", None)):
        lines = [line.strip() for line in (text or "").split("\n") if line.strip()]
        if lines and lines[0].startswith(getattr(part, "__name__", "?") + "("):  # a signature that Cython embeds
            lines = lines[1:]
        if lines:
            return lines[0]
    return ""
