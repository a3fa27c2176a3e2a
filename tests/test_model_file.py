"""Model files: round trip, same bytes, old files, and one clear sentence for every damaged or hostile one."""

import hashlib
import io
import json
import mmap
import os
import pickle
import stat
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright import model_file
from treewright.errors import ModelError
from treewright.model_file import ALIGN, HEADER, WEIGHTS

FIXTURE = Path(__file__).parent / "fixtures" / "model_version_2.treewright"  # by make_fixture(), kept for ever
CONTENT = {"settings": {"system": {"name": "arc-eager"}}, "labels": ["root", "nsubj", "déterminant"], "seed": 1}
ARRAYS = {
    "weights": np.arange(24, dtype=np.float32).reshape(4, 6) / 8,
    "keys": np.array([1, 2**64 - 1], np.uint64),
    "half": np.array([0.5, -2.0], np.float16),
    "none": np.zeros((0, 3), np.int32),
    "bytes": np.arange(100, dtype=np.uint8),
    "one": np.array(7, np.int8),
}


def make_fixture() -> None:
    FIXTURE.parent.mkdir(exist_ok=True)
    model_file.write(FIXTURE, CONTENT, ARRAYS)


@pytest.fixture
def path(tmp_path):
    model_file.write(tmp_path / "m.tw", CONTENT, ARRAYS)
    return tmp_path / "m.tw"


def put(path, data):
    """Another file in this place; quicker than to write over the old one, which may still be mapped."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


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


def npy(array):
    """An array as numpy itself writes it."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def forged(path, members, table, **changes):
    """A model whose sums are right, with these members for arrays and this table of their types and shapes."""
    data = b"".join(content for _, content in sorted(members.items()))
    part = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "arrays": table, **changes}
    header = {"format": "treewright-model", "version": 2, "parts": {WEIGHTS: part}}
    return archive(path, [(HEADER, json.dumps(header)), *((f"{name}.npy", c) for name, c in members.items())])


def start(kind, shape):
    return model_file._start(kind, shape)


def starts(path):
    """Where in the file the numbers of each stored array begin and end."""
    whole, places = path.read_bytes(), {}
    with zipfile.ZipFile(path) as made:
        for info in made.infolist()[1:]:
            name, extra = struct.unpack_from("<2H", whole, info.header_offset + 26)
            first = info.header_offset + 30 + name + extra
            places[info.filename.removesuffix(".npy")] = (first + 128, first + info.file_size)
            assert whole[first : first + 6] == b"\x93NUMPY" and whole[first + 127 : first + 128] == b"\n"
    return places


def owner(array):
    """The object whose memory an array shows."""
    while (base := getattr(array, "base", None) if isinstance(array, np.ndarray) else getattr(array, "obj", None)) is not None:
        array = base
    return array


def same(arrays, others):
    return set(arrays) == set(others) and all(
        arrays[k].dtype == others[k].dtype and arrays[k].shape == others[k].shape and (arrays[k] == others[k]).all()
        for k in arrays
    )


# ---------------------------------------------------------------- what works


def test_round_trip(path):
    header, arrays = model_file.read(path)
    assert same(arrays, ARRAYS)
    assert {k: header[k] for k in CONTENT} == CONTENT
    assert (header["format"], header["version"]) == ("treewright-model", 2)
    assert model_file.read_header(path) == header
    assert same(model_file.read(path, verify=True)[1], ARRAYS)


def test_other_tools_can_read_it(path):
    with np.load(path) as found:
        assert same({name: found[name] for name in ARRAYS}, ARRAYS)
    members = members_of(path)
    assert [name for name, _ in members] == [HEADER, *(f"{name}.npy" for name in sorted(ARRAYS))]
    all_arrays = b"".join(data for _, data in members[1:])  # unzip -p m.tw '*.npy' | sha256sum
    assert model_file.read_header(path)["parts"][WEIGHTS]["sha256"] == hashlib.sha256(all_arrays).hexdigest()


def test_same_content_same_bytes(path, tmp_path):
    other = tmp_path / "other.tw"
    model_file.write(other, dict(reversed(CONTENT.items())), dict(reversed(ARRAYS.items())))
    assert other.read_bytes() == path.read_bytes()
    model_file.write(other, *model_file.read(path))  # a model that is read and written again
    assert other.read_bytes() == path.read_bytes()


