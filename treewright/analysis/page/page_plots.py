"""Plots of scores for a page, as SVG without scripts: parsers differ in colour, line and marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treewright.treebank.arc_layout import short
from treewright.treebank.picture import length, xml
from treewright.treebank.shown_text import cut, printable

WIDTH, HEIGHT = 460, 250
LEFT, RIGHT, TOP, BOTTOM = 38, 12, 12, 46
BARS = 0.3  # how much of the height the bars of the numbers of words may take
ROW = 19  # of a plot with one row for each value
SMALL = 11  # size of the letters
FEW = 20  # a score of fewer words is drawn hollow
LINES = ("", "7 3", "2 3", "9 3 2 3", "1 4", "12 4")
MARKERS = (  # of about the same area; the last two are for those who compare many
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M-3.6 -3.6h7.2v7.2h-7.2z", "M0 -5l5 9h-10z", "M0 -5.2l5.2 5.2l-5.2 5.2l-5.2 -5.2z",
    "M0 5l5 -9h-10z", "M-5 -1.6h3.4v-3.4h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4z",
)  # fmt: skip


@dataclass(frozen=True)
class Point:
    """One place of a plot: its name, how many words there are, and the score of each parser in per cent."""

    name: str
    count: int
    scores: Sequence[float | None]
    apart: bool = False  # it has no place among the others, so no line leads to it


@dataclass(frozen=True)
class Plot:
    """Scores by the values of a criterion."""

    title: str
    axis: str  # what the values are
    metric: str
    parsers: Sequence[str]
    points: Sequence[Point]
    items: str = "words"

    def line_svg(self) -> str:
        """For values in order: a line for each parser, over bars that show how many words there are."""
        low = self._lowest()
        inner = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        aside = sum(point.apart for point in self.points)  # a free place before it
        step = inner[0] / max(1, len(self.points) + aside)
        places = [LEFT + step * (i + (1.5 if point.apart else 0.5)) for i, point in enumerate(self.points)]
        foot = TOP + inner[1]

        def y(score: float) -> float:
            return foot - (score - low) / (100 - low) * inner[1]

        parts = []
        for tick in _ticks(low):
            parts.append(f'<path class="grid" d="M{LEFT} {short(y(tick))}H{WIDTH - RIGHT}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{short(y(tick) + 4)}" text-anchor="end">{tick}</text>')
        most = max((point.count for point in self.points), default=0) or 1
        every = max(
            1,
            -(
                -max((round(length(point.name) * SMALL + 8) for point in self.points if not point.apart), default=1)
                // max(1, int(step))
            ),
        )
        for i, (point, x) in enumerate(zip(self.points, places, strict=True)):
            height = point.count / most * inner[1] * BARS
            title = f"<title>{xml(point.name)}: {point.count:,} {self.items}</title>"
            parts.append(
                f'<rect class="count" x="{short(x - step * 0.36)}" y="{short(foot - height)}" width="{short(step * 0.72)}" '
                f'height="{short(height)}">{title}</rect>'
            )
            if i % every == 0 or point.apart:
                parts.append(f'<text x="{short(x)}" y="{foot + 16}" text-anchor="middle">{xml(point.name)}</text>')
        parts.append(f'<path class="axis" d="M{LEFT} {foot}H{WIDTH - RIGHT}"/>')
        middle = LEFT + inner[0] / 2
        parts.append(f'<text class="name" x="{short(middle)}" y="{HEIGHT - 8}" text-anchor="middle">{xml(self.axis)}</text>')
        for number in range(len(self.parsers)):
            scored = [(x, p) for x, p in zip(places, self.points, strict=True) if p.scores[number] is not None]
            joined = [(x, p) for x, p in scored if not p.apart]
            line = "".join(
                f"{'L' if k else 'M'}{short(x)} {short(y(p.scores[number] or 0))}" for k, (x, p) in enumerate(joined)
            )
            parts.append(f'<path class="line p{number % len(MARKERS)}"{_dashes(number)} d="{line}"/>')
            parts += [self._marker(number, p, x, y(p.scores[number] or 0)) for x, p in scored]
        return self._svg(WIDTH, HEIGHT, parts)

    def row_svg(self) -> str:
        """For names: a row for each, with a marker for each parser."""
        names = [cut(printable(point.name), 22) for point in self.points]
        left = 14 + round(max((length(name) for name in names), default=0) * SMALL)
        counts = [f"{point.count:,}" for point in self.points]
        right = 14 + round(max((length(count) for count in counts), default=0) * SMALL)
        inner = WIDTH - left - right
        foot = TOP + ROW * len(names) + 4

        def x(score: float) -> float:
            return left + score / 100 * inner

        parts = []
        for tick in range(0, 101, 20):
            parts.append(f'<path class="grid" d="M{short(x(tick))} {TOP}V{foot}"/>')
            parts.append(f'<text x="{short(x(tick))}" y="{foot + 14}" text-anchor="middle">{tick}</text>')
        for i, (name, count, point) in enumerate(zip(names, counts, self.points, strict=True)):
            y = TOP + ROW * (i + 0.5) + 2
            parts.append(f'<text x="{left - 8}" y="{short(y + 4)}" text-anchor="end">{xml(name)}</text>')
            parts.append(f'<text x="{WIDTH - 4}" y="{short(y + 4)}" text-anchor="end" class="faint">{count}</text>')
            scores = [score for score in point.scores if score is not None]
            if scores:
                parts.append(f'<path class="stem" d="M{left} {short(y)}H{short(x(max(scores)))}"/>')
            for number in reversed(range(len(self.parsers))):
                score = point.scores[number]
                parts += [self._marker(number, point, x(score), y)] if score is not None else []
        parts.append(
            f'<text class="name" x="{short(left + inner / 2)}" y="{foot + 30}" text-anchor="middle">{xml(self.metric)}</text>'
        )
        return self._svg(WIDTH, foot + 38, parts)

    def _marker(self, number: int, point: Point, x: float, y: float) -> str:
        told = f"{self.parsers[number]}: {self.metric} {point.scores[number]:.2f} ({point.name}; {point.count:,} {self.items})"
        few = " few" if point.count < FEW else ""
        return (
            f'<path class="marker p{number % len(MARKERS)}{few}" transform="translate({short(x)} {short(y)})" '
            f'd="{MARKERS[number % len(MARKERS)]}"><title>{xml(told)}</title></path>'
        )

    def _lowest(self) -> int:
        scores = [score for point in self.points for score in point.scores if score is not None]
        return min(90, int(min(scores, default=0) // 10 * 10))

    def _svg(self, width: int, height: int, parts: Sequence[str]) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" font-size="{SMALL}">'
            f"<title>{xml(self.title)}</title>\n" + "\n".join(parts) + "\n</svg>"
        )


def legend(parsers: Sequence[str]) -> str:
    """The line and the marker of each parser."""
    items = []
    for number, name in enumerate(parsers):
        kind = number % len(MARKERS)
        items.append(
            f'<li><svg width="46" height="14" viewBox="0 0 46 14" aria-hidden="true">'
            f'<path class="line p{kind}"{_dashes(number)} d="M2 7H44"/>'
            f'<path class="marker p{kind}" transform="translate(23 7)" d="{MARKERS[kind]}"/></svg> '
            f"<bdi>{xml(name)}</bdi></li>"
        )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _dashes(number: int) -> str:
    found = LINES[number % len(LINES)]
    return f' stroke-dasharray="{found}"' if found else ""


def _ticks(low: int) -> range:
    return range(low, 101, 10 if low >= 40 else 20)
