"""One clear sentence for every damaged model file, and for files of other kinds."""

import json
import os
import pickle

import numpy as np
import pytest
from archives import ARRAYS, CONTENT, archive, forged, npy, put, refusal, same, starts

from treewright.errors import ModelError
from treewright.storage import model_file
from treewright.storage.model_file import HEADER

# ---------------------------------------------------------------- damage


def test_every_truncation_is_refused(path):
    whole = path.read_bytes()
    for size in range(len(whole)):
        put(path, whole[:size])
        told = refusal(path)
        assert "requires" not in told and "zip" not in told
        assert not 4 <= size < 22 or "model file cut short or damaged; copy it again" in told
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
    assert "no such file" in refusal(path)
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
        (4, "newer Treewright (file version 4, this one reads 2 and 3); upgrade"),
        (1, "older Treewright (file version 1, this one reads 2 and 3); train it again"),
        (0, "version 0"),
        ("1", "'1'"),
        (True, "True"),
        (None, "None"),
    ],
)
def test_versions(tmp_path, version, words):
    header = json.dumps({"format": "treewright-model", "version": version, "sections": {}})
    path = archive(tmp_path / "m", [(HEADER, header), ("weights.of.the.future", b"")])
    assert words in refusal(path)
    assert words in refusal(path, model_file.read_header)
