"""Downloads of a class: opened, recognized, and read submission by submission."""

from __future__ import annotations

import contextlib
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
        IntakeError: it may be one of two.
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
        return by_hand, next((one for one in levels if is_class(one, assignment)), levels[-1])
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


def is_class(download: Download, assignment: Assignment) -> bool:
    """Are these submissions made by hand? Otherwise, one folder has more than one in it."""
    inner = {"".join(entry.parts[1:2]) for entry in download.entries}
    is_around = len(download.tops) == 1 and "" not in inner
    expected = assignment.files
    similar = [name for name in inner if meant(name, assignment) in expected]
    is_student = not inner.isdisjoint(expected) or 0 < len(similar) <= len(expected)
    return not is_around or len(inner) < 2 or is_student
