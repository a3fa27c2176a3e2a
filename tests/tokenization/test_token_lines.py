"""Text that is cut into tokens already becomes sentences."""

import io

import pytest

from treewright.errors import InputError
from treewright.tokenization.token_lines import horizontal, vertical


def test_horizontal():
    found = list(horizontal(b"Ann  sees Bob .\r\n\n Emil\tcalls\rlast"))
    assert [s.forms for s in found] == [["Ann", "sees", "Bob", "."], ["Emil", "calls"], ["last"]]
    assert [s.line for s in found] == [1, 3, 4] and found[1].text == "Emil calls" and found[1].sent_id == "2"


def test_vertical():
    found = list(vertical(b"\xef\xbb\xbfAnn\tNN\nNew  York\n\n\n.\r\n \nlast"))
    assert [s.forms for s in found] == [["Ann", "New York"], ["."], ["last"]]
    assert [s.line for s in found] == [1, 5, 7]


@pytest.mark.parametrize("layout", [horizontal, vertical])
def test_nothing_and_odd_input(layout):
    assert list(layout(b" \n\n\r\n")) == [] and list(layout([])) == []
    assert next(s.forms for s in layout(["_", "# a"])) == ["_"]
    with pytest.raises(InputError, match="seen byte 0xFF at offset 0"):
        list(layout(b"\xff"))


@pytest.mark.parametrize("layout", [horizontal, vertical])
def test_chunks_do_not_matter(layout):
    class Slow(io.BytesIO):
        def read1(self, size=-1):
            return self.read(1)

    text = "Ann sé\r\n\r\nBob\r\rEmil\n".encode()
    assert [s.source for s in layout(Slow(text))] == [s.source for s in layout(text)] != []
