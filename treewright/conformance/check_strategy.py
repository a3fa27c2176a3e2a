"""Does a training strategy learn what it is shown?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.conformance.own_sentences import own_sentences
from treewright.conformance.report import Report, refuse_ignored
from treewright.parser import Parser
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS

INSIDE = ("_learn", "_unit", "_settle", "_closest", "_fork", "_learn_pair", "_change", "_next_start", "_sample")


def check_strategy(
    cls: type[TrainingStrategy],
    *,
    systems: Sequence[str] = tuple(TRANSITION_SYSTEMS),
    roots: Sequence[str] = ("first", "last"),
    beam: int | None = None,
    sentences: int = 10,
    epochs: int = 100,
    least: float = 99.0,
    **settings: Any,
) -> Report:
    """Train on a few sentences until they are known by heart; `settings` go to the parser, such as restart="positive".

    A small margin is the default here: without it a tie counts as right, and averaged weights may break it otherwise.
    """
    report = Report(cls.__name__)
    report.require(issubclass(cls, TrainingStrategy), "is a subclass of TrainingStrategy", repr(cls))
    refuse_ignored(report, cls, TrainingStrategy, INSIDE)
    local = issubclass(cls, STRATEGIES["local"])
    width = (1 if local else 4) if beam is None else beam
    own = own_sentences(sentences)
    sources = [sentence.source for sentence in own]
    for system in systems:
        for root in roots:
            where = f"with {system}, root {root}, beam {width}"
            made: dict[str, Any] = {
                "system": system,
                "root": root,
                "beam": width,
                "strategy": cls,
                "epochs": epochs,
                "margin": 0.1,
            }
            made.update(settings)
            parser = Parser(**made)
            rows = parser.train(own)
            report.require([s.source for s in own] == sources, "training does not change the sentences", "", where)
            first, last = rows[0]["updates"], rows[-1]["updates"]
            report.require(first > 0, "the first epoch, without weights, makes updates", f"{first} updates", where)
            report.require(last < first, "later epochs make fewer updates", f"{first}, in the last epoch {last}", where)
            las = parser.evaluate(own).las
            rule = f"after {epochs} epochs it knows its own sentences by heart ({least:g} %)"
            report.require(las >= least, rule, f"LAS {las:.2f}", where)
            again = Parser(**{**made, "epochs": 2})
            once, twice = (_rows(parser_of.train(own)) for parser_of in (again, Parser(**{**made, "epochs": 2})))
            report.require(once == twice, "the same seed gives the same updates", f"{once} and {twice}", where)
    return report


def _rows(rows: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(row["updates"], row["rows"]) for row in rows]
