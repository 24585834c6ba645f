"""The roster: a CSV file with a row for each student, to translate ids and find who is missing."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.intake.handed_in import Participant
from autograder.intake.listing import IntakeError
from autograder.safetext import printable_line

ID_HEADERS = ("id", "student id", "student_id", "sid", "identifier", "username")
NAME_HEADERS = ("name", "full name", "student")
EMAIL_HEADERS = ("email", "email address")
HEADERS = (*ID_HEADERS, *NAME_HEADERS, *EMAIL_HEADERS)
EXCEL_SEPARATOR = re.compile(r"\Asep=.\r?\n", re.IGNORECASE)
END_OF_ROWS = "end of rows"
PARTICIPANT = "participant "
"""Begins the identifiers in a worksheet of Moodle."""


@dataclass(frozen=True)
class Roster:
    """The students of a course by id, and by everything else that identifies one of them.

    `others` are those who have the id of another student in a further column: it may be what a
    platform calls them. The keys of `by_key` and `others` are in lower case.
    """

    students: Mapping[str, Participant]
    by_key: Mapping[str, Participant]
    others: Mapping[str, Participant]

    def find(self, member: Participant) -> Participant | None:
        """Return the student that a platform knows under an id or an email address.

        An id belongs to its student, unless the name is that of another who has it, too.
        """
        for key in (member.id.casefold(), member.email.casefold()):
            student, other = self.by_key.get(key), self.others.get(key)
            if student and other and member.name:
                named = letters(member.name)
                if named == letters(other.name) != letters(student.name):
                    return other
            if student:
                return student
        return None


def read_roster(path: Path) -> Roster:
    """Read a CSV file with a header. The column `id`, or else the first, has the students' ids.

    Any other column may hold what a platform calls the student, such as a GitHub user name.

    Raises:
        IntakeError: it cannot be read, or two students have the same id.
    """
    where = printable_line(str(path))
    rows = read_csv(path)
    if len(rows) < 2:
        raise IntakeError(f"{where}: a header and a row for each student are expected")
    header = [cell.strip().casefold() for cell in rows[0]]
    columns = [
        next((header.index(name) for name in names if name in header), None)
        for names in (ID_HEADERS, NAME_HEADERS, EMAIL_HEADERS)
    ]
    ids, names, emails = columns[0] or 0, columns[1], columns[2]
    advice = "keep one" if columns[0] is not None else "name the column that has the ids: id"
    students: dict[str, Participant] = {}
    taken: set[str] = set()
    keys: dict[str, list[str]] = {}
    for number, row in enumerate(rows[1:], 2):
        cells = [cell.strip() for cell in row]
        if len(cells) <= ids or not cells[ids]:
            continue
        known = {cell.casefold() for cell in cells}.intersection(HEADERS)
        if columns == [None, None, None] and len(known) > 1:
            raise IntakeError(f"{where}, row {number}: is this the header? Remove what is above it")
        student = Participant(cells[ids], cell_of(cells, names), cell_of(cells, emails))
        if student.id.casefold() in taken:
            raise IntakeError(
                f"{where}, row {number}: a second student has the id {student.id!r}; {advice}"
            )
        taken.add(student.id.casefold())
        students[student.id] = student
        others = [cell for i, cell in enumerate(cells) if i not in (ids, names) and cell]
        keys[student.id] = list({cell.casefold() for cell in (student.id, *others)})
    return Roster(students, unique_keys(students, keys), others_with_ids(students, keys))


def unique_keys(
    students: Mapping[str, Participant], keys: Mapping[str, list[str]]
) -> dict[str, Participant]:
    """Map each key to the only student who has it; an id always leads to its own student."""
    counts = Counter(key for own in keys.values() for key in own)
    by_key = {key: students[i] for i, own in keys.items() for key in own if counts[key] == 1}
    by_key |= {
        key.removeprefix(PARTICIPANT): student
        for key, student in list(by_key.items())
        if key.startswith(PARTICIPANT)
    }
    return by_key | {student.id.casefold(): student for student in students.values()}


def others_with_ids(
    students: Mapping[str, Participant], keys: Mapping[str, list[str]]
) -> dict[str, Participant]:
    """Map each student's id to the one other student who has it in a further column."""
    ids = {student.casefold() for student in students}
    others: dict[str, list[Participant]] = {}
    for student, own in keys.items():
        for key in ids.intersection(own) - {student.casefold()}:
            others.setdefault(key, []).append(students[student])
    return {key: found[0] for key, found in others.items() if len(found) == 1}


def letters(name: str) -> list[str]:
    """Return a form that `Doe, Jane`, `Jane Doe` and `doejane` have in common.

    Accents that macOS has decomposed make no difference.
    """
    return sorted(filter(str.isalnum, unicodedata.normalize("NFC", name).casefold()))


def cell_of(cells: list[str], column: int | None) -> str:
    return cells[column] if column is not None and column < len(cells) else ""


def read_csv(path: Path) -> list[list[str]]:
    """Read a CSV file with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252.

    The header is the first row; an empty row has no cells. A line `sep=;`, as Excel writes it, is
    skipped. Letters and their accents are combined, as in the ids of students.

    Raises:
        IntakeError: it cannot be read, or is not a CSV file.
    """
    where = printable_line(str(path))
    try:
        text = unicodedata.normalize("NFC", decoded(path.read_bytes())).strip("\r\n")
    except OSError as error:
        raise IntakeError(f"{where}: {error.strerror}") from None
    if "\0" in text:
        raise IntakeError(f"{where}: not text; save the table as CSV UTF-8")
    text = EXCEL_SEPARATOR.sub("", text)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    lines = io.StringIO(f"{text}\n{END_OF_ROWS}", newline="")
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error as error:
        raise IntakeError(f"{where}: not a CSV file: {error}") from None
    if rows.pop() != [END_OF_ROWS]:
        raise IntakeError(f"{where}, row {len(rows) + 1}: a quotation mark is never closed")
    return [[] if not any(map(str.strip, row)) else row for row in rows]


def decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", "cp1252"):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("latin-1")
