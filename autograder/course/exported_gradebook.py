"""A CSV file that a platform exported, read so that all but some cells can be written back."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.course.errors import CourseError
from autograder.safetext import printable_line

WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True)
class CsvCell:
    """A cell of a CSV file: its text, and where it is written, quotes included."""

    text: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True)
class ExportedFile:
    """A CSV file as cells of its text."""

    where: str
    text: str
    encoding: str
    rows: list[list[CsvCell]]
    delimiter: str

    @property
    def header(self) -> list[str]:
        return [cell.text.strip().lstrip("\ufeff") for cell in self.rows[0]]


def read_export(path: Path) -> ExportedFile:
    """Read an exported file so that it can be written back byte for byte.

    Raises:
        CourseError: it cannot be read, or has no rows.
    """
    where = printable_line(str(path))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{where}: {error.strerror}") from None
    encoding = WIDE.get(data[:2], "utf-8")
    try:
        text = data.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")
    except UnicodeDecodeError:
        raise CourseError(f"{where}: damaged UTF-16 text; export it again") from None
    if "\0" in text:
        raise CourseError(f"{where}: not text; name the CSV file that the platform exported")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    rows = [row for row in csv_rows(text, delimiter) if len(row) > 1]
    if len(rows) < 2:
        raise CourseError(f"{where}: a header and a row for each student are expected")
    return ExportedFile(where, text, encoding, rows, delimiter)


def csv_rows(text: str, delimiter: str) -> Iterator[list[CsvCell]]:
    """Split CSV text into cells, and remember where they are.

    Quotes with more text after them are part of the text.
    """
    sign, quoted_text = re.escape(delimiter), r'"((?:[^"]|"")*)"'
    cell = re.compile(rf"{quoted_text}(?=[{sign}\r\n]|\Z)|((?:{quoted_text})?[^{sign}\r\n]*)")
    row: list[CsvCell] = []
    place = 1 if text.startswith("\ufeff") else 0
    while place <= len(text):
        match = cell.match(text, place)
        assert match  # It matches everywhere, even the empty string.
        quoted = match[1] is not None
        value = match[1].replace('""', '"') if quoted else match[2]
        row.append(CsvCell(value, match.start(), match.end(), quoted))
        place = match.end()
        if text[place : place + 1] == delimiter:
            place += 1
            continue
        yield row
        row = []
        if place >= len(text):
            return
        place += 2 if text[place : place + 2] == "\r\n" else 1
