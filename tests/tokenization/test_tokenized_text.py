"""Text that is tokenized already becomes sentences."""

import pytest

from treewright.errors import InputError, SettingsError
from treewright.tokenization import read_tokens


def test_horizontal():
    found = list(read_tokens(b"Ann  sees Bob .\r\n\n Emil\tcalls\rlast", "horizontal"))
    assert [s.forms for s in found] == [["Ann", "sees", "Bob", "."], ["Emil", "calls"], ["last"]]
    assert [s.line for s in found] == [1, 3, 4] and found[1].text == "Emil calls" and found[1].sent_id == "2"


def test_vertical():
    found = list(read_tokens(b"\xef\xbb\xbfAnn\tNN\nNew  York\n\n\n.\r\n \nlast", "vertical"))
    assert [s.forms for s in found] == [["Ann", "New York"], ["."], ["last"]]


@pytest.mark.parametrize("layout", ["horizontal", "vertical"])
def test_nothing_and_odd_input(layout):
    assert list(read_tokens(b" \n\n\r\n", layout)) == [] and list(read_tokens([], layout)) == []
    assert next(s.forms for s in read_tokens(["_", "# a"], layout)) == ["_"]
    with pytest.raises(InputError, match="seen byte 0xFF at offset 0"):
        list(read_tokens(b"\xff", layout))
    with pytest.raises(SettingsError, match="seen 'other', expected one of horizontal, vertical"):
        list(read_tokens(b"", "other"))
