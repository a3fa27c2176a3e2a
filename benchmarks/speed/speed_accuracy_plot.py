"""The plot of speed_accuracy: words per second against LAS."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import thousands
from benchmarks.speed.speed_accuracy_page import Figure, noise
from benchmarks.studies.template_groups import FULL, OTHER, STEP, WITHOUT

COLOURS = {FULL: "tab:red", "rich": "tab:purple", "fast": "tab:green"}
TICKS = [digit * 10**power for power in range(2, 7) for digit in (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)]
NEAR = 1.0  # points of LAS below the full set that the enlarged part shows
DISTANCES = (9, 17, 25, 36, 50, 66, 84, 104, 126)  # of a label from its point, in pixels
Box = tuple[float, float, float, float]


def plot(found: Sequence[Figure], path: Path) -> bool:
    """Draw sets and beams, and beside them the sets with beam 1, enlarged; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        greedy = [one for one in found if one.beam == 1]
        whole, near = figure.subplots(1, 2)
        for name in dict.fromkeys(one.name for one in found if one.beam > 1):
            beams = sorted((one for one in found if one.name == name), key=lambda one: one.beam)
            _draw(whole, beams, f"{name}, beams", "o-", COLOURS.get(name, "tab:brown"))
        _draw_greedy(whole, greedy, found)
        full = next((one for one in greedy if one.kind == FULL), None)
        enlarged = [one for one in greedy if full is None or one.las > full.las - NEAR]
        _draw_greedy(near, enlarged, enlarged)
        if full and (spread := noise(found)):
            low, high = full.las - 2 * spread, full.las + 2 * spread
            near.axhspan(low, high, color="tab:blue", alpha=0.08, label="noise about the full set")
        for axes, title in ((whole, "Sets and beams"), (near, "Beam 1, enlarged")):
            axes.set(xscale="log", xlabel="words per second of CPU", ylabel="mean LAS on dev", title=title)
            axes.margins(0.12)
            low, high = axes.get_xlim()
            axes.set_xticks([tick for tick in TICKS if low <= tick <= high])
            axes.set_xticks([], minor=True)
            axes.xaxis.set_major_formatter(lambda rate, _: thousands(rate))
            axes.tick_params(axis="x", labelsize=8, labelrotation=45)
            axes.grid(True, alpha=0.25)
            axes.legend(fontsize=8, loc="lower left")
        figure.tight_layout()
        _label(whole, [one for one in found if one.kind != WITHOUT], _whole_name)
        _label(near, enlarged, _near_name)

    return picture(path, draw, (17, 8), dpi=110)


def _draw(axes: Any, found: Sequence[Figure], name: str, style: str, colour: str) -> None:
    if found:
        axes.plot([one.rate for one in found], [one.las for one in found], style, color=colour, markersize=5, label=name)


def _draw_greedy(axes: Any, greedy: Sequence[Figure], shown: Sequence[Figure]) -> None:
    """The sets with beam 1, and rings about the presets among the points that are shown."""
    steps = sorted((one for one in greedy if one.kind in (FULL, STEP)), key=lambda one: -one.size)
    _draw(axes, steps, "full set and smaller ones, beam 1", "s-", "tab:blue")
    _draw(axes, [one for one in greedy if one.kind == WITHOUT], "full set without one group, beam 1", "x", "dimgrey")
    _draw(axes, [one for one in greedy if one.kind == OTHER], "other sets, beam 1", "D", "tab:orange")
    chosen = [one for one in shown if one.presets]
    if chosen:
        axes.plot([one.rate for one in chosen], [one.las for one in chosen], "o", markersize=15, markerfacecolor="none",
                  markeredgecolor="black", markeredgewidth=1.5, label="presets")  # fmt: skip


def _preset(one: Figure) -> str:
    return "".join(f" (preset {name})" for name in one.presets)


def _whole_name(one: Figure) -> str:
    return (one.name if one.beam == 1 else f"beam {one.beam}") + _preset(one)


def _near_name(one: Figure) -> str:
    return (f"- {one.name.removeprefix('without ')}" if one.kind == WITHOUT else one.name) + _preset(one)


def _label(axes: Any, found: Sequence[Figure], name_of: Callable[[Figure], str]) -> None:
    """Write a name beside each point, where it covers neither points nor other names, as near as there is room."""
    renderer = axes.figure.canvas.get_renderer()
    inside = axes.get_window_extent(renderer)
    points = [tuple(map(float, axes.transData.transform((one.rate, one.las)))) for one in found]
    legend = axes.get_legend().get_window_extent(renderer) if axes.get_legend() else None
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    taken += [] if legend is None else [(legend.x0, legend.y0, legend.x1, legend.y1)]
    pairs = sorted(zip(found, points, strict=True), key=lambda pair: (not pair[0].presets, pair[0].kind == WITHOUT))
    for one, (x, y) in pairs:
        text = axes.annotate(name_of(one), (one.rate, one.las), fontsize=8, fontweight="bold" if one.presets else "normal")
        size = text.get_window_extent(renderer)
        text.remove()
        box, far = _room(x, y, size.width, size.height, taken, (inside.x0, inside.y0, inside.x1, inside.y1), bool(one.presets))
        taken.append(box)
        scale = 72 / axes.figure.dpi
        axes.annotate(
            name_of(one), (one.rate, one.las), ((box[0] - x) * scale, (box[1] - y) * scale), textcoords="offset points",
            fontsize=8, fontweight="bold" if one.presets else "normal", annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": "grey", "linewidth": 0.5, "shrinkB": 3} if far else None,
        )  # fmt: skip


def _room(x: float, y: float, width: float, height: float, taken: Sequence[Box], inside: Box, ring: bool) -> tuple[Box, bool]:
    """A place for a label of this size near a point (or the ring about it), and whether a line must lead there."""
    best: tuple[float, Box, bool] | None = None
    for distance in DISTANCES[ring:]:
        for turn in range(16):
            across, up = math.cos(turn * math.pi / 8), math.sin(turn * math.pi / 8)
            left, bottom = x + distance * across - width * (1 - across) / 2, y + distance * up - height * (1 - up) / 2
            box = (left, bottom, left + width, bottom + height)
            if box[0] < inside[0] or box[1] < inside[1] or box[2] > inside[2] or box[3] > inside[3]:
                continue
            covered = sum(_overlap(box, other) for other in taken)
            if best is None or covered < best[0]:
                best = covered, box, distance > DISTANCES[ring]
            if not covered:
                return box, distance > DISTANCES[ring]
    if best is None:
        return (x, y, x + width, y + height), False
    return best[1:]


def _overlap(one: Box, other: Box) -> float:
    return max(0.0, min(one[2], other[2]) - max(one[0], other[0])) * max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
