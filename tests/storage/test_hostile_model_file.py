"""One clear sentence for every hostile model file: nothing is run, unpacked or allocated."""

import os
import stat
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest
from archives import ARRAYS, CONTENT, archive, forged, members_of, npy, put, refusal, same, start, starts

from treewright.errors import ModelError
from treewright.storage import model_file
from treewright.storage.npy import TYPES
from treewright.storage.zip_archive import HEADER, MAX_HEADER

# ---------------------------------------------------------------- hostile archives


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x", "C:\\x", "folder/", "..", "a/header.json"])
def test_paths_are_refused(path, tmp_path, name):
    members = members_of(path)
    message = refusal(archive(path, [*members, (name, b"")]))
    assert "is a path" in message
    assert os.listdir(tmp_path) == ["m.tw"]


def test_links_devices_doubles_and_strangers_are_refused(path):
    members = members_of(path)
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR):
        info = zipfile.ZipInfo(members[1][0])
        info.create_system, info.external_attr = 3, (kind | 0o777) << 16
        assert "is a link or device" in refusal(archive(path, [members[0], (info, members[1][1]), *members[2:]]))
    with pytest.warns(UserWarning, match="Duplicate"):
        archive(path, [*members, members[1]])
    assert "is there twice" in refusal(path)
    assert "does not list" in refusal(archive(path, [*members, ("extra.py", b"print(1)")]))
    assert "does not list" in refusal(archive(path, [*members, ("extra.npy", npy(np.zeros(1)))]))
    assert "missing" in refusal(archive(path, members[:1]))
    assert "missing" in refusal(archive(path, members[:-1]))
    assert HEADER in refusal(archive(path, members[1:]))


def test_too_many_members(path):
    archive(path, [(f"m{i}", b"") for i in range(2000)])
    assert "2,000 members" in refusal(path)


def test_zip_bombs(path):
    members = members_of(path)
    bomb = bytes(40_000_000)
    archive(path, [members[0], ("w.npy", bomb)])
    assert path.stat().st_size < 100_000
    assert "unpacks to 40,0" in refusal(path)
    many = [(f"{i}.npy", bomb[:1_000_000]) for i in range(40)]  # none of them suspicious
    assert "unpacks to 40,0" in refusal(archive(path, [members[0], *many]))
    header = bomb[: MAX_HEADER]
    assert "unpacks to" in refusal(archive(path, [(HEADER, header), members[1]]), model_file.read_header)
    assert "too big" in refusal(archive(path, [(HEADER, bytes(MAX_HEADER + 1)), members[1]]))


def test_a_zip_bomb_is_refused_before_it_is_unpacked(path):
    archive(path, [members_of(path)[0], ("w.npy", bytes(40_000_000))])
    tracemalloc.start()
    refusal(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4e6


def test_a_size_that_is_a_lie(path):
    """The table of members claims fewer or more bytes than there are: caught by size or CRC, never over-read."""
    whole = path.read_bytes()
    place = whole.rindex(b"weights.npy") - 46  # its row in the table of members
    size = struct.unpack_from("<L", whole, place + 24)[0]
    for lie in (0, 1, size - 1, size + 1, 2**31 - 1, 2**32 - 1):
        for packed, unpacked in ((size, lie), (lie, size), (lie, lie)):
            changed = bytearray(whole)
            struct.pack_into("<2L", changed, place + 20, packed, unpacked)
            put(path, changed)
            refusal(path)


def test_members_that_begin_elsewhere(path):
    """Two members in one place, or a member that begins outside of the file."""
    whole = path.read_bytes()
    row = whole.rindex(b"weights.npy") - 46
    for place in (0, 1, len(whole) - 10, len(whole), 2**31, struct.unpack_from("<L", whole, row - 50)[0]):
        changed = bytearray(whole)
        struct.pack_into("<L", changed, row + 42, place)
        put(path, changed)
        refusal(path)
    first = struct.unpack_from("<L", whole, row + 42)[0]
    for lengths in ((11, 0), (11, 2**16 - 1), (2**16 - 1, 0)):  # a name or extra field of another length
        changed = bytearray(whole)
        struct.pack_into("<2H", changed, first + 26, *lengths)
        put(path, changed)
        refusal(path)


def test_encrypted_or_otherwise_packed(path):
    whole = path.read_bytes()
    place = whole.rindex(b"weights.npy") - 46
    for offset, value in ((8, 1), (10, 12), (10, 14), (10, 99)):
        changed = bytearray(whole)
        struct.pack_into("<H", changed, place + offset, value)
        put(path, changed)
        assert "encrypted or packed" in refusal(path)


# ---------------------------------------------------------------- hostile headers and weights


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"format": "treewright-model"}',
        b'{"format": "treewright-model", "version": 2}',
        b'{"format": "treewright-model", "version": 3, "sections": 3}',
        b'{"format": "treewright-model", "version": 3, "sections": ["weights"]}',
        b'{"format": "treewright-model", "version": 3, "sections": {"weights": {}}}',
        b'{"format": "treewright-model", "version": 2, "version": 2}',
        b'{"format": "treewright-model", "version": 2, "score": NaN}',
        b'{"format": "treewright-model", "version": 2, "score": -Infinity}',
        b'{"format": "treewright-model", "version": 2, "score": 1e999}',
        b'{"format": "treewright-model", "version": ' + b"9" * 10_000 + b"}",
    ],
)
def test_hostile_headers(path, text):
    members = members_of(path)
    refusal(archive(path, [(HEADER, text), *members[1:]]))
    refusal(path, model_file.read_header)


