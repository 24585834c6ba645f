"""Downloads of a class: opened, recognized, and read submission by submission."""

from __future__ import annotations

import contextlib
import unicodedata
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from autograder.assignment import Assignment
from autograder.course.platforms import by_hand, canvas, github, gradescope_export, moodle
from autograder.course.students import Roster
from autograder.course.submissions import Download, Submission
from autograder.intake.entries import (
    SUFFIXES,
    Entry,
    IntakeError,
    folder_entries,
    listed,
    printable_name,
    suffix,
    zip_entries,
)
from autograder.intake.expected_files import NOTEBOOK, may_be_own, meant
from autograder.safetext import escape


class Platform(Protocol):
    """A module in `platforms`; FORM is the form of the names of submissions there."""

    NAME: str
    FORM: str

    def signs(self, download: Download) -> set[str]:
        """Return the names at the top that are a sign of this platform."""

    def read(self, download: Download) -> list[Submission]:
        """Find out who handed in what."""


PLATFORMS: dict[str, Platform] = {
    "gradescope": gradescope_export,
    "moodle": moodle,
    "canvas": canvas,
    "github": github,
    "folder": by_hand,
}


@dataclass
class ReadDownloads:
    """The submissions of downloads, why some of these are `unusable`, and entries not read.

    If `lacks_work`, such an entry may be what a student handed in.
    """

    submissions: list[Submission] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    lacks_work: bool = False


def read_submissions(
    paths: Sequence[Path],
    assignment: Assignment,
    platform: str = "",
    roster: Roster | None = None,
    results: Path | None = None,
) -> ReadDownloads:
    """Return the submissions in downloads; students have the roster's ids.

    The file of `results` may be in a folder of submissions.
    """
    read = ReadDownloads()
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
                    read.unread.append(f"{where}: {name}: not read; expected: {module.FORM}")
                read.lacks_work |= any(by_hand.is_of_student(e, ()) for e in download.unread)
                for each in submissions:
                    each.collect(assignment)
                    each.download = escape(str(path))  # SQLite stores valid text only.
                    if roster:
                        each.students = tuple(map(roster.known, each.students))
                read.submissions += submissions
        except IntakeError as error:
            read.unusable.append(f"{where}: {error}")
    return read


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
        IntakeError: it may be one of two, or its only folder a student's or the class's.
    """
    around = unicodedata.normalize("NFC", path.resolve().name.removesuffix(".zip"))
    levels = [*without_folders(Download(entries, around, assignment.files))]
    for download in levels:
        for name, module in PLATFORMS.items():
            named = module.signs(download) if platform in ("", name) else ()
            if named:
                if not platform:
                    require_certain(name, named, download)
                return module, download
    if platform in ("", "folder"):
        return by_hand, class_level(path, levels, assignment, is_by_hand=platform == "folder")
    return PLATFORMS[platform], levels[0]


def without_folders(download: Download) -> Iterator[Download]:
    """Yield a download, and then without each folder that all of it is in."""
    yield download
    while len(download.tops) == 1:
        [around] = download.tops
        inner = [entry.inside(1) for entry in download.entries if len(entry.parts) > 1]
        if not inner:
            return
        download = Download(inner, around, download.expected, is_outermost=False)
        yield download


def require_certain(name: str, named: set[str], download: Download) -> None:
    """Check that all names at the top are a sign of the platform `name`, as those `named`.

    Raises:
        IntakeError: others may be those of students, too.
    """
    others = {e.parts[0] for e in download.entries if by_hand.is_of_student(e, ())} - named
    if others:
        raise IntakeError(
            f"{printable_name(min(named))} looks like {name}, {printable_name(min(others))} does "
            f"not; use --platform {name} or --platform folder"
        )


def class_level(
    path: Path, levels: Sequence[Download], assignment: Assignment, *, is_by_hand: bool
) -> Download:
    """Return the download without the folders around all submissions.

    Raises:
        IntakeError: the only folder might be a student's or the whole class's.
    """
    for download in levels:
        inner = {"".join(entry.parts[1:2]) for entry in download.entries}
        if len(download.tops) != 1 or "" in inner or is_of_one(inner, assignment):
            return download
        work = {e.parts[1] for e in download.entries if is_work(e.parts[-1], assignment)}
        if len(work) > 1:
            continue
        [top] = map(printable_name, download.tops)
        if not is_by_hand and (len(inner) > 1 or top == download.around):
            folder = f"name {path / top}" if path.is_dir() else f"unpack it and name {top}"
            raise IntakeError(
                f"is {top} a student? Then use --platform folder; if it is the folder of the "
                f"class, {folder}"
            )
        return download
    return levels[-1]


def is_of_one(names: Collection[str], assignment: Assignment) -> bool:
    """Return whether these names of what is in a folder are those of one student's files."""
    expected = assignment.files
    similar = [name for name in names if meant(name, assignment) in expected]
    return not set(names).isdisjoint(expected) or 0 < len(similar) <= len(expected)


def is_work(name: str, assignment: Assignment) -> bool:
    """Return whether a file of this name can be all that a student has handed in."""
    return may_be_own(name, assignment) or suffix(name) in (*SUFFIXES, NOTEBOOK)
