"""Does a training strategy learn what it is shown?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.conformance.own_sentences import UntilLearnt, learnable, own_sentences, reproduced
from treewright.conformance.report import Report, refuse_ignored
from treewright.parser import Parser
from treewright.training import AT_SITES, STRATEGIES, TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS

INSIDE = ("_learn", "_unit", "_take_pair", "_settle", "_closest", "_learn_shares", "_learn_labels", "_next_start")
SEEDS = (1, 2, 3)


def check_strategy(
    cls: type[TrainingStrategy],
    *,
    systems: Sequence[str] | None = None,
    roots: Sequence[str] = ("first", "last"),
    beam: int | None = None,
    sentences: int = 10,
    epochs: int = 60,
    least: float = 99.0,
    **settings: Any,
) -> Report:
    """Train on a few sentences until they are known by heart, for `epochs` at the most.

    `settings` go to the parser, such as restart="positive".  Averaged weights may miss a word that the weights of the last
    epoch get right, so it is enough if one of three seeds gives the score.  Easy-first is trained locally only, so other
    strategies are not tried with it.
    """
    report = Report(cls.__name__)
    report.require(issubclass(cls, TrainingStrategy), "is a subclass of TrainingStrategy", repr(cls))
    refuse_ignored(report, cls, TrainingStrategy, INSIDE)
    local = issubclass(cls, STRATEGIES["local"])
    width = (1 if local else 4) if beam is None else beam
    whole = own_sentences(sentences)
    plain: dict[str, Any] = {"features": "zn11", "history": True, "seeds": 1, "pseudo_projective": "none", "facts": 0.0}
    if cls in STRATEGIES.values():
        plain = {"preset": "panparser", "facts": 0.0}  # a preset would override the attributes of a user's class
    for system in systems or _trainable(cls):
        own = [learnable(sentence, system) for sentence in whole]
        sources = [sentence.source for sentence in own]
        for root in roots:
            where = f"with {system}, root {root}, beam {width}"
            made: dict[str, Any] = {**plain, "system": system, "root": root, "beam": width, "strategy": cls, **settings}
            score = 0.0
            for seed in SEEDS:
                parser = Parser(**{"epochs": epochs, "seed": seed, **made})
                rows = parser.train(own, callbacks=UntilLearnt())
                report.require([s.source for s in own] == sources, "training does not change the sentences", "", where)
                first, last = rows[0]["updates"], rows[-1]["updates"]
                report.require(first > 0, "the first epoch, without weights, makes updates", f"{first}", where)
                report.require(last < first, "later epochs make fewer updates", f"{first}, at last {last}", where)
                score = max(score, reproduced(parser, own))
                if score >= least:
                    break
            rule = f"within {epochs} epochs it knows its own sentences by heart ({least:g} %)"
            report.require(score >= least, rule, f"{score:.2f} % of the words", where)
            once, twice = (_updates(Parser(**{**made, "epochs": 2}).train(own)) for _ in range(2))
            report.require(once == twice, "the same seed gives the same updates", f"{once} and {twice}", where)
    return report


def _updates(rows: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(row["updates"], row["rows"]) for row in rows]


def _trainable(cls: type[TrainingStrategy]) -> list[str]:
    """The systems of dependency trees that can be trained with a strategy."""
    made = {name: system for name, system in TRANSITION_SYSTEMS.items() if system.family == "dependencies"}
    return [name for name, system in made.items() if not system.search or cls in AT_SITES]
