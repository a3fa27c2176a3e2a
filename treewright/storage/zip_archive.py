"""Zip archives that may come from anybody: everything in them is checked before memory is asked for.

Members are stored as they are, each at a multiple of 64 bytes, so that they can be mapped; or they are deflated.  An archive
of more than 2 GB has the 64-bit records of zip64, wherever a number needs them.
"""

from __future__ import annotations

import mmap
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from treewright.storage.npy import ALIGN

HEADER = "header.json"  # the first member, which says what the others are
SIGNATURE = b"PK\x03\x04"  # how an archive begins, and no treebank
MAX_ARRAYS = 1024  # members besides the header
MAX_DIRECTORY = 1 << 18  # bytes of the archive's table of members
MAX_HEADER = 1 << 24  # bytes, unpacked
MAX_UNPACKED = 2_000_000_000  # bytes of all deflated members, which are unpacked into memory; a stored one may have any size
MAX_RATIO = 100  # unpacked : packed; a file may exceed it only below MAX_SMALL
MAX_SMALL = 1 << 24
BIG = 2_000_000_000  # bytes of a member from which on it has 64-bit sizes; zipfile's own limit is a little higher

_END = struct.Struct("<4s4H2LH")  # the record that ends a zip archive
_LOCATOR = struct.Struct("<4sLQL")  # where the 64-bit record is, which is right before the locator
_END_64 = struct.Struct("<4sQ2H2L4Q")
_MEMBER = 30  # bytes of the record before each member; the lengths of its name and of its extra field end it
_SIZES_64 = 20  # bytes that zipfile adds to the extra field of a big member
_PADDING = 0xD935  # the kind of extra field that Android's zipalign pads with


def fill(file: BinaryIO, members: Mapping[str, Iterable[Any]], compression: int) -> None:
    """Write an archive of members in pieces, with fixed times and rights.

    All is stored plain where deflated members would be refused when they are read.
    """
    whole = sum(len(piece) for pieces in members.values() for piece in pieces)
    for level in (compression if whole <= MAX_UNPACKED else 0, 0):
        file.seek(0)
        file.truncate()
        with zipfile.ZipFile(file, "w") as archive:
            for name, pieces in members.items():
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.create_system = 3  # Unix, on every system
                info.external_attr = (stat.S_IFREG | 0o644) << 16
                info.file_size = sum(map(len, pieces))
                big = info.file_size > BIG
                padding = -(file.tell() + _MEMBER + len(name.encode()) + 6 + big * _SIZES_64) % ALIGN
                info.extra = struct.pack("<3H", _PADDING, 2 + padding, ALIGN) + bytes(padding)
                if level:
                    archive.writestr(info, b"".join(pieces), zipfile.ZIP_DEFLATED, level)
                else:
                    with archive.open(info, "w", force_zip64=big) as member:
                        for piece in pieces:
                            member.write(piece)
                info.extra = b""  # the table of members needs none
        if not _is_bomb(archive.infolist(), file.tell()):
            break


def is_path(name: str) -> bool:
    """Whether a name of a member could be taken for a place in a file system."""
    return not name or len(name) > 100 or name in (".", "..") or any(c in name for c in "/\\:\0")


