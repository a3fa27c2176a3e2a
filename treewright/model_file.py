"""Model files: one zip archive of a JSON header and arrays; data only, versioned, same content = same bytes.

    header.json           {"format": "treewright-model", "version": 1, "parts": {...}, and whatever the parser puts in}
    weights.safetensors   all arrays; its size, SHA-256 and the type and shape of each array are in the header's "parts"

Both members are deflated: the weights of a sparse model shrink two- to six-fold and still unpack at about 200 MB/s.
Whatever a file contains: reading it runs no code, extracts nothing to disk and allocates no more than the caps allow.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import secrets
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy
import safetensors
import safetensors.numpy

from treewright.errors import ModelError

FORMAT = "treewright-model"
VERSION = 1
HEADER = "header.json"
WEIGHTS = "weights.safetensors"

MAX_MEMBERS = 64  # more than version 1 has, so that a newer file is told apart from a hostile one
MAX_DIRECTORY = 1 << 16  # bytes of the archive's table of members
MAX_HEADER = 1 << 26  # bytes, unpacked
MAX_WEIGHTS = (1 << 31) - 1  # bytes, unpacked; keeps clear of zip64, which is refused
MAX_RATIO = 100  # unpacked : packed; a member may exceed it only below MAX_SMALL
MAX_SMALL = 1 << 24
MAX_ARRAYS = 4096

TYPES = {
    **{"F64": "float64", "F32": "float32", "F16": "float16", "BOOL": "bool"},
    **{f"{kind}{bits}": f"{name}{bits}" for kind, name in (("I", "int"), ("U", "uint")) for bits in (8, 16, 32, 64)},
}  # safetensors' name -> numpy's
_END = struct.Struct("<4s4H2LH")  # the record that ends a zip archive
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, safetensors.SafetensorError, EOFError, struct.error, ValueError),
    *(LookupError, TypeError, AttributeError, OverflowError, RuntimeError, MemoryError),
)

Path = str | os.PathLike[str]
Arrays = dict[str, numpy.ndarray]


def write(path: Path, header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray], *, compression: int = 6) -> None:
    """Writes a model beside `path`, then renames it: no half-written model is ever seen (compression 1 is quickest)."""
    for key, ours in (("format", FORMAT), ("version", VERSION)):
        if header.get(key, ours) != ours:
            raise ModelError(f"{path}: cannot write {key} {header[key]!r} in a model file, only {ours!r}")
    weights, table = _packed_arrays(path, arrays)
    part = {"bytes": len(weights), "sha256": hashlib.sha256(weights).hexdigest(), "arrays": table}
    whole = {**header, "format": FORMAT, "version": VERSION, "parts": {WEIGHTS: part}}
    try:
        text = json.dumps(whole, ensure_ascii=False, allow_nan=False, sort_keys=True).encode()
    except (TypeError, ValueError) as error:
        raise ModelError(f"{path}: the header of a model file must be JSON without NaN or infinity: {error}") from None
    if len(text) > MAX_HEADER or len(weights) > MAX_WEIGHTS:
        sizes = f"header {len(text):,} of {MAX_HEADER:,}, arrays {len(weights):,} of {MAX_WEIGHTS:,}"
        raise ModelError(f"{path}: too big for a model file (bytes used of bytes allowed: {sizes})")
    try:
        with _replacement(path) as file:
            _fill(file, {HEADER: text, WEIGHTS: weights}, compression)
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays of a model file, every part checked."""
    with _opened(path) as (archive, members):
        header = _header(path, archive, members)
        part, packed = header["parts"][WEIGHTS], members[WEIGHTS]
        expected = {name: (numpy.dtype(TYPES[kind]), tuple(shape)) for name, (kind, shape) in part["arrays"].items()}
        data_size = sum(kind.itemsize * math.prod(shape) for kind, shape in expected.values())
        if part["bytes"] != packed.file_size or not 0 <= data_size <= packed.file_size or len(expected) > MAX_ARRAYS:
            raise ValueError("the arrays that the header lists do not fit the size of the weights")
        weights = _unpacked(archive, packed)
        if hashlib.sha256(weights).hexdigest() != part["sha256"]:
            raise ValueError("the weights do not have the SHA-256 that the header names")
        arrays = {}
        for name, found in safetensors.deserialize(weights):
            kind = numpy.dtype(TYPES[found["dtype"]])
            if expected.pop(name, None) != (kind, tuple(found["shape"])):
                raise ValueError(f"array {name!r} is not as the header says")
            array = numpy.frombuffer(found["data"], kind.newbyteorder("<"), math.prod(found["shape"]))
            arrays[name] = array.reshape(found["shape"]).astype(kind, copy=False)
            if not _is_finite(arrays[name]):
                raise ValueError(f"array {name!r} has NaN or infinity")
        if expected:
            raise ValueError(f"array {min(expected)!r} is missing")
        return header, dict(sorted(arrays.items()))


