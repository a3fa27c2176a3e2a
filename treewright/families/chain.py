"""Unary chains as one label: constituents that have one child each, over the same tokens, have their labels joined."""

from __future__ import annotations

from collections.abc import Sequence

JOINT = "+"
ESCAPE = "\\"  # before a joint or an escape that is part of a label


def joined(labels: Sequence[str]) -> str:
    """One label for a chain, the highest constituent first; `parted` gives back exactly these labels."""
    text = JOINT.join(labels)
    if text.count(JOINT) >= len(labels) or ESCAPE in text:
        return JOINT.join(label.replace(ESCAPE, ESCAPE * 2).replace(JOINT, ESCAPE + JOINT) for label in labels)
    return text


def parted(name: str) -> list[str]:
    """The labels of a chain, the highest constituent first."""
    if ESCAPE not in name:
        return name.split(JOINT)
    labels = [""]
    at = 0
    while at < len(name):
        if name[at] == JOINT:
            labels.append("")
        else:
            if name[at] == ESCAPE and at + 1 < len(name):
                at += 1
            labels[-1] += name[at]
        at += 1
    return labels
