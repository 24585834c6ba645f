"""An archive that was handed in: which names its entries may have, and its listing as a folder."""

from __future__ import annotations

import lzma
import os.path
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from autograder.intake.archive_readers import (
    BLOCK,
    DECOMPRESSORS,
    Member,
    TarStream,
    is_tar_start,
    tar_members,
    zip_members,
)
from autograder.intake.listing import (
    MAX_FILE_BYTES,
    EntryKind,
    IntakeError,
    Listing,
    not_a_file,
    printable_name,
    too_large,
)

MAX_ARCHIVE_BYTES = 20 << 20
LONGEST_START = BLOCK
"""This many bytes at the start of a file show whether it is an archive."""
MAX_FOLDER_DEPTH = 32
MAX_NESTED = 1
"""An archive inside a zip is read, but none inside that: some students pack twice."""
RELATIVE_NAMES = "pack your files with names relative to your folder"
MAGIC = {
    b"PK\3\4": "zip",
    b"PK\5\6": "zip",  # An empty one.
    b"\x1f\x8b": "gz",
    b"BZh": "bz2",
    b"\xfd7zXZ\0": "xz",
    b"Rar!": "rar",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"\x28\xb5\x2f\xfd": "zst",
}
SUFFIXES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz", ".rar", ".7z")
# What the libraries raise for corrupt or malicious archives.
CORRUPT = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
    MemoryError,  # An xz archive declares how much memory it takes to unpack it.
)


@dataclass(frozen=True)
class Entry:
    """A member of an archive, with the parts of its name."""

    parts: tuple[str, ...]
    kind: EntryKind
    size: int
    read: Callable[[], bytes]

    @property
    def ignored(self) -> bool:
        """Is it the top folder itself, or a file that macOS adds?"""
        if not self.parts or "__MACOSX" in self.parts:
            return True
        return self.parts[-1] == ".DS_Store" or self.parts[-1].startswith("._")


def folder_entry(parts: tuple[str, ...]) -> Entry:
    return Entry(parts, EntryKind.FOLDER, 0, bytes)


def make_entry(where: str, member: Member) -> Entry:
    """Check the name of a member and split it.

    Raises:
        IntakeError: the name points outside the archive, or other programs may cut it short.
    """
    parts = member.name.replace("\\", "/").split("/")
    fault = ""
    if "\0" in member.name:
        fault = "has a NUL character in its name; pack your files again"
    elif (len(parts) > 1 and not parts[0]) or re.match("[A-Za-z]:", member.name):
        fault = f"has an absolute path; {RELATIVE_NAMES}"
    elif ".." in parts:
        fault = f"points outside the archive; {RELATIVE_NAMES}"
    if fault:
        raise IntakeError(f"{where}: the entry {printable_name(member.name)} {fault}")
    parts = [part for part in parts if part not in ("", ".")]
    if len(parts) > MAX_FOLDER_DEPTH:
        return folder_entry(tuple(parts[:MAX_FOLDER_DEPTH]))
    return Entry(tuple(parts), member.kind, member.size, member.read)


def is_archive(name: str, data: bytes) -> bool:
    """Is it an archive, by its first bytes or by its name?"""
    return bool(archive_format(data)) or suffix(name) in SUFFIXES


def suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def archive_format(data: bytes) -> str:
    """Return the format of an archive; empty if it is not one."""
    name = next((name for magic, name in MAGIC.items() if data.startswith(magic)), "")
    return name or ("tar" if is_tar_start(data[:BLOCK]) else "")


