"""Model files: round trip, same bytes, old files, memory maps, and what is not written."""

import hashlib
import mmap
import os
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from archives import ARRAYS, CONTENT, FIXTURE, members_of, owner, put, refusal, same, starts
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.errors import ModelError
from treewright.storage import model_file
from treewright.storage.npy import ALIGN, TYPES
from treewright.storage.sections import WEIGHTS
from treewright.storage.zip_archive import HEADER, MAX_ARRAYS

# ---------------------------------------------------------------- what works


def test_round_trip(path):
    header, arrays = model_file.read(path)
    assert same(arrays, ARRAYS)
    assert {k: header[k] for k in CONTENT} == CONTENT
    assert (header["format"], header["version"]) == ("treewright-model", 3)
    assert model_file.read_header(path) == header
    assert same(model_file.read(path, verify=True)[1], ARRAYS)


def test_other_tools_can_read_it(path):
    with np.load(path) as found:
        assert same({name: found[name] for name in ARRAYS}, ARRAYS)
    members = members_of(path)
    assert [name for name, _ in members] == [HEADER, *(f"{name}.npy" for name in sorted(ARRAYS))]
    all_arrays = b"".join(data for _, data in members[1:])  # unzip -p m.tw '*.npy' | sha256sum
    assert model_file.read_header(path)["sections"][WEIGHTS]["sha256"] == hashlib.sha256(all_arrays).hexdigest()


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


@given(st.lists(st.tuples(st.text("abc.é ", max_size=12), st.sampled_from(TYPES), st.integers(0, 200)), max_size=8))
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
        from treewright.storage import model_file
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
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": Path(__file__).parents[2]}
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
    """Without padding the arrays begin at any byte: then they are copied, so that they are aligned all the same."""
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
    arrays = {f"a{i}": np.zeros(0) for i in range(MAX_ARRAYS + 1)}
    with pytest.raises(ModelError, match="too big"):
        model_file.write(tmp_path / "m", {}, arrays)
    del arrays["a0"]
    model_file.write(tmp_path / "m", {}, arrays)
    assert same(model_file.read(tmp_path / "m")[1], arrays)
