"""The entries of a zip or a tar, read in memory. Nothing is ever written by an archive's own names.

Tar is read here block by block: the standard library's reader takes headers of any announced size
into memory, and needs quadratic time on some.
"""

from __future__ import annotations

import bz2
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
    MAX_BYTES,
    MOST_ENTRIES,
    EntryKind,
    IntakeError,
    printable_name,
    too_many,
)

MAX_UNPACKED_BYTES = 64 << 20
MAX_HEADER_BYTES = 1 << 16
DEEPEST = 32
BLOCK = 512
CHUNK = 1 << 16

UTF8_NAME, ENCRYPTED = 0x800, 0x1
CENTRAL_ENTRY = b"PK\1\2"
LONG_NAME = tarfile.GNUTYPE_LONGNAME
PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
HEADERS = (LONG_NAME, tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE, *PAX)
UNPACKERS: Mapping[str, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    "tar": lambda packed: packed,
    "gz": lambda packed: gzip.GzipFile(fileobj=packed),
    "bz2": bz2.BZ2File,
    "xz": lzma.LZMAFile,
}


@dataclass(frozen=True)
class Entry:
    """One entry: the parts of its name, and a way to its bytes if it is a file."""

    parts: tuple[str, ...]
    kind: EntryKind
    size: int
    read: Callable[[], bytes]

    @property
    def ignored(self) -> bool:
        """Is it the top itself, or what a system puts beside the files unasked?"""
        if not self.parts or "__MACOSX" in self.parts:
            return True
        return self.parts[-1] == ".DS_Store" or self.parts[-1].startswith("._")


def entry(where: str, name: str, kind: EntryKind, size: int, read: Callable[[], bytes]) -> Entry:
    """An entry by its name.

    Raises:
        IntakeError: the name leads out of the archive.
    """
    parts = name.replace("\\", "/").split("/")
    advice = "pack the files by their names inside your folder"
    if (len(parts) > 1 and not parts[0]) or re.match("[A-Za-z]:", name):
        raise IntakeError(
            f"{where}: the entry {printable_name(name)} has an absolute name; {advice}"
        )
    if ".." in parts:
        raise IntakeError(
            f"{where}: the entry {printable_name(name)} leads out of the archive; {advice}"
        )
    parts = [part for part in parts if part not in ("", ".")]
    if len(parts) > DEEPEST:
        return Entry(tuple(parts[:DEEPEST]), EntryKind.FOLDER, 0, bytes)
    return Entry(tuple(parts), kind, size, read)


def zip_entries(data: bytes, where: str) -> Iterator[Entry]:
    """The entries of a zip; of no file more is read than asked for."""
    # Counted first: making an object of every entry takes long where there are very many.
    if data.count(CENTRAL_ENTRY) > MOST_ENTRIES:
        raise IntakeError(too_many(where))
    archive = zipfile.ZipFile(io.BytesIO(data))
    for info in archive.infolist():
        name, mode = zip_name(info), info.external_attr >> 16
        kind = EntryKind.of_mode(mode) if mode >> 12 else EntryKind.FILE
        if name.endswith(("/", "\\")):
            kind = EntryKind.FOLDER
        yield entry(where, name, kind, info.file_size, partial(unzipped, archive, info, where))


def zip_name(info: zipfile.ZipInfo) -> str:
    """The name as it was packed: macOS writes UTF-8 and doesn't say so, and others their own."""
    if info.flag_bits & UTF8_NAME:
        return info.orig_filename
    return info.orig_filename.encode("cp437").decode("utf-8", "surrogateescape")


def unzipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes:
    name, size = printable_name(zip_name(info)), info.file_size
    if info.flag_bits & ENCRYPTED:
        raise IntakeError(f"{where}: {name} is encrypted; pack it again without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        method = f"method {info.compress_type}"
        raise IntakeError(f"{where}: {name} is compressed by {method}; pack it as an ordinary zip")
    info.file_size = 2 * MAX_BYTES  # Else only as much is read as the archive says there is.
    with archive.open(info) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) != size:
        raise IntakeError(f"{where}: {name} is not as long as the zip says; pack it again")
    return data


class Unpacked:
    """What is in a tar, compressed or not, as a stream of bounded length."""

    def __init__(self, kind: str, data: bytes, where: str) -> None:
        self.stream = UNPACKERS[kind](io.BytesIO(data))
        self.where = where
        self.left = MAX_UNPACKED_BYTES

    def some(self, size: int) -> bytes:
        """As many bytes as that, or all that are left."""
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            limit = f"{MAX_UNPACKED_BYTES:,} bytes"
            raise IntakeError(
                f"{self.where} unpacks to more than {limit}; hand in only your own files"
            )
        return data

    def exactly(self, size: int) -> bytes:
        data = self.some(size)
        if len(data) < size:
            raise EOFError
        return data

    def skip(self, size: int) -> None:
        while size > 0:
            size -= len(self.exactly(min(size, CHUNK)))

    def file(self, size: int) -> bytes:
        """The bytes of a file, which is filled up to whole blocks."""
        data = self.exactly(size)
        self.skip(-size % BLOCK)
        return data

    def finish(self) -> None:
        """Read what is left: only at its end is a compressed stream known to be sound."""
        while self.some(CHUNK):
            pass


def begins_tar(block: bytes) -> bool:
    """Is this the first header of a tar, or the end of an empty one?"""
    try:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return len(block) == BLOCK and not block.strip(b"\0")
    return True


def tar_entries(stream: Unpacked, wanted: Collection[str]) -> Iterator[Entry]:
    """The entries of a tar, with the bytes of those files that have a wanted name."""
    entries, said = 0, dict[str, str]()
    while (block := stream.some(BLOCK)).strip(b"\0"):
        member = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        ahead = member.type in HEADERS
        size = member.size if ahead else int(said.get("size", member.size))
        if size < 0:
            raise ValueError(size)
        if ahead:
            said |= said_ahead(stream, member)
            continue
        entries += 1
        if entries > MOST_ENTRIES:
            raise IntakeError(too_many(stream.where))
        name, said = said.get("path", member.name), {}
        if member.type == tarfile.GNUTYPE_SPARSE:
            raise IntakeError(
                f"{stream.where}: {printable_name(name)} is packed as sparse; pack a zip"
            )
        read: Callable[[], bytes] = bytes
        if member.isreg() and re.split(r"[/\\]", name)[-1] in wanted and size <= MAX_BYTES:
            read = partial(bytes, stream.file(size))
        elif member.isreg() or member.type not in tarfile.SUPPORTED_TYPES:
            stream.skip(size + -size % BLOCK)
        yield entry(stream.where, name, kind_of_member(member), size, read)
    stream.finish()


def kind_of_member(member: tarfile.TarInfo) -> EntryKind:
    if member.issym() or member.islnk():
        return EntryKind.LINK
    if member.isdir():
        return EntryKind.FOLDER
    return EntryKind.FILE if member.isreg() else EntryKind.OTHER


def said_ahead(stream: Unpacked, header: tarfile.TarInfo) -> dict[str, str]:
    """What a header says of the entry after it: a name or a size that has no room there."""
    if header.size > MAX_HEADER_BYTES:
        raise IntakeError(f"{stream.where}: a header has {header.size:,} bytes; pack a zip")
    data = stream.file(header.size)
    if header.type == LONG_NAME:
        return {"path": data.rstrip(b"\0").decode("utf-8", "surrogateescape")}
    return pax_records(data) if header.type in PAX else {}


def pax_records(data: bytes) -> dict[str, str]:
    """Records of the form `LENGTH KEY=VALUE` and a line end, the length being that of it all."""
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
