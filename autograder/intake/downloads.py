"""Downloads of a whole class's submissions, as platforms provide them."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from autograder.assignment import Assignment
from autograder.intake.archive import CORRUPT, Entry
from autograder.intake.download_entries import GIT, opened_download, zip_entries
from autograder.intake.gradescope import metadata_entry, read_gradescope
from autograder.intake.handed_in import HandedIn, collect
from autograder.intake.listing import IntakeError, printable_name
from autograder.intake.platforms import (
    CANVAS,
    MOODLE,
    are_clones,
    are_named,
    inside,
    read_by_hand,
    read_canvas,
    read_clones,
    read_moodle,
    without_wrapper,
)


@dataclass(frozen=True)
class Download:
    """The submissions in one download, and a line for each file that belongs to no student."""

    handed_in: list[HandedIn]
    problems: list[str]


@contextlib.contextmanager
def read_download(
    path: Path,
    assignment: Assignment,
    known: Mapping[str, object],
    left_out: Collection[str] = (),
) -> Iterator[Download]:
    """Find out who handed in what. The files can be read inside this block.

    `known` has the ids of the roster in lower case, `left_out` the names at the top to ignore.

    Raises:
        IntakeError: the download cannot be read, or there is no submission in it.
    """
    where = printable_name(path.name or str(path))
    with opened_download(path) as found:
        entries = [entry for entry in found if entry.parts[0] not in left_out]
        handed_in, problems = read_entries_of(path, entries, assignment, known)
        if not handed_in:
            raise IntakeError(
                f"{where}: contains no submissions; name a download from your platform, "
                "or a folder with ID/, ID.py or ID.zip for each student"
            )
        if inner := packed_class(handed_in, assignment, known):
            inner = printable_name(inner)
            raise IntakeError(
                f"{where}: {inner} in it looks like the download of a whole class; take it out, "
                f"and name {inner} instead"
            )
        yield Download(handed_in, problems)


def packed_class(
    handed_in: Sequence[HandedIn], assignment: Assignment, known: Mapping[str, object]
) -> str:
    """Return the name of a zip that looks like one student's, but is a download of its own.

    It is the only file, and either two or more submissions in it could be graded, but it could not
    as a whole, or they are named as by a platform.
    """
    only = handed_in[0]
    if len(handed_in) > 1 or len(only.entries) != 1:
        return ""
    if only.platform != "by hand" or only.id.casefold() in known:
        return ""
    name = only.entries[0].parts[-1]
    try:
        with zipfile.ZipFile(io.BytesIO(only.entries[0].read())) as packed:
            entries = zip_entries(packed)
            if metadata_entry(entries, in_folder=True):  # Not to be parsed: a student's, perhaps.
                return "" if can_be_graded(only, assignment) else name
            found, _ = read_entries_of(Path(name), entries, assignment, known)
            gradable = list(islice((each for each in found if can_be_graded(each, assignment)), 2))
    except (*CORRUPT, IntakeError):
        return ""
    if len(gradable) < 2:
        return ""
    is_one = gradable[0].platform == only.platform and can_be_graded(only, assignment)
    return "" if is_one else name


def can_be_graded(handed_in: HandedIn, assignment: Assignment) -> bool:
    try:
        collect(handed_in, assignment.files)
    except IntakeError:
        return False
    return True


def read_entries_of(
    path: Path, entries: Sequence[Entry], assignment: Assignment, known: Mapping[str, object]
) -> tuple[list[HandedIn], list[str]]:
    """Recognise the platform by the names of the files, and read them."""
    in_folder = not is_of_student(entries, known)
    if metadata := metadata_entry(entries, in_folder=in_folder):
        return read_gradescope(entries, metadata)
    for pattern, read in ((MOODLE, read_moodle), (CANVAS, read_canvas)):
        found = without_wrapper(entries, pattern)
        if are_named(pattern, found):
            return read(found)
    folder, found = without_folder_around(path, entries, assignment, known)
    if are_clones(found, folder):
        return read_clones(found, folder, assignment.name, known)
    return read_by_hand(found, assignment.files)


def is_of_student(entries: Sequence[Entry], known: Mapping[str, object]) -> bool:
    """Is the first folder one student's? Then nothing in it can say whose submissions it has."""
    top = next((entry.parts[0] for entry in entries), "")
    is_clone = any(not GIT.isdisjoint(entry.parts[1:2]) for entry in entries)
    return is_clone or top.casefold() in known or bool(MOODLE.fullmatch(top))


def without_folder_around(
    path: Path, entries: Sequence[Entry], assignment: Assignment, known: Mapping[str, object]
) -> tuple[str, Sequence[Entry]]:
    """Leave out a folder around the folders of several students; return the folder's name."""
    tops = {entry.parts[0] for entry in entries}
    inner = {entry.parts[1] for entry in entries if len(entry.parts) > 1}
    top = next(iter(tops), "")
    single = len(tops) == 1 and len(inner) > 1 and inner.isdisjoint(assignment.files)
    if single and not is_of_student(entries, known) and all(len(e.parts) > 1 for e in entries):
        return top, [inside(entry, 1) for entry in entries]
    return path.resolve().name.removesuffix(".zip"), entries
