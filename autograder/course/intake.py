"""A submission comes in: the files that the assignment names, looked at before they are read."""

from __future__ import annotations

import contextlib
import difflib
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.judge.drawing import printable_line

MAX_BYTES = 1 << 20
MOST_NAMED = 8
MOST_OF_A_NAME = 80


class IntakeError(Exception):
    """What was handed in cannot be graded: one line, what and where and what to do."""


@dataclass(frozen=True)
class Received:
    """A clean `box` with the student's files and the kit's provided ones.

    `unusable` are the student's files that are not in it, each with the reason why.
    """

    box: Path
    unusable: dict[str, str]


@contextlib.contextmanager
def receive(assignment: Assignment, path: Path) -> Iterator[Received]:
    """Take a folder, or the file of an assignment that has only one, into a box of its own.

    Raises:
        IntakeError: nothing that the assignment asks for is there, or it cannot be read.
    """
    try:
        sources = find(assignment, path)
    except OSError as error:
        raise IntakeError(f"{path}: {error.strerror}") from None
    unusable = {
        name: missing(path, name, assignment.files)
        for name in assignment.files
        if name not in sources
    }
    if not sources:
        raise IntakeError("; ".join(unusable.values()))
    with tempfile.TemporaryDirectory(prefix="cagework-") as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            if not (assignment.starter / name).is_file():
                where = assignment.starter / name
                raise AssignmentError(f"{where} is missing; autograder starter writes it")
            shutil.copyfile(assignment.starter / name, box / name)
        for name, source in sources.items():
            try:
                (box / name).write_bytes(content(source))
            except IntakeError as error:
                unusable[name] = str(error)
            except OSError as error:
                unusable[name] = f"{name} cannot be read: {error.strerror}"
        yield Received(box, unusable)


def find(assignment: Assignment, path: Path) -> dict[str, Path]:
    """Where the assignment's files lie, those that are there.

    A file stands for its folder where the assignment has several.
    """
    if path.is_dir():
        return {name: path / name for name in assignment.files if present(path / name)}
    if not path.exists():
        raise IntakeError(f"{path}: there is no such file or folder")
    if path.name not in assignment.files:
        wanted = " or ".join(assignment.files)
        raise IntakeError(f"{path}: the file has to be called {wanted}; rename it")
    return find(assignment, path.parent) if len(assignment.files) > 1 else {path.name: path}


def present(path: Path) -> bool:
    """Is there an entry of exactly this name? Some systems find a name in any case."""
    return path.name in {entry.name for entry in path.parent.iterdir()}


def missing(path: Path, name: str, wanted: Sequence[str]) -> str:
    """Say that a file is missing, and where it may be, or under which other name."""
    folder = path if path.is_dir() else path.parent
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    inside = [entry for entry in entries if entry.is_dir() and (entry / name).is_file()]
    if len(inside) == 1:
        where = printable_line(str(inside[0]))
        return f"{name} is missing in {folder}; it is in {where}: give that folder"
    strangers = [entry.name for entry in entries if entry.is_file() and entry.name not in wanted]
    same = [other for other in strangers if other.casefold() == name.casefold()]
    close = same or difflib.get_close_matches(name, strangers, n=1)
    if close:
        other = printable_line(close[0], MOST_OF_A_NAME)
        return f"{name} is missing in {folder}; is {other} meant? Rename it to {name}"
    others = [printable_line(entry.name, MOST_OF_A_NAME) for entry in entries]
    found = ", ".join(others[:MOST_NAMED]) + (", …" if len(others) > MOST_NAMED else "")
    return f"{name} is missing in {folder}; found: {found or 'nothing'}"


def content(path: Path) -> bytes:
    """The bytes of a source file, once it is known to be one."""
    kind = path.lstat()
    if not stat.S_ISREG(kind.st_mode):
        what = "a folder" if stat.S_ISDIR(kind.st_mode) else "no ordinary file"
        raise IntakeError(f"{path.name} is {what}; hand in the file itself")
    if kind.st_size > MAX_BYTES:
        raise IntakeError(f"{path.name} has {kind.st_size:,} bytes; {MAX_BYTES:,} are allowed")
    data = path.read_bytes()
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise IntakeError(f"{path.name}, line {line}: not UTF-8 text; save it as UTF-8") from None
    return data
