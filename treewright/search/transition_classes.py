"""Classes of the classifier: each stands for a transition, or for the label of one."""

from __future__ import annotations

from treewright.arrays import int_array
from treewright.transitions.transition_system import TransitionSystem


class TransitionClasses:
    """Which class of the classifier stands for which transition.

    joint: one class per kind and label.  second: one class per kind, and for each labelled kind a block of classes for its
    labels, read only when the kind has been chosen.  none: one class per kind.  With tags, the kind that chooses them has one
    class per tag.
    """

    def __init__(self, system: TransitionSystem, label_count: int, labels: str = "joint", tag_count: int = 0) -> None:
        self.second = labels == "second"
        self.label_count = label_count if labels != "none" else 1
        kinds = len(system.kinds)
        self.first, self.width, self.label_first = int_array(kinds), int_array(kinds), int_array(kinds)
        at = kinds if self.second else 0
        for kind, name in enumerate(system.kinds):
            labelled = name in system.labelled and labels != "none"
            self.label_first[kind] = -1
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
        self.count = at
        self.bare = 0  # kinds without labels, as bits
        for kind in range(kinds):
            if self.width[kind] == 1 and self.label_first[kind] < 0:
                self.bare |= 1 << kind
