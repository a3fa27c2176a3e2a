"""An ensemble of three parsers that differ, trained for a moment on the tiny treebank."""

from functools import cache
from pathlib import Path

import treewright as tw
from treewright.__main__ import main

TINY = Path(tw.__file__).parent / "data" / "tiny"
MEMBERS = "fast; panparser beam=2; fast system=arc-hybrid root=first"


@cache
def sentences(part):
    return tuple(tw.read(TINY / f"{part}.conllu"))


def made():
    ensemble = tw.Ensemble({"ensemble.members": MEMBERS}, epochs=2, seeds=1)
    notes, rows = [], []
    ensemble.train(sentences("train")[:60], sentences("dev"), note=notes.append, log=rows.append)
    return ensemble, notes, rows


def parsed(parser, **how):
    return b"".join(parser.parse_bytes(sentences("test"), **how))


def run(*arguments):
    return main([str(argument) for argument in arguments])
