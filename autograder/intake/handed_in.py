"""What one student or one group handed in, as it was found in a platform's download."""

from __future__ import annotations

import os.path
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from autograder.intake import archive
from autograder.intake.archive import CORRUPT, Entry, list_archive, list_entries
from autograder.intake.intake import usable_files
from autograder.intake.listing import (
    EntryKind,
    IntakeError,
    join_names,
    no_expected_files,
    printable_name,
    several_files,
)

ONLINE_TEXT = "onlinetext.html"
RESUBMITTED = re.compile(r"-(\d+)(?=\.[^.]*$|$)")
"""The number that Canvas puts before the suffix of a file that was handed in again."""


@dataclass(frozen=True)
class Participant:
    """A student as the platform knows them; `id` is unique there, name and email may be empty."""

    id: str
    name: str = ""
    email: str = ""


@dataclass
class HandedIn:
    """The files of one student, or of a group, and what the platform notes about them.

    `folder` is the name that stands for them in the download: of their folder, or the beginning of
    their files' names. `submitted` is a time in ISO format, if the platform records it. A `fault`
    is the reason why nothing can be graded; the message is one line.
    """

    members: tuple[Participant, ...]
    platform: str
    folder: str
    entries: list[Entry] = field(default_factory=list)
    submitted: str = ""
    late: bool = False
    notes: list[str] = field(default_factory=list)
    fault: str = ""

    @property
    def id(self) -> str:
        return self.members[0].id


@dataclass(frozen=True)
class Collected:
    """The expected files among those handed in, and why others of them cannot be used.

    `found` are the names of all files, as they were handed in.
    """

    contents: dict[str, bytes]
    unusable: dict[str, str]
    found: tuple[str, ...]


def collect(handed_in: HandedIn, expected: Sequence[str]) -> Collected:
    """Read the expected files: the latest of each, from a folder or from an archive in it.

    Raises:
        IntakeError: nothing can be graded; the message says why.
    """
    if handed_in.fault:
        raise IntakeError(handed_in.fault)
    where = printable_name(handed_in.folder)
    entries = [entry for entry in handed_in.entries if entry.kind is not EntryKind.FOLDER]
    files = [entry for entry in entries if entry.parts[-1] != ONLINE_TEXT]
    if not files:
        only = "only online text" if entries else "nothing"
        raise IntakeError(f"{where}: {only} was handed in; {join_names(expected)} expected")
    found = tuple("/".join(entry.parts) for entry in files)
    if handed_in.platform == "Canvas":
        files, earlier = latest_files(files, expected)
        handed_in.notes += [
            f"handed in again; {printable_name(name)} is not used" for name in earlier
        ]
    if handed_in.platform == "by hand":
        files = named_as_expected(files, handed_in.folder, expected)
    try:
        listing = list_entries(files, where, expected)
        packed = [entry for entry in files if archive.suffix(entry.parts[-1]) in archive.SUFFIXES]
        if not listing.has_expected_files and len(packed) == 1:
            name = packed[0].parts[-1]
            inside = name if name == handed_in.folder else f"{handed_in.folder}/{name}"
            listing = list_archive(name, packed[0].read(), printable_name(inside), expected)
    except PermissionError as error:
        name = printable_name(os.path.basename(str(error.filename)))
        raise IntakeError(
            f"{where}: {name} cannot be read by the grader: {error.strerror}; make it readable, "
            "and run the command again"
        ) from None
    except CORRUPT:
        raise IntakeError(f"{where} is damaged in the download; download it again") from None
    if not listing.has_expected_files:
        raise IntakeError(no_expected_files(listing, expected))
    contents, unusable = usable_files(listing, expected)
    return Collected(contents, unusable, found)


def latest_files(files: Sequence[Entry], expected: Sequence[str]) -> tuple[list[Entry], list[str]]:
    """Restore the names of files that were handed in again; return earlier versions separately.

    `work-1.py` is a later `work.py`, unless an expected file has that name; of two files of one
    name, the last one is later.
    """
    latest: dict[str, tuple[int, Entry]] = {}
    earlier = []
    for entry in files:
        name = entry.parts[-1]
        match = None if name in expected else RESUBMITTED.search(name)
        number = int(match[1]) if match and len(match[1]) < 4 else 0
        first_name = RESUBMITTED.sub("", name) if number else name
        one = number, replace(entry, parts=(*entry.parts[:-1], first_name))
        other = latest.get(first_name, (-1, one[1]))
        if other[0] >= 0:
            replaced = min(number, other[0])
            stem, suffix = os.path.splitext(first_name)
            earlier.append(f"{stem}-{replaced}{suffix}" if replaced else first_name)
        if number >= other[0]:
            latest[first_name] = one
    return [entry for _, entry in latest.values()], earlier


def named_as_expected(files: list[Entry], folder: str, expected: Sequence[str]) -> list[Entry]:
    """Use `ID.py` as the only file that the assignment expects."""
    only = files[0]
    if len(files) > 1 or only.parts != (folder,) or archive.suffix(folder) != ".py":
        return files
    if len(expected) > 1:
        raise IntakeError(several_files(printable_name(folder), expected))
    return [replace(only, parts=(expected[0],))]
