"""Model files: round trip, same bytes, old files, and one clear sentence for every damaged or hostile one."""

import hashlib
import json
import os
import pickle
import stat
import struct
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from treewright import model_file
from treewright.errors import ModelError
from treewright.model_file import HEADER, WEIGHTS

FIXTURE = Path(__file__).parent / "fixtures" / "model_version_1.treewright"  # by make_fixture(), kept for ever
HEADER_1 = {"settings": {"system": {"name": "arc-eager"}}, "labels": ["root", "nsubj", "déterminant"], "seed": 1}
ARRAYS_1 = {
    "weights": np.arange(24, dtype=np.float32).reshape(4, 6) / 8,
    "keys": np.array([1, 2**64 - 1], np.uint64),
    "half": np.array([0.5, -2.0], np.float16),
    "none": np.zeros((0, 3), np.int32),
    "flag": np.array([True, False]),
    "one": np.array(7, np.int8),
}


def make_fixture() -> None:
    model_file.write(FIXTURE, HEADER_1, ARRAYS_1)


@pytest.fixture
def path(tmp_path):
    model_file.write(tmp_path / "m.tw", HEADER_1, ARRAYS_1)
    return tmp_path / "m.tw"


def refusal(path, function=model_file.read):
    """The one sentence with which a file is refused."""
    with pytest.raises(ModelError) as caught:
        function(path)
    message = str(caught.value)
    assert message.startswith(str(path)) and "\n" not in message and len(message) < 400 + len(str(path))
    return message


