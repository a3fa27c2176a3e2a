"""Classes of the classifier: each stands for a transition, or for the label of one."""

from __future__ import annotations

from treewright.arrays import int_array, ints
from treewright.transitions.transition_system import TransitionSystem


class TransitionClasses:
    """Which class of the classifier stands for which transition.

    joint: one class per kind and label.  second: one class per kind, and for each labelled kind a block of classes for its
    labels, read only when the kind has been chosen.  none: one class per kind.  With tags, the kind that chooses them has one
    class per tag.

    tied (see steps.py): kinds that do the same after taking tokens off the stack have the classes of one of them and of
    `reduce`, which stands for a token that goes; their transitions are numbered all the same, after the classes.
    """

    def __init__(
        self, system: TransitionSystem, label_count: int, labels: str = "joint", tag_count: int = 0, tied: bool = False
    ) -> None:
        self.second = labels == "second"
        self.label_count = label_count if labels != "none" else 1
        names = list(system.kinds)
        kinds = len(names)
        self.first, self.width, self.label_first = int_array(kinds), int_array(kinds), int_array(kinds, -1)
        self.like = ints(list(range(kinds)))  # the kind whose classes a kind has
        tied_to = {name: like for name, like in system.tied.items() if name in names} if tied else {}
        at = kinds if self.second else 0
        for kind, name in enumerate(names):
            if name in tied_to:
                continue
            labelled = name in system.labelled and labels != "none"
            self.width[kind] = 1
            if self.second:
                self.first[kind] = kind
                if labelled:
                    self.label_first[kind] = at
                    at += self.label_count
            else:
                self.first[kind] = at
                self.width[kind] = self.label_count if labelled else tag_count if tag_count and name == system.tagging else 1
                at += self.width[kind]
        self.reduce = at if tied_to else -1
        self.count = at + bool(tied_to)
        at = self.count
        for name, like in tied_to.items():
            kind, self.like[names.index(name)] = names.index(name), names.index(like)
            self.first[kind], self.width[kind] = at, self.width[self.like[kind]]
            at += self.width[kind]
        room = (at + 15) // 16 * 16  # as scorers have it
        self.room = room if tied_to else 0  # for the scores of all transitions, if there are more than classes
        self.tag_kind = names.index(system.tagging) if tag_count else -1  # the kind that chooses tags, -1 if none does
        self.kind_of = int_array(room)  # the kind of each transition, by its number
        self.bare = 0  # kinds without labels, as bits
        for kind in range(kinds):
            for number in range(self.first[kind], self.first[kind] + self.width[kind]):
                self.kind_of[number] = kind
            if self.width[kind] == 1 and self.label_first[kind] < 0:
                self.bare |= 1 << kind

    def seen_from(self, system: TransitionSystem, view: str) -> int:
        """How many classes, the first ones, stand for transitions that may be made in configurations seen from a view."""
        kinds = system.kinds_from(view)
        if len(kinds) == len(system.kinds):
            return self.count
        return max(self.first[kind] + self.width[kind] for kind, name in enumerate(system.kinds) if name in kinds)

    def class_of(self, kind: int, label: int, by_label: bool = False) -> int:
        """The class that stands for a transition; `by_label`: for its label, if a second classifier gives it."""
        if by_label and self.label_first[kind] >= 0:
            return int(self.label_first[kind] + label)
        return int(self.first[kind] + (label if self.width[kind] > 1 else 0))
