"""Fill in one column of a gradebook that a platform exported, without changing any other byte."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.course.errors import CourseError
from autograder.course.exported_gradebook import CsvCell, ExportedFile, read_export
from autograder.course.gradebook import Gradebook, GradebookRow, as_number
from autograder.safetext import printable_line

CANVAS_COLUMN = re.compile(r".* \(\d+\)")
THOUSANDS = r"\d{1,3}(?:[.,'\s]\d{3})+(?=[.,])"
PRINTED_NUMBER = re.compile(rf"(?P<whole>{THOUSANDS}|\d+)(?:(?P<mark>[.,])(?P<rest>\d*))?")
"""A number as a platform may print it: 60, 60.00, 60,00 or 1,000.00."""
POINTS_POSSIBLE = "points possible"
MOODLE_GRADE, MOODLE_MAXIMUM = "Grade", "maximum grade"


@dataclass(frozen=True)
class FilledIn:
    """The file with the grades, how many these are, and the students that it does not have."""

    content: bytes
    count: int
    missing: list[str]


def fill_in_canvas(path: Path, book: Gradebook, titles: Sequence[str], column: str) -> FilledIn:
    """Fill in the column of an assignment in Canvas' export.

    It is named, or the only one whose title is among `titles`, or the only one at all.
    """
    export = read_export(path)
    place = _canvas_column(export, titles, column)
    ids = [
        export.header.index(name)
        for name in ("ID", "SIS User ID", "SIS Login ID")
        if name in export.header
    ]
    maxima = (
        row[place].text
        for row in export.rows[1:]
        if len(row) > place and any(cell.text.strip().casefold() == POINTS_POSSIBLE for cell in row)
    )
    keys = [_keys(row, ids or [1]) for row in export.rows]
    maximum = next(maxima, "")
    return _filled(export, book, place, keys, [maximum] * len(export.rows), digits=None)


def _canvas_column(export: ExportedFile, titles: Sequence[str], column: str) -> int:
    header = export.header
    if column:
        found = [i for i, name in enumerate(header) if name == column]
    else:
        found = [i for i, name in enumerate(header) if CANVAS_COLUMN.fullmatch(name)]
        wanted = {title.casefold() for title in titles}
        named = [i for i in found if header[i].rpartition(" (")[0].casefold() in wanted]
        found = named or found
    return _only(export, found)


def _only(export: ExportedFile, found: Sequence[int]) -> int:
    if len(found) == 1:
        return found[0]
    columns = ", ".join(printable_line(name, 60) for name in export.header)
    raise CourseError(
        f"{export.where}: name the column to fill in with --column; it has: {columns}"
    )


def fill_in_moodle(path: Path, book: Gradebook, column: str) -> FilledIn:
    """Fill in the grades of Moodle's offline worksheet.

    The maximum is in the next column, unless one has the name that Moodle gives it in English.
    """
    export = read_export(path)
    header = export.header
    place = _only(export, [i for i, name in enumerate(header) if name == (column or MOODLE_GRADE)])
    titles = [name.casefold() for name in header]
    most_at = titles.index(MOODLE_MAXIMUM) if MOODLE_MAXIMUM in titles else place + 1
    addresses = {i for row in export.rows[1:] for i, cell in enumerate(row) if "@" in cell.text}
    keys = [
        [*re.findall(r"\d+$", row[0].text.strip()), *_keys(row, [0, *sorted(addresses)])]
        for row in export.rows
    ]
    maxima = [row[most_at].text if len(row) > most_at else "" for row in export.rows]
    return _filled(export, book, place, keys, maxima, digits=2)


def _keys(row: Sequence[CsvCell], columns: Sequence[int]) -> list[str]:
    return [row[i].text.strip() for i in columns if i < len(row) and row[i].text.strip()]


def _filled(
    export: ExportedFile,
    book: Gradebook,
    place: int,
    keys: Sequence[Sequence[str]],
    maxima: Sequence[str],
    digits: int | None,
) -> FilledIn:
    """Write the totals into the cells at `place`, scaled to the maxima printed for the rows.

    Raises:
        CourseError: a student's row has more cells than the header, so they are out of place.
    """
    grades = [row[place].text for row in export.rows[1:] if len(row) > place]
    comma = uses_comma([*grades, *maxima])
    students = students_of_rows([[], *keys[1:]], book.rows)
    pieces, end, found = [], 0, set[str]()
    for number, (row_cells, printed) in enumerate(zip(export.rows, maxima, strict=True)):
        student = students.get(number)
        if student is None or student.total is None or place >= len(row_cells):
            continue
        if len(row_cells) > len(export.header):
            raise CourseError(
                f"{export.where}: the row of {printable_line(student.student)} has more cells than "
                "the header; is a quotation mark missing? Export the file again"
            )
        found.add(student.student)
        most = maximum_in(printed)
        grade = student.total * (most / book.out_of if most and book.out_of else 1)
        text = grade_text(grade, digits, comma=comma)
        cell = row_cells[place]
        quoted = cell.quoted or export.delimiter in text
        pieces += [export.text[end : cell.start], f'"{text}"' if quoted else text]
        end = cell.end
    content = "".join([*pieces, export.text[end:]])
    errors = "surrogateescape" if export.encoding == "utf-8" else "strict"
    missing = [
        row.student for row in book.rows if row.total is not None and row.student not in found
    ]
    return FilledIn(content.encode(export.encoding, errors), len(pieces) // 2, missing)


def students_of_rows(
    keys: Sequence[Sequence[str]], students: Sequence[GradebookRow]
) -> dict[int, GradebookRow]:
    """Return the students of rows with these keys, the most important first, by the row's number.

    A key may be the id of one student in the course, and of another on the platform: a student has
    the row that has the most keys of that student, and the id on the platform decides between two.
    """
    names = [(one.student, one.platform_id, one.email) for one in students]
    places: dict[str, list[int]] = {}
    for place, own in enumerate(names):
        for key in {name.casefold() for name in own if name}:
            places.setdefault(key, []).append(place)
    common: dict[tuple[int, int], tuple[int, ...]] = {}
    for number, row_keys in enumerate(keys):
        for rank, key in enumerate(dict.fromkeys(row_keys)):
            for place in places.get(key.casefold(), ()):
                count, known, exact, first = common.get((number, place), (0, 0, 0, -rank))
                known += key == students[place].platform_id
                common[number, place] = count + 1, known, exact + (key in names[place]), first
    found: dict[int, GradebookRow] = {}
    best: dict[int, tuple[int, ...]] = {}
    for (number, place), score in sorted(common.items(), key=lambda pair: pair[1], reverse=True):
        if number not in found and best.setdefault(place, score) == score:
            found[number] = students[place]
    return found


def grade_text(grade: float, digits: int | None, *, comma: bool) -> str:
    """Print a grade with this many digits after the point, or with no more than it needs."""
    text = as_number(grade) if digits is None else f"{grade:.{digits}f}"
    return text.replace(".", ",") if comma else text


def uses_comma(texts: Sequence[str]) -> bool:
    """Are decimals written with a comma? Yes if some are, and none with a point."""
    found = [match["mark"] for text in texts if (match := PRINTED_NUMBER.fullmatch(text.strip()))]
    return "," in found and "." not in found


def maximum_in(text: str) -> float | None:
    match = PRINTED_NUMBER.fullmatch(text.strip())
    if not match:
        return None
    whole = "".join(filter(str.isdecimal, match["whole"]))
    most = float(f"{whole}.{match['rest'] or 0}")
    return most if 0 < most < math.inf else None
