"""The gradebook of a class: points of parts and by hand, late deductions, and totals."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from autograder.assignment import LatePolicy, time_with_offset
from autograder.course.results import KEYS, CourseError, Results
from autograder.course.students import (
    EMAIL_HEADERS,
    NAME_HEADERS,
    NAME_THE_COLUMN,
    Table,
    read_table,
)
from autograder.safetext import last_line, printable_line

LATE_DAYS = "late_days"
"""A column of the points by hand that replaces what follows from the platform's time."""
SECONDS_PER_DAY = 86400
FORMULA_START = re.compile(r"(?:^|(?<=;))(?=[-=+@＝＋－＠])")  # noqa: RUF001 - full-width signs
"""The start of a formula. Excel reads the wide signs, too; in many countries, `;` ends a cell."""
ABOUT = ("student", "name", "email", "platform_id", "status")
"""The first columns, from the view `scores`."""
OUT_OF = "out_of"
"""A column of every gradebook; points by hand may be filled into one."""
OUTDATED = "graded with other parts or points; run autograder course regrade"


@dataclass
class GradebookRow:
    """A student's points. None is what is not known; then there is no total either."""

    about: sqlite3.Row
    parts: Mapping[str, float]
    score: float | None
    by_hand: dict[str, float]
    late_days: int = 0
    deduction: float = 0.0
    total: float | None = None
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Gradebook:
    """All students. `out_of` are the points of parts, and of rubric items if there are marks.

    Of the rubric items, totals leave out those `unmarked`.
    """

    parts: Sequence[str]
    items: Sequence[str]
    out_of: float
    rows: Mapping[str, GradebookRow]
    unmarked: Sequence[str]


def make_gradebook(results: Results, by_hand: Path | None) -> Gradebook:
    """Make the gradebook, with the late policy that the assignment had in the last run.

    Raises:
        CourseError: nothing has been graded, or the points by hand do not fit.
    """
    course = results.course()
    parts = {part["name"]: part["points"] for part in json.loads(course["parts"])}
    items = {item["name"]: float(item["points"]) for item in json.loads(course["by_hand"])}
    late = json.loads(course["late"])
    policy = LatePolicy(**late) if late else None
    columns, marks = read_marks(by_hand, results, items) if by_hand else (set(), {})
    marked = items if columns - {LATE_DAYS} else {}
    points: dict[str, dict[str, float]] = defaultdict(dict)
    earned: dict[str, dict[str, float]] = defaultdict(dict)
    for student, part, most, own in results.rows(
        "SELECT student, part, points, earned FROM part_scores"
    ):
        points[student][part], earned[student][part] = most, own
    rows = {}
    for about in results.rows("SELECT * FROM scores ORDER BY student"):
        student = about["student"]
        row = GradebookRow(about, earned[student], about["score"], marks.get(student, {}))
        if points[student] not in ({}, parts):
            row.parts, row.score, row.notes = {}, None, [OUTDATED]
        row.notes += [last_line(about["message"])] if about["message"] else []
        days = row.by_hand.pop(LATE_DAYS, None)
        row.late_days = _days_late(about, policy, row.notes) if days is None else int(days)
        if row.score is not None and len(row.by_hand) < len(marked):
            row.notes.append("not marked by hand")
        elif row.score is not None:
            full = row.score + sum(row.by_hand.values())
            row.deduction = deduction(policy, full, row.late_days) if policy else 0.0
            row.total = round(full - row.deduction, 2)
        rows[student] = row
    out_of = sum(map(float, parts.values())) + sum(marked.values())
    return Gradebook(list(parts), list(items), out_of, rows, [] if marked else list(items))


def _days_late(row: sqlite3.Row, policy: LatePolicy | None, notes: list[str]) -> int:
    """Return days late by the platform's time, or one for its mark."""
    if policy and row["submitted"]:
        try:
            return days_late(policy, row["submitted"])
        except ValueError:
            notes.append(f"the time {printable_line(row['submitted'], 40)} cannot be read")
    if row["late"]:
        notes.append("marked as late without a time: counted as one day")
    return int(bool(row["late"]))


def days_late(policy: LatePolicy, submitted: str) -> int:
    """Return how many days have begun between `due` and a time in ISO format.

    Raises:
        ValueError: it is not a time.
    """
    zone = policy.time_zone
    due, time = (time_with_offset(text).astimezone(zone) for text in (policy.due, submitted))
    if time.timestamp() <= due.timestamp():
        return 0
    by_the_clock = time - due  # As both have the same zone; an hour may be skipped or repeated.
    return max(1, math.ceil(by_the_clock.total_seconds() / SECONDS_PER_DAY))


def deduction(policy: LatePolicy, points: float, days: int) -> float:
    """Return the points that are lost."""
    percent = min(policy.cap_percent, policy.percent_per_day * max(0, days - policy.grace_days))
    return round(points * min(percent, 100) / 100, 2)


def read_marks(
    path: Path, results: Results, maxima: Mapping[str, float]
) -> tuple[set[str], dict[str, dict[str, float]]]:
    """Read points by hand: the first column identifies the student, others are rubric items.

    Return the columns, and the values of each student. One of the columns may be `LATE_DAYS`, and
    a gradebook with the points filled in has more.

    Raises:
        CourseError: a column, a student or a number is not known.
    """
    table = read_table(path)
    names = (*maxima, LATE_DAYS)
    titles = [title.casefold() for title in table.header]
    columns = {name: table.column(name) for name in names if name.casefold() in titles}
    known = ", ".join(names)
    if not columns:
        raise CourseError(f"{path}: the first row has to name columns: id, then some of {known}")
    other = {*titles[1:]} - {*map(str.casefold, names), *ABOUT, *NAME_HEADERS, *EMAIL_HEADERS, ""}
    if other and OUT_OF not in titles:
        title = next(title for title in table.header if title.casefold() in other)
        raise CourseError(f"{path}: the column {title!r} is none of {known}: rename or remove it")
    students = results.students(*KEYS)
    marks: dict[str, dict[str, float]] = {}
    for number, row in enumerate(table.rows, 2):
        if not any(map(str.strip, row)):
            continue
        place = f"{path}, row {number}"
        student = results.find_student(row[0], students, place)
        if student in marks:
            raise CourseError(f"{place}: a second row for {student}; keep one")
        marks[student] = {
            name: _mark(row[i], name, place, maxima.get(name))
            for name, i in columns.items()
            if row[i].strip()
        }
    return set(columns), marks


