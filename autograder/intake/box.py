"""A box: a new folder with a submission's expected files, validated, and the provided ones."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.intake.entries import (
    MAX_ARCHIVE_BYTES,
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    Entry,
    EntryKind,
    IntakeError,
    folder_entries,
    is_archive,
    printable_name,
    read_file,
    too_large,
    too_many_entries,
)
from autograder.intake.expected_files import (
    EXPORT,
    NOTEBOOK,
    Listing,
    find_expected,
    find_in_archive,
    several_files,
)
from autograder.safetext import printable_line
from autograder.sandbox.temporary_folders import temporary_folder

MAX_PATH_LENGTH = 1000


@dataclass(frozen=True)
class Received:
    """A new `box` with the `contents` of the student's files, and with the kit's provided ones.

    `unusable` maps the student's files that are not in it to the reason. `renamed` is a file of
    another name that was read as the only one that is expected.
    """

    box: Path
    contents: dict[str, bytes]
    unusable: dict[str, str]
    renamed: str = ""


@contextlib.contextmanager
def receive(assignment: Assignment, path: Path, *, any_name: bool = False) -> Iterator[Received]:
    """Copy the expected files of a folder, of an archive, or next to a single file into a box.

    With `any_name`, a single Python file is the only file that the assignment expects.

    Raises:
        IntakeError: none of the expected files is there, or the path cannot be read.
    """
    listing = list_submission(assignment, path, any_name=any_name)
    contents, unusable = listing.usable_files()
    with box_of(assignment, contents) as box:
        yield Received(box, contents, unusable, listing.renamed)


@contextlib.contextmanager
def box_of(assignment: Assignment, contents: Mapping[str, bytes]) -> Iterator[Path]:
    """Make a box of the contents of a student's files and of the kit's provided files."""
    with temporary_folder() as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            if not (assignment.starter / name).is_file():
                where = assignment.starter / name
                raise AssignmentError(f"{where} is missing; run autograder starter")
            shutil.copyfile(assignment.starter / name, box / name)
        for name, content in contents.items():
            (box / name).write_bytes(content)
        yield box


def list_submission(assignment: Assignment, path: Path, *, any_name: bool = False) -> Listing:
    """List a folder or an archive. A file stands for its folder if the assignment has several.

    With `any_name`, a Python file of another name is the only file that the assignment expects.

    Raises:
        IntakeError: the path does not exist or cannot be listed.
    """
    where, expected = printable_line(str(path), MAX_PATH_LENGTH), assignment.files
    try:
        if path.is_dir():
            return list_folder(path, where, expected)
        if not path.exists():
            raise IntakeError(f"{where}: no such file or folder")
        if path.name in expected:
            if len(expected) > 1:
                return list_submission(assignment, path.parent)
            status = path.lstat()
            kind, read = EntryKind.of_mode(status.st_mode), partial(read_file, path)
            return find_expected([Entry((path.name,), kind, status.st_size, read)], where, expected)
        data = read_file(path.resolve(), MAX_ARCHIVE_BYTES)
    except OSError as error:
        raise IntakeError(f"{where}: {error.strerror}") from None
    if is_archive(path.name, data):
        return find_in_archive(data, where, expected)
    if any_name and path.suffix == ".py":
        if len(expected) > 1:
            raise IntakeError(several_files(where, expected))
        if len(data) > MAX_FILE_BYTES:
            raise IntakeError(too_large(where, len(data), MAX_FILE_BYTES))
        return Listing(where, expected, {expected[0]: data}, {}, [], renamed=path.name)
    names = " or ".join(expected)
    if path.suffix == NOTEBOOK:
        raise IntakeError(f"{where} is a notebook; {EXPORT} {names}")
    raise IntakeError(f"{where}: the file has to be called {names}; rename it")


def list_folder(path: Path, where: str, expected: Sequence[str]) -> Listing:
    """List a folder and the folders in it, but of a folder in which there is only one, that one."""
    for _ in range(MAX_DEPTH):
        entries = list(folder_entries(path, 2, limit=MAX_ENTRIES + 1))
        tops = {entry.parts[0] for entry in entries}
        if len(tops) > MAX_ENTRIES:
            raise too_many_entries(where)
        is_around = len(tops) == 1 and not any(len(e.parts) == 1 for e in entries)
        if not is_around or not tops.isdisjoint(expected):
            break
        [folder] = tops
        path, where = path / folder, f"{where}/{printable_name(folder)}"
    return find_expected(entries, where, expected)


def is_archive_file(path: Path) -> bool:
    """Is the file an archive, by its first bytes or by its name?"""
    try:
        with path.open("rb") as file:
            return is_archive(path.name, file.read(512))
    except OSError:
        return False