class ZipArchive:
    """An archive that is read; what is wrong with it is a ValueError, or one of the errors that zipfile has."""

    def __init__(self, file: BinaryIO) -> None:
        self.size = _checked_size(file)
        self._zip = zipfile.ZipFile(file)
        self.members = self._checked_members()
        self._mapped: memoryview | None = None

    def map(self, file: BinaryIO) -> None:
        """Read members from memory that all processes share, from now on, where the file system has such a thing."""
        try:
            self._mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError):
            self._mapped = None

    def content(self, name: str) -> bytes | memoryview:
        """The bytes of a member, their CRC checked: mapped if it is stored, else unpacked (at most file_size of them)."""
        info = self.members[name]
        with self._zip.open(info) as member:  # compares the record before the member with the table of members
            if self._mapped is None or info.compress_type != zipfile.ZIP_STORED:
                data: bytes | memoryview = member.read(info.file_size + 1)  # checks the CRC
            else:
                start = info.header_offset + _MEMBER
                start += sum(struct.unpack_from("<2H", self._mapped, start - 4))
                data = self._mapped[start : start + info.compress_size]
                if zlib.crc32(data) != info.CRC:
                    raise ValueError(f"bad CRC-32 for member {info.filename!r}")
        if len(data) != info.file_size:
            raise ValueError(f"member {info.filename!r} is cut short")
        return data

    def _checked_members(self) -> dict[str, zipfile.ZipInfo]:
        """The members by name; refuses links, folders, paths, doubles, encryption and what unpacks to too much."""
        members: dict[str, zipfile.ZipInfo] = {}
        for info in self._zip.infolist():
            name, kind = info.filename, stat.S_IFMT(info.external_attr >> 16)
            if is_path(name):
                raise ValueError(f"member name {name[:100]!r} is a path")
            if kind not in (0, stat.S_IFREG):
                raise ValueError(f"member {name!r} is a link or device")
            if name in members:
                raise ValueError(f"member {name!r} is there twice")
            if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError(f"member {name!r} is encrypted or packed in another way")
            if info.header_offset + info.compress_size > self.size:
                raise ValueError(f"member {name!r} ends after the file: {info.compress_size:,} bytes of {self.size:,}")
            if name == HEADER and info.file_size > MAX_HEADER:
                raise ValueError(f"member {name!r} is too big: {info.file_size:,} bytes")
            members[name] = info
        if sum(info.compress_size for info in members.values()) > self.size:
            raise ValueError("members overlap")
        if _is_bomb(self._zip.infolist(), self.size):
            raise ValueError(f"it unpacks to {sum(info.file_size for info in members.values()):,} bytes from {self.size:,}")
        return members


def _is_bomb(members: Iterable[zipfile.ZipInfo], size: int) -> bool:
    """Whether members unpack to more than a file of this size may; stored ones take no more memory than the file."""
    sizes = [info.file_size for info in members if info.compress_type != zipfile.ZIP_STORED or info.file_size > size]
    return sum(sizes) > min(MAX_UNPACKED, max(MAX_SMALL, MAX_RATIO * size))


def _checked_size(file: BinaryIO) -> int:
    """The size of an archive; refuses what has no right end, or too big a table of members (zipfile would read it whole)."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - _LOCATOR.size))
    locator, end = file.read(_LOCATOR.size), file.read()
    mark, disk, first, here, count, length, offset, comment = _END.unpack(end)
    place = size - _END.size  # where the table of members ends
    if mark != b"PK\5\6" or comment or disk or first:
        raise ValueError("the end of the archive is missing or something follows it")
    if locator.startswith(b"PK\6\7"):  # zipfile, too, believes it wherever it is
        place -= _LOCATOR.size + _END_64.size
        _, disk, found, disks = _LOCATOR.unpack(locator)
        file.seek(max(0, place))
        mark, rest, _, _, _, _, *longer = _END_64.unpack(file.read(_END_64.size))
        if (mark, rest, disk, disks, found) != (b"PK\6\6", _END_64.size - 12, 0, 1, place):
            raise ValueError("the 64-bit end of the archive is not where it should be")
        short = ((here, 0xFFFF), (count, 0xFFFF), (length, 0xFFFFFFFF), (offset, 0xFFFFFFFF))
        if any(seen not in (most, value) for (seen, most), value in zip(short, longer, strict=True)):
            raise ValueError("the two ends of the archive contradict each other")
        here, count, length, offset = longer
    if here != count or offset + length != place:
        raise ValueError("the end of the archive is missing or something follows it")
    if count > MAX_ARRAYS + 1 or length > MAX_DIRECTORY:
        raise ValueError(f"{count:,} members; a model has at most {MAX_ARRAYS + 1:,}")
    return size
