"""Feedback for students: a page each, in a folder or a zip that can be uploaded to the platform."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from html import escape
from pathlib import Path

from autograder.assignment import KIT, Assignment
from autograder.course.class_misconceptions import class_assignment
from autograder.course.errors import CourseError
from autograder.course.page_names import platform_name, safe_name
from autograder.course.results import Results
from autograder.course.staging import staged_folder
from autograder.intake.packing import packed
from autograder.reports.from_json import read_report
from autograder.reports.html import page as report_page
from autograder.safetext import printable_line
from autograder.saving import save

PAGE_NAME = "feedback.html"
REFUSAL = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Your submission could not be graded</title>
</head>
<body>
<main>
<h1>Your submission could not be graded</h1>
<p>{}</p>
</main>
</body>
</html>
"""


def feedback_files(results: Results, kit: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the page of each student who has handed in something.

    Canvas accepts files named like those in its download, Moodle folders named like its own.
    """
    assignment = class_assignment(results.course()["assignment"], kit)
    query = "SELECT scores.*, report FROM scores LEFT JOIN reports USING (grading) "
    query += "WHERE submission IS NOT NULL ORDER BY student"
    taken = set()
    for row in results.connection.execute(query):
        path = feedback_path(row)
        if path in taken:  # A group has one folder where it was handed in.
            path = f"{safe_name(row['student'])}/{PAGE_NAME}"
        taken.add(path)
        if page := feedback_page(row, assignment):
            yield path, page


def feedback_path(row: sqlite3.Row) -> str:
    if row["platform"] == "Canvas":
        return f"{platform_name(row['folder'])}_{PAGE_NAME}"
    if row["platform"] == "Moodle":
        return f"{platform_name(row['folder'])}/{PAGE_NAME}"
    return f"{safe_name(row['student'])}/{PAGE_NAME}"


def feedback_page(row: sqlite3.Row, assignment: Assignment | None) -> str:
    """Return the page for a student; empty if the submission has yet to be graded."""
    if row["report"]:
        report = read_report(json.loads(row["report"])).for_students()
        return report_page(report, assignment)
    if row["status"] == "cannot be graded":
        return REFUSAL.format(escape(printable_line(row["message"])))
    return ""


def write_feedback(results: Results, to: Path, kit: Path = KIT) -> int:
    """Write all pages into a folder, or into a new zip; return how many there are.

    Boards are drawn if the kit has the assignment.

    Raises:
        CourseError: they cannot be written, or there are no gradings.
    """
    where = printable_line(str(to))
    count = 0
    try:
        if to.suffix.lower() == ".zip":
            pages = {path: page.encode() for path, page in feedback_files(results, kit)}
            save(str(to), packed(pages))
            return len(pages)
        with staged_folder(to) as stage:
            for path, page in feedback_files(results, kit):
                file = stage / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(page, encoding="utf-8")
                count += 1
    except OSError as error:
        raise CourseError(f"{where}: cannot write the feedback: {error.strerror}") from None
    return count
