"""An archive that was handed in, looked at like a folder."""

from __future__ import annotations

import lzma
import os.path
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from itertools import takewhile

from autograder.intake.archive_readers import (
    BLOCK,
    UNPACKERS,
    Entry,
    Unpacked,
    begins_tar,
    tar_entries,
    zip_entries,
)
from autograder.intake.listing import (
    MAX_BYTES,
    EntryKind,
    Found,
    IntakeError,
    no_file,
    printable_name,
    too_big,
)

MAX_ARCHIVE_BYTES = 20 << 20
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
ENDINGS = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz", ".rar", ".7z")
# What the libraries raise on bytes that are damaged, or made to upset them.
DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
    MemoryError,  # An xz says how much it takes to unpack it.
)


def is_archive(name: str, data: bytes) -> bool:
    """Is it one by its first bytes, or called one?"""
    return bool(kind_of(data)) or ending(name) in ENDINGS


def ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def kind_of(data: bytes) -> str:
    """Which kind of archive this is; empty if none."""
    kind = next((kind for magic, kind in MAGIC.items() if data.startswith(magic)), "")
    return kind or ("tar" if begins_tar(data[:BLOCK]) else "")


def read(name: str, data: bytes, where: str, wanted: Sequence[str]) -> Found:
    """Find the wanted files in an archive.

    Raises:
        IntakeError: it is damaged, or of a kind that is not read, or not to be trusted.
    """
    kind = kind_of(data)
    if not kind:
        raise IntakeError(f"{where} is no {ending(name)} archive; pack your files as a zip")
    try:
        if kind == "zip":
            entries = list(zip_entries(data, where))
        elif kind in UNPACKERS:
            if not begins_tar(Unpacked(kind, data, where).some(BLOCK)):
                raise IntakeError(f"{where} is {kind}, but no tar; pack your files as a zip")
            entries = list(tar_entries(Unpacked(kind, data, where), wanted))
        else:
            raise IntakeError(f"{where} is a {kind} archive; pack your files as a zip")
        return found_in([entry for entry in entries if not entry.ignored], where, wanted)
    except DAMAGE:
        raise IntakeError(f"{where} is damaged or not complete; pack it again") from None


def top_of(entries: Sequence[Entry], wanted: Sequence[str]) -> tuple[str, ...]:
    """The folder that holds everything: where a folder was packed as a whole, its name."""
    ways = [entry.parts[:-1] for entry in entries if entry.kind is not EntryKind.FOLDER]
    ways = ways or [entry.parts for entry in entries] or [()]
    pairs = zip(min(ways), max(ways), strict=False)  # What these two share, all share.
    shared = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return tuple(takewhile(lambda part: part not in wanted, shared))


def found_in(entries: Sequence[Entry], where: str, wanted: Sequence[str]) -> Found:
    """The wanted files at the top, and what lies there beside them."""
    top = top_of(entries, wanted)
    here: dict[str, list[Entry]] = {}
    folders: set[str] = set()
    inside: dict[str, list[str]] = {name: [] for name in wanted}
    for entry in entries:
        way, rest = entry.parts[: len(top)], entry.parts[len(top) :]
        if way != top or not rest:
            continue  # The folder itself, one above it, or an empty one elsewhere.
        if len(rest) == 1:
            here.setdefault(rest[0], []).append(entry)
            continue
        folders.add(rest[0])
        if rest[-1] in wanted and entry.kind is EntryKind.FILE:
            inside[rest[-1]].append("/".join(rest[:-1]))
    folders |= {name for name, same in here.items() if same[0].kind is EntryKind.FOLDER}
    files = {name for name, same in here.items() if same[0].kind is EntryKind.FILE}
    contents, faults = taken(here, folders, where, wanted)
    return Found(
        "/".join([where, *map(printable_name, top)]),
        contents,
        faults,
        inside,
        files=visible(files),
        folders=visible(folders - files),
        others=visible(here.keys() - files - folders),
        advice="pack that folder alone",
    )


def visible(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if not name.startswith("."))


def taken(
    here: dict[str, list[Entry]], folders: set[str], where: str, wanted: Sequence[str]
) -> tuple[dict[str, bytes], dict[str, str]]:
    """The wanted files' bytes, and why some of those that are there cannot be taken."""
    contents, faults = {}, {}
    for name in wanted:
        same = here.get(name, [])
        if len(same) > 1:
            raise IntakeError(
                f"{where}: {name} is in it {len(same)} times; pack only the one that counts"
            )
        kind = same[0].kind if same else EntryKind.FOLDER
        if same and kind is EntryKind.FILE:
            if same[0].size > MAX_BYTES:
                faults[name] = too_big(name, same[0].size, MAX_BYTES)
            else:
                contents[name] = same[0].read()
        elif same or name in folders:
            faults[name] = no_file(name, kind)
    return contents, faults
