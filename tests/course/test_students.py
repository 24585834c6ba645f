"""The roster translates what platforms call a student into the course's id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.course.students import Roster, Student, read_roster
from autograder.intake.entries import IntakeError


def roster(tmp_path: Path, text: str, encoding: str = "utf-8", id_column: str = "") -> Roster:
    (tmp_path / "roster.csv").write_bytes(text.encode(encoding))
    return read_roster(tmp_path / "roster.csv", id_column)


ROWS = "section,id,name,email,github,canvas\nA,a1,Zoë,zoe@x.org,zoe-x,12\nA,b2,Bob,bob@x.org,,13\n"
FORMS = {
    "plain": (ROWS, "utf-8"),
    "semicolons": (ROWS.replace(",", ";"), "utf-8"),
    "decomposed accents": (ROWS.replace("ë", "e\u0308"), "utf-8"),
    "a row without an id": (f"{ROWS}A,,Cy,cy@x.org,,14\n", "utf-8"),
    "a student of two sections": (f"{ROWS}B,a1,Zoë,zoe@x.org,zoe-x,12\n", "utf-8"),
    "another first column": (re.sub("(?m)^[^,]*,", "", ROWS).replace("id", "key", 1), "utf-8"),
}


@pytest.mark.parametrize(("text", "encoding"), FORMS.values(), ids=FORMS)
def test_every_column_but_the_name_identifies(tmp_path: Path, text: str, encoding: str) -> None:
    """What several students share does not, such as the section."""
    found = roster(tmp_path, text, encoding)
    assert list(found.students) == ["a1", "b2"]
    for key in ("a1", "A1", "12", "Zoe-X", "zoe@x.org"):
        zoe = Student("a1", "Zoë", "zoe@x.org", platform_id=key)
        assert found.known(Student(key, platform_id=key)) == zoe
    assert found.known(Student("9", email="ZOE@x.org")).id == "a1"
    for key in ("A", "Zoë", "", "99"):
        assert found.known(Student(key)) == Student(key)


def test_exports_are_rosters(tmp_path: Path) -> None:
    moodle = roster(tmp_path, "Identifier,Full name,Email address\nParticipant 12,Ada,a@x.org\n")
    assert moodle.known(Student("12")) == Student("Participant 12", "Ada", "a@x.org")
    canvas = roster(
        tmp_path, 'Student,ID,SIS User ID\n    Points Possible,,\nAda,12,s1\n"Student, Test",9,x\n'
    )
    assert canvas.known(Student("s1")) == Student("12", "Ada")
    assert list(canvas.students) == ["12"]
    assert (moodle.id_column, canvas.id_column) == ("Identifier", "ID")


def test_numbers_that_a_spreadsheet_has_rewritten(tmp_path: Path) -> None:
    """On either side; they matter where two students have the same number."""
    found = roster(tmp_path, "id,name,sis\n123,Ada,77\n0045,Bob,\n45,Cy,\n")
    names = {key: found.known(Student(key)).name for key in ("00123", "77.0", "0045", "45", "045")}
    assert names == {"00123": "Ada", "77.0": "Ada", "0045": "Bob", "45": "Cy", "045": ""}
    assert roster(tmp_path, "id,name\n007,Di\n8,Ed\n").known(Student("7")).id == "007"


def test_number_that_is_an_id_and_another_students_on_a_platform(tmp_path: Path) -> None:
    """What Dee had handed in on Canvas was taken for Bob's: the column of the ids is asked for."""
    rows = "id,name,canvas\n12,Bob Ray,7\n30,Dee Doe,12\n"
    with pytest.raises(IntakeError) as refused:
        roster(tmp_path, rows)
    assert str(refused.value) == (
        f"{tmp_path}/roster.csv: '12' is the id of '12', and also in the row of '30'; "
        "name the column that has the ids: --id-column NAME"
    )
    assert roster(tmp_path, rows, id_column="canvas").known(Student("12")).name == "Dee Doe"
    assert roster(tmp_path, rows, id_column="ID").known(Student("12")).name == "Bob Ray"


REFUSED = {
    "a workbook": ("PK\3\4", "not text; save the table as CSV UTF-8"),
    "a header": ("id\n", "a header and a row for each student are expected"),
    "twice": (
        "id\na\nb\nA\n",
        "row 4: a second student has the id 'A' in the column id; name the column that has the "
        "ids: --id-column NAME",
    ),
    "an open quotation mark": (
        'id,name\na,A\nb,"B\nc,C\n',
        "not a CSV file: unexpected end of data; export it again",
    ),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_rosters(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IntakeError) as refused:
        roster(tmp_path, text)
    assert str(refused.value).startswith(f"{tmp_path}/roster.csv")
    assert str(refused.value).endswith(message)


def test_column_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(IntakeError, match=r"no column is named sid; the columns are: section, id"):
        roster(tmp_path, ROWS, id_column="sid")
