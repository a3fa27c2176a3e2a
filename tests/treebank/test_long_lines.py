"""Long lines, and many odd ones, are read in linear time and memory; long JSON is read as short JSON is."""

import json
import tracemalloc

import pytest
import test_json_lines
from bytecodes import bytecodes
from hypothesis import given, settings
from test_json_lines import as_json
from test_round_trip import sentences
from treebank_rows import row, take

from treewright.errors import InputError
from treewright.treebank import Report, json_lines, read
from treewright.treebank.byte_source import CHUNK, ByteSource

FAULTS = next(iter(test_json_lines.test_faults_are_told_with_their_line.pytestmark)).args[1]
MANY = 1_000_000
SHAPES = ("%s", '{"words": [%s]}', "[%s]", '{"comments": [%s]}', '{"words": [{"form": [%s]}]}', '{"sent_id": [%s]}',
          '{"x": [%s]}',
          '{"words": [{"form": "a", "feats": {"A": [%s]}}]}', '{"comment_rows": [%s]}', '{"words": [[%s]]}')  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("item", ["{}", "[]"])
def test_a_line_of_many_empty_things_is_refused_before_it_fills_the_memory(shape, item):
    line = (shape % ",".join([item] * MANY)).encode() + b"\n"
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as caught:
            list(read(line, format="json"))
        assert tracemalloc.get_traced_memory()[1] < 6 * len(line)  # as objects they would take twenty times as much
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 250


@settings(max_examples=50)
@given(sentences())
def test_long_json_is_read_as_short_json_is(text):
    line = as_json(text)
    before, json_lines.LONG = json_lines.LONG, 0
    try:
        assert take(line, format="json")[0] == [text.encode()[:-1]]
        assert take(json.dumps(json.loads(line), indent=1).replace("\n", " ") + "\n", format="json")[0] == [text.encode()[:-1]]
    finally:
        json_lines.LONG = before


@pytest.mark.parametrize("line", [line for line, _ in FAULTS])
def test_faults_of_long_json_are_told(line, monkeypatch):
    monkeypatch.setattr(json_lines, "LONG", 0)
    with pytest.raises(InputError, match=r"\(memory\):1"):
        list(read(line.encode() + b"\n", format="json"))


def test_a_file_of_returns_is_read_chunk_by_chunk():
    for text in (b"\r" * 5 * CHUNK, b"a" * (CHUNK - 1) + b"\r\r\nb", b"\r" * (CHUNK + 1) + b"\n" + b"\r" * CHUNK):
        chunks = list(ByteSource(text, Report())._lines())
        assert max(map(len, chunks)) <= CHUNK + 2
        assert b"".join(chunks) == text.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def test_many_byte_order_marks_are_left_out():
    (source,), report = take(b"# a\n" + b"\xef\xbb\xbf" * 5000 + row(1).encode() + b"\n")
    assert source == b"# a\n" + row(1).encode() and len(report.notes) == 1


def test_many_comments_and_spaces_take_no_longer_than_few():
    few, many = ({"words": ["a"] * size, "comments": ["x"] * size} for size in (500, 1000))
    assert len(json_lines.rows_of(many)) == 2000
    assert bytecodes(json_lines.rows_of, many) < 2.2 * bytecodes(json_lines.rows_of, few)
    faulty = b"# sent_id = a" + b" " * 100_000 + b"b\n1\ta\n\n"
    assert "(sent_id a  " in take(faulty, on_error="skip")[1].errors[0]
