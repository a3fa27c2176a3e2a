"""The lines of a block as text; one that is not UTF-8 is read as Latin-1, with a problem."""

from __future__ import annotations

from treewright.treebank.report import Problem


def text_lines(block: bytes, first: int) -> tuple[list[str], dict[int, Problem]]:
    """Lines without line ends, and a problem for the number of each line that is not UTF-8."""
    try:
        return block.decode().split("\n"), {}
    except UnicodeDecodeError:
        pass
    lines, problems = [], {}
    for number, row in enumerate(block.split(b"\n"), first):
        try:
            lines.append(row.decode())
        except UnicodeDecodeError as error:
            byte = f"byte 0x{row[error.start]:02X} (byte {error.start + 1} of the line)"
            seen = f"text that is not UTF-8 at line {number}, {byte}"
            problems[number] = Problem(number, seen, "UTF-8; is the file Latin-1?", "line read as Latin-1")
            lines.append(row.decode("latin-1"))
    return lines, problems


def shown(text: str) -> str:
    """A text as a message shows it."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
