"""The options that benchmarks have in common: the folders they read and write."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DATA = PROJECT.parent / "shared" / "data"  # beside the project
UD = DATA / "ud-2.0"
RESULTS = PROJECT / "benchmarks" / "results"
CACHE = PROJECT / ".cache" / "benchmarks"
HELP = {"data": "folder of treebanks", "results": "for pages and figures", "cache": "for models and compiled C"}


def options_of(doc: str | None, **folders: Path) -> argparse.ArgumentParser:
    """The options of a script, with one for each of these folders; its help is the script's docstring."""
    spec = sys.modules["__main__"].__spec__
    name = f"python -m {spec.name.removesuffix('.__main__')}" if spec else None
    parser = argparse.ArgumentParser(name, description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_folders(parser, **folders)
    return parser


def add_folders(parser: argparse.ArgumentParser, **folders: Path) -> None:
    """An option for each of these folders."""
    for folder, default in folders.items():
        parser.add_argument(f"--{folder}", type=Path, default=default, metavar="DIR", help=HELP[folder])


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """The options of scripts that train on several treebanks and keep a journal."""
    parser.add_argument("--treebanks", default="", metavar="A,B", help="only these (default: all there are)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (default 2)")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of all runs")
    parser.add_argument("--any-version", action="store_true", help="take results of other versions of the core too")