def test_arrays_in_any_order_in_memory(tmp_path):
    grid = np.arange(12, dtype=np.float64).reshape(3, 4)
    given = {"turned": grid.T, "every second": grid[:, ::2], "big-endian": grid.astype(">f8")}
    model_file.write(tmp_path / "m", {}, given)
    _, arrays = model_file.read(tmp_path / "m")
    assert all((arrays[k] == given[k]).all() and arrays[k].dtype == np.float64 for k in given)


@pytest.mark.skipif(not FIXTURE.exists(), reason="tests/fixtures was not shipped")
def test_an_old_file_loads():
    header, arrays = model_file.read(FIXTURE)
    assert same(arrays, ARRAYS)
    assert {k: header[k] for k in CONTENT} == CONTENT


@pytest.mark.parametrize("level", range(10))
def test_compression(tmp_path, level):
    arrays = {**ARRAYS, "sparse": np.random.default_rng(1).integers(0, 3, 50_000).astype(np.int16)}
    model_file.write(tmp_path / "m", CONTENT, arrays, compression=level)
    _, found = model_file.read(tmp_path / "m", verify=True)
    assert same(found, arrays) and not any(array.flags.writeable for array in found.values())
    if level:
        assert (tmp_path / "m").stat().st_size < 0.4 * arrays["sparse"].nbytes
    model_file.write(tmp_path / "again", CONTENT, arrays, compression=level)
    assert (tmp_path / "m").read_bytes() == (tmp_path / "again").read_bytes()


def test_a_model_of_zeros_is_not_taken_for_a_bomb(tmp_path):
    for level in (0, 9):
        model_file.write(tmp_path / "m", {}, {"w": np.zeros(5_000_000, np.float32)}, compression=level)
        assert not model_file.read(tmp_path / "m")[1]["w"].any()


# ---------------------------------------------------------------- memory maps


@given(st.lists(st.tuples(st.text("abc.é ", max_size=12), st.sampled_from(model_file.TYPES), st.integers(0, 200)), max_size=8))
@settings(max_examples=50, deadline=None)
def test_every_array_is_aligned_in_the_file(tmp_path_factory, made):
    path = tmp_path_factory.getbasetemp() / "aligned.tw"
    arrays = {name: np.arange(size).astype(kind) for name, kind, size in made}
    model_file.write(path, {"x": "y" * len(made)}, arrays)
    whole, (_, found) = path.read_bytes(), model_file.read(path)
    assert same(found, arrays)
    for name, (first, last) in starts(path).items():
        assert first % ALIGN == 0 and whole[first:last] == arrays[name].tobytes()
        assert found[name].size == 0 or found[name].ctypes.data % ALIGN == 0


def test_arrays_are_memory_maps(path):
    for name, array in model_file.read(path)[1].items():
        assert not array.flags.writeable and array.flags.aligned and array.flags.c_contiguous
        assert array.size == 0 or isinstance(owner(array), mmap.mmap), name
        with pytest.raises(ValueError):
            array.flags.writeable = True


def test_arrays_outlive_the_file(path):
    arrays = model_file.read(path)[1]
    model_file.write(path, {}, {name: array + 1 for name, array in ARRAYS.items()})
    assert same(arrays, ARRAYS)
    path.unlink()
    assert same(arrays, ARRAYS)


