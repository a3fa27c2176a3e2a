"""Archives with 64-bit records, as files of more than 2 GB have them; here the limits are low, so that files are small."""

import os
import struct
import zipfile

import numpy as np
import pytest
from archives import ARRAYS, CONTENT, put, refusal, same, starts

from treewright.storage import model_file, zip_archive
from treewright.storage.npy import ALIGN

END, LOCATOR, END_64 = 22, 20, 56  # bytes of the records that end an archive


@pytest.fixture
def big(tmp_path, monkeypatch):
    """A model whose members, places and table all have 64-bit numbers."""
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 50)
    monkeypatch.setattr(zip_archive, "BIG", 47)
    model_file.write(tmp_path / "big.tw", CONTENT, ARRAYS)
    monkeypatch.undo()
    return tmp_path / "big.tw"


def changed(path, at, form, value):
    """The file with another number at a place, counted from its end."""
    data = bytearray(path.read_bytes())
    data[len(data) - at : len(data) - at + struct.calcsize(form)] = struct.pack(form, value)
    put(path, bytes(data))
    return path


def test_it_is_read_mapped_and_in_line(big):
    assert big.read_bytes()[-END - LOCATOR :].startswith(b"PK\6\7")
    header, arrays = model_file.read(big, verify=True)
    assert same(arrays, ARRAYS) and header["labels"] == CONTENT["labels"]
    assert all(first % ALIGN == 0 for first, _ in starts(big).values())
    assert not arrays["weights"].flags.owndata
    with np.load(big) as found:
        assert same({name: found[name] for name in ARRAYS}, ARRAYS)


def test_small_files_have_no_64_bit_records(path):
    assert b"PK\6\7" not in path.read_bytes() and b"PK\6\6" not in path.read_bytes()


@pytest.mark.parametrize(
    "at, form",
    [
        (END + LOCATOR - 4, "<L"),  # the disk of the 64-bit end
        (END + LOCATOR - 8, "<Q"),  # its place
        (END + LOCATOR + END_64, "<L"),  # its mark
        (END + LOCATOR + END_64 - 4, "<Q"),  # its size
        (END + LOCATOR + END_64 - 24, "<Q"),  # how many members there are
        (END + LOCATOR + END_64 - 32, "<Q"),
        (END + LOCATOR + END_64 - 40, "<Q"),  # the size of their table
        (END + LOCATOR + END_64 - 48, "<Q"),  # where it begins
        (END - 8, "<H"),  # the same in the short end
        (END - 12, "<L"),
        (END - 16, "<L"),
    ],
)
@pytest.mark.parametrize("value", [1, 3, 65_534])
def test_forged_ends(big, at, form, value):
    refusal(changed(big, at, form, value))


@pytest.mark.parametrize("value", [1 << 32, 1 << 40, 1 << 62, (1 << 64) - 1])
def test_sizes_and_places_beyond_the_file(big, value):
    data = big.read_bytes()
    table = data.index(b"PK\1\2", data.index(b"PK\1\2") + 4)  # of the second member: its name, then its 64-bit sizes
    name = struct.unpack_from("<H", data, table + 28)[0]
    for field in range(3):  # unpacked, packed, place
        forged = bytearray(data)
        struct.pack_into("<Q", forged, table + 46 + name + 4 + 8 * field, value)
        put(big, bytes(forged))
        refusal(big)


def test_a_locator_without_a_record(path):
    data = path.read_bytes()
    put(path, data[:-END] + b"PK\6\7" + bytes(16) + data[-END:])
    assert "64-bit end" in refusal(path)


def test_stored_arrays_may_be_bigger_than_what_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(zip_archive, "MAX_UNPACKED", 1000)
    arrays = {"w": np.arange(5000, dtype=np.float32)}
    model_file.write(tmp_path / "m", {}, arrays, compression=9)  # stored, because nobody would unpack it
    with zipfile.ZipFile(tmp_path / "m") as made:
        assert {info.compress_type for info in made.infolist()} == {zipfile.ZIP_STORED}
    assert same(model_file.read(tmp_path / "m")[1], arrays)


def test_a_deflated_file_that_unpacks_to_too_much(tmp_path, monkeypatch):
    model_file.write(tmp_path / "m", {}, {"w": np.arange(5000, dtype=np.float32)}, compression=9)
    monkeypatch.setattr(zip_archive, "MAX_UNPACKED", 1000)
    assert "unpacks to" in refusal(tmp_path / "m")


def test_a_table_that_lies_behind_four_gigabytes(tmp_path):
    """A sparse file: one member begins after a hole of 5 GB, which takes no room on the disk."""
    path = tmp_path / "m"
    with open(path, "wb") as file:
        file.write(zip_archive.SIGNATURE)
        file.seek(5 << 30)
        with zipfile.ZipFile(file, "w") as made:
            made.writestr("header.json", b"{}")
    assert os.path.getsize(path) > 5 << 30
    with open(path, "rb") as file:
        archive = zip_archive.ZipArchive(file)
        assert archive.members["header.json"].header_offset == 5 << 30 and archive.content("header.json") == b"{}"
        archive.map(file)
        assert archive.content("header.json") == b"{}"
    assert "does not say format" in refusal(path, model_file.read_header)
