"""The base of oracles: what each transition costs, given the gold tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.errors import SettingsError, TreewrightError
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C this is the enum of the .pxd
    NEVER = 1 << 20
    TIE = 0.0010000000474974513  # 0.001 as a float of C, or ties in a beam would be broken in another way

    from treewright.transitions.configuration import ARC_DEPENDENT, ARC_HEAD, BELOW, NODE, PREVIOUS, RECORD, WORD

    GONE, ON_STACK, IN_BUFFER = range(3)


class Oracle:
    """Base of all oracles; yours needs `kind_costs(c)` in plain Python: one cost per kind, lowest is best, None if invalid.

    Costs may be relaxed: the same constant added to all transitions of a configuration changes nothing.  A gold head that
    is unknown (-1) costs nothing; for a partial system it says that the word has none, and a head for it costs 1 unless
    `ignore_empty` is set.  `gold` holds the gold heads with ROOT as its own number, `gold_label` the labels.

    `avoided` has a bit for each kind that costs no more than another one, but that training does not choose.
    """

    dynamic = True  # whether costs are known in every configuration, so that training may explore
    knows_reach = False  # whether `may_attach` says which arcs are reachable
    exact = True  # whether costs are exact in every configuration; estimates cannot keep given heads
    static_itself = False  # whether it can be the static oracle, too (`canonical`)
    whole_trees = False  # whether it needs a head for each word, and has no path to other trees
    more_settings: Sequence[str] = ()  # settings of the table `oracle` that it takes

    def __init__(self, system: TransitionSystem) -> None:
        if not isinstance(system, TransitionSystem):
            raise SettingsError(f"oracle: seen {system!r}, expected a transition system")
        if system.kind_count > 30:
            raise SettingsError("an oracle knows 30 kinds of transitions at most")
        self.system = system
        self.root_first = system.root_first
        self.single_root = system.single_root
        self.cost = int_array(32)
        self.label = int_array(32)
        self.ignore_empty, self.directed = False, False
        self.avoided = 0
        self.room = 0
        self._make_room(64)

    def _make_room(self, size: int) -> int:
        """Room for the gold tree of a sentence of this many words."""
        with cython.gil:
            self.gold, self.gold_label = int_array(size + 2), int_array(size + 2)
            self.child, self.child_start = int_array(size + 2), int_array(size + 4)
            self.place, self.below, self.found = int_array(size + 2), int_array(size + 2), int_array(size + 2)
            self.direction = int_array(size + 2)
            self.room = size
        return 0

    @property
    def takes_directions(self) -> bool:
        """Whether it knows the cost of a head on the wrong side."""
        return False

    def prepare(self, heads: Sequence[int], labels: Sequence[int], directions: Sequence[int] | None = None) -> None:
        """Take the gold tree of a sentence: lists of heads and label numbers, 0 = root, -1 = unknown.

        For words of unknown head, directions may say where it is: -1 = somewhere to the left, 1 = to the right, 0 = not
        known.  ROOT counts as a token in its position, so with the root last it is on the right of every word.
        """
        if heads is None or labels is None or len(labels) < len(heads):
            raise ValueError("heads, labels: expected a head and the number of a label for each word")
        self.take(as_ints(heads), as_ints(labels), len(heads))
        if directions is not None:
            self._take_directions(directions)

    def _take_directions(self, directions: Sequence[int]) -> None:
        if not self.takes_directions:
            raise SettingsError(
                f"{type(self).__name__} does not know what the direction of a head costs; the oracles of arc-eager and "
                "non-monotonic-arc-eager do"
            )
        if len(directions) != self.size or any(direction not in (-1, 0, 1) for direction in directions):
            raise SettingsError(
                f"directions: seen {list(directions)!r}, expected -1, 0 or 1 for each of the {self.size} words"
            )
        for word in range(1, self.size + 1):
            known = self.gold[word] >= 0
            self.direction[word] = 0 if known else directions[word - 1]
            self.directed = self.directed or self.direction[word] != 0

    def take(self, heads: Sequence[int], labels: Sequence[int], size: int) -> int:
        """The same from int arrays."""
        if size > self.room:
            self._make_room(size * 2)
        root = 0 if self.root_first else size + 1
        self.size = size
        self.root = root
        self.directed = False
        for word in range(size + 4):
            self.child_start[word] = 0
        self.gold[root] = -1
        self.gold_label[root] = -1
        self.direction[root] = 0
        for word in range(1, size + 1):
            head = heads[word - 1]
            if head > size:
                with cython.gil:
                    raise ValueError(f"heads: seen {head} in a sentence of {size} words")
            self.gold_label[word] = labels[word - 1]
            if head >= 0 and self.system.limited and not self._is_made(word, head):
                head = -1
                self.gold_label[word] = -1
            if head == 0:
                head = root
            self.gold[word] = head
            if head >= 0:
                self.child_start[head + 2] += 1
        for word in range(size + 2):
            self.child_start[word + 1] += self.child_start[word]
        for word in range(1, size + 1):  # children of each word in order
            head = self.gold[word]
            if head >= 0:
                self.child[self.child_start[head + 1]] = word
                self.child_start[head + 1] += 1
        return 0

    def _is_made(self, word: int, head: int) -> bool:
        """Whether a gold head (0 = root) is one that the system can give; others count as empty."""
        with cython.gil:
            return self.system.makes(word, head)

    def children_from(self, head: int, word: int) -> int:
        """How many gold dependents of `head` are at `word` or to the right of it."""
        count = 0
        at = self.child_start[head + 1] - 1
        while at >= self.child_start[head] and self.child[at] >= word:
            count += 1
            at -= 1
        return count

    def climb(self, b: int) -> int:
        """Climb from the last word while gold heads are words in the buffer; the word where the climb ends."""
        word = self.size
        for _ in range(self.size):  # bounded, in case a gold tree has a cycle
            head = self.gold[word]
            if head < b or head > self.size:
                break
            word = head
        return word

    def left_head_wanted(self, b: int) -> int:
        """The word, if it wants a head on its left, whose subtree b begins: b itself or above it; 0 if there is none."""
        word = b
        while self.gold[word] > word:
            word = self.gold[word]
        return word if self.direction[word] < 0 and word <= self.size else 0

    def costs(self, c: Configuration, valid: int) -> int:
        """Write cost and gold label of each valid kind to `cost` and `label` (label -1: any)."""
        with cython.gil:
            _costs_in_python(self, c)
        return 0

    @cython.final
    def least_cost(self, valid: int) -> int:
        """The least of the costs of these kinds that were asked for last."""
        least = NEVER
        for kind in range(self.system.kind_count):
            if valid >> kind & 1 and self.cost[kind] < least:
                least = self.cost[kind]
        return least

    @cython.final
    def first_choice(self, c: Configuration, valid: int) -> int:
        """The kind of the textbook oracles among the valid ones that cost least: shift, the first kind, comes last."""
        self.costs(c, valid)
        best = -1
        kind = self.system.kind_count - 1
        while kind >= 0:
            if valid >> kind & 1 and not self.avoided >> kind & 1 and (best < 0 or self.cost[kind] < self.cost[best]):
                best = kind
            kind -= 1
        if best < 0:
            with cython.gil:
                raise TreewrightError(f"no transition is valid in {c!r}, which is not final")
        return best

    def costs_at(self, d: Derivations, valid: int) -> int:
        """The same where a system has several sites: of the kinds that are valid at the site shown."""
        return self.costs(cython.cast(Configuration, d), valid)

    def follow(self, d: Derivations, kind: int) -> int:
        """Called before a transition is made at the site shown, for oracles that keep track."""
        return 0

    def take_from(self, other: Oracle) -> int:
        """Take the gold tree that another oracle of the same system has."""
        self.size, self.root, self.room = other.size, other.root, other.room
        self.gold, self.gold_label = other.gold, other.gold_label
        self.child, self.child_start = other.child, other.child_start
        self.direction, self.directed = other.direction, other.directed
        self.place, self.below, self.found = other.place, other.below, other.found  # they have the room
        self.ignore_empty = other.ignore_empty
        return 0

    def has_path(self) -> bool:
        """Whether there is a path to the gold tree; if not, training leaves the sentence out and counts it."""
        return True

    @property
    def derivable(self) -> bool:
        """The same for Python."""
        return bool(self.has_path())

    def start(self) -> int:
        """Called before each sentence is decoded; the static oracle plans its path here."""
        return 0

    # Which arcs are reachable, for constraints other than given heads ---------------------------------

    def place_tokens(self, c: Configuration) -> int:
        """Note where each token of a configuration is."""
        for word in range(self.size + 2):
            self.place[word] = GONE
        node = c.next_node
        word = c.node[node * NODE + WORD]
        for _ in range(c.buffer_size()):
            self.place[word] = IN_BUFFER
            node = c.node[node * NODE + BELOW]
            word = c.node[node * NODE + WORD] if node else word + 1
        node = c.top_node
        while node:
            below = c.node[node * NODE + BELOW]
            word = c.node[node * NODE + WORD]
            self.place[word] = ON_STACK
            self.below[word] = c.node[below * NODE + WORD] if below else -1
            node = below
        return 0

    def locate(self, c: Configuration) -> int:
        """Note where each token of a configuration is, and the head that it has found (-1: none yet)."""
        self.place_tokens(c)
        for word in range(self.size + 2):
            self.found[word] = -1
        if c.arc_dependent > 0:  # of a transition that is not committed yet
            self.found[c.arc_dependent] = c.arc_head
        state = c.state
        while state >= 0:
            word = c.record[state * RECORD + ARC_DEPENDENT]
            if word > 0 and self.found[word] < 0:
                self.found[word] = c.record[state * RECORD + ARC_HEAD]
            state = c.record[state * RECORD + PREVIOUS]
        return 0

    def may_attach(self, head: int, word: int, strict: bool) -> bool:
        """Whether the arc from `head` to a word without head is reachable from the configuration located last.

        Where arcs may be reachable one by one but not together, `strict` leaves out those that block others.
        """
        return False

    def within_reach(self, c: Configuration) -> bool:
        """Whether all gold arcs are reachable together, given that each of them is; `c` must be located."""
        if self.system.is_final(c):
            return True
        valid = self.system.valid_kinds(c)
        self.costs(c, valid)
        return self.least_cost(valid) == 0

    def transition_costs(self, c: Derivations) -> list[tuple[int, int, int, int]]:
        """Kind, site, cost and right label (-1: any) of each valid transition."""
        found = []
        if self.system.entries(c.size) != self.size:
            raise ValueError(f"c: seen {c.size} words, expected as many as the tree has that was prepared")
        sites = self.system.all_sites(c)
        for kind, site in self.system.transitions(c):
            sites.show(site)
            valid = sites.valid()
            self.costs_at(c, valid)
            found.append((kind, site, int(self.cost[kind]), int(self.label[kind])))
        return found

    def kind_costs(self, c: Configuration) -> list[int | None]:
        """One cost per kind, None for kinds that are not valid."""
        if not isinstance(c, Configuration):
            raise TypeError(f"c: seen {c!r}, expected a Configuration: system.initial(size)")
        valid = self.system.valid_kinds(c)
        self.costs(c, valid)
        return [int(self.cost[kind]) if valid >> kind & 1 else None for kind in range(self.system.kind_count)]


def as_ints(numbers: Any) -> Any:
    """These numbers as an int array; an array is taken as it is."""
    if not isinstance(numbers, (list, tuple)) or not cython.compiled:
        return numbers
    array = int_array(max(1, len(numbers)))
    for i in range(len(numbers)):
        array[i] = numbers[i]
    return array


def checked_costs(oracle: Oracle, costs: Any, valid: int) -> Sequence[int | None]:
    """What `kind_costs` gave; refuses what is not one cost for each valid kind (as bits), and None for the others."""
    kinds = oracle.system.kinds
    if not isinstance(costs, Sequence) or isinstance(costs, (str, bytes)) or len(costs) != len(kinds):
        raise _wrong_costs(oracle, f"{costs!r:.80}", f"a list of {len(kinds)} costs, one for each kind")
    for kind, cost in enumerate(costs):
        if cost is None and valid >> kind & 1:
            raise _wrong_costs(oracle, f"None for {kinds[kind]}", "a cost, because it is valid")
        if cost is not None and not valid >> kind & 1:
            raise _wrong_costs(oracle, f"{cost!r:.40} for {kinds[kind]}", "None, because it is not valid")
        if cost is not None and (not hasattr(cost, "__index__") or not -NEVER < int(cost) < NEVER):
            raise _wrong_costs(oracle, f"{cost!r:.40} for {kinds[kind]}", f"a whole number below {NEVER}")
    return costs


def _wrong_costs(oracle: Oracle, seen: str, expected: str) -> SettingsError:
    return SettingsError(f"{type(oracle).__name__}.kind_costs: seen {seen}, expected {expected}")


def _costs_in_python(oracle: Oracle, c: Configuration) -> None:
    """Costs of an oracle written in plain Python."""
    if type(oracle).kind_costs is Oracle.kind_costs:
        raise SettingsError(f"{type(oracle).__name__} must define kind_costs(c): one cost per kind, None where invalid")
    for kind, cost in enumerate(checked_costs(oracle, oracle.kind_costs(c), oracle.system.valid_kinds(c))):
        oracle.label[kind] = -1
        oracle.cost[kind] = NEVER if cost is None else cost
        if cost is None:
            continue
        before = c.state
        oracle.system.apply(c, kind, 0)
        if c.arc_dependent > 0:
            oracle.label[kind] = oracle.gold_label[c.arc_dependent]
        c.restore(before)
