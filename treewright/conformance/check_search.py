"""Does a search give well-formed trees with honest scores, the best first?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.conformance.configurations import DEPENDENCIES
from treewright.conformance.own_sentences import own_parser, own_sentences
from treewright.conformance.report import Report, refuse_ignored
from treewright.features import extraction_of
from treewright.parser import Parser
from treewright.search import SEARCHES, Beam, Greedy, Search
from treewright.transitions import TransitionSystem
from treewright.treebank import Sentence
from treewright.treebank.dependency_tree import is_tree, problem_of

INSIDE = ("decode", "score", "best_label", "choose", "read_tree", "begin", "step", "make")
SHORT = 3  # words; an unlimited beam holds all paths of such sentences


def check_search(
    cls: type[Search],
    *,
    systems: Sequence[str] | None = None,
    roots: Sequence[str] = ("first", "last"),
    sentences: int = 6,
    **settings: Any,
) -> Report:
    """Search with the weights of a small parser; `settings` go to the constructor, such as size=4 for a beam.

    The systems are all that a search is made for, unless they are named.
    """
    report = Report(cls.__name__)
    report.require(issubclass(cls, Search), "is a subclass of Search", repr(cls))
    base = next(c for c in cls.__mro__ if c.__module__.startswith("treewright."))
    refuse_ignored(report, cls, base, INSIDE)
    own = own_sentences(sentences)
    for system in systems or _systems_for(cls):
        for root in roots:
            known = own[: sentences // 2]
            parser, unlabelled = (own_parser(known, system=system, root=root, labels=labels) for labels in ("joint", "none"))
            for sentence in own:
                _check(_made(cls, parser, **settings), parser, sentence, report)
                _check_short(cls, unlabelled, sentence, report, **settings)
            if cls is Beam or settings.get("size") == 1:
                _check_beam_of_one(cls, parser, own, report)
    return report


def _systems_for(cls: type[Search]) -> list[str]:
    """The systems that name this search, or those that name none."""
    named = {name: SEARCHES[made.search] for name, made in DEPENDENCIES.items() if made.search}
    own = [name for name, search in named.items() if issubclass(cls, search)]
    return own or [name for name in DEPENDENCIES if name not in named]


def _made(cls: type[Search], parser: Parser, system: TransitionSystem | None = None, **settings: Any) -> Search:
    scorer = parser.make_scorer(parser.model, extraction_of(parser.features))
    return cls(system or parser.system, scorer, parser.transition_classes(), **settings)


def _walking(system: TransitionSystem) -> TransitionSystem:
    """A system that a beam can try all paths of: where sites cannot be restored, its configurations are taken one by one."""
    sites = system.sites()
    if sites is None or sites.persistent:
        return system
    walking: type[TransitionSystem] = type("Walking", (type(system),), {"sites": lambda self, d=None: None})
    return walking(root=system.root, single_root=system.single_root)


def _check(search: Search, parser: Parser, sentence: Sentence, report: Report) -> None:
    where = f"with {parser.settings['system']['name']}, root {parser.system.root}, in {sentence.text!r}"
    source = sentence.source
    heads, labels, score = search.parse(sentence)
    partial = parser.system.partial
    rule = "gives a tree with one root at the most" if partial else "gives a tree with one root"
    report.require(len(heads) == len(sentence) and _is_well_formed(heads, partial), rule, f"heads {heads}", where)
    pairs = zip(heads, labels, strict=True)
    known = all(label == -1 if head < 0 else 0 <= label < len(parser.labels) for head, label in pairs)
    rule = "gives every word with a head a label" if partial else "gives every word a label"
    report.require(known, rule, f"labels {labels}", where)
    report.require(search.parse(sentence) == (heads, labels, score), "gives the same when asked twice", "", where)
    report.require(sentence.source == source, "does not change the sentence", "", where)
    found = search.best(sentence, 4)
    first = list(found[0]) == [score, heads, labels]
    report.require(first, "the first of the best trees is the one that parse gives", str(found[0]), where)
    scores = [entry[0] for entry in found]
    report.require(scores == sorted(scores, reverse=True), "the best trees come in order of their scores", str(scores), where)
    trees = {(tuple(entry[1]), tuple(entry[2])) for entry in found}
    report.require(len(trees) == len(found) <= 4, "the best trees are different, and no more than wanted", str(found), where)
    for _, more, _ in found:
        rule = f"each of the best trees has one root{' at the most' if partial else ''}"
        report.require(_is_well_formed(more, partial), rule, f"heads {more}", where)


def _is_well_formed(heads: list[int], partial: bool) -> bool:
    return problem_of(heads) is None if partial else is_tree(heads)


def _check_short(cls: type[Search], parser: Parser, sentence: Sentence, report: Report, **settings: Any) -> None:
    """Where all paths can be tried, no search may claim a higher score than the best of them."""
    short = Sentence.from_words([{"form": word.form, "upos": word.upos} for word in sentence.words[:SHORT]])
    best = _made(Beam, parser, _walking(parser.system), size=0).parse(short)[2]
    score = _made(cls, parser, **settings).parse(short)[2]
    seen = f"{score}, the best path has {best}"
    report.require(score <= best + 1e-4, "claims no higher score than the best path has", seen, short.to_conllu())


def _check_beam_of_one(cls: type[Search], parser: Parser, own: list[Sentence], report: Report) -> None:
    one, greedy = _made(cls, parser, size=1), _made(Greedy, parser)
    for sentence in own:
        left, right = one.parse(sentence), greedy.parse(sentence)
        seen = "" if left == right else f"{left}, greedy {right}"
        report.require(not seen, "a beam of one gives the tree and the score of greedy search", seen, sentence.text or "")
