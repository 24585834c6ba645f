"""The submissions of a class: downloads, with the ids of the roster in place of platforms' ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Assignment
from autograder.course.results import Results
from autograder.intake.downloads import Download, read_download
from autograder.intake.handed_in import Collected, HandedIn, Participant, collect
from autograder.intake.listing import IntakeError, printable_name
from autograder.intake.roster import Roster, letters
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


def save_submissions(
    results: Results,
    run: int,
    paths: Sequence[Path],
    assignment: Assignment,
    roster: Roster | None,
) -> list[str]:
    """Save the roster and all submissions in downloads; return the problems with these."""
    problems: list[str] = []
    with results.transaction():
        former = save_roster(results, roster) if roster else {}
        for path, each in class_submissions(paths, assignment, roster, problems, results.path):
            for student, member in zip(each.students, each.handed_in.members, strict=True):
                known = student.id in roster.students if roster else None
                results.add_student(student, member.id, on_roster=known)
                for old in former.get(member.id, ()) if known else ():
                    if _is_same_student(old, student, member.id, each.handed_in.platform):
                        _take_over(results, old.id, student.id, each.handed_in.platform)
            results.add_submission(run, each.students, each.handed_in, each.collected, path)
    return problems


def save_roster(results: Results, roster: Roster) -> dict[str, list[Participant]]:
    """Save who is on the roster, and who no longer is; of these, forget who handed in nothing.

    Return by platform's id the students that are not, or no longer, on the roster.
    """
    former: dict[str, list[Participant]] = {}
    for row in results.rows("SELECT id, name, email, platform_id FROM students"):
        if row["id"] not in roster.students:
            student = Participant(row["id"], row["name"], row["email"])
            former.setdefault(row["platform_id"], []).append(student)
    for statement in (
        "UPDATE students SET on_roster = 0 WHERE on_roster",
        "DELETE FROM students WHERE on_roster = 0 AND id NOT IN (SELECT student FROM submitters)",
    ):
        results.connection.execute(statement)
    for student in roster.students.values():
        results.add_student(student, on_roster=True)
    return former


def _is_same_student(old: Participant, new: Participant, platform_id: str, platform: str) -> bool:
    """Are these two ids of a student who has one id on the platform?

    Folders made by hand may have the same names, such as numbers, in two sections of a course.
    """
    if platform != "by hand":
        return True
    without_roster = old.id == platform_id and not old.name
    return without_roster or letters(old.name) == letters(new.name) != []


def _take_over(results: Results, old: str, student: str, platform: str) -> None:
    """Give a student what was handed in under an id of a run without this roster.

    Otherwise an export of the platform would get the total of the earlier submission.
    """
    values = {"old": old, "new": student, "platform": platform}
    where = """student = :old
        AND submission IN (SELECT id FROM submissions WHERE platform = :platform)"""
    for statement in (
        f"UPDATE OR IGNORE submitters SET student = :new WHERE {where}",
        f"DELETE FROM submitters WHERE {where}",
        "DELETE FROM students WHERE id = :old AND id NOT IN (SELECT student FROM submitters)",
    ):
        results.connection.execute(statement, values)