def archive(path, members):
    """A zip archive of (name or ZipInfo, bytes) pairs, without any of the writer's care."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return path


def forged(path, tensors, table=None, **changes):
    """A model whose sums are right but whose weights are these bytes."""
    part = {"bytes": len(tensors), "sha256": hashlib.sha256(tensors).hexdigest(), "arrays": table or {}, **changes}
    header = {"format": "treewright-model", "version": 1, "parts": {WEIGHTS: part}}
    return archive(path, [(HEADER, json.dumps(header)), (WEIGHTS, tensors)])


def tensors(entries, data):
    text = json.dumps(entries).encode()
    return struct.pack("<Q", len(text)) + text + data


def same(arrays, others):
    return set(arrays) == set(others) and all(
        arrays[k].dtype == others[k].dtype and arrays[k].shape == others[k].shape and (arrays[k] == others[k]).all()
        for k in arrays
    )


# ---------------------------------------------------------------- what works


def test_round_trip(path):
    header, arrays = model_file.read(path)
    assert same(arrays, ARRAYS_1)
    assert {k: header[k] for k in HEADER_1} == HEADER_1
    assert (header["format"], header["version"]) == ("treewright-model", 1)
    assert model_file.read_header(path) == header
    with zipfile.ZipFile(path) as made:
        assert header["parts"][WEIGHTS]["sha256"] == hashlib.sha256(made.read(WEIGHTS)).hexdigest()


def test_same_content_same_bytes(path, tmp_path):
    other = tmp_path / "other.tw"
    model_file.write(other, dict(reversed(HEADER_1.items())), dict(reversed(ARRAYS_1.items())))
    assert other.read_bytes() == path.read_bytes()
    model_file.write(other, *model_file.read(path))  # a model that is read and written again
    assert other.read_bytes() == path.read_bytes()


def test_arrays_in_any_order_in_memory(tmp_path):
    grid = np.arange(12, dtype=np.float64).reshape(3, 4)
    given = {"turned": grid.T, "every second": grid[:, ::2], "big-endian": grid.astype(">f8")}
    model_file.write(tmp_path / "m", {}, given)
    _, arrays = model_file.read(tmp_path / "m")
    assert all((arrays[k] == given[k]).all() and arrays[k].dtype == np.float64 for k in given)
    arrays["turned"][0, 0] = 5  # a model read can be trained further


@pytest.mark.skipif(not FIXTURE.exists(), reason="tests/fixtures was not shipped")
def test_an_old_file_loads():
    header, arrays = model_file.read(FIXTURE)
    assert same(arrays, ARRAYS_1)
    assert {k: header[k] for k in HEADER_1} == HEADER_1


def test_quick_and_small(tmp_path):
    random = np.random.default_rng(1)
    weights = random.normal(size=5_000_000).astype(np.float32) * (random.random(5_000_000) < 0.3)
    model_file.write(tmp_path / "m", {}, {"w": weights.astype(np.float32)}, compression=1)
    assert (tmp_path / "m").stat().st_size < 0.6 * weights.nbytes
    start = time.perf_counter()
    model_file.read(tmp_path / "m")
    assert time.perf_counter() - start < 1.5  # about 0.1 s on an idle machine
    start = time.perf_counter()
    model_file.read_header(tmp_path / "m")
    assert time.perf_counter() - start < 0.1


def test_a_model_of_zeros_is_not_taken_for_a_bomb(tmp_path):
    model_file.write(tmp_path / "m", {}, {"w": np.zeros(5_000_000, np.float32)})
    assert not model_file.read(tmp_path / "m")[1]["w"].any()


def test_nothing_half_written(path, tmp_path, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(ModelError, match=r"m\.tw: cannot be written: No space left on device"):
        model_file.write(path, {}, {})
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["m.tw"]


def test_the_rights_are_those_of_any_new_file(path, tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_writes_through_a_link_but_not_onto_a_folder_or_device(path, tmp_path):
    (tmp_path / "link").symlink_to(path)
    model_file.write(tmp_path / "link", {"new": True}, {})
    assert (tmp_path / "link").is_symlink() and model_file.read_header(path)["new"]
    for place in (tmp_path, "/dev/null", tmp_path / "missing" / "m.tw"):
        with pytest.raises(ModelError, match="cannot be written"):
            model_file.write(place, {}, {})


@pytest.mark.parametrize(
    "array", [np.array([np.nan]), np.array([np.inf], np.float16), np.array(["a"]), np.array([None]), np.array([1j])]
)
def test_arrays_that_are_not_written(tmp_path, array):
    with pytest.raises(ModelError, match="cannot store array 'w'"):
        model_file.write(tmp_path / "m", {}, {"w": array})
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("header", [{"a": float("nan")}, {"a": {1, 2}}, {"a": "\ud800"}, {"version": 2}])
def test_headers_that_are_not_written(tmp_path, header):
    with pytest.raises(ModelError):
        model_file.write(tmp_path / "m", header, {})
    assert not os.listdir(tmp_path)


def test_reserved_array_name(tmp_path):
    with pytest.raises(ModelError, match="__metadata__"):
        model_file.write(tmp_path / "m", {}, {"__metadata__": np.zeros(1)})


# ---------------------------------------------------------------- damage


def test_every_truncation_is_refused(path):
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        refusal(path)
        refusal(path, model_file.read_header)


def test_something_after_the_end_is_refused(path):
    path.write_bytes(path.read_bytes() + b"x")
    assert "something follows" in refusal(path)


def test_a_flipped_bit_is_refused_or_harmless(path):
    whole, (header, arrays) = path.read_bytes(), model_file.read(path)
    refused = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            found, others = model_file.read(path)
        except ModelError as error:
            refused += 1
            assert str(error).startswith(str(path))
        else:  # a time stamp, say: never other content
            assert found == header and same(arrays, others)
    assert refused > 0.8 * len(whole)


def test_random_bytes(path):
    random = np.random.default_rng(3)
    for size in (1, 3, 4, 21, 22, 23, 50, 1000):
        path.write_bytes(random.bytes(size))
        refusal(path)
        path.write_bytes(b"PK\3\4" + random.bytes(size))
        refusal(path)


# ---------------------------------------------------------------- other kinds of file


def test_files_of_another_kind(tmp_path):
    path = tmp_path / "m.tw"
    assert "No such file" in refusal(path)
    assert "folder" in refusal(tmp_path)
    for data, words in [
        (b"", "is empty"),
        (pickle.dumps({"a": 1}), "pickle"),
        (b"# sent_id = 1\n1\tA\ta\tX\n", "another kind"),
        (b"\x1f\x8b\x08\x00", "another kind"),
    ]:
        path.write_bytes(data)
        assert words in refusal(path)
    assert "another archive" in refusal(archive(path, [("data.pkl", pickle.dumps(1)), ("version", "3")]))
    assert "format" in refusal(archive(path, [(HEADER, '{"format": "other"}'), (WEIGHTS, b"")]))


def test_a_pickle_inside_does_not_run(tmp_path):
    class Evil:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "evil"),))

    for data in (pickle.dumps(Evil()), pickle.dumps(Evil(), 0)):
        (tmp_path / "m").write_bytes(data)
        refusal(tmp_path / "m")
        refusal(forged(tmp_path / "m", data))
        refusal(archive(tmp_path / "m", [(HEADER, data), (WEIGHTS, data)]))
    assert os.listdir(tmp_path) == ["m"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "m")
    assert "not a model file" in refusal(tmp_path / "m")


@pytest.mark.parametrize(
    "version, words", [(2, "newer"), (0, "version 0"), ("1", "'1'"), (True, "True"), (None, "None")]
)
def test_versions(tmp_path, version, words):
    header = json.dumps({"format": "treewright-model", "version": version, "parts": {}})
    path = archive(tmp_path / "m", [(HEADER, header), ("weights.of.the.future", b"")])
    assert words in refusal(path)
    assert words in refusal(path, model_file.read_header)


# ---------------------------------------------------------------- hostile archives


def members_of(path):
    with zipfile.ZipFile(path) as made:
        return [(name, made.read(name)) for name in made.namelist()]


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x", "C:\\x", "folder/", "..", "a/header.json"])
def test_paths_are_refused(path, tmp_path, name):
    members = members_of(path)
    message = refusal(archive(path, [*members, (name, b"")]))
    assert "is a path" in message
    assert os.listdir(tmp_path) == ["m.tw"]


def test_links_devices_doubles_and_strangers_are_refused(path):
    members = members_of(path)
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR):
        info = zipfile.ZipInfo(WEIGHTS)
        info.create_system, info.external_attr = 3, (kind | 0o777) << 16
        assert "is a link or device" in refusal(archive(path, [members[0], (info, members[1][1])]))
    with pytest.warns(UserWarning, match="Duplicate"):
        archive(path, [*members, members[1]])
    assert "is there twice" in refusal(path)
    assert "expected" in refusal(archive(path, [*members, ("extra.py", b"print(1)")]))
    assert "expected" in refusal(archive(path, members[:1]))
    assert HEADER in refusal(archive(path, members[1:]))


def test_too_many_members(path):
    archive(path, [(f"m{i}", b"") for i in range(1000)])
    assert "1000 members" in refusal(path)


def test_zip64_is_refused_before_its_table_is_read(path):
    data = path.read_bytes()
    end = bytearray(data[-22:])
    end[12:16] = struct.pack("<L", struct.unpack("<L", end[12:16])[0] + 20)
    path.write_bytes(data[:-22] + b"PK\6\7" + bytes(16) + end)
    refusal(path)


def test_zip_bombs(path):
    members = members_of(path)
    bomb = bytes(40_000_000)
    start = time.perf_counter()
    archive(path, [members[0], (WEIGHTS, bomb)])
    assert path.stat().st_size < 100_000
    assert "unpacks to 40,000,000 bytes from" in refusal(path)
    assert "unpacks to" in refusal(archive(path, [(HEADER, bomb), members[1]]), model_file.read_header)
    assert "too big" in refusal(archive(path, [(HEADER, bytes(model_file.MAX_HEADER + 1)), members[1]]))
    assert time.perf_counter() - start < 10


def test_a_size_that_is_a_lie(path):
    """The table of members claims fewer or more bytes than there are: caught by size or CRC, never over-read."""
    whole = path.read_bytes()
    place = whole.rindex(WEIGHTS.encode()) - 46  # its row in the table of members
    size = struct.unpack_from("<L", whole, place + 24)[0]
    for lie in (0, 1, size - 1, size + 1, 2**31 - 1, 2**32 - 1):
        changed = bytearray(whole)
        struct.pack_into("<L", changed, place + 24, lie)
        path.write_bytes(changed)
        refusal(path)


def test_encrypted_or_otherwise_packed(path):
    whole = path.read_bytes()
    place = whole.rindex(WEIGHTS.encode()) - 46
    for offset, value in ((8, 1), (10, 12), (10, 14), (10, 99)):
        changed = bytearray(whole)
        struct.pack_into("<H", changed, place + offset, value)
        path.write_bytes(changed)
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
        b'{"format": "treewright-model", "version": 1}',
        b'{"format": "treewright-model", "version": 1, "parts": 3}',
        b'{"format": "treewright-model", "version": 1, "parts": ["weights.safetensors"]}',
        b'{"format": "treewright-model", "version": 1, "parts": {"weights.safetensors": {}}}',
        b'{"format": "treewright-model", "version": 1, "version": 1}',
        b'{"format": "treewright-model", "version": 1, "score": NaN}',
        b'{"format": "treewright-model", "version": 1, "score": -Infinity}',
        b'{"format": "treewright-model", "version": 1, "score": 1e999}',
        b'{"format": "treewright-model", "version": ' + b"9" * 10_000 + b"}",
    ],
)
def test_hostile_headers(path, text):
    members = members_of(path)
    refusal(archive(path, [(HEADER, text), members[1]]))
    refusal(path, model_file.read_header)


@pytest.mark.parametrize(
    "kind, shape, offsets",
    [
        ("F32", [2**40], [0, 4]),  # huge shape, few bytes
        ("F32", [2**31, 2**31, 2**31], [0, 4]),
        ("F32", [2**62, 4], [0, 4]),  # product overflows 64 bits
        ("F32", [2], [0, 4]),
        ("F32", [1], [0, 2**50]),
        ("F32", [1], [4, 0]),
        ("F32", [-1], [0, 4]),
        ("F32", [1.0], [0, 4]),
        ("F32", "1", [0, 4]),
        ("F32", [1] * 100, [0, 4]),
        ("F8_E4M3", [4], [0, 4]),
        ("BF16", [2], [0, 4]),
        ("pickle", [1], [0, 4]),
    ],
)
def test_hostile_shapes(tmp_path, kind, shape, offsets):
    weights = tensors({"w": {"dtype": kind, "shape": shape, "data_offsets": offsets}}, bytes(4))
    refusal(forged(tmp_path / "m", weights, {"w": [kind, shape]}))
    refusal(forged(tmp_path / "m", weights, {"w": ["F32", [1]]}))
    refusal(forged(tmp_path / "m", weights))


def test_overlapping_arrays_and_false_sums(tmp_path):
    entry = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
    weights = tensors({"a": entry, "b": entry}, bytes(4))
    refusal(forged(tmp_path / "m", weights, {"a": ["F32", [1]], "b": ["F32", [1]]}))
    weights = tensors({"a": entry}, bytes(4))
    table = {"a": ["F32", [1]]}
    assert model_file.read(forged(tmp_path / "m", weights, table))[1]["a"] == 0  # the forger's tools do work
    assert "SHA-256" in refusal(forged(tmp_path / "m", weights, table, sha256="0" * 64))
    assert "do not fit" in refusal(forged(tmp_path / "m", weights, table, bytes=1))
    assert "is missing" in refusal(forged(tmp_path / "m", weights, {**table, "b": ["F32", [0]]}))
    assert "not as the header says" in refusal(forged(tmp_path / "m", weights, {"a": ["I32", [1]]}))
    assert "describe" in refusal(forged(tmp_path / "m", weights, table, run="os.system"))
    many = {f"a{i}": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]} for i in range(model_file.MAX_ARRAYS + 1)}
    refusal(forged(tmp_path / "m", tensors(many, b""), {name: ["F32", [0]] for name in many}))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_nan_and_infinity_in_weights(tmp_path, value, kind):
    data = np.array([1, value, 2], kind)
    code = f"F{8 * data.itemsize}"
    entry = {"dtype": code, "shape": [3], "data_offsets": [0, data.nbytes]}
    path = forged(tmp_path / "m", tensors({"w": entry}, data.tobytes()), {"w": [code, [3]]})
    assert "NaN or infinity" in refusal(path)


def test_the_weights_are_not_needed_for_the_header(path):
    members = members_of(path)
    archive(path, [members[0], (WEIGHTS, b"not at all what the header says")])
    assert model_file.read_header(path)["seed"] == 1
    refusal(path)
