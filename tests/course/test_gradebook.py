"""The gradebook: points by hand, late days, totals; and gradebooks of platforms, filled in."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, LatePolicy, load
from autograder.course.gradebook import (
    FilledIn,
    Gradebook,
    days_late,
    fill_in,
    make_gradebook,
    render_gradebook,
)
from autograder.course.platforms import canvas, moodle
from autograder.course.results import opened_results
from autograder.intake.entries import IntakeError
from tests.conftest import copy_kit
from tests.course.stub import STUB, run_stub

DUE = "2027-01-15T23:59:00+01:00"
POLICY = LatePolicy(DUE, grace_days=1, percent_per_day=10, cap_percent=25)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5", "cy": "", "di": "fails"})
    return path


def book_of(path: Path, by_hand: str = "", late: LatePolicy | None = None) -> Gradebook:
    file = path.with_name("by_hand.csv")
    file.write_text(by_hand)
    with opened_results(path, writing=True) as results:
        if late:
            results.connection.execute("UPDATE course SET late = ?", (json.dumps(asdict(late)),))
        return make_gradebook(results, file if by_hand else None)


BOOK = """\
student,name,email,platform_id,status,first,second,score,style,late_days,deduction,total,out_of,note
ada,Name of ada,,p-ada,graded,60,30,90,,0,0,90,90,
bob,Name of bob,,p-bob,graded,30,30,60,,0,0,60,90,
cy,Name of cy,,p-cy,cannot be graded,,,,,0,0,,90,cy: nothing
di,Name of di,,p-di,failed,,,,,0,0,,90,the grader failed
"""


def test_a_row_for_each_student(path: Path) -> None:
    assert render_gradebook(book_of(path)) == BOOK.replace("\n", "\r\n")


def test_file_that_cannot_be_read_beside_others(path: Path) -> None:
    """Points are missing, so the note says why."""
    says = "b.py cannot be read: it is UTF-16 text; save it as UTF-8"
    run_stub(path, {"ada": "8"}, unusable={"b.py": says})
    ada = render_gradebook(book_of(path)).split("\r\n")[1]
    assert ada == f"ada,Name of ada,,p-ada,graded,48,30,78,,0,0,78,90,{says}"


def test_no_total_from_other_points(path: Path) -> None:
    """After a change to the points, only those who were graded again have a total."""
    parts = (replace(STUB.parts[0], points=50), STUB.parts[1])
    with opened_results(path, writing=True) as results:
        results.begin(replace(STUB, parts=parts))
    note = "graded with other parts or points; run autograder course regrade"
    assert [(row.score, row.total, row.notes) for row in [*book_of(path).rows.values()][:3]] == [
        (None, None, [note]),
        (None, None, [note]),
        (None, None, ["cy: nothing"]),
    ]


def test_points_by_hand(path: Path) -> None:
    """They are added; who has none has no total. An empty cell is not 0 points."""
    book = book_of(path, "id;style;name\nADA;7,5;y\np-cy;3;\nbob;;\n")
    totals = {student: row.total for student, row in book.rows.items()}
    assert totals == {"ada": 97.5, "bob": None, "cy": None, "di": None}
    assert (book.out_of, book.rows["bob"].notes) == (100, ["not marked by hand"])


def test_columns_of_points_by_hand(path: Path) -> None:
    """Capitals do not matter; a gradebook that has been filled in has other columns, too."""
    assert book_of(path, "ID,Name,STYLE\nada,Ada,7\n").rows["ada"].total == 97
    assert book_of(path, BOOK.replace("90,,0", "90,7,0")).rows["ada"].total == 97


def test_only_days_late_by_hand(tmp_path: Path) -> None:
    """Nothing is marked yet, as without the file: totals are those of the parts."""
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5"}, late=True)
    book = book_of(path, "id,late_days\nada,2\n", POLICY)
    assert [(row.late_days, row.total, row.notes) for row in book.rows.values()] == [
        (2, 81, []),
        (1, 60, ["marked as late without a time: counted as one day"]),
    ]
    assert book.out_of == 90


WRONG = {
    "column": (
        "id,Stlye,late_days\nada,1,0\n",
        "by_hand.csv: the column 'Stlye' is none of style, late_days: rename or remove it",
    ),
    "no column": (
        "id,name\nada,Ada\n",
        "by_hand.csv: the first row has to name columns: id, then some of style, late_days",
    ),
    "student": (
        "id,style\nzoe,1\n",
        "row 2: there is no student 'zoe'; autograder course gradebook {} lists the ids",
    ),
    "number": (
        "id,style\nada,1\nbob,good\n",
        "row 3: style is 'good'; it has to be a number from 0 to 10",
    ),
    "too much": (
        "id,style\nada,11\n",
        "row 2: style is '11'; it has to be a number from 0 to 10",
    ),
    "a decimal comma": (
        "id,style\nada,1\nbob,7,5\n",
        "row 3: has more cells than the first row; write what has a comma in it in quotation "
        'marks: "9,5"',
    ),
    "a student twice": ("id,style\nada,1\np-ada,9\n", "row 3: a second row for ada; keep one"),
    "half a day": (
        "id,late_days\n\n,\nada,2.5\n",
        "row 4: late_days is '2.5'; it has to be a whole number",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_points_by_hand_that_do_not_fit(text: str, message: str, path: Path) -> None:
    with pytest.raises(IntakeError) as refused:
        book_of(path, text)
    assert str(refused.value).endswith(message.format(path))


LATE = {
    "in time": ("2027-01-15T22:59:00+00:00", 0, 0),
    "a second late": ("2027-01-15T22:59:01+00:00", 1, 0),
    "a day and a second late": ("2027-01-16T22:59:01+00:00", 2, 9),
    "capped": ("2027-02-15T12:00:00Z", 31, 22.5),
}


@pytest.mark.parametrize(("time", "days", "lost"), LATE.values(), ids=LATE)
def test_late_days(time: str, days: int, lost: float, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10"}, submitted=time)
    row = book_of(path, late=POLICY).rows["ada"]
    assert (row.late_days, row.deduction, row.total) == (days, lost, 90 - lost)


SPRING, AUTUMN = "2027-03-27T23:59:00+01:00", "2027-10-30T23:59:00+02:00"
CLOCKS_CHANGE = {
    "an hour less": (SPRING, "Europe/Berlin", "2027-03-28T23:59:01+02:00", 2),
    "the same without a zone": (SPRING, "", "2027-03-28T23:59:01+02:00", 1),
    "an hour more": (AUTUMN, "Europe/Berlin", "2027-10-31T23:59:00+01:00", 1),
    "the same without any zone": (AUTUMN, "", "2027-10-31T23:59:00+01:00", 2),
    "in the hour that is repeated": (
        "2027-10-31T02:30:00+02:00",
        "Europe/Berlin",
        "2027-10-31T02:15:00+01:00",
        1,
    ),
    "before the hour that is repeated": (
        "2027-10-31T02:15:00+01:00",
        "Europe/Berlin",
        "2027-10-31T02:30:00+02:00",
        0,
    ),
}


@pytest.mark.parametrize(("due", "zone", "time", "days"), CLOCKS_CHANGE.values(), ids=CLOCKS_CHANGE)
def test_clocks_change_between_deadline_and_hand_in(
    due: str, zone: str, time: str, days: int
) -> None:
    assert days_late(LatePolicy(due, zone=zone), time) == days


def test_unknown_time_zone(tmp_path: Path) -> None:
    """It stops the gradebook, and not students, whose machines may have no zones."""
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10"}, submitted=DUE)
    with pytest.raises(AssignmentError) as refused:
        book_of(path, late=LatePolicy(DUE, zone="Berlin"))
    assert str(refused.value) == (
        "[late]: no time zone 'Berlin' on this machine; one is called Europe/Berlin; "
        "on Windows, pip install tzdata"
    )


def test_policy_of_the_assignment(path: Path) -> None:
    with opened_results(path, writing=True) as results:
        results.begin(replace(STUB, late=LatePolicy(DUE, percent_per_day=50)))
        results.connection.execute("UPDATE submissions SET submitted = '2027-01-16T12:00:00Z'")
    assert [row.total for row in [*book_of(path).rows.values()][:2]] == [45, 30]


FAULTY_TABLES = {
    'due = "soon"': "'soon' has to be a time with its offset from UTC, such as ",
    f'due = "{DUE}"\ngrace_days = 0.5': "'grace_days' in [late] has to be a whole number",
    "grace_days = 1": "the key 'due' is missing in [late]",
}


def test_late_table_of_an_assignment(tmp_path: Path) -> None:
    kit = copy_kit("functions", tmp_path)
    toml = kit / "autograder/assignments/functions/assignment.toml"
    before = toml.read_text(encoding="utf-8")
    toml.write_text(f'{before}\n[late]\ndue = "{DUE}"\ngrace_days = 1\npercent_per_day = 10\n')
    assert load("functions", kit).late == LatePolicy(DUE, 1, 10)
    for table, message in FAULTY_TABLES.items():
        toml.write_text(f"{before}\n[late]\n{table}\n")
        with pytest.raises(AssignmentError) as refused:
            load("functions", kit)
        assert str(refused.value).partition(": ")[2].startswith(message)


NAMES = {
    "=1": "'=1",
    "-1": "'-1",
    "@x": "'@x",
    "＝1": "'＝1",  # noqa: RUF001
    "f: x;=cmd|' /C calc'!A0": "f: x;'=cmd|' /C calc'!A0",
    "a\nb": "a\\nb",
    'a"b; c-d': 'a"b; c-d',
}


def test_names_that_are_formulas_are_text(tmp_path: Path) -> None:
    """In many countries Excel splits a file at semicolons, also inside of a quoted cell.

    A gradebook's ids can be copied into the points by hand.
    """
    path = tmp_path / "results.sqlite"
    run_stub(path, dict.fromkeys(NAMES, "1"))
    rows = csv.reader(io.StringIO(render_gradebook(book_of(path)), newline=""))
    assert {row[0] for row in rows} == {"student", *NAMES.values()}
    assert book_of(path, "id,late_days\n'=1,2\n").rows["=1"].late_days == 2


def filled(path: Path, rows: str, encoding: str = "utf-8", **options: str) -> FilledIn:
    """Fill in a file of Canvas, or of Moodle if it has identifiers."""
    file = path.with_name("export.csv")
    file.write_bytes(rows.encode(encoding))
    platform = moodle if "Identifier" in rows else canvas
    with opened_results(path) as results:
        return fill_in(file, platform, make_gradebook(results, None), results, **options)


CANVAS = (
    'Student,ID,SIS User ID,SIS Login ID,Section,Stub (77),"Essay, long (78)",Final\r\n'
    "    Points Possible,,,,,{most},10,\r\n"
    '"Lovelace, Ada",p-ada,,ada@x.org,"A ""1""",{ada},3,1\r\n'
    "Bób,99,bob,,B,{bob},,\r\n"
    "Cy,p-cy,,,B,{cy},,\r\n"
    '"Student, Test",1,,,B,0,,\r\n'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_canvas(path: Path, encoding: str) -> None:
    """One column is filled in; what is written can be read, and filled in, again."""
    after = CANVAS.format(most="45.00", ada="45", bob="30", cy="2")
    done = filled(path, CANVAS.format(most="45.00", ada="", bob="1.5", cy="2"), encoding)
    assert done.content.decode(encoding) == after
    assert (done.count, done.missing) == (2, [])
    assert filled(path, done.content.decode(encoding), encoding) == done