@pytest.mark.parametrize(
    "kind, shape",
    [
        ("float32", [2**40]),  # huge shape, few bytes
        ("float32", [2**30, 2**30, 2**30]),
        ("float32", [2**62, 4]),  # product overflows 64 bits
        ("float32", [0, 2**30, 2**30, 2**30]),
        ("float32", [2]),
        ("float32", [-1]),
        ("float32", [1.0]),
        ("float32", [True]),
        ("float32", "1"),
        ("float32", {}),
        ("float32", [1] * 9),
        ("float32", None),
        ("uint64", [1]),
        ("int32", [1]),
        ("object", [1]),
        ("O", [1]),
        ("f4", [1]),
        ("f4,f4", [1]),
        (["float32"], [1]),
        ({"names": ["a"], "formats": ["O"]}, [1]),
        (None, [1]),
    ],
)
def test_hostile_shapes(tmp_path, kind, shape):
    good, table = start("float32", [1]) + bytes(4), {"w": [kind, shape]}
    refusal(forged(tmp_path / "m", {"w": good}, table))
    if kind in TYPES and isinstance(shape, list):
        refusal(forged(tmp_path / "m", {"w": start(kind, shape) + bytes(4)}, {"w": ["float32", [1]]}))
        if (kind, shape) not in (("int32", [1]),):
            refusal(forged(tmp_path / "m", {"w": start(kind, shape) + bytes(4)}, table))


@pytest.mark.parametrize(
    "table", [[], 3, None, "w", {"w": []}, {"w": 3}, {"w": None}, {"w": ["float32"]}, {"w": ["float32", [1], 0]}]
)
def test_hostile_tables(tmp_path, table):
    refusal(forged(tmp_path / "m", {"w": start("float32", [1]) + bytes(4)}, table))


def test_arrays_that_are_not_as_the_header_says(tmp_path):
    path, table, good = tmp_path / "m", {"a": ["float32", [1]]}, start("float32", [1]) + bytes(4)
    assert model_file.read(forged(path, {"a": good}, table), verify=True)[1]["a"] == 0  # the forger's tools do work
    for data in (
        *(b"", good[:-1], good + b"x", good[1:], bytes(len(good)), good[:128]),
        *(npy(np.zeros(1, ">f4")), npy(np.zeros(1, np.float64)), npy(np.zeros((1, 1), np.float32))),
        *(good.replace(b"False", b"True "), good.replace(b"NUMPY\1", b"NUMPY\2"), good.replace(b"'<f4'", b"'|O'  ")),
    ):
        assert "not as the header says" in refusal(forged(path, {"a": data}, table))
    model_file.read(forged(path, {"a": good}, table, sha256="0" * 64))  # whoever can write both sums can write anything
    assert "SHA-256" in refusal(path, lambda path: model_file.read(path, verify=True))
    assert "size that the header names" in refusal(forged(path, {"a": good}, table, bytes=1))
    assert "missing" in refusal(forged(path, {"a": good}, {**table, "b": ["float32", [0]]}))
    assert "does not list" in refusal(forged(path, {"a": good, "b": good}, table))
    assert "describe" in refusal(forged(path, {"a": good}, table, run="os.system"))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_nan_and_infinity_in_weights(tmp_path, value, kind):
    data = start(kind, [3]) + np.array([1, value, 2], kind).tobytes()
    assert "NaN or infinity" in refusal(forged(tmp_path / "m", {"w": data}, {"w": [kind, [3]]}))


def test_the_arrays_are_not_needed_for_the_header(path):
    whole = bytearray(path.read_bytes())
    for first, last in starts(path).values():
        whole[first:last] = bytes(last - first)
    put(path, whole)
    assert model_file.read_header(path)["seed"] == 1
    refusal(path)


def test_random_changes(path, tmp_path):
    """A little fuzzing: bytes, slices and lengths changed at random; refused, or the same content."""
    model_file.write(tmp_path / "deflated.tw", CONTENT, ARRAYS, compression=6)
    random, files = np.random.default_rng(4), [path.read_bytes(), (tmp_path / "deflated.tw").read_bytes()]
    content = model_file.read_header(path)
    for number in range(600):
        data = bytearray(files[number % 2])
        for _ in range(random.integers(1, 4)):
            first, size = int(random.integers(len(data))), int(random.integers(1, 9))
            match random.integers(4):
                case 0:
                    data[first : first + size] = random.bytes(size)
                case 1:
                    del data[first : first + size]
                case 2:
                    data[first:first] = random.bytes(size)
                case _:
                    other = int(random.integers(len(data)))
                    data[first : first + 8 * size] = data[other : other + 8 * size]
        put(path, data)
        try:
            header, arrays = model_file.read(path)
        except ModelError:
            continue
        assert header == content and same(arrays, ARRAYS)
