"""A picture of reliability: the reliability diagram, and precision by coverage, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from treewright.analysis.confidence.reliability import Reliability

SIDE = 280  # of each of the two squares
LEFT, TOP, BETWEEN, BELOW = 46, 40, 70, 74
COLOURS = ("#0b6fb8", "#c4521a", "#3d7d2c", "#7d4fa8")  # told apart by people who do not see all colours, too
SHAPES = ("", "6 3", "2 3", "8 3 2 3")
LARGEST = 9.0  # radius of the fullest bin


def to_svg(reliabilities: Mapping[str, Reliability], title: str = "") -> str:
    """The picture as a whole SVG file; one line for each name."""
    width, height = LEFT + 2 * SIDE + BETWEEN + 16, TOP + SIDE + BELOW
    shown = ", ".join(f"{name} {one.error:.3f}" for name, one in reliabilities.items())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title or 'Reliability of confidence')}; calibration error: {escape(shown)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold" fill="#222">{escape(title)}</text>',
    ]
    second = LEFT + SIDE + BETWEEN
    floor = _floor(reliabilities)
    parts += _frame(LEFT, 0.0, "confidence", "share right")
    parts += _frame(second, floor, "share kept, most confident first", "precision")
    parts.append(_line([(LEFT, TOP + SIDE), (LEFT + SIDE, TOP)], "#888", "3 3"))
    for number, (name, one) in enumerate(reliabilities.items()):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        bins = one.bins()
        fullest = max((own.size for own in bins), default=1)
        places = [(LEFT + SIDE * own.confidence, TOP + SIDE * (1 - own.right)) for own in bins]
        parts.append(_line(places, colour, shape))
        for own, (x, y) in zip(bins, places, strict=True):
            radius = max(2.0, LARGEST * (own.size / fullest) ** 0.5)
            told = f"{name}: confidence {own.confidence:.3f}, right {own.right:.3f} of {own.size:,}"
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity="0.45">'
                f"<title>{escape(told)}</title></circle>"
            )
        curve = [(second + SIDE * kept, TOP + SIDE * (1 - (right - floor) / (1 - floor))) for kept, right in one.curve()]
        parts.append(_line(curve, colour, shape))
        y = TOP + SIDE + 50 + 16 * (number // 2)
        x = LEFT + (number % 2) * (SIDE + BETWEEN)
        parts.append(_line([(x, y - 4), (x + 24, y - 4)], colour, shape))
        said = f"{name}: calibration error {one.error:.3f}, AUC {one.auc:.2f}"
        parts.append(f'<text x="{x + 30}" y="{y}" fill="#222">{escape(said)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _floor(reliabilities: Mapping[str, Reliability]) -> float:
    """Where the axis of precision begins: a tenth below the lowest curve."""
    lowest = min((right for one in reliabilities.values() for _, right in one.curve()), default=0.0)
    return max(0.0, int(lowest * 10) / 10 - 0.1 * (lowest * 10 == int(lowest * 10))) if lowest < 1 else 0.9


def _frame(left: int, floor: float, across: str, upwards: str) -> list[str]:
    """A square with numbers on two sides; the upward axis begins with `floor`."""
    parts = [f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#bbb"/>']
    for step in range(6):
        x, y = left + SIDE * step / 5, TOP + SIDE * (1 - step / 5)
        parts.append(f'<text x="{x:.1f}" y="{TOP + SIDE + 16}" text-anchor="middle" fill="#444">{step / 5:.1f}</text>')
        value = floor + (1 - floor) * step / 5
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#444">{value:.2f}</text>')
        if 0 < step < 5:
            parts.append(_line([(left, y), (left + SIDE, y)], "#e4e4e4", ""))
    parts.append(f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 32}" text-anchor="middle" fill="#222">{across}</text>')
    parts.append(f'<text x="{left}" y="{TOP - 6}" fill="#222">{upwards}</text>')
    return parts


def _line(places: list[tuple[float, float]], colour: str, dashes: str) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"{dashed}/>'