def test_canvas_in_another_order_and_with_decimal_commas(path: Path) -> None:
    """A spreadsheet may sort the maximum below the students, and move columns."""
    rows = "Section;Student;ID;Stub (1)\r\nB;Bob;bob;{bob}\r\nA;Ada;ada;{ada}\r\n"
    rows += ';Points Possible;;"5,5"\r\n'
    done = filled(path, rows.format(ada="", bob=""))
    assert done.content.decode() == rows.format(ada="5,5", bob="3,67").replace('"', "")


@pytest.mark.parametrize("most", ["", "0"])
def test_without_a_maximum_totals_are_not_scaled(most: str, path: Path) -> None:
    done = filled(path, CANVAS.format(most=most, ada="", bob="", cy=""))
    assert done.content.decode() == CANVAS.format(most=most, ada="90", bob="60", cy="")


QUESTIONS = {
    "which column": (
        "Student,ID,A (1),B (2)\nAda,ada,,\n",
        "name the column to fill in with --column; it has: Student, ID, A (1), B (2)",
    ),
    "which student": (
        "Student,ID,SIS User ID,Stub (1)\nAda,p-ada,bob,\n",
        "row 2: it is not certain that this is ada or bob; name the column that has the ids: "
        "--id-column NAME",
    ),
    "which of two rows": (
        "Student,ID,Stub (1)\nAda,ada,\nAda,p-ada,\n",
        "row 3: it is not certain that this is ada; name the column that has the ids: "
        "--id-column NAME",
    ),
    "a quotation mark": (
        "Student,SIS User ID,ID,Stub (77)\nLovelace, Ada,p-ada,ada,\n",
        "row 2: has more cells than the first row; write what has a comma in it in quotation "
        'marks: "9,5"',
    ),
}