def list_archive(
    name: str, data: bytes, where: str, expected: Sequence[str], *, depth: int = 0
) -> Listing:
    """List an archive and read the expected files in it, or in the only archive inside it.

    Raises:
        IntakeError: it is corrupt, not to be trusted, or of a format that is not supported.
    """
    form = archive_format(data)
    if not form:
        raise IntakeError(f"{where} is not a {suffix(name)} archive; pack your files as a zip")
    try:
        if form == "zip":
            members = zip_members(data, where)
        elif form in DECOMPRESSORS:
            if not is_tar_start(TarStream(form, data, where).read_up_to(BLOCK)):
                raise IntakeError(
                    f"{where} is a {form} file without a tar inside; pack your files as a zip"
                )
            members = tar_members(TarStream(form, data, where), expected)
        else:
            raise IntakeError(
                f"{where} is a {form} archive, which the grader cannot read; "
                "pack your files as a zip"
            )
        entries = [entry for m in members if not (entry := make_entry(where, m)).ignored]
        listing = list_entries(entries, where, expected)
        inner = None if listing.has_expected_files else archive_inside(entries)
        if inner is None or any(listing.elsewhere.values()):
            return listing
        name = printable_name(inner.parts[-1])
        if form != "zip" or depth == MAX_NESTED or inner.size > MAX_FILE_BYTES:
            raise IntakeError(f"{where}: {name} is an archive in an archive; pack only your files")
        packed = inner.read()
    except CORRUPT:
        raise IntakeError(f"{where} is damaged or incomplete; pack it again") from None
    return list_archive(name, packed, f"{where}/{name}", expected, depth=depth + 1)


def archive_inside(entries: Iterable[Entry]) -> Entry | None:
    """Return the only archive among the files of an archive."""
    packed = [e for e in entries if e.kind is EntryKind.FILE and suffix(e.parts[-1]) in SUFFIXES]
    return packed[0] if len(packed) == 1 else None


def common_folder(entries: Sequence[Entry], expected: Sequence[str]) -> tuple[str, ...]:
    """Return the folder that holds everything, as when a folder was packed as a whole."""
    folders = [entry.parts[:-1] for entry in entries if entry.kind is not EntryKind.FOLDER]
    folders = folders or [entry.parts for entry in entries] or [()]
    pairs = zip(min(folders), max(folders), strict=False)  # What these share, all share.
    shared = [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return tuple(takewhile(lambda part: part not in expected, shared))


def list_entries(entries: Sequence[Entry], where: str, expected: Sequence[str]) -> Listing:
    """List the common folder of an archive's entries, and read the expected files in it."""
    top = common_folder(entries, expected)
    at_top: dict[str, list[Entry]] = {}
    folders: set[str] = set()
    elsewhere: dict[str, list[str]] = {name: [] for name in expected}
    for entry in entries:
        prefix, rest = entry.parts[: len(top)], entry.parts[len(top) :]
        if prefix != top or not rest:
            continue  # The folder itself, one above it, or an empty one elsewhere.
        if len(rest) == 1:
            at_top.setdefault(rest[0], []).append(entry)
            continue
        folders.add(rest[0])
        if rest[-1] in expected and entry.kind is EntryKind.FILE:
            elsewhere[rest[-1]].append("/".join(rest[:-1]))
    folders |= {name for name, same in at_top.items() if same[0].kind is EntryKind.FOLDER}
    files = {name for name, same in at_top.items() if same[0].kind is EntryKind.FILE}
    contents, faults = read_expected(at_top, folders, where, expected)
    return Listing(
        "/".join([where, *map(printable_name, top)]),
        contents,
        faults,
        elsewhere,
        files=visible(files),
        folders=visible(folders - files),
        others=visible(at_top.keys() - files - folders),
        advice="pack only that folder",
    )


def visible(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if not name.startswith("."))


def read_expected(
    at_top: dict[str, list[Entry]], folders: set[str], where: str, expected: Sequence[str]
) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return the contents of the expected files, and why others cannot be used."""
    contents, faults = {}, {}
    for name in expected:
        same = at_top.get(name, [])
        if len(same) > 1:
            raise IntakeError(f"{where} holds {name} {len(same)} times; pack only the one to grade")
        kind = same[0].kind if same else EntryKind.FOLDER
        if same and kind is EntryKind.FILE:
            if same[0].size > MAX_FILE_BYTES:
                faults[name] = too_large(name, same[0].size, MAX_FILE_BYTES)
            else:
                contents[name] = same[0].read()
        elif same or name in folders:
            faults[name] = not_a_file(name, kind)
    return contents, faults
