"""The listing of a submitted folder or archive, and messages about what it lacks."""

from __future__ import annotations

import difflib
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from autograder.safetext import printable_line

MAX_FILE_BYTES = 1 << 20
MAX_ENTRIES = 10_000
MAX_NAMES_SHOWN = 8
MAX_NAME_LENGTH = 80
MAX_PATH_LENGTH = 1000
NOTEBOOK = ".ipynb"
EXPORT = "export its code as"


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
class Listing:
    """The entries at the top of a folder or an archive, which messages call `where`.

    Of the expected files, `contents` holds those that could be read, `faults` the reasons why
    others could not, and `elsewhere` the folders that contain files missing at the top. `files`,
    `folders` and `others` are the names of all visible entries. `advice` says what to do if one of
    the folders is the submission. `renamed` is the file that was read as the only expected one.
    """

    where: str
    contents: Mapping[str, bytes]
    faults: Mapping[str, str]
    elsewhere: Mapping[str, Sequence[str]]
    files: Sequence[str]
    folders: Sequence[str]
    others: Sequence[str]
    advice: str
    renamed: str = ""

    @property
    def has_expected_files(self) -> bool:
        return bool(self.contents or self.faults)


def printable_name(name: str) -> str:
    return printable_line(name, MAX_NAME_LENGTH)


def join_names(names: Sequence[str]) -> str:
    """Join the first few names."""
    return ", ".join(map(printable_name, names[:MAX_NAMES_SHOWN])) + (
        ", …" if len(names) > MAX_NAMES_SHOWN else ""
    )


def too_many_entries(where: str) -> str:
    return f"{where} has more than {MAX_ENTRIES:,} entries; hand in only your own files"


def too_large(name: str, size: int, limit: int) -> str:
    return f"{name} has {size:,} bytes; at most {limit:,} are allowed"


def not_a_file(name: str, kind: EntryKind) -> str:
    return f"{name} is {kind.value}; hand in the file itself"


def several_files(where: str, expected: Sequence[str]) -> str:
    """Explain that a single file of another name may be any of those expected."""
    names = join_names(expected)
    return f"{where}: the assignment expects {names}; put them into a folder or a zip"


def missing_file(listing: Listing, name: str, expected: Sequence[str]) -> str:
    """Explain that a file is missing, and where it may be or what it may be called instead."""
    missing = f"{name} is missing in {listing.where}"
    folders = listing.elsewhere.get(name, ())
    if len(folders) == 1:
        advice = "put all files into one folder" if listing.has_expected_files else listing.advice
        return f"{missing}; it is in {listing.where}/{printable_name(folders[0])}: {advice}"
    others = [
        other for other in listing.files if other not in expected and not other.endswith(NOTEBOOK)
    ]
    if misnamed := misnamed_file(name, others, expected):
        return f"{missing}; did you mean {printable_name(misnamed)}? Rename it to {name}"
    stem, _, extension = name.rpartition(".")
    as_notebook = f"{stem}{NOTEBOOK}".casefold()
    if notebook := next((n for n in listing.files if n.casefold() == as_notebook), ""):
        return f"{missing}; {printable_name(notebook)} is a notebook: {EXPORT} {name}"
    # If there are too many to show, files of the same kind are the likely ones.
    names = sorted(
        {*listing.files, *listing.folders, *listing.others},
        key=lambda other: (not other.endswith(f".{extension}") or other in expected, other),
    )
    return f"{missing}; found: {join_names(names) or 'nothing'}"


def misnamed_file(name: str, others: Sequence[str], expected: Sequence[str]) -> str:
    """Return the file that may be the one with this name; empty if there is none.

    A file with a name that is more like that of another expected file is that one.
    """
    for other in others:
        if other.casefold() == name.casefold():
            return other
    for other in difflib.get_close_matches(name, others, n=MAX_NAMES_SHOWN):
        if difflib.get_close_matches(other, expected, n=1, cutoff=0) == [name]:
            return other
    return ""


def no_expected_files(listing: Listing, expected: Sequence[str]) -> str:
    """Explain that none of the expected files is there."""
    folders = {folder for name in expected for folder in listing.elsewhere.get(name, ())}
    if len(folders) > 1:
        return (
            f"{listing.where}: the files are in several folders: {join_names(sorted(folders))}; "
            "put the ones to grade into one folder"
        )
    return "; ".join(missing_file(listing, name, expected) for name in expected)
