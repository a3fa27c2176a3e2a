"""Voting on every transition within one search; search/voting_beam.py has the rule."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from treewright.arrays import ints
from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation
from treewright.constraints.tree_facts import TreeFacts
from treewright.decoding import Decoder, SearchDecoder
from treewright.ensemble.combination import Combination, checked_weights, labels_of
from treewright.errors import ModelError, SettingsError, SettingsWarning
from treewright.families.lifting import Lifting
from treewright.features import extraction_of
from treewright.parser import Parser
from treewright.parser.asked import ConstraintsOf
from treewright.search.fact_filter import FactFilter
from treewright.search.fact_tables import BITS
from treewright.search.voter import Voter
from treewright.search.voting_beam import VotingBeam
from treewright.storage.pickling import Reduced
from treewright.treebank.report import Report


class Voting(Combination):
    """Several parsers of one transition system as one: each votes with its weight, ties go to the first one's preference.

    The beam and what else is not learnt are those of the first parser.  Features may differ, and labels too: a parser votes
    for the labels it knows.
    """

    name = "voting"
    parsers: list[Parser]  # type: ignore[assignment]

    def __init__(self, parsers: Iterable[Parser], weights: Iterable[float] | None = None) -> None:
        super().__init__(parsers)
        self.weights = checked_weights(weights, len(self.parsers))
        self.first = self.parsers[0]
        for number, parser in enumerate(self.parsers, 1):
            _refuse(parser, self.first, number)
        self.beam = int(self.first.settings["search"]["beam"])
        self._warn_of_local()
        self.system, self.family = self.first.system, self.first.family
        self.labels = labels_of(self.parsers)
        numbers = {label: number for number, label in enumerate(self.labels)}
        self._to_all = [[numbers[label] for label in parser.labels] for parser in self.parsers]
        self.lifted: Lifting | None = None
        if self.first.lifted is not None:
            lifted = [parser.lifted for parser in self.parsers if parser.lifted is not None]
            self.lifted = Lifting.union(lifted, self._to_all, len(self.labels))
            self.lifted.makes = self.first.lifted.makes
            places = {tuple(row): len(self.labels) + at for at, row in enumerate(self.lifted.rows())}
            for numbers_of, own in zip(self._to_all, lifted, strict=True):
                numbers_of += [places[row] for row in own.renumbered(numbers_of)]
        heard = [parser for parser, weight in zip(self.parsers, self.weights, strict=True) if weight > 0]
        facts = [parser.facts for parser in heard if parser.facts is not None]
        agreed = bool(facts) and len(facts) == len(heard)
        self.facts = TreeFacts.common(facts, [parser.labels for parser in heard], self.labels) if agreed else None

    def _warn_of_local(self) -> None:
        """A parser that was trained on single decisions cannot tell which paths of a beam are better."""
        if self.beam == 1:
            return
        for number, (parser, weight) in enumerate(zip(self.parsers, self.weights, strict=True), 1):
            if weight > 0 and parser.learns_decisions() and not parser.gives_probabilities():
                why = f"it was trained on single decisions, so its votes on the paths of a beam of {self.beam} mean little"
                how = "put it first, or load the parsers with beam=1"
                warnings.warn(f"voting: parser {number}: {why}; {how}", SettingsWarning, stacklevel=3)

    def __repr__(self) -> str:
        return f"<Voting: {len(self.parsers)} parsers, the first: {self.first.described()}>"

    def new_decoder(self) -> Decoder:
        """A decoder of one's own, in which the parsers vote on every transition."""
        labels = len(self.labels if self.lifted is None else self.lifted)
        labelled = [bool(self.labels) and kind in self.system.labelled for kind in self.system.kinds]
        folded = [parser.lifted is not None and parser.facts is not None for parser in self.parsers]
        voter: Voter | None = None
        for parser, weight, to_all, fold in list(zip(self.parsers, self.weights, self._to_all, folded, strict=True))[::-1]:
            extraction = extraction_of(parser.features, parser.embeddings)
            extraction.hide_root(self.system.rootless)
            voter = Voter(
                parser.make_scorer(parser.model, extraction), parser.transition_classes(), weight, self.beam,
                labelled=labelled, to_all=to_all, all_labels=labels, facts=parser.make_fact_filter(),
                fold=fold, apart=fold != folded[0], probable=parser.gives_probabilities(), following=voter,
            )  # fmt: skip
        assert voter is not None
        search = VotingBeam(self.system, voter, self.first.transition_classes(), self.beam)
        plain = list(range(len(self.labels))) if self.lifted is None else self.lifted.plain_labels()
        search.facts = FactFilter(self.facts, self.system, plain) if self.facts is not None else None
        search.mending_filter_maker = self.first.mending_filter_maker()
        if folded[0]:
            search.c.fold(ints([number % BITS for number in plain]))
        return SearchDecoder(search, self.lifted, self.first.possible_filter_maker())

    @property
    def keeps_heads(self) -> bool:  # type: ignore[override]
        """Whether these parsers can parse under given heads and labels."""
        return self.first.keeps_heads

    def preparation(
        self, keep: str, constraints: ConstraintsOf | None, on_conflict: str, report: Report | None
    ) -> Preparation | BracketPreparation:
        """As the first parser does, with the labels of all."""
        try:
            preparation = self.first.preparation(keep, constraints, on_conflict, report)
        except SettingsError as error:
            if self.keeps_heads:
                raise
            how = "reparsing keeps given heads and labels whatever its parsers can do"
            raise SettingsError(f"voting: {error}; {how}") from None
        preparation.labels = {label: number for number, label in enumerate(self.labels)}
        return preparation

    def __reduce__(self) -> Reduced:
        """Pickled as its parsers are."""
        return Voting, (self.parsers, self.weights)


