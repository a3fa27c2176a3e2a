"""Model files: one zip archive of a JSON header and arrays; data only, versioned, same content = same bytes.

    header.json   {"format": "treewright-model", "version": 2, "parts": {...}, and whatever the parser puts in}
    NAME.npy      an array as numpy writes it; the type and shape of each, their size and SHA-256 are in "parts"

The members are stored as they are, the numbers of every array at a multiple of 64 bytes: they are mapped, not read, so
that processes share one copy.  Members may be deflated instead: a smaller file, unpacked into memory when it is read.
Whatever a file contains: reading it runs no code, extracts nothing to disk and allocates no more than the caps allow.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import mmap
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy

from treewright.errors import ModelError, TreewrightError, unreadable
from treewright.storage.atomic_file import replacing

FORMAT = "treewright-model"
VERSION = 2
BOX = "english"  # the model that comes with the package
SIGNATURE = b"PK\x03\x04"  # how a model file begins, and no treebank
HEADER = "header.json"
MEMORY = "(memory)"  # the name of what is in no file
LONE = re.compile(rb"\\u[dD][89a-fA-F]")
WEIGHTS = "weights"  # what the arrays are called in the header
ALIGN = 64  # bytes: a line of the processor's cache, and what numpy pads the start of a .npy file to

MAX_ARRAYS = 1024
MAX_DIRECTORY = 1 << 18  # bytes of the archive's table of members
MAX_HEADER = 1 << 24  # bytes, unpacked
MAX_VALUES = 1 << 20  # strings, numbers, lists and objects in the header, each of which takes some 100 bytes of memory
MAX_BYTES = 2_000_000_000  # of all members, unpacked; keeps clear of zip64, which is refused
MAX_RATIO = 100  # unpacked : packed; a file may exceed it only below MAX_SMALL
MAX_SMALL = 1 << 24

TYPES = (*(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)), "float16", "float32", "float64")
_END = struct.Struct("<4s4H2LH")  # the record that ends a zip archive
_MEMBER = 30  # bytes of the record before each member; the lengths of its name and of its extra field end it
_PADDING = 0xD935  # the kind of extra field that Android's zipalign pads with
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, struct.error, ValueError),
    *(LookupError, TypeError, AttributeError, OverflowError, RuntimeError, MemoryError),
)

Path = str | os.PathLike[str]
Arrays = dict[str, numpy.ndarray]


def in_the_box(name: str = BOX) -> str:
    """The model of this name that comes with the package: English, from raw text to trees."""
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", f"{name}.tw")
    if not os.path.exists(path):
        raise ModelError("MODEL: seen none, expected the name of a model file; this installation has no English model in it")
    return path


def located(model: Path | None) -> str:
    """The file of a model: one that is named by its path, or the one in the box by its name (or by no name)."""
    if model is None or (model == BOX and not is_model(model)):
        return in_the_box()
    if not isinstance(model, (str, os.PathLike)):
        raise ModelError(f"MODEL: seen {model!r}, expected the path of a model file, or {BOX!r} for the model in the box")
    path = os.fspath(model)
    if path.isidentifier() and not os.path.exists(path):  # rather a name than a path
        raise ModelError(f"{path}: no such file, and the model in the box is {BOX!r}")
    return path


def is_model(path: Path) -> bool:
    """Whether a file begins as model files do."""
    if not os.path.isfile(path):  # stdin, a pipe, or not there at all
        return False
    with open(path, "rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


def write(path: Path, header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray], *, compression: int = 0) -> None:
    """Writes a model beside `path`, then renames it: no half-written model is ever seen (0 stores, 1 to 9 deflate)."""
    if not isinstance(path, (str, os.PathLike)) or "\0" in os.fspath(path):
        raise ModelError(f"path: seen {path!r}, expected the name of the file to be written")
    if compression not in range(10):
        raise ModelError(f"{path}: seen the compression {compression!r}, expected a whole number from 0 to 9")
    members = _packed(path, header, arrays)
    try:
        if os.path.lexists(path) and not os.path.isfile(os.path.realpath(path)):
            raise ModelError(f"{path}: cannot be written: it exists and is not a file")
        with replacing(path, lasting=True) as file:
            _fill(file, members, compression)
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None


def to_bytes(header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray]) -> bytes:
    """The bytes of the file that `write` would write."""
    file = io.BytesIO()
    _fill(file, _packed(MEMORY, header, arrays), 0)
    return file.getvalue()


def _packed(path: Path, header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray]) -> dict[str, tuple[Any, ...]]:
    """The pieces of all members; refuses what cannot be written."""
    for key, ours in (("format", FORMAT), ("version", VERSION)):
        if header.get(key, ours) != ours:
            raise ModelError(f"{path}: cannot write {key} {header[key]!r} in a model file, only {ours!r}")
    members: dict[str, tuple[Any, ...]] = {HEADER: ()}  # the pieces of each member; arrays are not copied
    table, digest, size = {}, hashlib.sha256(), 0
    for name, array in sorted(arrays.items()):
        kind, shape = array.dtype.name, list(array.shape)
        if _is_path(f"{name}.npy") or kind not in TYPES or len(shape) > 8 or not _is_finite(array):
            expected = f"a plain name, at most 8 dimensions and numbers of {', '.join(TYPES)}, none of them NaN or infinite"
            raise ModelError(f"{path}: cannot store array {name!r} of type {kind}; expected {expected}")
        little = numpy.ascontiguousarray(array, array.dtype.newbyteorder("<")).reshape(-1).view(numpy.uint8)
        members[f"{name}.npy"], table[name] = (_start(kind, shape), little.data), [kind, shape]
        for piece in members[f"{name}.npy"]:
            digest.update(piece)
            size += len(piece)
    part = {"bytes": size, "sha256": digest.hexdigest(), "arrays": table}
    whole = {**header, "format": FORMAT, "version": VERSION, "parts": {WEIGHTS: part}}
    try:
        text = json.dumps(whole, ensure_ascii=False, allow_nan=False, sort_keys=True).encode()
    except (TypeError, ValueError) as error:
        raise ModelError(f"{path}: the header of a model file must be JSON without NaN or infinity: {error}") from None
    values = _values(text)
    if len(text) > MAX_HEADER or len(text) + size > MAX_BYTES or len(table) > MAX_ARRAYS or values > MAX_VALUES:
        used = f"header {len(text):,} of {MAX_HEADER:,} bytes, {values:,} of {MAX_VALUES:,} values"
        used += f", all {len(text) + size:,} of {MAX_BYTES:,} bytes"
        raise ModelError(f"{path}: too big for a model file ({used}, arrays {len(table):,} of {MAX_ARRAYS:,})")
    return {**members, HEADER: (text,)}


def read(path: Path, *, verify: bool = False, data: bytes | None = None) -> tuple[dict[str, Any], Arrays]:
    """The header and the read-only arrays, all checked by CRC-32; to verify is to check the slower SHA-256 as well.

    With `data` these bytes are read as the file would be, and the path is only named.
    """
    with _opened(path, data) as (archive, members):
        header = _header(path, archive, members)
        part, mapped, digest, arrays = header["parts"][WEIGHTS], _mapped(archive), hashlib.sha256(), {}
        for name, (kind, shape) in sorted(part["arrays"].items()):
            content = _content(archive, members[f"{name}.npy"], mapped)
            arrays[name] = _array(name, content, kind, shape)
            if verify:
                digest.update(content)
        if verify and digest.hexdigest() != part["sha256"]:
            raise ValueError("the arrays do not have the SHA-256 that the header names")
        return header, arrays


def read_header(path: Path) -> dict[str, Any]:
    """The header alone; the arrays are neither read nor checked."""
    with _opened(path) as (archive, members):
        return _header(path, archive, members)


@contextmanager
def loading(path: Path) -> Iterator[None]:
    """Whatever is wrong in what a model says, while it is loaded, becomes one ModelError that names its file."""
    try:
        yield
    except Exception as error:  # a forged model may make anything of our code
        why = " ".join(str(error).split())[:300]
        if not isinstance(error, TreewrightError):
            kind = "" if type(error) is ValueError and why else f"{type(error).__name__}: "
            why = f"the model is not as its format says: {kind}{why}"
        raise ModelError(why if why.startswith(f"{path}: ") else f"{path}: {why}") from None


# ---------------------------------------------------------------- arrays


def _start(kind: str, shape: list[int]) -> bytes:
    """What stands before the numbers in a .npy file (numpy's own function pads in another way in each version)."""
    descr = numpy.dtype(kind).newbyteorder("<").str
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    text += " " * (-(len(text) + 11) % ALIGN) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode()


def _array(name: str, data: bytes | memoryview, kind: str, shape: list[int]) -> numpy.ndarray:
    """A .npy file in memory as an array, without a copy; only the start that the header leads to is accepted."""
    start, file_type, count = _start(kind, shape), numpy.dtype(kind).newbyteorder("<"), math.prod(shape)
    if len(data) != len(start) + count * file_type.itemsize or data[: len(start)] != start:
        raise ValueError(f"array {name!r} is not as the header says")
    found = numpy.frombuffer(data, file_type, count, len(start)).reshape(shape)
    array = numpy.require(found, kind, "A")  # copies only if another tool packed it at an odd place, or big-endian
    array.flags.writeable = False
    if not _is_finite(array):
        raise ValueError(f"array {name!r} has NaN or infinity")
    return array


def _is_finite(array: numpy.ndarray) -> bool:
    """Whether no number is NaN or infinite (whole numbers never are, and are not looked at)."""
    return array.dtype.kind != "f" or bool(numpy.isfinite(array).all())


# ---------------------------------------------------------------- writing


def _fill(file: BinaryIO, parts: dict[str, tuple[Any, ...]], compression: int) -> None:
    """The archive of the parts with fixed times and rights; stored plain where deflating would look like a zip bomb."""
    for level in (compression, 0):
        file.seek(0)
        file.truncate()
        with zipfile.ZipFile(file, "w", allowZip64=False) as archive:
            for name, pieces in parts.items():
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.create_system = 3  # Unix, on every system
                info.external_attr = (stat.S_IFREG | 0o644) << 16
                padding = -(file.tell() + _MEMBER + len(name.encode()) + 6) % ALIGN
                info.extra = struct.pack("<3H", _PADDING, 2 + padding, ALIGN) + bytes(padding)
                if level:
                    archive.writestr(info, b"".join(pieces), zipfile.ZIP_DEFLATED, level)
                else:
                    info.file_size = sum(map(len, pieces))
                    with archive.open(info, "w") as member:
                        for piece in pieces:
                            member.write(piece)
                info.extra = b""  # the table of members needs none
        if not _is_bomb(archive.infolist(), file.tell()):
            break


# ---------------------------------------------------------------- reading


@contextmanager
def _opened(path: Path, data: bytes | None = None) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """The archive and its members, checked before anything is unpacked; whatever goes wrong becomes one ModelError."""
    if not isinstance(path, (str, os.PathLike)):  # a number would be a file that someone has opened
        raise ModelError(f"MODEL: seen {path!r:.60}, expected the path of a model file")
    try:
        if data is None and not stat.S_ISREG(os.stat(path).st_mode):  # before opening: a pipe would wait for ever
            raise ModelError(f"{path}: not a model file but a folder or device")
        with open(path, "rb") if data is None else io.BytesIO(data) as file:
            size = _check_kind(path, file)
            with zipfile.ZipFile(file) as archive:
                yield archive, _members(archive, size)
    except OSError as error:
        raise ModelError(f"{path}: {unreadable(error)}") from None
    except _DAMAGE as error:
        why = "too big for the memory" if isinstance(error, MemoryError) else (str(error) or type(error).__name__)[:200]
        raise ModelError(f"{path}: damaged or forged model file ({why}); copy it again or train it again") from None


def _check_kind(path: Path, file: BinaryIO) -> int:
    """The size of an archive; refuses what is none, or has too big a table of members (zipfile would read it whole)."""
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
    if count > MAX_ARRAYS + 1 or length > MAX_DIRECTORY or locator.startswith(b"PK\6\7"):
        raise ValueError(f"{count:,} members; a model has at most {MAX_ARRAYS + 1:,}")
    return size


def _members(archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """The members by name; refuses links, folders, paths, doubles, encryption and what unpacks to too much."""
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name, kind = info.filename, stat.S_IFMT(info.external_attr >> 16)
        if _is_path(name):
            raise ValueError(f"member name {name[:100]!r} is a path")
        if kind not in (0, stat.S_IFREG):
            raise ValueError(f"member {name!r} is a link or device")
        if name in members:
            raise ValueError(f"member {name!r} is there twice")
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"member {name!r} is encrypted or packed in another way")
        if info.file_size > (MAX_HEADER if name == HEADER else MAX_BYTES):
            raise ValueError(f"member {name!r} is too big: {info.file_size:,} bytes")
        members[name] = info
    if _is_bomb(archive.infolist(), size):
        raise ValueError(f"it unpacks to {sum(info.file_size for info in members.values()):,} bytes from {size:,}")
    return members


def _is_path(name: str) -> bool:
    return not name or len(name) > 100 or name in (".", "..") or any(c in name for c in "/\\:\0")


def _is_bomb(members: list[zipfile.ZipInfo], size: int) -> bool:
    return sum(info.file_size for info in members) > min(MAX_BYTES, max(MAX_SMALL, MAX_RATIO * size))


def _mapped(archive: zipfile.ZipFile) -> memoryview | None:
    """The whole file as memory that all processes share; None where the file system has no such thing."""
    assert archive.fp is not None
    try:
        return memoryview(mmap.mmap(archive.fp.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, mapped: memoryview | None = None) -> bytes | memoryview:
    """The bytes of one member, their CRC checked: mapped if it is stored, else unpacked (at most file_size of them)."""
    with archive.open(info) as member:  # compares the record before the member with the table of members
        if mapped is None or info.compress_type != zipfile.ZIP_STORED:
            data: bytes | memoryview = member.read(info.file_size + 1)  # checks the CRC
        else:
            start = info.header_offset + _MEMBER
            start += sum(struct.unpack_from("<2H", mapped, start - 4))
            data = mapped[start : start + info.compress_size]
            if zlib.crc32(data) != info.CRC:
                raise ValueError(f"bad CRC-32 for member {info.filename!r}")
    if len(data) != info.file_size:
        raise ValueError(f"member {info.filename!r} is cut short")
    return data


def _header(path: Path, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> dict[str, Any]:
    """The header, if this is a model of a version that can be read here."""
    if HEADER not in members:
        raise ModelError(f"{path}: not a Treewright model but another archive; {HEADER} is missing in it")
    content = bytes(_content(archive, members[HEADER]))
    if _values(content) > MAX_VALUES:
        raise ValueError(f"{_values(content):,} values in the header; a model has at most {MAX_VALUES:,}")
    text = str(content, "utf-8")
    header = json.loads(text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ModelError(f"{path}: not a Treewright model; its {HEADER} does not say format {FORMAT!r}")
    if LONE.search(content):  # half of a pair, perhaps: such a string cannot be written
        json.dumps(header, ensure_ascii=False).encode()
    version = header.get("version")
    if type(version) is not int or version < 1:
        raise ValueError(f"file version {version!r}")
    if version > VERSION:
        known = f"file version {version}, this one reads {VERSION}"
        raise ModelError(f"{path}: made by a newer Treewright ({known}); upgrade treewright to use it")
    if version < VERSION:
        raise ModelError(f"{path}: made by an older Treewright (file version {version}); train it again")
    _check_parts(header["parts"], members)
    return header


def _check_parts(parts: dict[str, Any], members: dict[str, zipfile.ZipInfo]) -> None:
    """Refuses a description of the arrays with anything but sizes, types and shapes in it, or of other members."""
    part = parts[WEIGHTS]
    if set(parts) != {WEIGHTS} or set(part) != {"bytes", "sha256", "arrays"}:
        raise ValueError("the header does not describe the arrays as it should")
    for name, (kind, shape) in part["arrays"].items():
        whole = type(shape) is list and all(type(size) is int and 0 <= size <= MAX_BYTES for size in shape)
        if kind not in TYPES or not whole or len(shape) > 8:
            raise ValueError(f"the header does not describe array {name[:100]!r} as it should")
    expected = {HEADER, *(f"{name}.npy" for name in part["arrays"])}
    if set(members) != expected:
        raise ValueError(f"member {min(set(members) ^ expected)[:100]!r} is missing, or is one that the header does not list")
    if part["bytes"] != sum(info.file_size for name, info in members.items() if name != HEADER):
        raise ValueError("the members do not have the size that the header names")


def _values(text: bytes) -> int:
    """No fewer than the values in a JSON text, without reading it."""
    return sum(map(text.count, (b",", b"[", b"{")))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is twice in the header")
    return made


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} in the header")
    return float(text)
