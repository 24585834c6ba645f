"""The gradebook: points by hand, late days, totals."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, LatePolicy, load
from autograder.course.errors import CourseError
from autograder.course.gradebook import Gradebook, as_cell, make_gradebook, render_gradebook
from autograder.course.late_policy import deduction, parse_late_policy
from autograder.course.results import opened_results
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
    with opened_results(path) as results:
        return make_gradebook(results, file if by_hand else None, late)


def test_a_row_for_each_student(path: Path) -> None:
    assert render_gradebook(book_of(path)) == BOOK.replace("\n", "\r\n")


BOOK = """\
student,name,email,platform_id,status,first,second,score,style,late_days,deduction,total,out_of,note
ada,Name of ada,,p-ada,graded,60,30,90,,0,0,90,90,
bob,Name of bob,,p-bob,graded,30,30,60,,0,0,60,90,
cy,Name of cy,,p-cy,cannot be graded,,,,,0,0,,90,cy: nothing
di,Name of di,,p-di,failed,,,,,0,0,,90,the grader failed
"""


def test_no_total_from_other_points(path: Path) -> None:
    """After a change to the points, only those who were graded again have a total."""
    parts = (replace(STUB.parts[0], points=50), STUB.parts[1])
    with opened_results(path, writing=True) as results:
        results.begin_run(replace(STUB, parts=parts), [])
    rows = book_of(path).rows
    note = "graded with other parts or points; run autograder course regrade"
    assert [(row.score, row.total, row.note) for row in rows[:3]] == [
        (None, None, note),
        (None, None, note),
        (None, None, "cy: nothing"),
    ]


def test_points_by_hand(path: Path) -> None:
    """They are added; who has none has no total."""
    book = book_of(path, "id;style;x\nADA;7,5;y\np-cy;3;\n")
    totals = {row.student: row.total for row in book.rows}
    assert totals == {"ada": 97.5, "bob": None, "cy": None, "di": None}
    assert book.out_of == 100
    assert book.rows[1].note == "not marked by hand"


def test_only_days_late_by_hand(tmp_path: Path) -> None:
    """Nothing is marked yet, as without the file: totals are those of the parts."""
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5"}, late=True)
    book = book_of(path, "id,late_days\nada,2\n", POLICY)
    assert [(row.late_days, row.total, row.note) for row in book.rows] == [
        (2, 81, ""),
        (1, 60, "marked as late without a time: counted as one day"),
    ]
    assert book.out_of == 90


def test_empty_cells_are_not_points(path: Path) -> None:
    """A cell without points, or a row that ends before it, is not 0 points."""
    rows = book_of(path, "id,style\nada,\nbob\n").rows[:2]
    assert [(row.total, row.note) for row in rows] == [(None, "not marked by hand")] * 2


WRONG = {
    "nothing": ("\n", r"the first row has to name columns: id, then some of style, late_days"),
    "only points": ("style\n1\n", r"row has to name columns: id, then some of style, late_days"),
    "column": ("id,x\n", r"the first row has to name columns: id, then some of style, late_days"),
    "student": (
        "id,style\nzoe,1\n",
        "row 2: no student 'zoe' in the results; autograder course gradebook lists the ids",
    ),
    "number": ("id,style\nada,1\nbob,good\n", r"row 3: style is not a number: 'good'"),
    "too much": ("id,style\nada,11\n", r"row 2: style is 11; it has to be 0 to 10"),
    "nan": ("id,style\nada,nan\n", r"row 2: style is nan; it has to be 0 to 10"),
    "a decimal comma": (
        "id,style\nada,1,,\nbob,7,5\n",
        "row 3: has more cells than the first row; write a number with a comma in quotation "
        'marks: "9,5"',
    ),
    "a student twice": ("id,style\nada,1\np-ada,9\n", r"row 3: a second row for ada; keep one"),
    "a column twice": ("id,style,style\nada,1,9\n", r"two columns are named style; keep one"),
    "half a day": (
        "id,late_days\n\n,\nada,2.5\n",
        r"row 4: late_days is 2.5; it has to be a whole number",
    ),
    "negative": ("id,late_days\nada,-1\n", r"row 2: late_days is -1; it has to be 0 or more"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_points_by_hand_that_do_not_fit(text: str, message: str, path: Path) -> None:
    with pytest.raises(CourseError) as refused:
        book_of(path, text)
    assert str(refused.value).endswith(message)


def test_points_by_hand_for_what_two_students_have_in_common(path: Path) -> None:
    """They are for neither: an address of a group, or a number on two platforms."""
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET email = 'x@x.org', platform_id = '12'")
    for key in ("x@x.org", "12"):
        with pytest.raises(CourseError, match=f"row 2: no student '{key}' in the results"):
            book_of(path, f"id,style\n{key},7\n")


LATE = {
    "in time": ("2027-01-15T22:59:00+00:00", 0, 0),
    "a second late": ("2027-01-15T22:59:01+00:00", 1, 0),
    "a day late": ("2027-01-16T22:59:00+00:00", 1, 0),
    "a day and a second late": ("2027-01-16T22:59:01+00:00", 2, 9),
    "two days": ("2027-01-17T12:00:00+01:00", 2, 9),
    "capped": ("2027-02-15T12:00:00Z", 31, 22.5),
}


@pytest.mark.parametrize(("time", "days", "lost"), LATE.values(), ids=LATE)
def test_late_days(time: str, days: int, lost: float, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10"}, submitted=time)
    row = book_of(path, late=POLICY).rows[0]
    assert (row.late_days, row.deduction, row.total) == (days, lost, 90 - lost)


def test_member_of_a_group_who_hands_in_the_same_alone(tmp_path: Path) -> None:
    """That is late, but not for the other member."""
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada+bob": "10"}, submitted="2027-01-15T12:00:00Z")
    run_stub(path, {"ada": "10"}, submitted="2027-01-17T12:00:00Z")
    rows = book_of(path, late=POLICY).rows
    assert [(row.student, row.late_days, row.total) for row in rows] == [
        ("ada", 2, 81),
        ("bob", 0, 90),
    ]


def test_late_without_a_time(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10"}, late=True)
    row = book_of(path, late=POLICY).rows[0]
    assert (row.late_days, row.total) == (1, 90)
    assert row.note == "marked as late without a time: counted as one day"
    book = book_of(path, "id,style,late_days\nada,10,3\n", POLICY)
    assert render_gradebook(book).endswith(",90,10,3,20,80,100,\r\n")


DEDUCTIONS = {
    "no grace days unless they are given": ("percent_per_day=10", 50, 1, 5),
    "no cost unless it is given": ("grace_days=1", 50, 9, 0),
    "no cap unless it is given": ("percent_per_day=30", 50, 4, 50),
    "a cap above all points": ("percent_per_day=30,cap_percent=150", 50, 5, 50),
    "two decimals": ("percent_per_day=10", 33.33, 1, 3.33),
}


@pytest.mark.parametrize(("rest", "points", "days", "lost"), DEDUCTIONS.values(), ids=DEDUCTIONS)
def test_deductions(rest: str, points: float, days: int, lost: float) -> None:
    assert deduction(parse_late_policy(f"due={DUE}, {rest}"), points, days) == lost


POLICIES = {
    "due=x": "'x' has to be a time with its offset from UTC, such as 2027-01-15T23:59:00+01:00",
    "due=2027-01-15T23:59:00": "'2027-01-15T23:59:00' has to be a time with its offset from UTC, "
    "such as 2027-01-15T23:59:00+01:00",
    "grace_days=1": "the key 'due' is missing",
    "days=1": "unknown key 'days'; the keys are due, grace_days, percent_per_day, cap_percent",
    "": "the key 'due' is missing",
    f"due={DUE},grace_days=1.5": "'grace_days' is not a whole number: '1.5'",
    f"due={DUE},percent_per_day=10%": "'percent_per_day' is not a number: '10%'",
    f"due={DUE},percent_per_day=inf": "'percent_per_day' in [late] has to be 0 or more",
    f"due={DUE},grace_days=1,grace_days=3": "a key occurs twice; keep one",
    f"due={DUE},cap_percent=-1": "'cap_percent' in [late] has to be 0 or more",
}


@pytest.mark.parametrize("text", POLICIES)
def test_faulty_policies(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_late_policy(text)
    assert str(refused.value) == POLICIES[text]
    parsed = parse_late_policy(f"due={DUE}, grace_days=1,percent_per_day=10,cap_percent=25")
    assert parsed == POLICY


NAMES = ("=1+1", "+1", "-1", "@x", "\t=1", "a\nb", 'a"b', "<script>")


def test_names_that_are_formulas_are_text(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {name: "1" for name in NAMES if "+" not in name})
    rows = list(csv.reader(io.StringIO(render_gradebook(book_of(path)), newline="")))
    cells = {cell for row in rows for cell in row}
    assert not [cell for cell in cells if cell.startswith(("=", "@", "-", "+", "\t", "\r"))]
    assert {"'-1", "'@x", 'a"b', "a\\nb"} <= cells


@pytest.mark.parametrize(
    ("text", "cell"),
    {
        "=1+1": "'=1+1",
        "＝1+1": "'＝1+1",  # noqa: RUF001
        "＠SUM": "'＠SUM",  # noqa: RUF001
        "f raised ValueError: x;=cmd|' /C calc'!A0": "f raised ValueError: x;'=cmd|' /C calc'!A0",
        "a;-b;+c": "a;'-b;'+c",
        ";@x": ";'@x",
        "a=b; c-d": "a=b; c-d",
        "": "",
    }.items(),
)
def test_no_cell_is_a_formula_wherever_a_spreadsheet_splits(text: str, cell: str) -> None:
    """In many countries Excel splits a file at semicolons, also inside of a quoted cell."""
    assert as_cell(text) == cell


def test_policy_of_the_assignment(path: Path) -> None:
    with opened_results(path, writing=True) as results:
        results.begin_run(replace(STUB, late=LatePolicy(DUE, percent_per_day=50)), [])
        results.connection.execute("UPDATE submissions SET submitted = '2027-01-16T12:00:00Z'")
    assert [row.total for row in book_of(path).rows[:2]] == [45, 30]


FAULTY_TABLES = {
    'due = "soon"': "'soon' has to be a time with its offset from UTC, such as ",
    f'due = "{DUE}"\ngrace_days = 0.5': "'grace_days' in [late] has to be a whole number",
    f'due = "{DUE}"\npercent_per_day = -1': "'percent_per_day' in [late] has to be 0 or more",
    "grace_days = 1": "the key 'due' is missing in [late]",
    f'due = "{DUE}"\ndays = 1': "unknown key 'days' in [late]; "
    "the keys are due, grace_days, percent_per_day, cap_percent",
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
        where, _, fault = str(refused.value).partition(": ")
        assert where.partition(", line ")[0] == str(toml)
        assert fault.startswith(message)
