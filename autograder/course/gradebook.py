"""The gradebook of a class: a row for each student, with points by hand and late deductions."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.course.errors import CourseError
from autograder.course.results import Results
from autograder.intake.roster import read_csv
from autograder.late_policy import LatePolicy
from autograder.safetext import last_line, printable_line

LATE_DAYS = "late_days"
"""A column of the points by hand that replaces what follows from the platform's time."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


AnyRow = sqlite3.Row | Mapping[str, Any]


@dataclass(frozen=True)
class GradebookRow:
    """A student's points. None is what is not known; then there is no total either."""

    student: str
    name: str
    email: str
    platform_id: str
    status: str
    parts: Mapping[str, float]
    score: float | None
    by_hand: Mapping[str, float]
    late_days: int
    deduction: float
    total: float | None
    note: str


@dataclass(frozen=True)
class Gradebook:
    """All students. `out_of` are the points of parts, and of rubric items if there are marks."""

    parts: Sequence[str]
    items: Sequence[str]
    out_of: float
    rows: Sequence[GradebookRow]


@dataclass
class HandMarks:
    """Points by hand: for each student those of each rubric item, and days late.

    Without a column for any item, only days late are given.
    """

    has_items: bool
    points: dict[str, dict[str, float]] = field(default_factory=dict)
    days: dict[str, int] = field(default_factory=dict)


def make_gradebook(results: Results, by_hand: Path | None, late: LatePolicy | None) -> Gradebook:
    """Make the gradebook; `late` replaces the assignment's own policy.

    Raises:
        CourseError: nothing has been graded, or the points by hand do not fit.
    """
    course = results.course()
    parts, items = json.loads(course["parts"]), json.loads(course["by_hand"])
    policy = late or _policy_of(course)
    maxima = {item["name"]: float(item["points"]) for item in items}
    marks = read_marks(by_hand, results, maxima) if by_hand else None
    marked = maxima if marks and marks.has_items else {}
    earned: dict[str, dict[str, float]] = {}
    graded: dict[str, dict[str, float]] = {}
    for row in results.rows("SELECT student, part, points, earned FROM part_scores"):
        earned.setdefault(row["student"], {})[row["part"]] = row["earned"]
        graded.setdefault(row["student"], {})[row["part"]] = row["points"]
    points = {part["name"]: part["points"] for part in parts}
    rows = [
        _row(row, earned.get(row["student"], {}), list(marked), marks, policy)
        if graded.get(row["student"], points) == points
        else _outdated_row(row)
        for row in results.rows("SELECT * FROM scores ORDER BY student")
    ]
    out_of = sum(float(part["points"]) for part in parts) + sum(marked.values())
    return Gradebook([part["name"] for part in parts], list(maxima), out_of, rows)


def _policy_of(course: sqlite3.Row) -> LatePolicy | None:
    table = json.loads(course["late"])
    return LatePolicy(**table) if table else None


def _row(
    row: AnyRow,
    parts: Mapping[str, float],
    items: Sequence[str],
    marks: HandMarks | None,
    policy: LatePolicy | None,
) -> GradebookRow:
    notes = [last_line(row["message"])] if row["message"] else []
    by_hand = marks.points.get(row["student"], {}) if marks else {}
    days = _days_late(row, marks, policy, notes)
    score, total, deduction = row["score"], None, 0.0
    if score is not None and len(by_hand) < len(items):
        notes.append("not marked by hand")
    elif score is not None:
        points = score + sum(by_hand.values())
        deduction = policy.deduction(points, days) if policy else 0.0
        total = round(points - deduction, 2)
    return GradebookRow(
        row["student"],
        row["name"],
        row["email"],
        row["platform_id"],
        row["status"],
        parts,
        score,
        by_hand,
        days,
        deduction,
        total,
        "; ".join(notes),
    )


def _outdated_row(row: sqlite3.Row) -> GradebookRow:
    """Return the row of a student whose points are not those of the other students."""
    note = "graded with other parts or points; run autograder course regrade"
    unknown = {**dict(row), "score": None, "message": note}
    return _row(unknown, {}, [], None, None)


