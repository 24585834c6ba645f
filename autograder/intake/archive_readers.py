"""Read the members of zip and tar archives in memory, without trusting what an archive declares.

Tar archives are read block by block: the standard library's reader takes headers of any declared
size into memory, and needs quadratic time on some.
"""

from __future__ import annotations

import bz2
import contextlib
import copy
import gzip
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from autograder.intake.listing import (
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    EntryKind,
    IntakeError,
    printable_name,
    too_large,
    too_many_entries,
)

MAX_UNPACKED_BYTES = 64 << 20
MAX_HEADER_BYTES = 1 << 16
BLOCK = 512
_CHUNK = 1 << 16

UTF8_NAME, ENCRYPTED = 0x800, 0x1
CENTRAL_ENTRY = b"PK\1\2"
LONG_NAME = tarfile.GNUTYPE_LONGNAME
PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
EXTENDED_HEADERS = (LONG_NAME, tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE, *PAX)
DECOMPRESSORS: Mapping[str, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    "tar": lambda packed: packed,
    "gz": lambda packed: gzip.GzipFile(fileobj=packed),
    "bz2": bz2.BZ2File,
    "xz": lzma.LZMAFile,
}


@dataclass(frozen=True)
class Member:
    """A member of an archive: its name as it was packed, and a function that reads a file."""

    name: str
    kind: EntryKind
    size: int
    read: Callable[[], bytes]


def zip_members(data: bytes, where: str) -> Iterator[Member]:
    """Yield the members of a zip archive; a file is only read when its member is."""
    # Counted first: making an object for each of very many entries is slow.
    if data.count(CENTRAL_ENTRY) > MAX_ENTRIES:
        raise IntakeError(too_many_entries(where))
    archive = zipfile.ZipFile(io.BytesIO(data))
    for info in archive.infolist():
        read = partial(read_zipped, archive, info, where)
        yield Member(zip_name(info), zipped_kind(info), info.file_size, read)


def zip_name(info: zipfile.ZipInfo) -> str:
    """Return the name as it was packed; macOS writes UTF-8 without setting the flag for it."""
    if not info.flag_bits & UTF8_NAME:
        with contextlib.suppress(UnicodeDecodeError):  # In code page 437, as Windows writes it.
            return info.orig_filename.encode("cp437").decode("utf-8")
    return info.orig_filename


def zipped_kind(info: zipfile.ZipInfo) -> EntryKind:
    if zip_name(info).endswith(("/", "\\")):
        return EntryKind.FOLDER
    mode = info.external_attr >> 16
    return EntryKind.of_mode(mode) if mode >> 12 else EntryKind.FILE


def read_zipped(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, limit: int = MAX_FILE_BYTES
) -> bytes:
    """Read a member of at most `limit` bytes, whatever size it declares."""
    name, size = printable_name(zip_name(info)), info.file_size
    if info.flag_bits & ENCRYPTED:
        raise IntakeError(f"{where}: {name} is encrypted; pack it again without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        method = f"method {info.compress_type}"
        raise IntakeError(f"{where}: {name} uses compression {method}; pack it as an ordinary zip")
    if size > limit:
        raise IntakeError(too_large(name, size, limit))
    unlimited = copy.copy(info)
    unlimited.file_size = 2 * limit  # Otherwise zipfile stops at the declared size.
    with archive.open(unlimited) as file:
        data = file.read(limit + 1)
    if len(data) != size:
        raise IntakeError(
            f"{where}: {name} does not have the size that the zip declares; pack it again"
        )
    return data


class TarStream:
    """The content of a tar archive, compressed or not, as a stream of bounded length."""

    def __init__(self, kind: str, data: bytes, where: str) -> None:
        self.stream = DECOMPRESSORS[kind](io.BytesIO(data))
        self.where = where
        self.left = MAX_UNPACKED_BYTES

    def read_up_to(self, size: int) -> bytes:
        """Read `size` bytes, or all that are left."""
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            limit = f"{MAX_UNPACKED_BYTES:,} bytes"
            raise IntakeError(
                f"{self.where} unpacks to more than {limit}; hand in only your own files"
            )
        return data

    def read_exactly(self, size: int) -> bytes:
        data = self.read_up_to(size)
        if len(data) < size:
            raise EOFError
        return data

    def skip(self, size: int) -> None:
        while size > 0:
            size -= len(self.read_exactly(min(size, _CHUNK)))

    def read_file(self, size: int) -> bytes:
        """Read a file, which is padded to whole blocks."""
        data = self.read_exactly(size)
        self.skip(-size % BLOCK)
        return data

    def finish(self) -> None:
        """Read to the end: only there does a compressed stream prove to be intact."""
        while self.read_up_to(_CHUNK):
            pass


def is_tar_start(block: bytes) -> bool:
    """Is it the first header of a tar archive, or the end of an empty one?"""
    try:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return len(block) == BLOCK and not block.strip(b"\0")
    return True


def tar_members(stream: TarStream, expected: Collection[str]) -> Iterator[Member]:
    """Yield the members of a tar archive, with the contents of files that have an expected name."""
    entries, overrides = 0, dict[str, str]()
    while (block := stream.read_up_to(BLOCK)).strip(b"\0"):
        member = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        extended = member.type in EXTENDED_HEADERS
        size = member.size if extended else int(overrides.get("size", member.size))
        if size < 0:
            raise ValueError(size)
        if extended:
            overrides |= read_extended_header(stream, member)
            continue
        entries += 1
        if entries > MAX_ENTRIES:
            raise IntakeError(too_many_entries(stream.where))
        name, overrides = overrides.get("path", member.name), {}
        if member.type == tarfile.GNUTYPE_SPARSE:
            raise IntakeError(
                f"{stream.where}: {printable_name(name)} is a sparse file; pack your files as a zip"
            )
        read: Callable[[], bytes] = bytes
        if member.isreg() and re.split(r"[/\\]", name)[-1] in expected and size <= MAX_FILE_BYTES:
            read = partial(bytes, stream.read_file(size))
        elif member.isreg() or member.type not in tarfile.SUPPORTED_TYPES:
            stream.skip(size + -size % BLOCK)
        yield Member(name, kind_of_member(member), size, read)
    stream.finish()


def kind_of_member(member: tarfile.TarInfo) -> EntryKind:
    if member.issym() or member.islnk():
        return EntryKind.LINK
    if member.isdir():
        return EntryKind.FOLDER
    return EntryKind.FILE if member.isreg() else EntryKind.OTHER


def read_extended_header(stream: TarStream, header: tarfile.TarInfo) -> dict[str, str]:
    """Read a header with the name or the size of the next entry, if its own has no room for it."""
    if header.size > MAX_HEADER_BYTES:
        size = f"{header.size:,} bytes"
        raise IntakeError(f"{stream.where}: a header has {size}; pack your files as a zip")
    data = stream.read_file(header.size)
    if header.type == LONG_NAME:
        return {"path": data.rstrip(b"\0").decode("utf-8", "surrogateescape")}
    return pax_records(data) if header.type in PAX else {}


def pax_records(data: bytes) -> dict[str, str]:
    """Parse records `LENGTH KEY=VALUE` with a line end; the length is that of the whole record."""
    records, start = {}, 0
    while start < len(data):
        space = data.index(b" ", start)
        end = start + int(data[start:space])
        if not space < end <= len(data):
            raise ValueError(end)
        key, _, value = data[space + 1 : end - 1].partition(b"=")
        if key in (b"path", b"size"):
            records[key.decode()] = value.decode("utf-8", "surrogateescape")
        start = end
    return records