def test_without_memory_maps_a_file_is_read(path, monkeypatch):
    monkeypatch.setattr(mmap, "mmap", lambda *_, **__: (_ for _ in ()).throw(OSError(19, "No such device")))
    arrays = model_file.read(path, verify=True)[1]
    assert same(arrays, ARRAYS) and not any(array.flags.writeable for array in arrays.values())
    places = starts(path)
    data = bytearray(path.read_bytes())
    data[places["weights"][0]] ^= 1
    put(path, data)
    assert "CRC" in refusal(path)


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells which pages are shared")
def test_processes_share_the_pages(tmp_path):
    code = """if True:
        import sys
        from treewright import model_file
        arrays = model_file.read(sys.argv[1])[1]
        print(int(arrays["w"].sum(dtype="int64")), flush=True)
        sys.stdin.readline()
        rows = open("/proc/self/smaps").read().split(sys.argv[1])[1].splitlines()  # this map, then the others
        size = {row.split(":")[0]: int(row.split()[1]) for row in rows[::-1] if row.endswith(" kB")}
        print(size["Rss"], size["Pss"], size["Private_Clean"] + size["Private_Dirty"], flush=True)
        sys.stdin.readline()"""
    weights = np.random.default_rng(1).integers(0, 9, 4_000_000).astype(np.int16)
    model_file.write(tmp_path / "shared.tw", {}, {"w": weights})
    command = [sys.executable, "-c", code, str(tmp_path / "shared.tw")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": Path(__file__).parents[1]}
    with subprocess.Popen(command, **pipes) as one, subprocess.Popen(command, **pipes) as other:
        both = (one, other)
        assert [int(process.stdout.readline()) for process in both] == [weights.sum(dtype="int64")] * 2
        for process in both:
            process.stdin.write("\n")
            process.stdin.flush()
            resident, proportional, private = map(int, process.stdout.readline().split())
            assert resident >= 7800 and proportional < 0.6 * resident and private < 100  # kB
        for process in both:
            process.communicate("\n")


def test_another_tool_may_pack_it_anew(path):
    """Without padding the arrays lie anywhere: then they are copied, so that they are aligned all the same."""
    members = members_of(path)
    for offset in range(8):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as made:
            for name, data in members:
                info = zipfile.ZipInfo(name)
                info.extra = struct.pack("<2H", 0xD935, offset) + bytes(offset)
                made.writestr(info, data)
        arrays = model_file.read(path, verify=True)[1]
        assert same(arrays, ARRAYS)
        assert all(array.flags.aligned and not array.flags.writeable for array in arrays.values())


# ---------------------------------------------------------------- writing


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
    "array",
    [
        np.array([np.nan]),
        np.array([np.inf], np.float16),
        np.array(["a"]),
        np.array([None]),
        np.array([1j]),
        np.array([True]),
        np.zeros([1] * 9),
    ],
)
def test_arrays_that_are_not_written(tmp_path, array):
    with pytest.raises(ModelError, match="cannot store array 'w'"):
        model_file.write(tmp_path / "m", {}, {"w": array})
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("header", [{"a": float("nan")}, {"a": {1, 2}}, {"a": "\ud800"}, {"version": 1}])
def test_headers_that_are_not_written(tmp_path, header):
    with pytest.raises(ModelError):
        model_file.write(tmp_path / "m", header, {})
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["a/b", "../a", "a\\b", "C:a", "a\0b", "a" * 97])
def test_array_names_that_are_not_written(tmp_path, name):
    with pytest.raises(ModelError, match="cannot store array"):
        model_file.write(tmp_path / "m", {}, {name: np.zeros(1)})


def test_array_names_that_are(tmp_path):
    arrays = {name: np.zeros(1) for name in ("", ".", "..", "é", "a" * 96, "header.json", "x.npy", "x", "0.x")}
    model_file.write(tmp_path / "m", {}, arrays)
    assert same(model_file.read(tmp_path / "m", verify=True)[1], arrays)


def test_too_many_arrays_are_not_written(tmp_path):
    arrays = {f"a{i}": np.zeros(0) for i in range(model_file.MAX_ARRAYS + 1)}
    with pytest.raises(ModelError, match="too big"):
        model_file.write(tmp_path / "m", {}, arrays)
    del arrays["a0"]
    model_file.write(tmp_path / "m", {}, arrays)
    assert same(model_file.read(tmp_path / "m")[1], arrays)


# ---------------------------------------------------------------- damage


def test_every_truncation_is_refused(path):
    whole = path.read_bytes()
    for size in range(len(whole)):
        put(path, whole[:size])
        refusal(path)
        refusal(path, model_file.read_header)


def test_something_after_the_end_is_refused(path):
    put(path, path.read_bytes() + b"x")
    assert "something follows" in refusal(path)


