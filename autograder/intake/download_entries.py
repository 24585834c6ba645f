"""The files of a download, a zip or a folder, without those that tools and systems leave behind."""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from autograder.intake.archive import MAX_ARCHIVE_BYTES, MAX_FOLDER_DEPTH, Entry, folder_entry
from autograder.intake.archive_readers import read_zipped, zip_name, zipped_kind
from autograder.intake.intake import read_file
from autograder.intake.listing import EntryKind, IntakeError, printable_name

OF_SYSTEMS = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
LEFT_BEHIND = frozenset((*OF_SYSTEMS, "__pycache__", ".idea", ".venv", ".vscode"))
GIT = frozenset((".git", ".github"))
"""Folders that show that a folder is a clone; their contents are ignored."""
METADATA = "submission_metadata.yml"
"""Gradescope's list of the submissions in an export, with all results of earlier gradings."""
MAX_METADATA_BYTES = 1 << 30
# Of a zip: damaged; made for a newer reader; with a name that is not the UTF-8 that it declares.
UNREADABLE_ZIP = (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError)


def size_limit(parts: tuple[str, ...]) -> int:
    return MAX_METADATA_BYTES if parts[-1] == METADATA else MAX_ARCHIVE_BYTES


@contextlib.contextmanager
def opened_download(path: Path) -> Iterator[list[Entry]]:
    """List the files and the empty folders of a download; they can be read inside this block.

    Raises:
        IntakeError: it is neither a folder nor a zip that can be read.
    """
    where = printable_name(path.name or str(path))
    if path.is_dir():
        yield list(folder_entries(path, ()))
        return
    try:
        with zipfile.ZipFile(path) as download:
            yield zip_entries(download)
    except FileNotFoundError:
        raise IntakeError(f"{where}: no such file or folder") from None
    except UNREADABLE_ZIP:
        raise IntakeError(
            f"{where}: not a zip, or damaged; name the folder or the zip that you downloaded"
        ) from None
    except OSError as error:
        raise IntakeError(f"{where}: cannot be read: {error.strerror}") from None


def zip_entries(download: zipfile.ZipFile) -> list[Entry]:
    return [entry for info in download.infolist() if (entry := zipped_entry(download, info))]


def zipped_entry(download: zipfile.ZipFile, info: zipfile.ZipInfo) -> Entry | None:
    """Return a member of a zip. Its name is compared with others, but never used as a path."""
    parts = tuple(p for p in zip_name(info).replace("\\", "/").split("/") if p not in ("", "."))
    if not parts or is_left_behind(parts):
        return None
    if not GIT.isdisjoint(parts):
        first = next(i for i, part in enumerate(parts) if part in GIT)
        return folder_entry(parts[: first + 1])
    if len(parts) > MAX_FOLDER_DEPTH:
        return folder_entry(parts[:MAX_FOLDER_DEPTH])
    read = partial(read_zipped, download, info, printable_name(parts[0]), size_limit(parts))
    return Entry(parts, zipped_kind(info), info.file_size, read)


def is_left_behind(parts: tuple[str, ...]) -> bool:
    """Is it a file that no student wrote?"""
    return not LEFT_BEHIND.isdisjoint(parts) or parts[-1].startswith("._")


def folder_entries(folder: Path, parents: tuple[str, ...]) -> Iterator[Entry]:
    """Yield what is in a folder, in the order of names, without following links.

    Raises:
        IntakeError: it may not be read.
    """
    try:
        with os.scandir(folder) as scan:
            found = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        raise IntakeError(f"{printable_name(str(folder))}: {error.strerror}") from None
    empty = True
    for entry in found:
        parts = (*parents, entry.name.encode("utf-8", "backslashreplace").decode("utf-8"))
        if is_left_behind(parts):
            continue
        empty = empty and entry.name in GIT
        path = folder / entry.name
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:  # It has been removed since the folder was listed.
            raise IntakeError(f"{printable_name(str(path))}: {error.strerror}") from None
        kind = EntryKind.of_mode(status.st_mode)
        if kind is EntryKind.FOLDER and entry.name in GIT:
            yield folder_entry(parts)
        elif kind is EntryKind.FOLDER and len(parts) < MAX_FOLDER_DEPTH:
            yield from folder_entries(path, parts)
        else:
            yield Entry(parts, kind, status.st_size, partial(read_file, path, size_limit(parts)))
    if empty and parents:
        yield folder_entry(parents)