def _mark(text: str, name: str, place: str, most: float | None) -> float:
    """Return a number of points or, where there is no maximum, of days."""
    value = number_of(text)
    is_right = 0 <= value <= (1000 if most is None else most)
    if not is_right or (most is None and not value.is_integer()):
        wanted = "a whole number" if most is None else f"a number from 0 to {most:g}"
        raise CourseError(f"{place}: {name} is {text!r}; it has to be {wanted}")
    return value


def number_of(text: str) -> float:
    """Return the number in a cell, perhaps with a decimal comma; nan if there is none."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return math.nan


def render_gradebook(book: Gradebook) -> str:
    """Render a gradebook as CSV. Cells that a spreadsheet would run as a formula are text."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    last = (LATE_DAYS, "deduction", "total", OUT_OF, "note")
    writer.writerow(map(as_cell, (*ABOUT, *book.parts, "score", *book.items, *last)))
    for row in book.rows.values():
        numbers = [*map(row.parts.get, book.parts), row.score, *map(row.by_hand.get, book.items)]
        numbers += [row.late_days, row.deduction, row.total, book.out_of]
        texts = [as_cell(row.about[name]) for name in ABOUT]
        writer.writerow([*texts, *map(as_number, numbers), as_cell("; ".join(row.notes))])
    return lines.getvalue()


def as_cell(text: str) -> str:
    """Return text that no spreadsheet takes for a formula, on one line."""
    return FORMULA_START.sub("'", printable_line(text, 1000))


def as_number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


class GradebookPlatform(Protocol):
    """A module in `platforms` whose gradebook can be filled in."""

    grade_columns: Callable[[Table, Sequence[str]], list[int]]
    maxima: Callable[[Table, int], list[str]]
    id_columns: Callable[[Table], list[int]]


@dataclass(frozen=True)
class FilledIn:
    """The file with the grades, how many these are, and the students that it does not have.

    `maxima` are those to which grades were scaled, where they differ from the gradebook's.
    """

    content: bytes
    count: int
    missing: list[str]
    maxima: set[float]


def fill_in(
    path: Path,
    platform: GradebookPlatform,
    book: Gradebook,
    results: Results,
    column: str = "",
    id_column: str = "",
) -> FilledIn:
    """Write the totals into one column of a gradebook that a platform exported.

    Totals are scaled to the maximum in that file. Without a name, the column is the only one that
    can be the assignment's; students are found in `id_column`, or where the platform has ids.

    Raises:
        CourseError: the column, or the student of a row, is not certain.
    """
    table, course = read_table(path), results.course()
    columns = platform.grade_columns(table, [course["assignment"], course["title"]])
    columns = [table.column(column)] if column else columns
    if len(columns) != 1:
        names = ", ".join(table.header)
        raise CourseError(f"{path}: name the column to fill in with --column; it has: {names}")
    [place] = columns
    maxima = platform.maxima(table, place)
    printed = [*maxima, *(row[place] for row in table.rows)]
    has_comma, has_point = (
        any(re.fullmatch(rf"\d+[{mark}]\d+", text.strip()) for text in printed) for mark in ",."
    )
    found, other_maxima = set[str](), set[float]()
    for student, number in _rows_of(table, platform, results, id_column).items():
        row, total = table.rows[number], book.rows[student].total
        if total is None:
            continue
        found.add(student)
        most = number_of(maxima[number].strip() or "0") or book.out_of
        if not 0 < most < math.inf:
            raise CourseError(f"{path}: the maximum {maxima[number]!r} is not a number")
        other_maxima |= {most} - {book.out_of}
        grade = as_number(total * (most / book.out_of if book.out_of else 1))
        row[place] = grade.replace(".", ",") if has_comma and not has_point else grade
    graded = [student for student, row in book.rows.items() if row.total is not None]
    missing = [student for student in graded if student not in found]
    return FilledIn(table.as_bytes(), len(found), missing, other_maxima)


def _rows_of(
    table: Table, platform: GradebookPlatform, results: Results, id_column: str
) -> dict[str, int]:
    """Return the row of each student.

    Raises:
        CourseError: a row may be of two students, or two rows may be of one.
    """
    own_column, *others = platform.id_columns(table)
    columns = [table.column(id_column)] if id_column else [own_column, *others]
    by_platform, by_id = results.students("platform_id"), results.students(*KEYS)
    students: dict[str, int] = {}
    for number, row in enumerate(table.rows):
        owners = set()
        for column in columns:
            key = row[column].strip()
            one = by_id.find(key)
            if column == own_column:  # Moodle writes a word before the number.
                number_in = re.findall(r"\d*$", key)[0]
                one = by_platform.find(key) or by_platform.find(number_in) or one
            owners |= {one.id} if one else set()
        if len(owners) > 1 or not owners.isdisjoint(students):
            raise CourseError(
                f"{table.path}, row {number + 2}: it is not certain that this is "
                f"{' or '.join(sorted(owners))}; {NAME_THE_COLUMN}"
            )
        students |= dict.fromkeys(owners, number)
    return students
