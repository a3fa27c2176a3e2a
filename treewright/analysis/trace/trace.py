"""Traces: the derivation of a gold tree by the static oracle, and that of a tree that a parser finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.analysis.trace.derivation import Derivation
from treewright.analysis.trace.gold_columns import GoldColumns
from treewright.analysis.trace.replay import Replay
from treewright.analysis.trace.step import ESTIMATED, EXACT, OF_PATH
from treewright.analysis.trace.walk import Names, Walk
from treewright.errors import InputError, ModelError, SettingsError
from treewright.families import ConstituencyTrees
from treewright.families.family import Alphabets, Family
from treewright.oracles import ORACLES, Oracle
from treewright.parser.build import family_of
from treewright.parser.parser import Parser
from treewright.settings import resolve
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem
from treewright.treebank.expected import expected_sentence
from treewright.treebank.sentence import Sentence

TREE = "a constituency tree"
RAW = "a trace is of words; for raw text there are pipelines: tw.load('english')(text)"


def trace(parser: Any, sentence: Sentence | Sequence[Any]) -> Derivation:
    """The derivation of a sentence: of its gold tree, if a system is named ("arc-standard"), or of what a parser finds.

    With a parser there are scores, and costs where the sentence has a tree.  A named system has ROOT before the first word;
    give a system made by yourself for other settings.
    """
    own = expected_sentence(sentence, RAW)
    if isinstance(parser, str):
        if parser not in TRANSITION_SYSTEMS:
            raise SettingsError(f"system: seen {parser!r:.60}, expected a parser or one of {', '.join(TRANSITION_SYSTEMS)}")
        parser = TRANSITION_SYSTEMS[parser](root="first", single_root=not several_roots(own))
    if isinstance(parser, TransitionSystem):
        return gold_derivation(parser, own)
    for tagger in getattr(parser, "taggers", ()):  # a pipeline's parser sees the tags that the pipeline gives
        own = tagger(own)
    parser = getattr(parser, "parser", parser)  # that of a tagger or a pipeline
    if not isinstance(parser, Parser):
        if hasattr(parser, "parsers"):
            raise SettingsError(f"trace: an ensemble has no derivation of its own; {parser.one}")
        expected = "a parser, a tagger, a transition system or the name of one"
        raise SettingsError(f"trace: seen {type(parser).__name__}, expected {expected}")
    return parsed_derivation(parser, own)


def several_roots(sentence: Sentence) -> bool:
    """Whether several words of a sentence have ROOT as their head."""
    return sum(head == 0 for head in sentence.heads) > 1


def name_of(system: TransitionSystem) -> str:
    """The name of a transition system: that of the registry, or of the class."""
    return next((name for name, cls in TRANSITION_SYSTEMS.items() if type(system) is cls), type(system).__name__)


def gold_derivation(system: TransitionSystem, sentence: Sentence) -> Derivation:
    """The path of the static oracle to the tree of a sentence."""
    name = name_of(system)
    cls: Any = ORACLES.get(name) or getattr(type(system), "oracle", None)
    if cls is None:
        raise SettingsError(f"system: {name} has no oracle; give its class an attribute `oracle`")
    family = family_of(resolve({"system.name": name if name in TRANSITION_SYSTEMS else type(system)}), [type(system)])
    if (sentence.tree is not None) != (family.name == ConstituencyTrees.name):
        seen, other = (TREE, "heads") if sentence.tree is not None else ("heads", TREE)
        raise InputError(f"{sentence.place}: seen {seen}, expected {other}, which {name} builds")
    alphabets = _alphabets(family, sentence)
    gold = GoldColumns(family, alphabets, None).of(sentence)
    if gold is None or (family.name != ConstituencyTrees.name and not system.partial and -1 in gold[0]):
        expected = "a whole tree: a static oracle follows one path"
        raise InputError(f"{sentence.place}: seen a word without a head, expected {expected}")
    judge, guide = judges(system, cls)
    for oracle in {id(judge): judge, id(guide): guide}.values():
        oracle.prepare(*gold)
        if not oracle.derivable:
            expected = "another system, such as covington"
            raise InputError(f"{sentence.place}: seen a tree that {name} cannot derive, expected {expected}")
    walk = Walk(Replay(system, judge), Names(alphabets, None), family)
    leader = None if guide is judge else Replay(system, guide)
    kept = system.root_label  # the system is the caller's
    try:
        if system.rootless and 0 in gold[0]:
            system.root_label = max(0, gold[1][gold[0].index(0)])
        steps = walk.along(len(sentence), None, leader)
    finally:
        system.root_label = kept
    found = Derivation(sentence, name, walk.kind_of_family, steps, worth(judge))
    if family.name != ConstituencyTrees.name and list(found.result.heads) != list(sentence.heads):
        lost = sum(a != b for a, b in zip(found.result.heads, sentence.heads, strict=True))
        found.notes.append(f"{name} does not reach {lost} of the gold arcs; this is the best that it can do")
    return found


def _alphabets(family: Family, sentence: Sentence) -> Alphabets:
    """The labels of one sentence, which may have none."""
    try:
        return family.alphabets([sentence])
    except InputError:
        return Alphabets([], [])


def judges(system: TransitionSystem, cls: Any) -> tuple[Oracle, Oracle]:
    """What knows costs, and what chooses the path: the same, if it is not an oracle that is static in its own way."""
    if not cls.static_itself:
        oracle = cls(system)
        return oracle, oracle
    return (cls(system, canonical=not cls.dynamic), cls(system, canonical=True))


def worth(oracle: Any) -> str:
    """What the costs of an oracle are worth."""
    return EXACT if oracle.exact else ESTIMATED if oracle.dynamic else OF_PATH


def parsed_derivation(parser: Parser, sentence: Sentence) -> Derivation:
    """The path that a parser finds for a sentence."""
    if not parser.way.makes_transitions:
        name = parser.settings["search"]["decoder"]
        raise SettingsError(f"search.decoder: {name} makes no transitions, so there is no derivation")
    if parser.model is None:
        raise ModelError("this parser has no weights yet; train it or load a model")
    search = parser.new_search()
    gold = GoldColumns(parser.family, parser.alphabets, parser.lifted).of(sentence)
    oracle = oracle_of(parser) if gold is not None else None
    if oracle is not None and gold is not None:
        oracle.prepare(*gold)
        if not oracle.derivable:
            oracle = None
    walk = Walk(Replay(parser.system, oracle, search), Names(parser.alphabets, parser.lifted), parser.family)
    path = walk.replay.find(sentence) if len(sentence) else []
    mended = walk.replay.mended if len(sentence) else False
    steps = walk.along(len(sentence), path, None)
    found = Derivation(
        sentence, name_of(parser.system), walk.kind_of_family, steps, None if oracle is None else worth(oracle), scored=True
    )
    if mended:
        found.notes.append("after the last transition the parser changed arcs that no training tree has")
    if parser.lifted is not None and any({"↑", "↓"} & set(one.label or "") for one in found.added()):
        found.notes.append("labels with ↑ and ↓ say which arcs the parser moves after the last transition")
    return found


def oracle_of(parser: Parser) -> Oracle | None:
    """The oracle that knows what transitions of a parser cost, None if its system has none."""
    from treewright.oracles.tag_choosing import TagChoosingOracle

    cls = parser.oracle_class()
    if cls is None:
        return None
    oracle: Oracle = judges(parser.system, cls)[0]
    if not parser.chosen_tags:
        return oracle
    return TagChoosingOracle(oracle, list(parser.system.kinds).index(parser.system.tagging))
