"""Downloads of a class: opened, recognized, and read submission by submission."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from autograder.assignment import Assignment
from autograder.course.platforms import by_hand, canvas, github, gradescope_export, moodle
from autograder.course.students import Roster
from autograder.course.submissions import Download, Submission
from autograder.intake.entries import (
    Entry,
    IntakeError,
    folder_entries,
    listed,
    printable_name,
    zip_entries,
)
from autograder.intake.expected_files import meant
from autograder.safetext import escape


class Platform(Protocol):
    """A module in `platforms`; FORM is the form of the names of submissions there."""

    NAME: str
    FORM: str

    def read(self, download: Download) -> list[Submission]:
        """Find out who handed in what."""


PLATFORMS: dict[str, Platform] = {
    "canvas": canvas,
    "moodle": moodle,
    "gradescope": gradescope_export,
    "github": github,
    "folder": by_hand,
}


def read_submissions(
    paths: Sequence[Path],
    assignment: Assignment,
    platform: str = "",
    roster: Roster | None = None,
    results: Path | None = None,
) -> tuple[list[Submission], list[str]]:
    """Return the submissions in downloads; students have the roster's ids.

    What belongs to no student is a problem, which is also returned, and so is a download that
    cannot be read. The file of `results` may be in a folder of submissions.
    """
    read: list[Submission] = []
    problems: list[str] = []
    for path in paths:
        where = printable_name(path.name if path.name and path.exists() else str(path))
        own = names_of(results) if results and results.resolve().parent == path.resolve() else ()
        try:
            with opened(path) as found:
                kept = [entry for entry in found if entry.parts[0] not in own]
                module, download = recognized(path, kept, assignment, platform)
                submissions = module.read(download)
                if not submissions:
                    raise IntakeError(f"has no submissions; expected: {module.FORM}")
                for entry in download.unread:
                    name = printable_name(entry.path)
                    problems.append(f"{where}: {name}: not read; expected: {module.FORM}")
                for each in submissions:
                    each.collect(assignment)
                    each.download = escape(str(path))  # SQLite stores valid text only.
                    if roster:
                        each.students = tuple(map(roster.known, each.students))
                read += submissions
        except IntakeError as error:
            problems.append(f"{where}: {error}")
    return read, problems


def names_of(results: Path) -> tuple[str, ...]:
    """Return the names of a results file and of what SQLite and locks write next to it."""
    return tuple(f"{results.name}{end}" for end in ("", "-lock", "-shm", "-wal", "-journal"))


@contextlib.contextmanager
def opened(path: Path) -> Iterator[list[Entry]]:
    """List the files and the empty folders of a download; they can be read inside this block.

    Raises:
        IntakeError: it is neither a folder nor a zip that can be read.
    """
    if path.is_dir():
        yield list(folder_entries(path))
        return
    try:
        with zipfile.ZipFile(path) as download:
            yield [entry for each in zip_entries(download) if (entry := listed(each))]
    except FileNotFoundError:
        raise IntakeError("no such file or folder") from None
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError):
        advice = "name the folder or the zip that you downloaded"
        raise IntakeError(f"not a zip, or damaged; {advice}") from None
    except OSError as error:
        raise IntakeError(f"cannot be read: {error.strerror}") from None


def recognized(
    path: Path, entries: Sequence[Entry], assignment: Assignment, platform: str
) -> tuple[Platform, Download]:
    """Return the platform, which is named or certain, and its download without folders around it.

    Raises:
        IntakeError: it may be one of two.
    """
    levels = [
        Download(inner, around, assignment.files)
        for around, inner in without_folders(path, entries)
    ]
    for download in levels:
        for name, named in signs_of(download, outermost=download is levels[0]).items():
            if named and platform in ("", name):
                return PLATFORMS[platform or certain(name, named, download)], download
    if platform in ("", "folder"):
        return by_hand, next((one for one in levels if is_class(one, assignment)), levels[-1])
    return PLATFORMS[platform], levels[0]


def without_folders(path: Path, entries: Sequence[Entry]) -> Iterator[tuple[str, Sequence[Entry]]]:
    """Yield entries, and then without each folder that all are in, with the name of that."""
    yield path.resolve().name.removesuffix(".zip"), entries
    while entries and len({entry.parts[0] for entry in entries}) == 1:
        around = entries[0].parts[0]
        entries = [entry.inside(1) for entry in entries if len(entry.parts) > 1]
        if entries:
            yield around, entries


def signs_of(download: Download, *, outermost: bool) -> dict[str, set[str]]:
    """Return the names at the top that are a sign of each platform."""
    entries, tops = download.entries, {entry.parts[0] for entry in download.entries}
    clones = github.clones_in(entries)
    if download.around.endswith(github.CLONES) and not any(map(by_hand.is_loose, entries)):
        clones = tops
    elif len(clones) == 1 and not outermost:  # It is in the folder of the only student.
        clones = set()
    is_export = outermost or gradescope_export.EXPORT.fullmatch(download.around)
    return {
        "gradescope": tops if is_export and gradescope_export.metadata_entry(entries) else set(),
        "moodle": {entry.parts[0] for entry in entries if moodle.is_named(entry)},
        "canvas": {entry.parts[0] for entry in entries if canvas.is_named(entry)},
        "github": clones,
    }


def certain(name: str, named: set[str], download: Download) -> str:
    """Return the name of a platform that some names at the top are a sign of.

    Raises:
        IntakeError: others may be those of students, too.
    """
    others = {e.parts[0] for e in download.entries if by_hand.is_of_student(e, ())} - named
    if others:
        raise IntakeError(
            f"{printable_name(min(named))} looks like {name}, {printable_name(min(others))} does "
            f"not; use --platform {name} or --platform folder"
        )
    return name


def is_class(download: Download, assignment: Assignment) -> bool:
    """Are these submissions made by hand? Otherwise, one folder has more than one in it."""
    tops = {entry.parts[0] for entry in download.entries}
    inner = {entry.parts[1] for entry in download.entries if len(entry.parts) > 1}
    is_around = len(tops) == 1 and all(len(entry.parts) > 1 for entry in download.entries)
    expected = assignment.files
    similar = [name for name in inner if meant(name, assignment) in expected]
    is_student = not inner.isdisjoint(expected) or 0 < len(similar) <= len(expected)
    return not is_around or len(inner) < 2 or is_student
