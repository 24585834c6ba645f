"""The submissions of a class: downloads, with the ids of the roster in place of platforms' ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Assignment
from autograder.intake.downloads import Download, read_download
from autograder.intake.handed_in import Collected, HandedIn, Participant, collect
from autograder.intake.listing import IntakeError, printable_name
from autograder.intake.roster import Roster
from autograder.safetext import escape


@dataclass(frozen=True)
class ClassSubmission:
    """What these students handed in, and what of it can be graded, or why nothing can.

    The `students` are the members of `handed_in`, as the roster knows them.
    """

    students: tuple[Participant, ...]
    handed_in: HandedIn
    collected: Collected | str


def class_submissions(
    paths: Sequence[Path],
    assignment: Assignment,
    roster: Roster | None,
    problems: list[str],
    results: Path | None = None,
) -> Iterator[tuple[str, ClassSubmission]]:
    """Yield the submissions in downloads, each with the name of its download.

    What belongs to no student is added to `problems`, and so is a download that cannot be read.
    The file of `results` may be in a folder of submissions.
    """
    for path in paths:
        where = printable_name(path.name or str(path))
        try:
            known = roster.by_key if roster else {}
            with read_download(path, assignment, known, files_of(results, path)) as download:
                problems += [f"{where}: {line}" for line in download.problems]
                for each in _submissions_of(download, assignment, roster):
                    yield escape(str(path)), each  # SQLite stores valid text only.
        except IntakeError as error:
            problems.append(str(error))


def files_of(results: Path | None, folder: Path) -> frozenset[str]:
    """Return the names of the files of `results` that are in this folder."""
    if results is None or results.resolve().parent != folder.resolve():
        return frozenset()
    return frozenset(f"{results.name}{end}" for end in ("", "-lock", "-shm", "-wal"))


def _submissions_of(
    download: Download, assignment: Assignment, roster: Roster | None
) -> Iterator[ClassSubmission]:
    for handed_in in download.handed_in:
        try:
            collected: Collected | str = collect(handed_in, assignment.files)
        except IntakeError as error:
            collected = str(error)
        students = tuple(_student(member, roster) for member in handed_in.members)
        yield ClassSubmission(students, handed_in, collected)


def _student(member: Participant, roster: Roster | None) -> Participant:
    """Return a member of a submission with the roster's id, and what either knows besides."""
    known = roster.find(member) if roster else None
    if not known:
        return member
    return replace(known, name=known.name or member.name, email=known.email or member.email)
