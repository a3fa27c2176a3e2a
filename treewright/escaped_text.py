"""Text of files as it may be shown on a terminal: what the terminal would obey is written as an escape such as \\x1b."""

from __future__ import annotations

LINE_FEED = "\n"
# control characters, line and paragraph separators, marks that turn the direction of what follows, what is no character
OBEYED = frozenset(
    [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFFFE, 0xFFFF]
)
SURROGATES = range(0xD800, 0xE000)  # halves of characters, which cannot be written


def escaped(text: str, keep: str = "") -> str:
    """The text with an escape for each character that a terminal would obey, or that cannot be written."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c.encode("unicode_escape").decode() if _is_obeyed(c) and c not in keep else c for c in text)


def escaped_json(text: str) -> str:
    """JSON text with JSON's own escapes for such characters; line feeds between its values stay."""
    return "".join(f"\\u{ord(c):04x}" if _is_obeyed(c) and c != LINE_FEED else c for c in text)


def _is_obeyed(character: str) -> bool:
    return ord(character) in OBEYED or ord(character) in SURROGATES