def read_header(path: Path) -> dict[str, Any]:
    """The header alone; the weights are neither unpacked nor checked."""
    with _opened(path) as (archive, members):
        return _header(path, archive, members)


# ---------------------------------------------------------------- writing


def _packed_arrays(path: Path, arrays: Mapping[str, numpy.ndarray]) -> tuple[bytes, dict[str, list[Any]]]:
    """The arrays as safetensors, and their types and shapes for the header."""
    codes = {name: code for code, name in TYPES.items()}
    plain, table = {}, {}
    for name, array in sorted(arrays.items()):
        array = numpy.asarray(array, order="C")  # safetensors takes the bytes as they lie in memory
        if name == "__metadata__" or array.dtype.name not in codes or not _is_finite(array):
            seen = f"cannot store array {name!r} of type {array.dtype.name}"  # that name is safetensors' own
            raise ModelError(f"{path}: {seen}; expected numbers of {', '.join(codes)}, none of them NaN or infinite")
        plain[name] = array
        table[name] = [codes[array.dtype.name], list(array.shape)]
    if len(plain) > MAX_ARRAYS:
        raise ModelError(f"{path}: cannot store {len(plain):,} arrays in one model file, at most {MAX_ARRAYS:,}")
    return safetensors.numpy.save(plain), table


def _fill(file: BinaryIO, parts: dict[str, bytes], compression: int) -> None:
    """The archive of the parts with fixed times and rights; stored plain where deflating would look like a zip bomb."""
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        file.seek(0)
        file.truncate()
        with zipfile.ZipFile(file, "w", allowZip64=False) as archive:
            for name, data in parts.items():
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.create_system = 3  # Unix, on every system
                info.external_attr = (stat.S_IFREG | 0o644) << 16
                archive.writestr(info, data, method, compression)
        if not any(map(_is_bomb, archive.infolist())):
            break


@contextmanager
def _replacement(path: Path) -> Iterator[BinaryIO]:
    """A temporary file in the folder of `path` that takes its place when all went well, and vanishes otherwise."""
    target = os.path.realpath(path)  # a link stays a link
    if os.path.lexists(target) and not os.path.isfile(target):
        raise ModelError(f"{path}: cannot be written: it exists and is not a file")
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    file = open(temporary, "xb")  # noqa: SIM115 - not tempfile, whose files only their owner can read
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


