"""The students and submissions of a class in its results file: saving and reading them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict
from pathlib import Path

from autograder.assignment import Assignment
from autograder.course.class_submissions import ClassSubmission, class_submissions
from autograder.course.results import Results
from autograder.intake.handed_in import Collected, Participant
from autograder.intake.roster import Roster, letters
from autograder.provenance import submission_hash

LISTS_IDS = "autograder course gradebook lists the ids"
"""The advice where somebody names a student who is not there."""


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
                add_student(results, student, member.id, on_roster=known)
                for old in former.get(member.id, ()) if known else ():
                    if _is_same_student(old, student, member.id, each.handed_in.platform):
                        _take_over(results, old.id, student.id, each.handed_in.platform)
            add_submission(results, run, each, path)
    return problems


def save_roster(results: Results, roster: Roster) -> dict[str, list[Participant]]:
    """Save who is on the roster, and who no longer is; of these, forget who handed in nothing.

    Return the students that are not, or no longer, on the roster, by their ids on the platform.
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
        add_student(results, student, on_roster=True)
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


def add_student(
    results: Results,
    student: Participant,
    platform_id: str = "",
    *,
    on_roster: bool | None = None,
) -> None:
    """Add a student, or update what is known about one; empty values change nothing."""
    results.connection.execute(
        """INSERT INTO students VALUES (:id, :name, :email, :platform_id, :on_roster)
        ON CONFLICT (id) DO UPDATE SET
            name = coalesce(nullif(:name, ''), name),
            email = coalesce(nullif(:email, ''), email),
            platform_id = coalesce(nullif(:platform_id, ''), platform_id),
            on_roster = coalesce(:on_roster, on_roster)""",
        {**asdict(student), "platform_id": platform_id, "on_roster": on_roster},
    )


def add_submission(results: Results, run: int, submission: ClassSubmission, download: str) -> int:
    """Add a submission, or find it if these students' is known; return its number."""
    handed_in, collected = submission.handed_in, submission.collected
    refused = collected if isinstance(collected, str) else ""
    usable = Collected({}, {"": refused}, ()) if isinstance(collected, str) else collected
    total = submission_hash(usable.contents, usable.unusable)
    about = {
        "platform": handed_in.platform,
        "download": download,
        "folder": handed_in.folder,
        "submitted": handed_in.submitted,
        "late": handed_in.late,
        "found": json.dumps(usable.found),
        "unusable": json.dumps({} if refused else usable.unusable),
        "notes": json.dumps(handed_in.notes),
        "refused": refused,
    }
    number = _find(results, {student.id for student in submission.students}, total)
    if number:
        changes = ", ".join(f"{name} = ?" for name in about)
        statement = f"UPDATE submissions SET {changes} WHERE id = ?"
        results.connection.execute(statement, [*about.values(), number])
    else:
        number = results.insert("submissions", hash=total, **about)
        for name, content in usable.contents.items():
            _add_file(results, number, name, content)
    for student in submission.students:
        results.connection.execute(
            """INSERT OR REPLACE INTO submitters
            SELECT ?, ?, ?, coalesce(max(seen), 0) + 1 FROM submitters""",
            (student.id, number, run),
        )
    return number


def _find(results: Results, students: Set[str], total: str) -> int:
    """Return the submission of just these: a group's is not that of one of them alone."""
    for row in results.rows(
        """SELECT submission FROM submitters JOIN submissions ON submissions.id = submission
        WHERE student = ? AND hash = ?""",
        min(students),
        total,
    ):
        query = "SELECT student FROM submitters WHERE submission = ?"
        if {each["student"] for each in results.rows(query, row["submission"])} == students:
            return int(row["submission"])
    return 0


def _add_file(results: Results, submission: int, name: str, content: bytes) -> None:
    total = hashlib.sha256(content).hexdigest()
    results.connection.execute("INSERT OR IGNORE INTO files VALUES (?, ?)", (total, content))
    results.insert("submission_files", submission=submission, name=name, hash=total)


def contents_of(results: Results, submission: int) -> dict[str, bytes]:
    """Return the files of a submission."""
    rows = results.rows(
        """SELECT name, content FROM submission_files JOIN files USING (hash)
        WHERE submission = ?""",
        submission,
    )
    return {row["name"]: row["content"] for row in rows}


def students_by_key(results: Results) -> dict[str, str]:
    """Return the ids of students by email address, id on the platform, and id, in lower case.

    A key of two students, such as the address of a group, is left out. Ids are also keys as they
    are written.
    """
    rows = results.rows("SELECT id, platform_id, email FROM students")
    found: dict[str, str] = {}
    for column in ("email", "platform_id", "id"):
        counts = Counter(row[column].casefold() for row in rows)
        keys = {row[column].casefold(): row["id"] for row in rows if row[column]}
        found |= {key: student for key, student in keys.items() if counts[key] == 1}
    return found | {row["id"]: row["id"] for row in rows}


def student_of(key: str, students: Mapping[str, str]) -> str:
    """Return the id of the student with this key; of two, the one whose id matches exactly."""
    return students.get(key) or students.get(key.casefold(), "")
