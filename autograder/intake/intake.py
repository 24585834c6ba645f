"""A submission comes in: the files that the assignment names, looked at before they are read."""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.intake import archive
from autograder.intake.archive_readers import BLOCK
from autograder.intake.listing import (
    MAX_BYTES,
    MOST_ENTRIES,
    MOST_OF_A_PATH,
    EntryKind,
    Found,
    IntakeError,
    missing,
    no_file,
    nothing,
    printable_name,
    too_big,
    too_many,
)
from autograder.safetext import printable_line

__all__ = ["IntakeError", "Received", "find", "is_archive", "receive"]

# Not through a link, and not waiting for a pipe's other end, where the system can be told so.
READ_ONLY = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
)
# The marks of UTF-32 first: that of UTF-16 begins one of them.
MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True)
class Received:
    """A clean `box` with the student's files and the kit's provided ones.

    `unusable` are the student's files that are not in it, each with the reason why.
    """

    box: Path
    unusable: dict[str, str]


@contextlib.contextmanager
def receive(assignment: Assignment, path: Path) -> Iterator[Received]:
    """Take a folder, an archive, or the file of an assignment that has only one, into a box.

    Raises:
        IntakeError: nothing that the assignment asks for is there, or it cannot be read.
    """
    found = find(assignment, path)
    if not found.any:
        raise IntakeError(nothing(found, assignment.files))
    with tempfile.TemporaryDirectory(prefix="cagework-") as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            if not (assignment.starter / name).is_file():
                where = assignment.starter / name
                raise AssignmentError(f"{where} is missing; autograder starter writes it")
            shutil.copyfile(assignment.starter / name, box / name)
        unusable = {}
        for name in assignment.files:
            if why := why_unusable(found, name, assignment.files):
                unusable[name] = why
            else:
                (box / name).write_bytes(found.contents[name])
        yield Received(box, unusable)


def why_unusable(found: Found, name: str, wanted: Sequence[str]) -> str:
    """Why a file is not taken; empty if it is."""
    if name in found.faults:
        return found.faults[name]
    if name not in found.contents:
        return missing(found, name, wanted)
    return why_no_source(name, found.contents[name])


def why_no_source(name: str, data: bytes) -> str:
    """Why Python could not read a file; empty if it can."""
    for mark, encoding in MARKS.items():
        if data.startswith(mark):
            return f"{name} is {encoding} text; save it as UTF-8"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"{name}, line {line_of(data, error.start)}: not UTF-8 text; save it as UTF-8"
    if (null := data.find(b"\0")) >= 0:
        return f"{name}, line {line_of(data, null)}: a NUL byte; save it as plain text, in UTF-8"
    return ""


def line_of(data: bytes, position: int) -> int:
    """The line of a position, as Python counts: all three kinds of line ends."""
    return len(re.findall(rb"\r\n?|\n", data[:position])) + 1


def find(assignment: Assignment, path: Path) -> Found:
    """What is at a path. A file stands for its folder where the assignment has several.

    Raises:
        IntakeError: there is nothing, or nothing that can be looked into.
    """
    where, wanted = printable_line(str(path), MOST_OF_A_PATH), assignment.files
    try:
        if path.is_dir():
            return in_folder(path, where, wanted)
        if not path.exists():
            raise IntakeError(f"{where}: there is no such file or folder")
        if path.name in wanted:
            if len(wanted) > 1:
                return find(assignment, path.parent)
            return found_at(path.parent, where, wanted, wanted)
        data = read_file(path, archive.MAX_ARCHIVE_BYTES)
    except OSError as error:
        raise IntakeError(f"{where}: {error.strerror}") from None
    if archive.is_archive(path.name, data):
        return archive.read(path.name, data, where, wanted)
    raise IntakeError(f"{where}: the file has to be called {' or '.join(wanted)}; rename it")


def is_archive(path: Path) -> bool:
    """Is this an archive, or called so?"""
    try:
        with opened(path) as file:
            return archive.is_archive(path.name, file.read(BLOCK))
    except (OSError, IntakeError):
        return False


def in_folder(path: Path, where: str, wanted: Sequence[str]) -> Found:
    """Look into a folder; neither it nor what is in it is left through a link."""
    with os.scandir(path) as listing:
        entries = list(itertools.islice(listing, MOST_ENTRIES + 1))
    if len(entries) > MOST_ENTRIES:
        raise IntakeError(too_many(where))
    names = {entry.name for entry in entries}  # Exact: some systems find a name in any case.
    visible = sorted((e for e in entries if not e.name.startswith(".")), key=lambda e: e.name)
    return found_at(path, where, wanted, [name for name in wanted if name in names], visible)


def found_at(
    folder: Path,
    where: str,
    wanted: Sequence[str],
    there: Sequence[str],
    entries: Sequence[os.DirEntry[str]] = (),
) -> Found:
    """Read the wanted files that are there, and tell where the others lie."""
    contents, faults = {}, {}
    for name in there:
        try:
            contents[name] = read_file(folder / name, MAX_BYTES)
        except IntakeError as error:
            faults[name] = str(error)
        except OSError as error:
            faults[name] = f"{name} cannot be read: {error.strerror}"
    files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    folders = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    others = {entry.name for entry in entries}.difference(files, folders)
    inside = {
        name: [other for other in folders if is_plain_file(folder / other / name)]
        for name in wanted
        if name not in there
    }
    return Found(
        where, contents, faults, inside, files, folders, sorted(others), advice="give that folder"
    )


def is_plain_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:  # Nothing there, or a folder that may not be entered.
        return False


@contextlib.contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """Open an ordinary file, and nothing else, even if it is exchanged meanwhile.

    Raises:
        IntakeError: it is something else.
    """
    refuse_all_but_files(path, path.lstat())
    with open(os.open(path, READ_ONLY), "rb") as file:
        refuse_all_but_files(path, os.fstat(file.fileno()))
        yield file


def refuse_all_but_files(path: Path, status: os.stat_result) -> None:
    kind = EntryKind.of_mode(status.st_mode)
    if kind is not EntryKind.FILE:
        raise IntakeError(no_file(printable_name(path.name), kind))


def read_file(path: Path, most: int) -> bytes:
    """Read an ordinary file of a bounded size, whatever size the system tells."""
    with opened(path) as file:
        data = file.read(most + 1)
        if len(data) > most:
            size = max(len(data), os.fstat(file.fileno()).st_size)
            raise IntakeError(too_big(printable_name(path.name), size, most))
    return data
