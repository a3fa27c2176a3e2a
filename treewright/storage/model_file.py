"""Model files: one zip archive of a JSON header and arrays; data only, versioned, same content = same bytes.

    header.json   {"format": "treewright-model", "version": 3, "kind": ..., "sections": {...}, and whatever the model says}
    NAME.npy      an array as numpy writes it; "sections" has the type and shape of each, and the size and SHA-256 of a section

The members are stored as they are, the numbers of every array at a multiple of 64 bytes: they are mapped, not read, so
that processes share one copy.  Members may be deflated instead: a smaller file, unpacked into memory when it is read.
Whatever a file contains: reading it runs no code, extracts nothing to disk and allocates no more than the caps allow.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy

from treewright.errors import ModelError, TreewrightError, unreadable
from treewright.storage import npy
from treewright.storage.atomic_file import replacing
from treewright.storage.header_text import header_of, size_of, text_of
from treewright.storage.sections import section_of
from treewright.storage.versions import READERS, VERSION
from treewright.storage.zip_archive import HEADER, MAX_ARRAYS, SIGNATURE, ZipArchive, fill, is_path

FORMAT = "treewright-model"
OURS = ("format", "version", "sections")  # what a header has besides what a model says
MEMORY = "(memory)"  # the name of what is in no file

_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, struct.error, ValueError),
    *(LookupError, TypeError, AttributeError, OverflowError, RuntimeError, MemoryError),
)

Path = str | os.PathLike[str]
Arrays = dict[str, numpy.ndarray]


class ModelFile:
    """A model file that is open; its header and its arrays are read when they are asked for."""

    def __init__(self, path: Path, *, file: BinaryIO | None = None) -> None:
        """With `file`, which is open already, the path is only named."""
        if not isinstance(path, (str, os.PathLike)):  # a number would be a file that someone has opened
            raise ModelError(f"MODEL: seen {path!r:.60}, expected the path of a model file")
        self.path = path
        self._archive: ZipArchive | None = None
        self._header: dict[str, Any] = {}
        with self._reading():
            if file is None and not stat.S_ISREG(os.stat(path).st_mode):  # before opening: a pipe would wait for ever
                raise ModelError(f"{path}: not a model file but a folder or device")
            self._file: BinaryIO = file or open(path, "rb")  # noqa: SIM115 - closed by close()

    @classmethod
    def of(cls, path: Path | ModelFile) -> ModelFile:
        """A file that is opened, or the one that is open already."""
        return path if isinstance(path, ModelFile) else cls(path)

    def __enter__(self) -> ModelFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Arrays that were read stay."""
        self._file.close()

    def start(self) -> bytes:
        """The first bytes, as many as it takes to tell a model from other files."""
        self._file.seek(0)
        return self._file.read(len(SIGNATURE))

    @property
    def header(self) -> dict[str, Any]:
        """The header, in the words of the newest version; the arrays are neither read nor checked."""
        if not self._header:
            with self._reading():
                self._header = self._read_header()
        return self._header

    def read(self, *, verify: bool = False) -> tuple[dict[str, Any], Arrays]:
        """The header and the read-only arrays, all checked by CRC-32; to verify is to check the slower SHA-256 as well."""
        header, arrays = self.header, {}
        assert self._archive is not None
        with self._reading():
            self._archive.map(self._file)
            for section, said in header["sections"].items():
                digest = hashlib.sha256()
                for name, (kind, shape) in sorted(said["arrays"].items()):
                    content = self._archive.content(f"{name}.npy")
                    arrays[name] = npy.array_of(name, content, kind, shape)
                    if verify:
                        digest.update(content)
                if verify and digest.hexdigest() != said["sha256"]:
                    raise ValueError(f"the arrays of section {section[:40]!r} do not have the SHA-256 that the header names")
        return header, arrays

    def _read_header(self) -> dict[str, Any]:
        self._check_start()
        try:
            archive = self._archive = ZipArchive(self._file)
        except (struct.error, EOFError, zipfile.BadZipFile):  # there is no end of an archive; Python's words help nobody
            raise ModelError(f"{self.path}: model file cut short or damaged; copy it again or train it again") from None
        if HEADER not in archive.members:
            raise ModelError(f"{self.path}: not a Treewright model but another archive; {HEADER} is missing in it")
        content = bytes(archive.content(HEADER))
        header = header_of(content)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ModelError(f"{self.path}: not a Treewright model; its {HEADER} does not say format {FORMAT!r}")
        version = header.get("version")
        if type(version) is not int or version < 1:
            raise ValueError(f"file version {version!r:.40}")
        if version not in READERS:
            known = f"file version {version}, this one reads {' and '.join(map(str, READERS))}"
            if version > VERSION:
                raise ModelError(f"{self.path}: made by a newer Treewright ({known}); upgrade treewright to use it")
            raise ModelError(f"{self.path}: made by an older Treewright ({known}); train it again")
        header = READERS[version](header)
        _check_sections(header["sections"], archive)
        return header

    def _check_start(self) -> None:
        """Refuses what is no archive."""
        start = self.start()
        if start != SIGNATURE:
            kind = "is empty" if not start else "is a file of another kind"
            if start[:1] == b"\x80" and start[1:2] in (b"\2", b"\3", b"\4", b"\5"):
                kind = "is a Python pickle, which is never loaded because that could run code"
            expected = "expected a file that `treewright train` wrote"
            raise ModelError(f"{self.path}: not a Treewright model: it {kind}; {expected}")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Whatever goes wrong becomes one ModelError."""
        try:
            yield
        except OSError as error:
            raise ModelError(f"{self.path}: {unreadable(error)}") from None
        except _DAMAGE as error:
            why = "too big for the memory" if isinstance(error, MemoryError) else (str(error) or type(error).__name__)[:200]
            raise ModelError(f"{self.path}: damaged or forged model file ({why}); copy it again or train it again") from None


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
            fill(file, members, compression)
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None


def to_bytes(header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray]) -> bytes:
    """The bytes of the file that `write` would write."""
    file = io.BytesIO()
    fill(file, _packed(MEMORY, header, arrays), 0)
    return file.getvalue()


def _packed(path: Path, header: Mapping[str, Any], arrays: Mapping[str, numpy.ndarray]) -> dict[str, tuple[Any, ...]]:
    """The pieces of all members; refuses what cannot be written."""
    for key, known in (("format", (FORMAT,)), ("version", tuple(READERS))):
        if header.get(key, known[0]) not in known:
            raise ModelError(f"{path}: cannot write {key} {header[key]!r} in a model file, only {known[-1]!r}")
    members: dict[str, tuple[Any, ...]] = {HEADER: ()}  # the pieces of each member; arrays are not copied
    sections: dict[str, dict[str, Any]] = {}
    digests: dict[str, Any] = {}
    for name, array in sorted(arrays.items()):
        if is_path(f"{name}.npy") or not npy.can_be_kept(array):
            types = ", ".join(npy.TYPES)
            expected = f"a plain name, at most 8 dimensions and numbers of {types}, none of them NaN or infinite"
            raise ModelError(f"{path}: cannot store array {name!r} of type {array.dtype.name}; expected {expected}")
        section = section_of(name)
        said = sections.setdefault(section, {"bytes": 0, "sha256": "", "arrays": {}})
        said["arrays"][name] = [array.dtype.name, list(array.shape)]
        members[f"{name}.npy"] = npy.pieces(array)
        for piece in members[f"{name}.npy"]:
            digests.setdefault(section, hashlib.sha256()).update(piece)
            said["bytes"] += len(piece)
    for section, digest in digests.items():
        sections[section]["sha256"] = digest.hexdigest()
    whole = {**header, "format": FORMAT, "version": VERSION, "sections": sections}
    try:
        text = text_of(whole)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{path}: the header of a model file must be JSON without NaN or infinity: {error}") from None
    if size_of(text) or len(arrays) > MAX_ARRAYS:
        used = ", ".join(filter(None, (size_of(text), f"arrays {len(arrays):,} of {MAX_ARRAYS:,}")))
        raise ModelError(f"{path}: too big for a model file ({used})")
    return {**members, HEADER: (text,)}


def read(path: Path, *, verify: bool = False, data: bytes | None = None) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays of a file, or of the bytes of one; see ModelFile.read."""
    with ModelFile(path, file=None if data is None else io.BytesIO(data)) as file:
        return file.read(verify=verify)


def read_header(path: Path) -> dict[str, Any]:
    """The header alone; the arrays are neither read nor checked."""
    with ModelFile(path) as file:
        return file.header


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


def _check_sections(sections: dict[str, Any], archive: ZipArchive) -> None:
    """Refuses a description of the arrays with anything but sizes, types and shapes in it, or of other members."""
    expected = {HEADER}
    for said in sections.values():
        if set(said) != {"bytes", "sha256", "arrays"}:
            raise ValueError("the header does not describe the arrays as it should")
        for name, (kind, shape) in said["arrays"].items():
            if not npy.is_described(kind, shape) or f"{name}.npy" in expected:
                raise ValueError(f"the header does not describe array {name[:100]!r} as it should")
            expected.add(f"{name}.npy")
    found = set(archive.members)
    if found != expected:
        raise ValueError(f"member {min(found ^ expected)[:100]!r} is missing, or is one that the header does not list")
    for said in sections.values():
        if said["bytes"] != sum(archive.members[f"{name}.npy"].file_size for name in said["arrays"]):
            raise ValueError("the members do not have the size that the header names")
