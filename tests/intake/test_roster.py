"""The roster translates what platforms call a student into the course's id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.intake.handed_in import Participant
from autograder.intake.listing import IntakeError
from autograder.intake.roster import Roster, read_roster


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Roster:
    (tmp_path / "roster.csv").write_bytes(text.encode(encoding))
    return read_roster(tmp_path / "roster.csv")


ROWS = "section,id,name,email,github,canvas\nA,a1,Zoë,zoe@x.org,zoe-x,12\nA,b2,Bob,bob@x.org,,13\n"
FORMS = {
    "plain": (ROWS, "utf-8"),
    "a byte order mark": (ROWS, "utf-8-sig"),
    "wide": (ROWS, "utf-16"),
    "semicolons": (ROWS.replace(",", ";"), "utf-8"),
    "CRLF": (ROWS.replace("\n", "\r\n"), "utf-8"),
    "a separator of Excel's": (f"sep=;\r\n{ROWS.replace(',', ';')}", "utf-8-sig"),
    "empty rows": (ROWS.replace("\n", "\n\n,,,,,\n"), "utf-8"),
    "Latin-1": (ROWS, "latin-1"),
    "spaces": (ROWS.replace(",", " , "), "utf-8"),
    "commas in a name": (ROWS.replace(",", ";").replace("Bob", "Bob" + ", M.A." * 30), "utf-8"),
    "a row that ends early": (ROWS.replace("b2,Bob,bob@x.org,,13", "b2"), "utf-8"),
    "a row without an id": (f"{ROWS}A,,Cy,cy@x.org,,14\n", "utf-8"),
    "another first column": (re.sub("(?m)^[^,]*,", "", ROWS).replace("id", "key", 1), "utf-8"),
}


@pytest.mark.parametrize(("text", "encoding"), FORMS.values(), ids=FORMS)
def test_every_column_but_the_name_identifies(tmp_path: Path, text: str, encoding: str) -> None:
    """What several students share does not, such as the section."""
    found = roster(tmp_path, text, encoding)
    zoe = Participant("a1", "Zoë", "zoe@x.org")
    assert list(found.students) == ["a1", "b2"]
    for key in ("a1", "A1", "12", "Zoe-X", "zoe@x.org"):
        assert found.find(Participant(key)) == zoe
    assert found.find(Participant("9", email="ZOE@x.org")) == zoe
    for key in ("A", "Zoë", "", "99"):
        assert found.find(Participant(key)) is None


def test_exports_are_rosters(tmp_path: Path) -> None:
    moodle = roster(tmp_path, "Identifier,Full name,Email address\nParticipant 12,Ada,a@x.org\n")
    ada = Participant("Participant 12", "Ada", "a@x.org")
    assert moodle.find(Participant("12")) == ada
    canvas = roster(tmp_path, "Student,ID,SIS User ID\n    Points Possible,,\nAda,12,s1\n")
    assert canvas.find(Participant("s1")) == Participant("12", "Ada")


def test_number_that_is_an_id_and_another_students_on_a_platform(tmp_path: Path) -> None:
    """What Dee had handed in on Canvas was taken for Bob's."""
    found = roster(tmp_path, "id,name,canvas\n12,Bob Ray,7\n30,Dee Doe,12\n")
    bob, dee = found.students["12"], found.students["30"]
    assert found.find(Participant("12", "doedee")) == dee
    assert found.find(Participant("12", "Doe, Dee")) == dee
    for name in ("Bob Ray", "Someone Else", ""):
        assert found.find(Participant("12", name)) == bob
    assert found.find(Participant("7", "raybob")) == bob
    found = roster(tmp_path, "id,name,canvas\nB12,Bob Ray,7\n30,,b12\n")
    assert found.find(Participant("b12")) == found.students["B12"]
    unnamed = roster(tmp_path, "id,canvas\n12,7\n30,12\n")
    assert unnamed.find(Participant("12")) == Participant("12")
    namesakes = roster(tmp_path, "id,name,canvas\n12,Dee Doe,7\n30,Dee Doe,12\n")
    assert namesakes.find(Participant("12", "doedee")) == namesakes.students["12"]


def test_name_whose_accents_are_apart_decides(tmp_path: Path) -> None:
    """As macOS unpacks the folder of Moodle's participant 7, who is not the student 7."""
    found = roster(tmp_path, "id,name,moodle\n1,Ann Zo\u00eb,7\n7,Bob,9\n")
    assert found.find(Participant("7", "Ann Zoe\u0308")) == found.students["1"]


def test_names_as_excel_writes_them(tmp_path: Path) -> None:
    """In Windows-1252, which has letters where Latin-1 has control characters."""
    found = roster(tmp_path, "id,name\na,Žižková\nb,Œuvré Š…\n", "cp1252")
    assert [student.name for student in found.students.values()] == ["Žižková", "Œuvré Š…"]
    (tmp_path / "roster.csv").write_bytes(b"id,name\na,Zo\xeb \x81\n")
    assert read_roster(tmp_path / "roster.csv").students["a"].name == "Zoë \x81"


REFUSED = {
    "a header": ("id\n", "a header and a row for each student are expected"),
    "lines above the header": (
        "Programming 1\nas of May 3\nID,Name\na,Ada\n",
        "row 3: is this the header? Remove what is above it",
    ),
    "twice": ("id\na\nb\na\n", "row 4: a second student has the id 'a'; keep one"),
    "twice in other letters": (
        "id\na\n\nA\n",
        "row 4: a second student has the id 'A'; keep one",
    ),
    "a first name in the first column": (
        "Vorname;Matrikel\nAda;1\nAda;2\n",
        "row 3: a second student has the id 'Ada'; name the column that has the ids: id",
    ),
    "an open quotation mark": (
        'id,name\na,A\nb,"B\nc,C\n',
        "row 3: a quotation mark is never closed",
    ),
    "a workbook": ("PK\3\4\0\0id,name\na,A\n", "not text; save the table as CSV UTF-8"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_rosters(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IntakeError, match=r"roster\.csv") as refused:
        roster(tmp_path, text)
    assert str(refused.value).endswith(message)
