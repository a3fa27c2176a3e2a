"""Notes are added to rows of words only, behind what is there; those of the same name are replaced."""

import pytest

from treewright.arrays import ints
from treewright.treebank.notes import with_notes

ROW = "{}\ta\t_\t_\t_\t_\t0\troot\t_\t{}\n"


def block(*rows):
    return "".join(row if isinstance(row, str) else ROW.format(*row) for row in rows).encode()


def numbers(*values):
    return ints(list(values))[: len(values)]


def test_rows():
    given = block("# x\n", ("1-2", "A=1"), (1, "_"), ("1.1", "_"), (2, "B=2|C=3"), "\n", "# only\n\n", (1, "X=0.2|D"), "\n")
    found = with_notes(given, [b"X", b"Yy"], numbers(0, 1000, 973, 5, 62, 600), b"# c = ", numbers(500, 1))
    assert found == block(
        "# x\n", "# c = 0.500\n", ("1-2", "A=1"), (1, "X=0.000|Yy=1.000"), ("1.1", "_"), (2, "B=2|C=3|X=0.973|Yy=0.005"), "\n",
        "# only\n\n", "# c = 0.001\n", (1, "D|X=0.062|Yy=0.600"), "\n",
    )  # fmt: skip


def test_old_notes_and_comments():
    given = block("# c = 0.3\n", "# d\n", (1, "X=0.2"), "\n")
    assert with_notes(given, [b"X"], numbers(7), b"# c = ", numbers(9)) == block(
        "# d\n", "# c = 0.009\n", (1, "X=0.007"), "\n"
    )
    assert with_notes(given, [b"X"], numbers(7)) == block("# c = 0.3\n", "# d\n", (1, "X=0.007"), "\n")


def test_numbers_must_be_enough():
    with pytest.raises(ValueError, match="more than 1 words"):
        with_notes(block((1, "_"), (2, "_"), "\n"), [b"X"], numbers(1))
    with pytest.raises(ValueError, match="more than 1 sentences"):
        with_notes(block((1, "_"), "\n", (1, "_"), "\n"), [b"X"], numbers(1, 2), b"# c = ", numbers(1))


def test_nothing_and_line_ends():
    assert with_notes(b"", [b"X"], numbers()) == b""
    assert with_notes(ROW.format(1, "_").replace("\n", "\r\n").encode(), [b"X"], numbers(1)).endswith(b"\tX=0.001\r\n")
