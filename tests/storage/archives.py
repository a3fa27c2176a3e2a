"""Model files to test with, and archives that look like them."""

import hashlib
import io
import json
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from treewright.errors import ModelError
from treewright.storage import model_file
from treewright.storage import npy as npy_format
from treewright.storage.sections import WEIGHTS
from treewright.storage.zip_archive import HEADER

FIXTURE = Path(__file__).parents[1] / "fixtures" / "model_version_2.treewright"  # by make_fixture(), kept for ever
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
    header = {"format": "treewright-model", "version": 3, "sections": {WEIGHTS: part}}
    return archive(path, [(HEADER, json.dumps(header)), *((f"{name}.npy", c) for name, c in members.items())])


def start(kind, shape):
    return npy_format.start(kind, shape)


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


def members_of(path):
    with zipfile.ZipFile(path) as made:
        return [(name, made.read(name)) for name in made.namelist()]
