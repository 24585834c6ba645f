"""Moodle: folders `Full Name_ID_assignsubmission_file`, and the offline grading worksheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from autograder.course.students import Student, Table
from autograder.course.submissions import Download, Submission, grouped

NAME, FORM = "Moodle", "NAME_ID_assignsubmission_file/"
PATH = re.compile(
    r"(?P<name>.*?)_(?P<user>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?/?(?P<file>.*)",
    re.DOTALL,
)
"""The first match counts: what follows is named by the student."""


def signs(download: Download) -> set[str]:
    """Return the names at the top that are a sign of this platform."""
    return {name for name in download.tops if PATH.fullmatch(name)}


def read(download: Download) -> list[Submission]:
    """Group files by participant, with folders or without."""
    found: dict[str, Submission] = {}
    for entry in download.entries:
        if not (match := PATH.fullmatch(entry.path)):
            download.unread.append(entry)
            continue
        folder = match.string[: match.start("file")].rstrip("/")
        one = grouped(found, Student(match["user"], match["name"]), NAME, folder)
        if match["kind"] == "file":
            one.folder = folder
        else:
            one.notes = ["online text was handed in; it is not graded"]
        if match["file"]:
            one.entries.append(replace(entry, parts=tuple(match["file"].split("/"))))
    return list(found.values())


def grade_columns(table: Table, _titles: Sequence[str]) -> list[int]:
    return [i for i, name in enumerate(table.header) if name == "Grade"]


def maxima(table: Table, column: int) -> list[str]:
    """Return the maximum for each row: in the column of that name, or in the next one."""
    place = table.index("maximum grade")
    place = column + 1 if place is None else place
    return ["".join(row[place : place + 1]) for row in table.rows]


def id_columns(table: Table) -> list[int]:
    """Return the columns that identify students: that of the participants, then of addresses."""
    return [0, *sorted({i for row in table.rows for i, cell in enumerate(row) if "@" in cell})]


def feedback_name(folder: str) -> str:
    """Return the name that Moodle takes back as feedback to what it called `folder`."""
    return f"{folder}/feedback.html"