@pytest.mark.parametrize(("rows", "message"), QUESTIONS.values(), ids=QUESTIONS)
def test_questions(rows: str, message: str, path: Path) -> None:
    with pytest.raises(IntakeError) as refused:
        filled(path, rows)
    assert str(refused.value).endswith(message)


MOODLE = (
    "Identifier;Full name;Email address;Status;{title};Maximum Grade;Feedback\r\n"
    "Participant p-12;Ada; ADA@x.org ;Submitted;{ada};150,00;\r\n"
    "Teilnehmer/in412;Bob;;Submitted;{bob};150,00;=1\r\n"
    "Participant 13;Cy;;No submission;;150,00;\r\n"
)


def test_moodle(path: Path) -> None:
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET platform_id = '412' WHERE id = 'bob'")
        results.connection.execute("UPDATE students SET email = 'ada@x.org' WHERE id = 'ada'")
    done = filled(path, MOODLE.format(title="Grade", ada="", bob="1,00"))
    assert done.content.decode() == MOODLE.format(title="Grade", ada="150", bob="100")
    assert (done.count, done.missing) == (2, [])
    done = filled(path, MOODLE.format(title="Bewertung", ada="", bob=""), column="Bewertung")
    assert done.content.decode() == MOODLE.format(title="Bewertung", ada="150", bob="100")
