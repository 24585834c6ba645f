"""What lies in a submission, be it a folder or an archive, and what to say where it does not."""

from __future__ import annotations

import difflib
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from autograder.safetext import printable_line

MAX_BYTES = 1 << 20
MOST_ENTRIES = 10_000
MOST_NAMED = 8
MOST_OF_A_NAME = 80
MOST_OF_A_PATH = 1000


class IntakeError(Exception):
    """What was handed in cannot be graded: one line, what and where and what to do."""


class EntryKind(Enum):
    """What an entry is, as a student reads it."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a link"
    OTHER = "no ordinary file"

    @classmethod
    def of_mode(cls, mode: int) -> EntryKind:
        kinds = {stat.S_IFREG: cls.FILE, stat.S_IFDIR: cls.FOLDER, stat.S_IFLNK: cls.LINK}
        return kinds.get(stat.S_IFMT(mode), cls.OTHER)


@dataclass(frozen=True)
class Found:
    """What was found in a folder or an archive, `where` being how that is shown.

    `contents` are the wanted files, `faults` say why one that is there cannot be taken, `inside`
    in which folders one lies that is not there. `files` and `folders` are the names of all that
    is there and not hidden, `others` what is neither. `advice` is what to do when a folder holds
    what should be at the top.
    """

    where: str
    contents: Mapping[str, bytes]
    faults: Mapping[str, str]
    inside: Mapping[str, Sequence[str]]
    files: Sequence[str]
    folders: Sequence[str]
    others: Sequence[str]
    advice: str

    @property
    def any(self) -> bool:
        return bool(self.contents or self.faults)


def printable_name(name: str) -> str:
    return printable_line(name, MOST_OF_A_NAME)


def named(names: Sequence[str]) -> str:
    """The first few of many names."""
    return ", ".join(map(printable_name, names[:MOST_NAMED])) + (
        ", …" if len(names) > MOST_NAMED else ""
    )


def too_many(where: str) -> str:
    return f"{where} has more than {MOST_ENTRIES:,} entries; hand in only your own files"


def too_big(name: str, size: int, most: int) -> str:
    return f"{name} has {size:,} bytes; {most:,} are allowed"


def no_file(name: str, kind: EntryKind) -> str:
    return f"{name} is {kind.value}; hand in the file itself"


def missing(found: Found, name: str, wanted: Sequence[str]) -> str:
    """Say that a file is missing, and where it may be, or under which other name."""
    lacking = f"{name} is missing in {found.where}"
    folders = found.inside.get(name, ())
    if len(folders) == 1:
        advice = "put all files into one folder" if found.any else found.advice
        return f"{lacking}; it is in {found.where}/{printable_name(folders[0])}: {advice}"
    strangers = [other for other in found.files if other not in wanted]
    same = [other for other in strangers if other.casefold() == name.casefold()]
    close = same or difflib.get_close_matches(name, strangers, n=1)
    if close:
        return f"{lacking}; is {printable_name(close[0])} meant? Rename it to {name}"
    names = sorted({*found.files, *found.folders, *found.others})
    return f"{lacking}; found: {named(names) or 'nothing'}"


def nothing(found: Found, wanted: Sequence[str]) -> str:
    """Say that none of the files is there."""
    folders = sorted({folder for name in wanted for folder in found.inside.get(name, ())})
    if len(folders) > 1:
        return (
            f"{found.where}: the files are in several folders: {named(folders)}; "
            "put those that count into one"
        )
    return "; ".join(missing(found, name, wanted) for name in wanted)
