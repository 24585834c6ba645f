"""The entries of folders and archives, read within bounds, without trusting what they declare.

Nothing is unpacked: entries are compared by name, and only expected files are read, into memory.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path

from autograder.left_behind import is_left_behind
from autograder.safetext import printable_line

MAX_FILE_BYTES = 1 << 20
MAX_ARCHIVE_BYTES = 100 << 20
MAX_ENTRIES = 100_000
MAX_DEPTH = 32
MAX_NAME_LENGTH = 80
GIT = ".git"
"""Only this name is listed, without what is in it: it shows that a folder is a clone."""
SUFFIXES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz", ".rar", ".7z")
ZIP = (b"PK\3\4", b"PK\5\6")  # The second is an empty one.
# What the libraries raise for corrupt or malicious archives.
CORRUPT = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError),
    *(NotImplementedError, ValueError, MemoryError),
)
# Follow no link and do not wait for a pipe's other end, where the system has these flags.
READ_ONLY = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
)


class IntakeError(Exception):
    """A submission cannot be graded; the message is one line: what, where, and what to do."""


class EntryKind(Enum):
    """The kind of an entry, as messages name it."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a link"
    OTHER = "not a regular file"

    @classmethod
    def of_mode(cls, mode: int) -> EntryKind:
        kinds = {stat.S_IFREG: cls.FILE, stat.S_IFDIR: cls.FOLDER, stat.S_IFLNK: cls.LINK}
        return kinds.get(stat.S_IFMT(mode), cls.OTHER)


@dataclass(frozen=True)
class Entry:
    """A file or a folder, with the parts of its name as they are compared and shown.

    `read` takes the most bytes to read. Outside of archives, `place` is its own path.
    """

    parts: tuple[str, ...]
    kind: EntryKind
    size: int = 0
    read: Callable[[int], bytes] = bytes
    place: Path = Path()

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def inside(self, depth: int) -> Entry:
        """Return this entry as seen from a folder that it is in."""
        return replace(self, parts=self.parts[depth:])


def printable_name(name: str) -> str:
    return printable_line(name, MAX_NAME_LENGTH)


def suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def too_large(name: str, size: int, limit: int) -> str:
    return f"{name} has {size:,} bytes; at most {limit:,} are allowed"


def not_a_file(name: str, kind: EntryKind) -> str:
    return f"{name} is {kind.value}; hand in the file itself"


def listed(entry: Entry) -> Entry | None:
    """Return an entry as it is listed: what is left behind is not, and what is very deep is cut."""
    # macOS may take letters and their accents apart.
    named = (unicodedata.normalize("NFC", part) for part in entry.parts if part not in ("", "."))
    parts = tuple(itertools.islice(named, MAX_DEPTH + 1))
    if GIT in parts:
        return Entry(parts[: parts.index(GIT) + 1], EntryKind.FOLDER)
    if not parts or any(map(is_left_behind, parts)):
        return None
    if len(parts) > MAX_DEPTH:
        return Entry(parts[:MAX_DEPTH], EntryKind.FOLDER)
    return replace(entry, parts=parts)


def folder_entries(
    folder: Path, depth: int = MAX_DEPTH, parents: tuple[str, ...] = ()
) -> Iterator[Entry]:
    """Yield what is in a folder, in the order of names, down to some depth; follow no links.

    Raises:
        IntakeError: it may not be read.
    """
    try:
        with os.scandir(folder) as scan:
            found = sorted(scan, key=lambda entry: entry.name)
            statuses = [entry.stat(follow_symlinks=False) for entry in found]
    except OSError as error:
        if parents:  # What can be read may be enough.
            yield Entry(parents, EntryKind.FOLDER)
            return
        raise IntakeError(f"{printable_name(str(folder))}: {error.strerror}") from None
    empty = True
    for item, status in zip(found, statuses, strict=True):
        name = item.name.encode("utf-8", "backslashreplace").decode("utf-8")
        place, kind = folder / item.name, EntryKind.of_mode(status.st_mode)
        read = partial(read_file, place)
        entry = listed(Entry((*parents, name), kind, status.st_size, read, place))
        if not entry:
            continue
        empty = empty and name == GIT
        if entry.kind is EntryKind.FOLDER and name != GIT and len(entry.parts) < depth:
            yield from folder_entries(place, depth, entry.parts)
        else:
            yield entry
    if empty and parents:
        yield Entry(parents, EntryKind.FOLDER)


def read_file(path: Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes, and nothing else.

    Raises:
        IntakeError: it is too large, or no regular file.
    """
    with open(os.open(path, READ_ONLY), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise IntakeError(not_a_file(printable_name(path.name), EntryKind.OTHER))
        data = file.read(limit + 1)
    if len(data) > limit:
        size = max(len(data), status.st_size)
        raise IntakeError(too_large(printable_name(path.name), size, limit))
    return data


def is_archive(name: str, data: bytes) -> bool:
    """Return whether a file is an archive, by its first bytes or by its name."""
    return data.startswith(ZIP) or suffix(name) in SUFFIXES


def archive_entries(data: bytes, where: str) -> list[Entry]:
    """List a zip.

    Raises:
        IntakeError: it is of another kind, has too many entries, or a name that leads elsewhere.
        One of CORRUPT: it is damaged.
    """
    if not data.startswith(ZIP):
        raise IntakeError(
            f"{where} is not an archive that the grader can read; pack your files as a zip"
        )
    # Counted first: making an object for each of very many entries is slow.
    if data.count(b"PK\1\2") > MAX_ENTRIES:
        raise IntakeError(
            f"{where} has more than {MAX_ENTRIES:,} entries; hand in only your own files"
        )
    found = []
    for entry in zip_entries(zipfile.ZipFile(io.BytesIO(data)), where):
        if entry.parts[0] == "" or ".." in entry.parts or re.match("[A-Za-z]:", entry.parts[0]):
            raise IntakeError(
                f"{where}: the entry {printable_name(entry.path)} points outside the archive; "
                "pack your files with names relative to your folder"
            )
        found += [kept] if (kept := listed(entry)) else []
    return found


def zip_entries(archive: zipfile.ZipFile, where: str = "") -> Iterator[Entry]:
    """Yield the entries of a zip; without `where`, messages name their first folder."""
    for info in archive.infolist():
        name, mode = info.filename, info.external_attr >> 16
        if "\0" in info.orig_filename:  # Python reads a name only up to it.
            name = info.orig_filename
        if not info.flag_bits & 0x800:  # macOS writes UTF-8 without the flag for it.
            with contextlib.suppress(UnicodeError):  # In code page 437, as Windows writes it.
                name = name.encode("cp437").decode("utf-8")
        name = name.replace("\\", "/")
        kind = EntryKind.of_mode(mode) if mode >> 12 else EntryKind.FILE
        if name.endswith("/"):
            name, kind = name.rstrip("/"), EntryKind.FOLDER
        parts = tuple(name.split("/"))
        read = partial(read_zipped, archive, info, where or printable_name(parts[0]))
        yield Entry(parts, kind, info.file_size, read)


def read_zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, limit: int) -> bytes:
    """Read a member of a zip of at most `limit` bytes; never more than it declares."""
    name = printable_name(info.filename)
    if info.flag_bits & 1:
        raise IntakeError(f"{where}: {name} is encrypted; pack it again without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise IntakeError(f"{where}: {name} is compressed in a rare way; pack an ordinary zip")
    if info.file_size > limit:
        raise IntakeError(too_large(name, info.file_size, limit))
    with archive.open(info) as file:
        return file.read(limit)
