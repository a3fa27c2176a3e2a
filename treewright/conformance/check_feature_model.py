"""Does a feature model show the same configuration in the same way, and never the gold tree?"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from treewright.conformance.configurations import DEPENDENCIES, unchanged
from treewright.conformance.own_sentences import own_sentences
from treewright.conformance.report import ConformanceError, Report, name_of, place
from treewright.errors import SettingsError
from treewright.features import Extraction, FeatureModel
from treewright.features.extraction import keys_of
from treewright.transitions import TransitionSystem
from treewright.treebank import Sentence


def check_feature_model(
    model: FeatureModel | type[FeatureModel] | str,
    *,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    embeddings: Any = None,
    systems: Mapping[str, type[TransitionSystem]] = DEPENDENCIES,
    sentences: int = 4,
    seed: int = 1,
) -> Report:
    """Extract features of random configurations; `model` is a feature model, its class, or names of template files."""
    report = Report(model if isinstance(model, str) else getattr(model, "__name__", type(model).__name__))
    made = _make(model, functions, report)
    rng = random.Random(seed)
    own = own_sentences(sentences)
    for cls in systems.values():
        for root in ("first", "last"):
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
    report.require(bool(made.plain or made.valued or made.agreeing or made.real), "there is a template")
    return made


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
    extraction, fresh = Extraction(model, embeddings), Extraction(model, embeddings)
    extraction.encode(sentence)
    first = _walk(extraction, system, len(sentence), random.Random(7), report)
    where = f"in {sentence.text!r}"
    report.require(any(keys for _, keys in first), "configurations have features", f"none in {len(first)}", where)
    rule = "the same configuration always has the same features"
    for name, source in (("once more", extraction), ("with a new extraction", fresh)):
        if source is extraction:
            source.encode(other)  # what is left of another sentence must not show
        source.encode(sentence)
        _compare(first, _walk(source, system, len(sentence), random.Random(7), report), rule, name, report)
    heads = [rng.randint(0, len(sentence)) for _ in range(len(sentence))]
    extraction.encode(sentence.with_tree(heads, ["dep"] * len(sentence)))
    again = _walk(extraction, system, len(sentence), random.Random(7), report)
    _compare(first, again, "features do not look at the gold tree of the sentence", "with other heads", report)


def _walk(
    extraction: Extraction, system: TransitionSystem, size: int, rng: random.Random, report: Report
) -> list[tuple[str, list[int]]]:
    """The features of each configuration of a random path, and how to show it."""
    c = system.initial(size)
    found = []
    while not system.final(c):
        rule = "extracting features does not change the configuration"
        keys = unchanged(report, system, c, rule, lambda: keys_of(extraction, c))
        same = keys_of(extraction, c) == keys
        report.require(same, "features are the same when extracted twice", "", "" if same else place(system, c))
        found.append((f"in {c!r} of {name_of(system)}", keys))
        system.step(c, rng.choice(system.valid(c)), rng.randrange(3))
    return found


def _compare(
    one: list[tuple[str, list[int]]], other: list[tuple[str, list[int]]], rule: str, name: str, report: Report
) -> None:
    for (where, keys), (_, others) in zip(one, other, strict=True):
        seen = "" if keys == others else f"{len(set(keys) ^ set(others))} features differ {name}"
        report.require(not seen, rule, seen, where if seen else "")