# ---------------------------------------------------------------- reading


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """The archive and its members, checked before anything is unpacked; whatever goes wrong becomes one ModelError."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # before opening: a pipe would wait for ever
            raise ModelError(f"{path}: not a model file but a folder or device")
        with open(path, "rb") as file:
            _check_kind(path, file)
            with zipfile.ZipFile(file) as archive:
                yield archive, _members(archive)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror or error}") from None
    except _DAMAGE as error:
        why = "too big for the memory" if isinstance(error, MemoryError) else str(error) or type(error).__name__
        raise ModelError(f"{path}: damaged or forged model file ({why}); copy it again or train it again") from None


def _check_kind(path: Path, file: BinaryIO) -> None:
    """Refuses what is no archive or has too big a table of members (zipfile would read it whole)."""
    start = file.read(4)
    if start != b"PK\3\4":
        kind = "is empty" if not start else "is a file of another kind"
        if start[:1] == b"\x80" and start[1:2] in (b"\2", b"\3", b"\4", b"\5"):
            kind = "is a Python pickle, which is never loaded because that could run code"
        raise ModelError(f"{path}: not a Treewright model: it {kind}; expected a file that `treewright train` wrote")
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 20))
    locator, end = file.read(20), file.read()
    mark, _, _, _, count, length, offset, comment = _END.unpack(end)
    if mark != b"PK\5\6" or comment or offset + length != size - _END.size:
        raise ValueError("the end of the archive is missing or something follows it")
    if count > MAX_MEMBERS or length > MAX_DIRECTORY or locator.startswith(b"PK\6\7"):
        raise ValueError(f"{count} members; a model has two")


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The members by name; refuses links, folders, paths, doubles, encryption and what unpacks to too much."""
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name, kind = info.filename, stat.S_IFMT(info.external_attr >> 16)
        if not name or len(name) > 100 or name in (".", "..") or any(c in name for c in "/\\:\0"):
            raise ValueError(f"member name {name[:100]!r} is a path")
        if kind not in (0, stat.S_IFREG):
            raise ValueError(f"member {name!r} is a link or device")
        if name in members:
            raise ValueError(f"member {name!r} is there twice")
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"member {name!r} is encrypted or packed in another way")
        if info.file_size > (MAX_HEADER if name == HEADER else MAX_WEIGHTS):
            raise ValueError(f"member {name!r} is too big: {info.file_size:,} bytes")
        if _is_bomb(info):
            raise ValueError(f"member {name!r} unpacks to {info.file_size:,} bytes from {info.compress_size:,}")
        members[name] = info
    return members


def _is_bomb(info: zipfile.ZipInfo) -> bool:
    return info.file_size > max(MAX_SMALL, MAX_RATIO * info.compress_size)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The bytes of one member, in memory; zipfile gives at most file_size bytes and checks their CRC."""
    with archive.open(info) as member:
        data = member.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise ValueError(f"member {info.filename!r} is cut short")
    return data


def _header(path: Path, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> dict[str, Any]:
    """The header, if this is a model of a version that can be read here."""
    if HEADER not in members:
        raise ModelError(f"{path}: not a Treewright model but another archive; {HEADER} is missing in it")
    text = _unpacked(archive, members[HEADER]).decode("utf-8")
    header = json.loads(text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ModelError(f"{path}: not a Treewright model; its {HEADER} does not say format {FORMAT!r}")
    version = header.get("version")
    if type(version) is int and version > VERSION:
        known = f"file version {version}, this one reads up to {VERSION}"
        raise ModelError(f"{path}: made by a newer Treewright ({known}); upgrade treewright to use it")
    if type(version) is not int or version < 1:
        raise ValueError(f"file version {version!r}")
    if set(members) != {HEADER, WEIGHTS} or set(header["parts"]) != {WEIGHTS}:
        raise ValueError(f"members {sorted(members)}; expected {[HEADER, WEIGHTS]}")
    _check_part(header["parts"][WEIGHTS])
    return header


def _check_part(part: dict[str, Any]) -> None:
    """Refuses a description of the weights with anything but sizes, types and shapes in it."""
    shapes = [shape for _, shape in part["arrays"].values()]
    whole = all(type(size) is int and 0 <= size <= MAX_WEIGHTS for shape in shapes for size in [*shape, part["bytes"]])
    if set(part) != {"bytes", "sha256", "arrays"} or not whole or max(map(len, shapes), default=0) > 8:
        raise ValueError("the header does not describe the weights as it should")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is twice in the header")
    return made


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} in the header")
    return float(text)


def _is_finite(array: numpy.ndarray) -> bool:
    """Whether no number is NaN or infinite."""
    if array.dtype == numpy.float16:  # numpy's own test is ten times slower for these
        return not bool(((array.view(numpy.uint16) & 0x7C00) == 0x7C00).any())
    return bool(numpy.isfinite(array).all())
