"""Which submissions to grade, or to grade again, and the history of a student."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from autograder.assignment import Assignment
from autograder.course.changes import changed_tests
from autograder.course.errors import CourseError
from autograder.course.grading import GradingOptions
from autograder.course.overview import find_student
from autograder.course.results import Results
from autograder.provenance import assignment_hash, kit_hash, recorded_options
from autograder.safetext import last_line, printable_line

SQL_FAULT = sqlite3.SQLITE_ERROR
ABOUT_WHERE = "it has to be a condition on the columns of the view `scores`, such as score < 50"


def to_grade(results: Results, assignment: Assignment, options: GradingOptions) -> list[int]:
    """Return the submissions that have not yet been graded without fault, with these options."""
    recorded = recorded_options(options.as_keywords(assignment))
    return results.to_grade(kit_hash(), assignment_hash(assignment), recorded)


def to_regrade(
    results: Results, assignment: Assignment, student: str, part: str, where: str
) -> list[int]:
    """Return the selected submissions whose grading could change.

    `where` is a condition on the view `scores`. With a part, only submissions with a report.

    Raises:
        CourseError: a part cannot be graded alone, since the parts or their points have changed; or
            `where` is not such a condition.
    """
    query = "SELECT DISTINCT submission FROM scores WHERE submission IS NOT NULL"
    values = []
    if student:
        query += " AND student = ?"
        values.append(find_student(results, student))
    if where:
        query += f" AND ({where}\n)"
    try:
        chosen = {row["submission"] for row in results.rows(query, *values)}
    except sqlite3.Error as error:
        if not where or getattr(error, "sqlite_errorcode", SQL_FAULT) != SQL_FAULT:
            raise
        fault = printable_line(str(error))
        raise CourseError(f"--where: {fault}; {ABOUT_WHERE}") from None
    hashes = (kit_hash(), assignment_hash(assignment))
    found = []
    for row in results.rows(
        """SELECT submissions.id, status, kit, assignment, options
        FROM submissions
        LEFT JOIN current_gradings ON submissions.id = current_gradings.submission
        LEFT JOIN gradings ON gradings.id = grading WHERE refused = '' ORDER BY submissions.id"""
    ):
        possible = row["id"] in chosen and not (part and row["status"] is None)
        if possible and not _is_up_to_date(row, hashes, part):
            found.append(row["id"])
    if part and any(_has_other_parts(results, number, assignment) for number in found):
        raise CourseError(
            f"{results.where}: parts or points of {assignment.name} have changed; omit --part"
        )
    return found


def _has_other_parts(results: Results, submission: int, assignment: Assignment) -> bool:
    """Does the report of a submission have other parts, or other points, than the assignment?"""
    report = results.current_report(submission)
    points = {part.name: part.points for part in assignment.parts}
    return report is not None and {p["name"]: p["points"] for p in report["parts"]} != points


def _is_up_to_date(row: sqlite3.Row, hashes: tuple[str, str], part: str) -> bool:
    if row["status"] != "graded" or (row["kit"], row["assignment"]) != hashes:
        return False
    parts = json.loads(row["options"])["parts"]
    return not parts or part in parts


def last_options(results: Results, part: str) -> GradingOptions:
    """Return the options of the last grading, for one part or for all."""
    rows = results.rows("SELECT options FROM gradings ORDER BY id DESC LIMIT 1")
    options: dict[str, Any] = json.loads(rows[0]["options"]) if rows else {}
    return GradingOptions(
        lenient=options.get("whitespace") == "lenient",
        confined=options.get("confined", True),
        parts=(part,) if part else (),
    )


def students_of(results: Results, submission: int) -> str:
    rows = results.rows(
        "SELECT student FROM submitters WHERE submission = ? ORDER BY seen", submission
    )
    return ", ".join(row["student"] for row in rows)


def history_lines(results: Results, name: str) -> list[str]:
    """Return all gradings of a student, with the tests that changed from one to the next."""
    student = find_student(results, name)
    rows = results.rows(
        """SELECT history.*, report FROM history LEFT JOIN reports USING (grading)
        WHERE student = ? ORDER BY grading""",
        student,
    )
    lines = []
    before: dict[str, Any] | None = None
    for row in rows:
        score = "no score" if row["score"] is None else f"{row['score']:g} of {row['out_of']:g}"
        lines.append(
            f"{row['started'][:19].replace('T', ' ')}  {score}, {row['status']}; "
            f"submission {row['hash'][:8]}, kit {row['kit'][:8]}, tests {row['assignment'][:8]}"
        )
        if row["message"]:
            lines.append(f"  {printable_line(last_line(row['message']))}")
        if row["report"]:
            report = json.loads(row["report"])
            if before:
                lines += [f"  {line}" for line in changed_tests(before, report)]
            before = report
    return lines or [f"{printable_line(student)}: nothing was graded"]
