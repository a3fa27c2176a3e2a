"""The base of transition systems: the transitions, when they are valid and what they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.errors import SettingsError
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C this is the enum of the .pxd
    NOWHERE, LOOSE_TOKEN, NEXT_TOKEN = -1, -2, -3

ROOTS: Sequence[str] = ("first", "last", "none")
PLACES = {"N0": -3, "free": -2, **{f"S{depth}": depth for depth in range(30)}}  # as in the enum of the .pxd


class TransitionSystem:
    """Base of all transition systems; yours need `kinds`, `labelled`, `is_valid`, `apply` and `is_final` in plain Python.

    A transition has a kind (its place in `kinds`) and, where the kind is in `labelled`, a label.
    """

    kinds: Sequence[str] = ()
    labelled: Sequence[str] = ()
    arcs: Sequence[tuple[str, str, str]] = ()  # kinds that make an arc, and where its head and its dependent are: S0, N0
    tagging = ""  # the one kind that moves a word to the stack, which may choose the word's tag; "": there are several
    reaches = "projective"
    partial = False  # whether words may be left without a head, on purpose
    roots: Sequence[str] = ("first", "last")  # where ROOT may stand; "none": the word left over at the end is the root
    tied: Mapping[str, str] = {}  # kinds that take tokens off the stack and then do the same as another, which is named
    by_words = False  # whether the items of a beam wait for each other at every word, because paths differ much in length
    family = "dependencies"  # what it builds
    views: Sequence[str] = ("stack",)  # from where templates look at a configuration
    many_sites = False  # whether there are several sites where a transition may be made (see sites.py)
    search = ""  # the name of the only search that works with it; most work with greedy search and beams
    more_settings: Sequence[str] = ()  # settings of the table `system` that it takes besides root and single_root

    def __init__(self, *, root: str = "last", single_root: bool = True) -> None:
        if root not in ROOTS:
            raise SettingsError(f"system.root: {root!r} is not a place for the root; choose first, last or none")
        if root not in self.roots:
            raise SettingsError(f"system.root: {type(self).__name__} needs a ROOT token; choose {' or '.join(self.roots)}")
        if root == "none" and not single_root:
            raise SettingsError("system.root: without a ROOT token one word is left over; set system.single_root to true")
        if not self.kinds or len(self.kinds) > 30:
            raise SettingsError(f"{type(self).__name__}.kinds: expected 1 to 30 names, found {len(self.kinds)}")
        self.root = root
        self.root_first = root == "first"
        self.rootless = root == "none"  # then ROOT is after the last word, but no transition uses it and no feature sees it
        self.root_label = 0  # the label of the last remaining word
        self.single_root = bool(single_root)
        self.kind_count = len(self.kinds)
        self.head_place, self.dependent_place = int_array(self.kind_count, NOWHERE), int_array(self.kind_count, NOWHERE)
        for name, head, dependent in self.arcs:
            wrong = next((place for place in (head, dependent) if place not in PLACES), None)
            if wrong is not None:
                raise SettingsError(f"{type(self).__name__}.arcs: seen {wrong!r}, expected N0, S0, S1 ... or free")
            if name in self.kinds:
                kind = list(self.kinds).index(name)
                self.head_place[kind], self.dependent_place[kind] = PLACES[head], PLACES[dependent]
        self.limited = type(self).makes is not getattr(TransitionSystem, "makes")  # noqa: B009  whether it cannot make all arcs
        self.in_python = overrides_in_python(type(self))
        if self.in_python and self.tied:
            raise SettingsError(f"{type(self).__name__}.tied: seen {self.tied!r:.60}, expected none in plain Python")

    def kinds_from(self, view: str) -> Sequence[str]:
        """The kinds of transitions that may be made in configurations that are seen from a view."""
        return self.kinds

    # The paper's table: one branch per row ------------------------------------------------------------------------

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """Whether a transition of this kind may be applied (validity is per kind, not per label)."""
        with cython.gil:
            return getattr(self, "is_valid")(c, kind)  # noqa: B009  a subclass in plain Python

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """Change the configuration as the transition says."""
        with cython.gil:
            getattr(self, "apply")(c, kind, label)  # noqa: B009
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Whether the sentence is parsed."""
        with cython.gil:
            return getattr(self, "is_final")(c)  # noqa: B009

    def makes(self, word: int, head: int) -> bool:
        """Whether some path makes this arc (0 is ROOT), whatever the sentence is; others are left out of gold trees."""
        return True

    def taken_off(self, c: Configuration, kind: int) -> int:
        """How many tokens a transition of this kind takes off the stack before its arc, if classes are tied."""
        return 0

    # For the search -----------------------------------------------------------------------------------------

    def valid_kinds(self, c: Configuration) -> int:
        """The valid kinds as bits."""
        if self.in_python:
            with cython.gil:  # once for all kinds
                return valid_kinds_in_python(self, c)
        mask = 0
        for kind in range(self.kind_count):
            if self.is_valid(c, kind):
                mask |= 1 << kind
        return mask

    def advance(self, c: Configuration, kind: int, label: int) -> int:
        """Apply a transition and commit the configuration it leads to."""
        self.apply(c, kind, label)
        return c.commit(kind, label)

    def head_node(self, c: Configuration, kind: int) -> int:
        """The node of the head in the arc that a transition of this kind would make."""
        return self._node(c, kind, self.head_place[kind], True)

    def dependent_node(self, c: Configuration, kind: int) -> int:
        """The node of the dependent in that arc."""
        return self._node(c, kind, self.dependent_place[kind], False)

    def _node(self, c: Configuration, kind: int, place: int, head: bool) -> int:
        if place >= 0:
            return c.node_below(place)
        if place == NEXT_TOKEN:
            return c.next_node
        if place == LOOSE_TOKEN:
            return c.node_without_head()
        state = c.state  # a system that does not declare its arcs has to make one
        self.apply(c, kind, 0)
        word = c.arc_head if head else c.arc_dependent
        c.restore(state)
        return c.node_of(word)

    # For interactive use -------------------------------------------------------------------------------------------

    def sites(self, d: Derivations | None = None) -> Sites | None:
        """The sites where transitions may be made, of these derivations or of new ones; None if there is always one."""
        return None

    def all_sites(self, c: Derivations) -> Sites:
        """The sites of a configuration, or the only one."""
        from treewright.transitions.one_site import OneSite  # which knows this class

        return self.sites(c) or OneSite(self, c)

    def entries(self, size: int) -> int:
        """How many entries the columns of a structure have for a sentence of this size: one for each word."""
        return size

    def initial(self, size: int) -> Any:
        """The initial configuration of a sentence of `size` words."""
        return Configuration(size, self.root_first)

    def valid(self, c: Derivations) -> list[int]:
        """The valid kinds as a list."""
        return sorted({kind for kind, _ in self.transitions(c)})

    def transitions(self, c: Derivations) -> list[tuple[int, int]]:
        """The valid kinds with the sites where they are valid; a configuration of one site has site 0."""
        found = []
        sites = self.all_sites(c)
        site = sites.first()
        while site >= 0:
            sites.show(site)
            mask = sites.valid()
            found += [(kind, site) for kind in range(self.kind_count) if mask >> kind & 1]
            site = sites.after(site)
        return found

    def step(self, c: Derivations, kind: int, label: int = 0, site: int = 0) -> None:
        """Apply a transition that must be valid."""
        if not 0 <= kind < self.kind_count:
            raise ValueError(f"kind: seen {kind}, expected 0 to {self.kind_count - 1}: {', '.join(self.kinds)}")
        if (kind, site) not in self.transitions(c):
            where = f" at site {site}" if site else ""
            able = [self.kinds[k] + (f" at site {s}" if s else "") for k, s in self.transitions(c)]
            raise ValueError(f"{self.kinds[kind]} is not valid{where} in {c!r}; valid: {able}")
        sites = self.all_sites(c)
        sites.show(site)
        sites.advance(kind, label)

    def show(self, c: Derivations, site: int) -> None:
        """Make features look at one of the sites that `transitions` names."""
        if not isinstance(c, Derivations):
            raise TypeError(f"c: seen {c!r:.40}, expected a configuration: system.initial(size)")
        if site not in {own for _, own in self.transitions(c)}:
            raise ValueError(f"site: seen {site}, expected one where a transition is valid in {c!r}")
        cython.cast(Sites, self.all_sites(c)).show(site)

    def final(self, c: Derivations) -> bool:
        """Whether the sentence is parsed."""
        sites = self.all_sites(c)
        return bool(sites.is_over())

    def tree(self, c: Derivations) -> tuple[list[int], list[int]]:
        """Heads and label numbers of the words 1..n, ROOT as 0; -1 for a word that a partial system left without head.

        A system with several sites gives what its sites read (Sites.read).
        """
        sites = self.sites(c)
        if sites is not None:
            parents, names = int_array(2 * c.size + 1), int_array(2 * c.size + 1)
            i = sites.read(c.state, parents, names)
            return [parents[k] for k in range(i)], [names[k] for k in range(i)]
        heads, labels = cython.cast(Configuration, c, typecheck=True).arcs()
        for i in range(len(heads)):
            if self.rootless and heads[i] < 0:
                heads[i], labels[i] = 0, self.root_label
        return heads, labels


