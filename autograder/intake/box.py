"""A box: a new folder with a submission's expected files, validated, and the provided ones."""

from __future__ import annotations

import contextlib
import shutil
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.intake.entries import (
    GIT,
    MAX_ARCHIVE_BYTES,
    Entry,
    EntryKind,
    IntakeError,
    folder_entries,
    is_archive,
    read_file,
)
from autograder.intake.expected_files import (
    EXPORT,
    NOTEBOOK,
    Listing,
    find_expected,
    find_in_archive,
    meant,
    program_stem,
    several_files,
)
from autograder.safetext import printable_line
from autograder.sandbox.temporary_folders import temporary_folder

MAX_PATH_LENGTH = 1000
MAX_LISTED = 10_000
"""The most entries of a folder that are listed before those in deeper folders are left out."""


@dataclass(frozen=True)
class Received:
    """A new `box` with the `contents` of the student's files, and with the kit's provided ones.

    `unusable` maps the student's files that are not in it to the reason, `renamed` those that had
    another name to that name. `ungraded` are the names of Python files that were beside them.
    """

    box: Path
    contents: dict[str, bytes]
    unusable: dict[str, str]
    renamed: dict[str, str]
    ungraded: Sequence[str]


@contextlib.contextmanager
def receive(assignment: Assignment, path: Path) -> Iterator[Received]:
    """Copy the expected files of a folder, of an archive, or next to a single file into a box.

    Raises:
        IntakeError: none of the expected files is there, or the path cannot be read.
    """
    listing = list_submission(assignment, path)
    contents, unusable = listing.usable_files()
    with box_of(assignment, contents) as box:
        yield Received(box, contents, unusable, listing.renamed, listing.ungraded)


@contextlib.contextmanager
def box_of(assignment: Assignment, contents: Mapping[str, bytes]) -> Iterator[Path]:
    """Make a box of the contents of a student's files and of the kit's provided files."""
    with temporary_folder() as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            if not (assignment.starter / name).is_file():
                where = assignment.starter / name
                raise AssignmentError(f"{where} is missing; {assignment.command('starter')}")
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(assignment.starter / name, box / name)
        for name, content in contents.items():
            (box / name).write_bytes(content)
        yield box


def list_submission(assignment: Assignment, path: Path) -> Listing:
    """List a folder or an archive. A file stands for its folder if the assignment has several.

    Messages name the current folder in full: the terminal may be in the wrong one.

    Raises:
        IntakeError: the path does not exist or cannot be listed.
    """
    named = path.resolve() if path.name in ("", "..") else path
    where, expected = printable_line(str(named), MAX_PATH_LENGTH), assignment.files
    try:
        if path.is_dir():
            return list_folder(path, where, assignment)
        if not path.exists():
            raise IntakeError(f"{where}: no such file or folder")
        is_meant = meant(path.name, assignment) in expected
        if is_meant or program_stem(path.name):
            if len(expected) == 1:
                status = path.lstat()
                kind, read = EntryKind.of_mode(status.st_mode), partial(read_file, path)
                listing = Listing(where, assignment)
                listing.add(expected[0], [Entry((path.name,), kind, status.st_size, read, path)])
                return listing
            if is_meant:
                return list_submission(assignment, path.parent)
            raise IntakeError(several_files(where, expected))
        data = read_file(path.resolve(), MAX_ARCHIVE_BYTES)
    except OSError as error:
        raise IntakeError(f"{where}: {error.strerror}") from None
    if is_archive(path.name, data):
        return find_in_archive(data, where, assignment)
    names = " or ".join(expected)
    if path.suffix == NOTEBOOK:
        raise IntakeError(f"{where} is a notebook; {EXPORT} {names}")
    raise IntakeError(f"{where} is not a Python file; expected: {names}")


def list_folder(path: Path, where: str, assignment: Assignment) -> Listing:
    """List a folder, level by level: down to the expected files, or as far as that is quick."""
    entries: list[Entry] = []
    waiting = deque([Entry((), EntryKind.FOLDER, place=path)])
    missing, level = set(assignment.files), 0
    while waiting and (missing or len(waiting[0].parts) == level) and len(entries) < MAX_LISTED:
        folder = waiting.popleft()
        depth = len(folder.parts)
        for entry in folder_entries(folder.place, depth + 1, folder.parts):
            is_new = len(entry.parts) > depth and entry.parts[-1] != GIT
            if is_new and entry.kind is EntryKind.FOLDER:
                waiting.append(entry)
                continue
            entries.append(entry)
            missing.discard(entry.parts[-1])
            level = depth
    entries += [replace(folder, kind=EntryKind.OTHER) for folder in waiting]
    return find_expected(entries, where, assignment)


def paths_of(assignment: Assignment, path: Path) -> dict[str, Path]:
    """Return where the expected files of a submission are, if it is no archive.

    Raises:
        IntakeError: they cannot be listed.
    """
    if path.is_file() and len(assignment.files) == 1:
        return {assignment.files[0]: path}
    listing = list_submission(assignment, path)
    places = {name: place for name, place in listing.places.items() if place.name}
    folder = next((place.parent for place in places.values()), path)
    return {name: places.get(name, folder / name) for name in assignment.files}


def is_archive_file(path: Path) -> bool:
    """Return whether a file is an archive, by its first bytes or by its name."""
    try:
        with path.open("rb") as file:
            return is_archive(path.name, file.read(512))
    except OSError:
        return False
