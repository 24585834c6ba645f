"""A submission's expected files, validated and copied into a box."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import itertools
import os
import re
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.intake.listing import (
    EXPORT,
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    MAX_PATH_LENGTH,
    NOTEBOOK,
    EntryKind,
    IntakeError,
    Listing,
    missing_file,
    no_expected_files,
    not_a_file,
    printable_name,
    several_files,
    too_large,
    too_many_entries,
)
from autograder.safetext import printable_line
from autograder.sandbox.temporary_folders import temporary_folder

# Follow no link and do not wait for a pipe's other end, where the system has these flags.
READ_ONLY = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
)
# UTF-32 first: one of its marks begins with that of UTF-16.
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
DOCUMENTS = {
    b"{\\rtf": "an RTF document",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a Word document or a zip archive",
}
"""The first bytes of documents that students submit in place of a Python file, and their kinds."""


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
    if not listing.has_expected_files:
        raise IntakeError(no_expected_files(listing, assignment.files))
    contents, unusable = usable_files(listing, assignment.files)
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


def usable_files(
    listing: Listing, expected: Sequence[str]
) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return the contents of the files that can be graded, and why the others cannot."""
    reasons = {name: unusable_reason(listing, name, expected) for name in expected}
    contents = {name: listing.contents[name] for name in expected if not reasons[name]}
    return contents, {name: reason for name, reason in reasons.items() if reason}


def unusable_reason(listing: Listing, name: str, expected: Sequence[str]) -> str:
    """Return why a file is not used; empty if it is."""
    if name in listing.faults:
        return listing.faults[name]
    if name not in listing.contents:
        return missing_file(listing, name, expected)
    return encoding_fault(name, listing.contents[name])


def encoding_fault(name: str, data: bytes) -> str:
    """Return why a file is not a text that Python could decode; empty if it is."""
    for start, kind in DOCUMENTS.items():
        if data.startswith(start):
            return f"{name} is {kind}; save it as plain text"
    if data.lstrip().startswith(b"{") and b'"cells"' in data and b'"nbformat"' in data:
        return f"{name} is a notebook; {EXPORT} {name}"
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return f"{name} is {encoding} text; save it as UTF-8"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"{name}, line {line_of(data, error.start)}: not UTF-8 text; save it as UTF-8"
    if (null := data.find(b"\0")) >= 0:
        return f"{name}, line {line_of(data, null)}: contains a NUL byte; save it as UTF-8 text"
    return ""


def line_of(data: bytes, position: int) -> int:
    """Return the line number of a position; like Python, count all three kinds of line endings."""
    return len(re.findall(rb"\r\n?|\n", data[:position])) + 1


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
            return read_entries(path.parent, where, expected, expected)
        from autograder.intake import archive  # Late: most submissions are folders.

        data = read_file(path, archive.MAX_ARCHIVE_BYTES)
    except OSError as error:
        raise IntakeError(f"{where}: {error.strerror}") from None
    if archive.is_archive(path.name, data):
        return archive.list_archive(path.name, data, where, expected)
    if any_name and path.suffix == ".py":
        if len(expected) > 1:
            raise IntakeError(several_files(where, expected))
        if len(data) > MAX_FILE_BYTES:
            raise IntakeError(too_large(where, len(data), MAX_FILE_BYTES))
        return Listing(where, {expected[0]: data}, {}, {}, [], [], [], "", renamed=path.name)
    names = " or ".join(expected)
    if path.suffix == NOTEBOOK:
        raise IntakeError(f"{where} is a notebook; {EXPORT} {names}")
    raise IntakeError(f"{where}: the file has to be called {names}; rename it")


def is_archive_file(path: Path) -> bool:
    """Is the file an archive, by its first bytes or by its name?"""
    try:
        with opened(path) as file:
            from autograder.intake.archive import LONGEST_START, is_archive

            return is_archive(path.name, file.read(LONGEST_START))
    except (OSError, IntakeError):
        return False


def list_folder(path: Path, where: str, expected: Sequence[str]) -> Listing:
    """List a folder without following links in it."""
    with os.scandir(path) as scan:
        entries = list(itertools.islice(scan, MAX_ENTRIES + 1))
    if len(entries) > MAX_ENTRIES:
        raise IntakeError(too_many_entries(where))
    names = {entry.name for entry in entries}  # Exact: some systems ignore the case of names.
    present = [name for name in expected if name in names]
    visible = sorted((e for e in entries if not e.name.startswith(".")), key=lambda e: e.name)
    return read_entries(path, where, expected, present, visible)


def read_entries(
    folder: Path,
    where: str,
    expected: Sequence[str],
    present: Sequence[str],
    entries: Sequence[os.DirEntry[str]] = (),
) -> Listing:
    """Read the expected files that are present, and look for the others one folder down.

    Raises:
        IntakeError: the grader may not read one; that is not the student's fault.
    """
    contents, faults = {}, {}
    for name in present:
        try:
            contents[name] = read_file(folder / name, MAX_FILE_BYTES)
        except IntakeError as error:
            faults[name] = str(error)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise IntakeError(f"{where}: {unreadable(name, error)}") from None
            faults[name] = f"{name} cannot be read: {error.strerror}"  # Replaced by a link.
    files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    folders = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    others = {entry.name for entry in entries}.difference(files, folders)
    elsewhere = {
        name: [other for other in folders if is_regular_file(folder / other / name)]
        for name in expected
        if name not in present
    }
    advice = "use that folder"
    return Listing(where, contents, faults, elsewhere, files, folders, sorted(others), advice)


def unreadable(name: str, error: OSError) -> str:
    return f"{name} cannot be read by the grader: {error.strerror}; nothing was graded"


def is_regular_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:  # It does not exist, or its folder is not accessible.
        return False


@contextlib.contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """Open a regular file, and nothing else, even if it is replaced meanwhile.

    Raises:
        IntakeError: it is not a regular file.
    """
    require_regular_file(path, path.lstat())
    with open(os.open(path, READ_ONLY), "rb") as file:
        require_regular_file(path, os.fstat(file.fileno()))
        yield file


def require_regular_file(path: Path, status: os.stat_result) -> None:
    kind = EntryKind.of_mode(status.st_mode)
    if kind is not EntryKind.FILE:
        raise IntakeError(not_a_file(printable_name(path.name), kind))


def read_file(path: Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes, whatever size the system reports."""
    with opened(path) as file:
        data = file.read(limit + 1)
        if len(data) > limit:
            size = max(len(data), os.fstat(file.fileno()).st_size)
            raise IntakeError(too_large(printable_name(path.name), size, limit))
    return data