def _refuse(parser: Parser, first: Parser, number: int) -> None:
    """Refuses parsers that cannot vote on the same transitions."""
    if not isinstance(parser, Parser):
        raise SettingsError(f"voting: seen {parser!r:.60} as parser {number}, expected a parser")
    if parser.model is None:
        raise ModelError(f"voting: parser {number} has no weights yet; train it or load a model")
    refuse_other_transitions(parser, first, number)


def refuse_other_transitions(parser: Parser, first: Parser, number: int) -> None:
    """Refuses a parser that has other transitions than the first one, trained or not."""
    if not parser.way.makes_transitions:
        raise SettingsError(f"voting: parser {number} makes no transitions to vote on; reparsing combines such parsers")
    if not parser.search_class().votes:
        name = parser.settings["system"]["name"]
        raise SettingsError(f"voting: {name} parsers make arcs in orders of their own; reparsing combines such parsers")
    for name, own, wanted in (
        ("transition system", parser.settings["system"]["name"], first.settings["system"]["name"]),
        ("kinds of transitions", list(parser.system.kinds), list(first.system.kinds)),
        ("root position", parser.system.root, first.system.root),
        ("single_root", parser.system.single_root, first.system.single_root),
        (
            "training.pseudo_projective",
            parser.settings["training"]["pseudo_projective"],
            first.settings["training"]["pseudo_projective"],
        ),
        ("classifier.labels", parser.settings["classifier"]["labels"], first.settings["classifier"]["labels"]),
    ):
        if own != wanted:
            raise SettingsError(
                f"voting: parser {number} has the {name} {own}, expected {wanted} as the first parser has; "
                "reparsing combines parsers that differ in this"
            )
    if parser.settings["classifier"]["labels"] == "second":
        raise SettingsError("voting: seen classifier.labels = second, expected joint or none; reparsing combines such parsers")
    if int(parser.settings["search"]["beam"]) == 0 and parser is first:
        raise SettingsError("voting: seen an unlimited beam (0), expected at least 1; load the parser with beam=N")
