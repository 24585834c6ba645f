"""Canvas: loose files `NAME_USER_NUMBER_FILE`, and a gradebook of all assignments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from autograder.course.students import Student, Table
from autograder.course.submissions import ONLINE_TEXT, Download, Submission, grouped
from autograder.intake.entries import Entry

NAME, FORM = "Canvas", "NAME_USER_NUMBER_FILE"
FILE = re.compile(
    r"(?:(?P<name>.*?)_)??(?P<late>LATE_)?(?P<user>anon_[A-Za-z0-9]{5}|(?<=_)\d+)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?:text|link)\.html)",
    re.DOTALL,
)
"""In anonymous grading, USER is `anon_ID`, without a name. Files have different numbers."""
RESUBMITTED = re.compile(r"-(\d{1,3})(?=(?:\.[^-]*)?$)")
"""The number that Canvas puts before the suffixes of a file that was handed in again."""
GRADE_COLUMN = re.compile(r".* \(\d+\)")
ID_COLUMNS = ("ID", "SIS User ID", "SIS Login ID")
POINTS_POSSIBLE = "points possible"


def signs(download: Download) -> set[str]:
    """Return the names at the top that are a sign of this platform."""
    loose = (entry.path for entry in download.entries if len(entry.parts) == 1)
    return {name for name in loose if FILE.fullmatch(name)}


def read(download: Download) -> list[Submission]:
    """Group files by user, in the order of their numbers; a folder is the name of the last.

    The online text of a user has no number.
    """
    matches = [(entry, FILE.fullmatch(entry.path)) for entry in download.entries]
    download.unread += [entry for entry, match in matches if not match]
    named = [(match, entry) for entry, match in matches if match]
    found: dict[str, Submission] = {}
    for match, entry in sorted(named, key=lambda pair: int(pair[0]["number"] or 0)):
        student = Student(match["user"], match["name"] or "")
        one = grouped(found, student, NAME, "")
        one.folder = match.string[: match.end("number" if match["file"] else "user")]
        one.late = one.late or bool(match["late"])
        one.entries.append(replace(entry, parts=(match["file"] or ONLINE_TEXT,)))
    for one in found.values():
        keep_latest(one, download.expected)
    return list(found.values())


def keep_latest(submission: Submission, expected: Sequence[str]) -> None:
    """Restore the names of files that were handed in again; note the earlier ones, not used.

    `work-1.py` is a later `work.py`, unless an expected file has that name; of two files of one
    name, the last one is later.
    """
    versions: dict[str, list[tuple[int, Entry]]] = {}
    for entry in submission.entries:
        name = entry.parts[-1]
        match = None if name in expected else RESUBMITTED.search(name)
        first_name = RESUBMITTED.sub("", name) if match else name
        versions.setdefault(first_name, []).append((int(match[1]) if match else 0, entry))
    submission.entries, not_used = [], list[str]()
    for first_name, numbered in versions.items():
        *earlier, (_, latest) = sorted(numbered, key=itemgetter(0))
        submission.entries.append(replace(latest, parts=(first_name,)))
        not_used += [entry.parts[-1] for _, entry in earlier]
    submission.note_earlier(not_used)


def grade_columns(table: Table, titles: Sequence[str]) -> list[int]:
    """Return the columns that may be the assignment's: of one of these titles, or else all."""
    found = [i for i, name in enumerate(table.header) if GRADE_COLUMN.fullmatch(name)]
    wanted = {title.casefold() for title in titles}
    return [i for i in found if table.header[i].rpartition(" (")[0].casefold() in wanted] or found


def maxima(table: Table, column: int) -> list[str]:
    """Return the maximum for each row: all have that of the row Points Possible."""
    most = (r[column] for r in table.rows if POINTS_POSSIBLE in (c.strip().casefold() for c in r))
    return [next(most, "")] * len(table.rows)


def id_columns(table: Table) -> list[int]:
    """Return the columns that identify students, that of the ids on Canvas first."""
    return [table.header.index(name) for name in ID_COLUMNS if name in table.header] or [
        min(1, len(table.header) - 1)
    ]


def feedback_name(folder: str) -> str:
    """Return the name that Canvas takes back as feedback to what it called `folder`."""
    return f"{folder}_feedback.html"
