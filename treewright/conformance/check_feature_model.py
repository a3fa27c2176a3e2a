"""Does a feature model show the same configuration in the same way, and never the gold tree?"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from treewright.conformance.check_constituent_system import seen_of
from treewright.conformance.constituent_trees import constituents_of, random_columns
from treewright.conformance.own_sentences import own_sentences
from treewright.conformance.report import ConformanceError, Report, name_of, place
from treewright.decoding import GraphDecoder
from treewright.errors import SettingsError
from treewright.families import DependencyTrees
from treewright.features import Extraction, FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.features.names import ARC
from treewright.training.trainer import Example
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem
from treewright.treebank import Sentence
from treewright.treebank.tree_sentence import TreeSentence


def check_feature_model(
    model: FeatureModel | type[FeatureModel] | str,
    *,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    embeddings: Any = None,
    systems: Mapping[str, type[TransitionSystem]] = TRANSITION_SYSTEMS,
    sentences: int = 4,
    seed: int = 1,
) -> Report:
    """Extract features of random configurations; `model` is a feature model, its class, or names of template files.

    Of the systems only those are tried that have the views of the model's templates.  Templates of arcs are tried by a
    graph-based parser.
    """
    report = Report(model if isinstance(model, str) else getattr(model, "__name__", type(model).__name__))
    made = _make(model, functions, report)
    rng = random.Random(seed)
    own = own_sentences(sentences)
    if made.names is ARC:
        _check_arcs(made, own, report)
        return report
    fitting = [cls for cls in systems.values() if made.fits(cls.views)]
    report.require(bool(fitting), "there is a system that has its views", ", ".join(made.names.views))
    for cls in fitting:
        for root in ("first", "last") if cls.family == "dependencies" else ("last",):
            for sentence in own:
                _check(made, embeddings, cls(root=root), sentence, own[0], rng, report)
    return report


def _make(
    model: FeatureModel | type[FeatureModel] | str, functions: Mapping[str, Callable[..., Any]] | None, report: Report
) -> FeatureModel:
    try:
        if isinstance(model, str):
            model = FeatureModel(templates=model)
        made = model() if isinstance(model, type) else model
    except SettingsError as error:
        raise ConformanceError(f"{report.part} breaks a rule: its templates can be read; seen: {error}") from None
    report.require(isinstance(made, FeatureModel), "is a FeatureModel", type(made).__name__)
    made.user_functions.update(functions or {})
    wanted = made.function_names()
    missing = [name for name in wanted if name not in made.user_functions]
    report.require(not missing, "every function that a template names is given", ", ".join(missing))
    found = any(own.plain or own.valued or own.agreeing or own.real for own in made.tables)
    report.require(found, "there is a template")
    return made


def _check_arcs(model: FeatureModel, own: Sequence[Sentence], report: Report) -> None:
    """Two parsers that learn the same find the same trees, whatever the gold tree is."""
    report.require(model.fits(ARC.views), "there are templates of all views", ", ".join(model.views))
    alphabets = DependencyTrees().alphabets(own)
    numbers = {label: number for number, label in enumerate(alphabets.labels)}
    parsers = [GraphDecoder(alphabets, features=model) for _ in range(2)]
    for parser in parsers:
        parser.learn([Example(s, (list(s.heads), [numbers[label or ""] for label in s.labels])) for s in own])
    for sentence in own:
        nothing = [None] * len(sentence)
        found = [parser.decode([sentence]) for parser in parsers]
        blank = parsers[0].decode([sentence.with_tree(nothing, nothing)])
        first, other, without = ([*map(int, tree.heads), *map(int, tree.labels)] for tree in (*found, blank))
        report.require(first == other, "the same arc always has the same features")
        report.require(first == without, "features do not look at the gold tree")


def _check(
    model: FeatureModel,
    embeddings: Any,
    system: TransitionSystem,
    sentence: Sentence,
    other: Sentence,
    rng: random.Random,
    report: Report,
) -> None:
    """One random path through one sentence."""
    used, fresh = (extraction_of(model, embeddings).with_views() for _ in range(2))
    _encode(used, sentence)
    first = _walk(used, system, len(sentence), random.Random(7), report)
    where = f"in {sentence.text!r}"
    report.require(any(keys for _, keys in first), "configurations have features", f"none in {len(first)}", where)
    rule = "the same configuration always has the same features"
    for name, views in (("once more", used), ("with a new extraction", fresh)):
        if views is used:
            _encode(views, other)  # what is left of another sentence must not show
        _encode(views, sentence)
        _compare(first, _walk(views, system, len(sentence), random.Random(7), report), rule, name, report)
    _encode(used, _with_other_tree(sentence, system, rng))
    again = _walk(used, system, len(sentence), random.Random(7), report)
    _compare(first, again, "features do not look at the gold tree of the sentence", "with other heads", report)


def _encode(views: list[Extraction], sentence: Sentence) -> None:
    """Take a sentence; the views share its words, but each has room for keys of its own."""
    for extraction in views:
        extraction.encode(sentence)


def _walk(
    views: list[Extraction], system: TransitionSystem, size: int, rng: random.Random, report: Report
) -> list[tuple[str, list[int]]]:
    """The features of each configuration of a random path, and how to show it; of several sites, those of the last."""
    c = system.initial(size)
    found = []
    while not system.final(c):
        offered = system.transitions(c)  # shows the last site
        source, before = views[c.view], seen_of(c)
        keys = keys_of(source, c)
        kept = seen_of(c) == before
        rule = "extracting features does not change the configuration"
        report.require(kept, rule, lambda: repr(c), "" if kept else place(system, c))
        same = keys_of(source, c) == keys
        report.require(same, "features are the same when extracted twice", "", "" if same else place(system, c))
        found.append((f"in {c!r} of {name_of(system)}", keys))
        kind, site = rng.choice(offered)
        system.step(c, kind, rng.randrange(3), site)
    return found


def _with_other_tree(sentence: Sentence, system: TransitionSystem, rng: random.Random) -> Sentence:
    """The same words with a random tree."""
    size = len(sentence)
    if system.family == "dependencies":
        return sentence.with_tree([rng.randint(0, size) for _ in range(size)], ["dep"] * size)
    brackets = [("X", tuple(sorted(tokens))) for tokens in constituents_of(size, *random_columns(size, rng))]
    return TreeSentence.from_sentence(sentence, brackets)


def _compare(
    one: list[tuple[str, list[int]]], other: list[tuple[str, list[int]]], rule: str, name: str, report: Report
) -> None:
    for (where, keys), (_, others) in zip(one, other, strict=True):
        seen = "" if keys == others else f"{len(set(keys) ^ set(others))} features differ {name}"
        report.require(not seen, rule, seen, where if seen else "")
