"""Does a transition system keep the rules that search, oracles and training rely on?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from treewright.conformance.check_constituent_system import REACHES, ConstituentSystemCheck
from treewright.conformance.configurations import CLASSES, Space, all_trees, require_end, take, unchanged, within_reach
from treewright.conformance.report import ConformanceError, Report, name_of, place, view
from treewright.errors import SettingsError
from treewright.transitions import TransitionSystem
from treewright.treebank.dependency_tree import problem_of

LABELS = 5


def check_transition_system(
    cls: type[TransitionSystem],
    *,
    roots: Sequence[str] = (),
    single_roots: Sequence[bool] = (True, False),
    small: int = 4,
    longest: int = 20,
    sentences: int = 60,
    seed: int = 1,
) -> Report:
    """Try all configurations of up to `small` words and random paths of up to `longest`, for each root setting.

    `roots` are those that the system knows, unless given; a system of constituents has none.
    """
    report = Report(cls.__name__)
    report.require(issubclass(cls, TransitionSystem), "is a subclass of TransitionSystem", repr(cls))
    _check_names(cls, report)
    rng = random.Random(seed)
    if cls.family == "constituents":
        check = ConstituentSystemCheck(cls(), report)
        for n in range(1, small + 1):
            check.all_configurations(n)
        for _ in range(sentences):
            check.walk(rng.randint(1, longest), rng)
        return report
    for root in roots or cls.roots:
        for single_root in single_roots:
            if root == "none" and not single_root:
                continue
            system = make_system(cls, root, single_root, report)
            for n in range(1, small + 1):
                _check_all(system, n, report)
            for _ in range(sentences):
                _walk(system, rng.randint(1, longest), rng, report)
    return report


def make_system(cls: type[TransitionSystem], root: str, single_root: bool, report: Report) -> TransitionSystem:
    """The system with these settings."""
    try:
        return cls(root=root, single_root=single_root)
    except (TypeError, SettingsError) as error:
        raise ConformanceError(
            f"{report.part} breaks a rule: is made with root= and single_root=; seen: {type(error).__name__}: {error}"
        ) from None


def _check_names(cls: type[TransitionSystem], report: Report) -> None:
    kinds, labelled = list(cls.kinds), list(cls.labelled)
    report.require(
        1 <= len(kinds) <= 30 and len(set(kinds)) == len(kinds) and all(isinstance(kind, str) for kind in kinds),
        "kinds: 1 to 30 different names", repr(kinds),
    )  # fmt: skip
    report.require(set(labelled) <= set(kinds), "labelled: some of the kinds", repr(labelled))
    classes = REACHES if cls.family == "constituents" else CLASSES
    report.require(cls.reaches in classes, f"reaches: one of {', '.join(classes)}", repr(cls.reaches))


def _check_all(system: TransitionSystem, n: int, report: Report) -> None:
    """No dead end, and every tree of the class it claims, in all configurations of n words."""
    space = Space(system, n, report)
    for number, snapshot in enumerate(space.snapshots):
        space.c.restore(snapshot)
        heads = space.heads[number]
        if heads is None:
            _require_valid(system, space.c, report)
        else:
            _require_tree(system, space.c, report)
    found = {tuple(heads) for heads in space.heads if heads is not None}
    for tree in {within_reach(system, tree) for tree in all_trees(n, system.reaches)}:
        report.require(
            tree in found, f"reaches every tree of the class it claims ({system.reaches})",
            f"no path of {name_of(system)} to the heads {list(tree)}",
        )  # fmt: skip


def _walk(system: TransitionSystem, n: int, rng: random.Random, report: Report) -> None:
    """A random path of n words: each step keeps the rules, and can be taken back and taken again."""
    c = system.initial(n)
    seen: list[tuple[Any, ...]] = []
    while not unchanged(report, system, c, "is_final does not change the configuration", lambda: system.final(c)):
        valid = unchanged(report, system, c, "is_valid does not change the configuration", lambda: system.valid(c))
        report.require(system.valid(c) == valid, "is_valid says the same when asked twice")
        _require_valid(system, c, report)
        seen.append(view(c))
        kind, label = rng.choice(valid), rng.randrange(LABELS)
        _step(system, c, kind, label, report)
        require_end(report, system, c, len(seen))
    _require_tree(system, c, report)
    path, end = c.path(), view(c)
    for at in sorted(rng.sample(range(len(seen)), min(3, len(seen))), reverse=True):
        c.restore(seen[at][-1])
        rule = "going back to an earlier configuration gives that configuration"
        report.require(view(c) == seen[at], rule, lambda at=at: f"{view(c)[:4]}, expected {seen[at][:4]}", name_of(system))
        for kind, label in path[at:]:
            take(report, system, c, kind, label)
        rule = "the same transitions lead to the same configuration"
        report.require(view(c)[:-1] == end[:-1], rule, lambda: f"{view(c)[:4]}, expected {end[:4]}", name_of(system))


def _step(system: TransitionSystem, c: Any, kind: int, label: int, report: Report) -> None:
    """Take a step and look at the arc it makes."""
    before, start = c.heads, c.snapshot()
    take(report, system, c, kind, label)
    changed = [word for word, (old, new) in enumerate(zip(before, c.heads, strict=True), 1) if old != new]
    name, (heads, labels) = system.kinds[kind], c.arcs()
    made = [(word, heads[word - 1]) for word in changed if heads[word - 1] >= 0]
    for rule, kept in (
        ("every kind that makes an arc is in `labelled`", not changed or name in system.labelled),
        ("an arc has the label of its transition", not changed or labels[changed[0] - 1] == label),
        ("an arc is one that `makes` tells of", all(system.makes(*arc) for arc in made)),
    ):
        if not kept:
            c.restore(start)
        report.require(kept, rule, f"{name}, label {label}", "" if kept else place(system, c))


def _require_valid(system: TransitionSystem, c: Any, report: Report) -> None:
    rule = "a configuration that is not final has a valid transition (no dead ends)"
    stuck = not system.valid(c)
    report.require(not stuck, rule, "", place(system, c) if stuck else "")


def _require_tree(system: TransitionSystem, c: Any, report: Report) -> None:
    """A final configuration holds a tree: a head for each word, no cycle, one root if that is the setting.

    A partial system may leave heads and the root out.
    """
    heads = list(system.tree(c)[0])
    problem = problem_of(heads, several_roots=not system.single_root)
    if -1 in heads and not system.partial:
        problem = f"no head of word {heads.index(-1) + 1}"
    rule = "a final configuration holds a tree"
    if system.single_root:
        rule += " with at most one root" if system.partial else " with exactly one root"
    report.require(not problem, rule, f"{problem}; heads {heads}", "" if not problem else place(system, c))