def _days_late(
    row: AnyRow,
    marks: HandMarks | None,
    policy: LatePolicy | None,
    notes: list[str],
) -> int:
    """Return days late: as marked by hand, by the platform's time, or one for its mark."""
    if marks and row["student"] in marks.days:
        return marks.days[row["student"]]
    if policy and row["submitted"]:
        try:
            return policy.days_late(row["submitted"])
        except ValueError:
            notes.append(f"the time {printable_line(row['submitted'], 40)} cannot be read")
    if row["late"]:
        notes.append("marked as late without a time: counted as one day")
    return int(bool(row["late"]))


def read_marks(path: Path, results: Results, maxima: Mapping[str, float]) -> HandMarks:
    """Read points by hand: the first column identifies the student, others are rubric items.

    Raises:
        CourseError: a column, a student or a number is not known.
    """
    where = printable_line(str(path))
    rows = read_csv(path)
    header = [cell.strip() for cell in rows[0]]
    known = {*maxima, LATE_DAYS}
    twice = next((name for name in header[1:] if name in known and header.count(name) > 1), "")
    if twice:
        raise CourseError(f"{where}: two columns are named {twice}; keep one")
    if not set(header[1:]) & known:
        columns = ", ".join([*maxima, LATE_DAYS])
        raise CourseError(f"{where}: the first row has to name columns: id, then some of {columns}")
    students = students_by_key(results)
    marks = HandMarks(has_items=not maxima.keys().isdisjoint(header[1:]))
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        place = f"{where}, row {number}"
        if any(map(str.strip, row[len(header) :])):
            raise CourseError(
                f"{place}: has more cells than the first row; "
                'write a number with a comma in quotation marks: "9,5"'
            )
        cells = dict(zip(header[1:], (cell.strip() for cell in row[1:]), strict=False))
        student = student_of(row[0].strip(), students)
        if not student:
            raise CourseError(f"{place}: no student {printable_line(row[0])!r} in the results")
        if student in marks.points:
            raise CourseError(f"{place}: a second row for {printable_line(student)}; keep one")
        values = {
            name: _number(cells[name], name, place, maxima.get(name))
            for name in header[1:]
            if name in known and cells.get(name)
        }
        if LATE_DAYS in values:
            marks.days[student] = int(values.pop(LATE_DAYS))
        marks.points[student] = values
    return marks


def _number(text: str, name: str, place: str, most: float | None) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise CourseError(f"{place}: {name} is not a number: {printable_line(text)!r}") from None
    if not 0 <= value <= (1000 if most is None else most):
        limit = "" if most is None else f" to {most:g}"
        raise CourseError(f"{place}: {name} is {value:g}; it has to be 0{limit or ' or more'}")
    if name == LATE_DAYS and not value.is_integer():
        raise CourseError(f"{place}: {name} is {value:g}; it has to be a whole number")
    return value


def students_by_key(results: Results) -> dict[str, str]:
    """Return the ids of students by what identifies one of them, in lower case, and by the ids.

    What two students have in common, such as an address of a group, identifies neither.
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


def render_gradebook(book: Gradebook) -> str:
    """Render a gradebook as CSV. Cells that a spreadsheet would run as a formula are text."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    about = ("student", "name", "email", "platform_id", "status")
    last = (LATE_DAYS, "deduction", "total", "out_of", "note")
    parts, items = map(as_cell, book.parts), map(as_cell, book.items)
    writer.writerow([*about, *parts, "score", *items, *last])
    for row in book.rows:
        texts = (row.student, row.name, row.email, row.platform_id, row.status)
        writer.writerow(
            [*map(as_cell, texts)]
            + [as_number(row.parts.get(part)) for part in book.parts]
            + [as_number(row.score)]
            + [as_number(row.by_hand.get(item)) for item in book.items]
            + [str(row.late_days), as_number(row.deduction), as_number(row.total)]
            + [as_number(book.out_of), as_cell(row.note)]
        )
    return lines.getvalue()


def as_cell(text: str) -> str:
    """Return text that no spreadsheet takes for a formula, on one line."""
    line = printable_line(text, 1000)
    return f"'{line}" if line.startswith(FORMULA_STARTS) else line


def as_number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
