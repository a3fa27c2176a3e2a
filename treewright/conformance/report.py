"""What a check tells: how often each rule was tried, or which one was broken and where."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy

from treewright.errors import TreewrightError
from treewright.transitions import Configuration, TransitionSystem


class ConformanceError(TreewrightError, AssertionError):
    """A part breaks a rule; the message names the part and the rule, and shows where."""


@dataclass
class Report:
    """How often each rule was tried on a part, all of them kept."""

    part: str
    counts: dict[str, int] = field(default_factory=dict)

    def require(self, kept: bool, rule: str, seen: Any = "", where: str = "") -> None:
        """Count a rule that is kept, raise an error for one that is broken (`seen` may be a function, called then)."""
        if not kept:
            text = seen() if callable(seen) else seen
            message = f"{self.part} breaks a rule: {rule}"
            message += f"; seen: {text}" if text else ""
            raise ConformanceError(message + (f"; {where}" if where else ""))
        self.counts[rule] = self.counts.get(rule, 0) + 1

    @property
    def total(self) -> int:
        """How many times any rule was tried."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        rows = [f"{self.part}: {self.total} checks, no rule broken"]
        return "\n".join([*rows, *(f"  {count:8d}  {rule}" for rule, count in self.counts.items())])


def name_of(system: TransitionSystem) -> str:
    """A system with its settings."""
    return f"{type(system).__name__}(root={system.root!r}, single_root={system.single_root})"


def place(system: TransitionSystem, c: Any) -> str:
    """A configuration with the path that led to it, for messages."""
    path = ", ".join(system.kinds[kind] for kind, _ in c.path()) or "nothing yet"
    return f"in {c!r} of {name_of(system)}, reached by {path}"


def view(c: Configuration) -> tuple[Any, ...]:
    """All that a person can see of a configuration."""
    return c.stack, c.buffer, *c.arcs(), c.tokens_aside, c.snapshot()


def refuse_ignored(report: Report, cls: type, base: type, names: tuple[str, ...]) -> None:
    """Refuse methods written in Python where only the compiled ones would be called."""
    own = [n for c in cls.__mro__ if not c.__module__.startswith("treewright.") for n in names if n in vars(c)]
    rule = f"does not override what the compiled {base.__name__} does by itself, as that would be ignored"
    report.require(not own or not is_compiled(base), rule, ", ".join(own))


def is_compiled(cls: type) -> bool:
    """Whether a class comes from a compiled module."""
    return not str(getattr(sys.modules[cls.__module__], "__file__", "")).endswith(".py")


def require_same(one: dict[str, Any], other: dict[str, Any], rule: str, report: Report) -> None:
    """Count a rule that says that two sets of arrays are equal."""
    one, other = _sorted(one), _sorted(other)
    names = [name for name in sorted({*one, *other}) if not _equal(one.get(name), other.get(name))]
    report.require(not names, rule, f"{', '.join(names)} differ")


def _sorted(arrays: dict[str, Any]) -> dict[str, Any]:
    """Entries of a table in the order of keys and classes; the order in which they were learnt does not matter."""
    if "keys" not in arrays or "classes" not in arrays or len(arrays["keys"]) != len(arrays["classes"]):
        return arrays
    order = numpy.lexsort((arrays["classes"], arrays["keys"]))
    return {name: array[order] if len(array) == len(order) else array for name, array in arrays.items()}


def _equal(one: Any, other: Any) -> bool:
    return one is not None and other is not None and bool(numpy.array_equal(one, other))
