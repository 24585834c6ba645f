"""Students: who is meant by an id, an address or a user name; and the roster, a CSV file."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.intake.entries import ZIP, IntakeError

NAME_HEADERS = ("name", "full name", "student")
EMAIL_HEADERS = ("email", "email address")
BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
TEST_STUDENT = "student, test"
"""Canvas adds a row for this test student to its exports."""
PARTICIPANT = re.compile(r"participant (.+)", re.IGNORECASE)
"""An id in Moodle's worksheet."""
NAME_THE_COLUMN = "name the column that has the ids: --id-column NAME"


@dataclass(frozen=True)
class Student:
    """A student; all but the id may be empty. `platform_id` is the id where work is handed in."""

    id: str
    name: str = ""
    email: str = ""
    platform_id: str = ""


class Students:
    """Finds students by keys. A key that two students share in a column identifies neither.

    If two columns have a key, the first counts. A number may lack leading zeros or end in `.0`, as
    spreadsheets write it, if it is then still unique.
    """

    def __init__(self, *columns: Iterable[tuple[str, Student]]) -> None:
        self._by_key: dict[str, Student] = {}
        for pairs in map(list, reversed(columns)):
            for read in (as_key, str.strip):  # Ids may differ only in capitals.
                self._by_key |= _unique((read(key), student) for key, student in pairs)
        self._by_number = _unique((number_of_id(key), one) for key, one in self._by_key.items())

    def find(self, key: str) -> Student | None:
        """Return the student that a key identifies."""
        exact = self._by_key.get(key.strip()) or self._by_key.get(as_key(key))
        return exact or self._by_number.get(number_of_id(as_key(key)))


def as_key(text: str) -> str:
    """Return an id to compare; a spreadsheet may show the apostrophe that makes a formula text."""
    return text.strip().removeprefix("'").casefold()


def _unique(pairs: Iterable[tuple[str, Student]]) -> dict[str, Student]:
    """Return the students by those keys that only one of them has."""
    owners: dict[str, set[Student]] = defaultdict(set)
    for key, student in pairs:
        owners[key].add(student)
    return {key: student for key, [student, *others] in owners.items() if key and not others}


def number_of_id(key: str) -> str:
    """Return an id that is a number, as a spreadsheet may have written it; else nothing."""
    match = re.fullmatch(r"0*([0-9]+?)(\.0+)?", key)
    return match[1] if match else ""


@dataclass(frozen=True)
class Roster:
    """The students of a course; `id_column` is the header of the column that has their ids."""

    students: dict[str, Student]
    finder: Students
    id_column: str

    def known(self, student: Student) -> Student:
        """Return a student as the roster knows one whom a platform knows by an id or address."""
        found = self.finder.find(student.id) or self.finder.find(student.email)
        if not found:
            return student
        return Student(
            found.id, found.name or student.name, found.email or student.email, student.platform_id
        )


def read_roster(path: Path, id_column: str = "") -> Roster:
    """Read a CSV file with a header. Ids are in the named column, else in `id`, else in the first.

    Any other cell that only one student has may be what a platform calls the student.

    Raises:
        IntakeError: it cannot be read, or an id may mean two students.
    """
    table = read_table(path)
    place = table.column(id_column) if id_column else table.index("id") or 0
    name, email = table.index(*NAME_HEADERS), table.index(*EMAIL_HEADERS)
    others: list[tuple[str, Student]] = []
    ids: dict[str, Student] = {}
    for number, row in enumerate(table.rows, 2):
        cells = [cell.strip() for cell in row]
        one = Student(cells[place], *("" if i is None else cells[i] for i in (name, email)))
        if not one.id or one.name.casefold() == TEST_STUDENT:
            continue
        known = ids.setdefault(one.id.casefold(), one)
        if known is not one and (known != one or not one.name + one.email):  # Of one section.
            raise IntakeError(
                f"{path}, row {number}: a second student has the id {one.id!r} in the column "
                f"{table.header[place]}; {NAME_THE_COLUMN}"
            )
        keys = {cell for i, cell in enumerate(cells) if i not in (place, name)}
        numbers = [PARTICIPANT.match(key) for key in (*keys, one.id)]
        keys |= {match[1] for match in numbers if match}
        others += [(key, known) for key in keys]
    for key, one in () if id_column else others:
        if (owner := ids.get(key.casefold(), one)) is not one:
            raise IntakeError(
                f"{path}: {key!r} is the id of {owner.id!r}, and also in the row of {one.id!r}; "
                f"{NAME_THE_COLUMN}"
            )
    students = {one.id: one for one in ids.values()}
    return Roster(students, Students(students.items(), others), table.header[place])


@dataclass(frozen=True)
class Table:
    """A CSV file: its header, rows that are as long, and the form in which it was written."""

    path: Path
    header: list[str]
    rows: list[list[str]]
    encoding: str
    delimiter: str

    def index(self, *names: str) -> int | None:
        """Return the place of the column with the first of these names that there is."""
        titles = [title.casefold() for title in self.header]
        return next((titles.index(name) for name in names if name in titles), None)

    def column(self, name: str) -> int:
        """Return the place of a column.

        Raises:
            IntakeError: there is none, or there are two.
        """
        found = [i for i, title in enumerate(self.header) if title.casefold() == name.casefold()]
        if len(found) != 1:
            fault = "two columns are named" if found else "no column is named"
            columns = ", ".join(self.header)
            raise IntakeError(f"{self.path}: {fault} {name}; the columns are: {columns}")
        return found[0]

    def as_bytes(self) -> bytes:
        """Return the table in the form of its file."""
        lines = io.StringIO()
        writer = csv.writer(lines, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerows([self.header, *self.rows])
        return lines.getvalue().encode(self.encoding)


def read_table(path: Path) -> Table:
    """Read a CSV file with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252.

    Letters and their accents are combined, as in the ids of students.

    Raises:
        IntakeError: it cannot be read, or is not a CSV file with a header and a row.
    """
    try:
        data = path.read_bytes()
        encoding = next((name for bom, name in BOMS.items() if data.startswith(bom)), "utf-8")
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            encoding = "cp1252"
            text = data.decode(encoding)
        text = unicodedata.normalize("NFC", text)
        delimiter = max(",;\t", key=text.partition("\n")[0].count)
        if "\0" in text or data.startswith(ZIP):  # Such as a workbook.
            raise UnicodeError
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except OSError as error:
        raise IntakeError(f"{path}: {error.strerror}") from None
    except UnicodeError:
        raise IntakeError(f"{path}: not text; save the table as CSV UTF-8") from None
    except csv.Error as error:
        raise IntakeError(f"{path}: not a CSV file: {error}; export it again") from None
    if len(rows) < 2:
        raise IntakeError(f"{path}: a header and a row for each student are expected")
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) > width:
            more = "more cells than the first row; write what has a comma in it in quotation marks"
            raise IntakeError(f'{path}, row {number}: has {more}: "9,5"')
    header = [title.strip() for title in rows[0]]
    padded = [row + [""] * (width - len(row)) for row in rows[1:]]
    return Table(path, header, padded, encoding, delimiter)
