"""Points by hand, read from a CSV file with a row for each student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course.errors import CourseError
from autograder.course.results import Results
from autograder.course.saved_submissions import LISTS_IDS, student_of, students_by_key
from autograder.intake.roster import read_csv
from autograder.safetext import printable_line

LATE_DAYS = "late_days"
"""A column of the points by hand that replaces what follows from the platform's time."""


@dataclass
class HandMarks:
    """Points by hand: for each student those of each rubric item, and days late.

    Without a column for any item, only days late are given.
    """

    has_items: bool
    points: dict[str, dict[str, float]] = field(default_factory=dict)
    days: dict[str, int] = field(default_factory=dict)


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
        if row:
            place = f"{where}, row {number}"
            _require_width(row, len(header), place)
            student = student_of(row[0].strip(), students)
            if not student:
                missing = f"no student {printable_line(row[0])!r} in the results"
                raise CourseError(f"{place}: {missing}; {LISTS_IDS}")
            if student in marks.points:
                raise CourseError(f"{place}: a second row for {printable_line(student)}; keep one")
            values = _values_in(row, header, place, maxima)
            if LATE_DAYS in values:
                marks.days[student] = int(values.pop(LATE_DAYS))
            marks.points[student] = values
    return marks


def _require_width(row: Sequence[str], width: int, place: str) -> None:
    if any(map(str.strip, row[width:])):
        raise CourseError(
            f"{place}: has more cells than the first row; "
            'write a number with a comma in quotation marks: "9,5"'
        )


def _values_in(
    row: Sequence[str], header: Sequence[str], place: str, maxima: Mapping[str, float]
) -> dict[str, float]:
    """Return the numbers in a row, by their known columns."""
    cells = dict(zip(header[1:], (cell.strip() for cell in row[1:]), strict=False))
    return {
        name: _number(cells[name], name, place, maxima.get(name))
        for name in header[1:]
        if name in {*maxima, LATE_DAYS} and cells.get(name)
    }


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
