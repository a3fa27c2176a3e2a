"""Arcs below the words of a picture: those of another analysis, dashed, so that both can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treewright.treebank.picture import length, xml
from treewright.treebank.shown_text import cut, printable

COLOUR = "#0a7a3c"
LABEL = 12  # size of the letters
STEP = 24  # from one arc to the next
LONGEST = 40  # cells of a label that are shown

Arcs = Mapping[int, tuple[int, str]]  # of a word, counted from 1: another head (0: the root) and label


def arcs_below(arcs: Arcs, centres: Sequence[float], base: float) -> tuple[list[str], int]:
    """The elements of the arcs, and how much room they take below this line."""
    elements = []
    by_length = sorted(arcs.items(), key=lambda arc: abs(arc[1][0] - arc[0]))
    for number, (word, (head, label)) in enumerate(by_length, 1):
        x, bottom = centres[word - 1], base + number * STEP
        middle = x
        if head == 0:
            path = f"M{x:.1f} {bottom:.1f}V{base + 6:.1f}"
        else:
            side = 1 if centres[head - 1] < x else -1
            start = centres[head - 1] + 5 * side
            middle, bend = (start + x) / 2, min(8.0, abs(x - start) / 2)
            path = (
                f"M{start:.1f} {base:.1f}V{bottom - bend:.1f}Q{start:.1f} {bottom:.1f} {start + bend * side:.1f} {bottom:.1f}"
                f"H{x - bend * side:.1f}Q{x:.1f} {bottom:.1f} {x:.1f} {bottom - bend:.1f}V{base + 6:.1f}"
            )
        shown = cut(printable(label), LONGEST)
        room = length(shown) * LABEL + 4
        elements += [
            f'<path fill="none" stroke="{COLOUR}" stroke-width="1.5" stroke-dasharray="4 3" d="{path}"/>',
            f'<path fill="{COLOUR}" d="M{x:.1f} {base:.1f}l-3.5 7h7z"/>',
            f'<rect x="{middle - room / 2:.1f}" y="{bottom - 7:.1f}" width="{room:.1f}" height="14" fill="#fff"/>',
            f'<text x="{middle:.1f}" y="{bottom + 4:.1f}" font-size="{LABEL}" fill="{COLOUR}">{xml(shown)}</text>',
        ]
    return elements, len(arcs) * STEP + (8 if arcs else 0)