@pytest.mark.parametrize("level", [0, 6])
def test_a_flipped_bit_is_refused_or_harmless(path, level):
    model_file.write(path, CONTENT, ARRAYS, compression=level)
    whole, (header, arrays) = path.read_bytes(), model_file.read(path)
    harmless = set()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        put(path, changed)
        try:
            found, others = model_file.read(path)
        except ModelError as error:
            assert str(error).startswith(str(path))
        else:  # a time stamp or padding, say: never other content
            assert found == header and same(arrays, others)
            harmless.add(place)
    assert len(harmless) < 0.3 * len(whole)
    if level == 0:  # all the numbers, and what tells their type, are guarded
        put(path, whole)
        assert not any(harmless & set(range(first - 128, last)) for first, last in starts(path).values())


def test_damage_in_a_big_file_is_found(tmp_path):
    path = tmp_path / "m"
    model_file.write(path, CONTENT, {"a": np.zeros(300_000, np.uint16), "b": np.arange(300_000, dtype=np.uint32)})
    whole, random = path.read_bytes(), np.random.default_rng(2)
    for _, (first, last) in starts(path).items():
        for place in [first, last - 1, *random.integers(first, last, 20)]:
            changed = bytearray(whole)
            changed[place] ^= 1 << random.integers(8)
            put(path, changed)
            assert "CRC" in refusal(path)
    put(path, whole[: len(whole) // 2] + bytes(4096) + whole[len(whole) // 2 + 4096 :])
    assert "CRC" in refusal(path)


def test_random_bytes(path):
    random = np.random.default_rng(3)
    for size in (1, 3, 4, 21, 22, 23, 50, 1000):
        put(path, random.bytes(size))
        refusal(path)
        put(path, b"PK\3\4" + random.bytes(size))
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
        put(path, data)
        assert words in refusal(path)
    assert "another archive" in refusal(archive(path, [("data.pkl", pickle.dumps(1)), ("version", "3")]))
    assert "format" in refusal(archive(path, [(HEADER, '{"format": "other"}'), ("w.npy", b"")]))


def test_a_pickle_inside_does_not_run(tmp_path):
    class Evil:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "evil"),))

    for data in (pickle.dumps(Evil()), pickle.dumps(Evil(), 0)):
        (tmp_path / "m").write_bytes(data)
        refusal(tmp_path / "m")
        refusal(forged(tmp_path / "m", {"w": data}, {"w": ["uint8", [len(data)]]}))
        refusal(archive(tmp_path / "m", [(HEADER, data), ("w.npy", data)]))
        objects = npy(np.array([Evil()], object))
        refusal(forged(tmp_path / "m", {"w": objects}, {"w": ["object", [1]]}))
    assert os.listdir(tmp_path) == ["m"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "m")
    assert "not a model file" in refusal(tmp_path / "m")


@pytest.mark.parametrize(
    "version, words",
    [
        (3, "newer"),
        (1, "older Treewright (file version 1); train it again"),
        (0, "version 0"),
        ("1", "'1'"),
        (True, "True"),
        (None, "None"),
    ],
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


def test_zip64_is_refused_before_its_table_is_read(path):
    data = path.read_bytes()
    end = bytearray(data[-22:])
    end[12:16] = struct.pack("<L", struct.unpack("<L", end[12:16])[0] + 20)
    put(path, data[:-22] + b"PK\6\7" + bytes(16) + end)
    refusal(path)


def test_zip_bombs(path):
    members = members_of(path)
    bomb = bytes(40_000_000)
    start = time.perf_counter()
    archive(path, [members[0], ("w.npy", bomb)])
    assert path.stat().st_size < 100_000
    assert "unpacks to 40,0" in refusal(path)
    many = [(f"{i}.npy", bomb[:1_000_000]) for i in range(40)]  # none of them suspicious
    assert "unpacks to 40,0" in refusal(archive(path, [members[0], *many]))
    assert "unpacks to" in refusal(archive(path, [(HEADER, bomb), members[1]]), model_file.read_header)
    assert "too big" in refusal(archive(path, [(HEADER, bytes(model_file.MAX_HEADER + 1)), members[1]]))
    assert time.perf_counter() - start < 10


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
        b'{"format": "treewright-model", "version": 2, "parts": 3}',
        b'{"format": "treewright-model", "version": 2, "parts": ["weights"]}',
        b'{"format": "treewright-model", "version": 2, "parts": {"weights": {}}}',
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
    if kind in model_file.TYPES and isinstance(shape, list):
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
