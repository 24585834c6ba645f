"""The gradebook of a class: a row for each student, with points by hand and late deductions."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.assignment import LatePolicy
from autograder.course.hand_marks import LATE_DAYS, HandMarks, read_marks
from autograder.course.late_policy import days_late, deduction
from autograder.course.results import Results
from autograder.safetext import last_line, printable_line

FORMULA_START = re.compile(r"(?:^|(?<=;))(?=[-=+@＝＋－＠])")  # noqa: RUF001 - wide on purpose
"""The start of a formula. Excel reads the wide signs, too; in many countries, `;` ends a cell."""


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
    """All students. `out_of` are the points of parts, and of rubric items if there are marks.

    Of the rubric items, totals leave out those `unmarked`.
    """

    parts: Sequence[str]
    items: Sequence[str]
    out_of: float
    rows: Sequence[GradebookRow]
    unmarked: Sequence[str]


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
    unmarked = [] if marked else list(maxima)
    return Gradebook([part["name"] for part in parts], list(maxima), out_of, rows, unmarked)


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
    score, total, lost = row["score"], None, 0.0
    if score is not None and len(by_hand) < len(items):
        notes.append("not marked by hand")
    elif score is not None:
        points = score + sum(by_hand.values())
        lost = deduction(policy, points, days) if policy else 0.0
        total = round(points - lost, 2)
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
        lost,
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
            return days_late(policy, row["submitted"])
        except ValueError:
            notes.append(f"the time {printable_line(row['submitted'], 40)} cannot be read")
    if row["late"]:
        notes.append("marked as late without a time: counted as one day")
    return int(bool(row["late"]))


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
    return FORMULA_START.sub("'", printable_line(text, 1000))


def as_number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