def checked_length(max_length: int) -> int:
    """The maximum length of an arc, checked."""
    if isinstance(max_length, bool) or not isinstance(max_length, int) or not 1 <= max_length <= 100_000:
        raise SettingsError(f"system.max_length: seen {max_length!r}, expected a whole number from 1 to 100000")
    return max_length


def valid_kinds_in_python(system: TransitionSystem, c: Configuration) -> int:
    """The valid kinds, as bits, of a system written in plain Python."""
    is_valid = getattr(system, "is_valid")  # noqa: B009
    mask = 0
    for kind in range(system.kind_count):
        if is_valid(c, kind):
            mask |= 1 << kind
    return mask


def overrides_in_python(cls: type) -> bool:
    """Whether a class gives its transitions in plain Python; refuses one that overrides a compiled system."""
    if not cython.compiled:
        return False
    own = [name for name in ("is_valid", "apply", "is_final") if hasattr(cls, name)]
    compiled_base = next((b for b in cls.__mro__ if b.__module__.startswith("treewright.")), TransitionSystem)
    if own and compiled_base is not TransitionSystem:
        raise SettingsError(
            f"{cls.__name__} overrides {', '.join(own)} of the compiled {compiled_base.__name__}, which would be ignored; "
            "derive it from TransitionSystem instead"
        )
    if own and len(own) < 3:
        raise SettingsError(f"{cls.__name__} must define is_valid, apply and is_final; found only {', '.join(own)}")
    return bool(own)
