"""Gradebooks that platforms exported, filled in with the totals of a class."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.course.errors import CourseError
from autograder.course.gradebook import Gradebook, make_gradebook
from autograder.course.platform_gradebooks import fill_in_canvas, fill_in_moodle
from autograder.course.results import opened_results
from tests.cli.in_process import run_main
from tests.course.stub import run_stub


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5", "cy": "", "di": "fails"})
    return path


def book_of(path: Path) -> Gradebook:
    with opened_results(path) as results:
        return make_gradebook(results, None, None)


CANVAS = (
    '\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Stub (77),"Essay, long (78)",Final\r\n'
    "    Points Possible,,,,,{most},10,\r\n"
    '"Lovelace, Ada",p-ada,,ada@x.org,"A ""1""",{ada},3,1\r\n'
    "Bob,99,bob,,B,{bob},,\n"
    "Cy,p-cy,,,B,{cy},,\r\n"
    '"Student, Test",1,,,B,0,,'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "latin-1"])
def test_canvas(path: Path, encoding: str) -> None:
    """One column is filled in, and no other byte changes; quotes and line ends stay."""
    text = CANVAS.replace("Bob", "Bób") if encoding != "utf-8" else CANVAS
    before = text.format(most="45.00", ada="", bob="1.5", cy="2")
    after = text.format(most="45.00", ada="45", bob="30", cy="2")
    if encoding == "latin-1":
        before, after = before[1:], after[1:]
    file = path.with_name("export.csv")
    file.write_bytes(before.encode(encoding))
    filled = fill_in_canvas(file, book_of(path), ["stub"], "")
    assert filled.content == after.encode(encoding)
    assert (filled.count, filled.missing) == (2, [])


OVERLAPPING = {
    "with a roster": {"109": ("10", "12"), "20": ("5", "109"), "12": ("", "7")},
    "without": {"12": ("10", "12"), "109": ("5", "109")},
    "capital letters": {"b": ("10", ""), "B": ("5", "")},
}


@pytest.mark.parametrize("students", OVERLAPPING.values(), ids=OVERLAPPING)
def test_numbers_of_two_students(students: dict[str, tuple[str, str]], tmp_path: Path) -> None:
    """12 is Bob's number on Canvas, and Di's in the course; 109 is Cy's, and Bob's."""
    path, file = tmp_path / "results.sqlite", tmp_path / "export.csv"
    run_with_numbers(path, students)
    rows = "Student,ID,SIS User ID,Stub (1)\nDi,7,{},\nBob,12,{},{}\nCy,109,{},{}\n"
    ids = ("c", "b", "B") if "B" in students else ("12", "109", "20")
    file.write_text(rows.format(ids[0], ids[1], "", ids[2], ""))
    filled = fill_in_canvas(file, book_of(path), ["Stub"], "")
    assert filled.content.decode() == rows.format(ids[0], ids[1], "90", ids[2], "60")


def run_with_numbers(path: Path, students: dict[str, tuple[str, str]]) -> None:
    """Grade what these students handed in, under a number on the platform."""
    run_stub(path, {student: text for student, (text, _) in students.items()})
    with opened_results(path, writing=True) as results:
        for student, (_, number) in students.items():
            values = (number, student)
            results.connection.execute("UPDATE students SET platform_id = ? WHERE id = ?", values)


def test_the_number_on_the_platform_decides(tmp_path: Path) -> None:
    """An export without the ids of the course has only these, and two are also ids of others."""
    path, file = tmp_path / "results.sqlite", tmp_path / "export.csv"
    run_with_numbers(path, {"11": ("10", "10"), "12": ("5", "11"), "c": ("3", "12")})
    rows = "Student,ID,Stub (1)\nAda,10,{}\nBob,11,{}\nCy,12,{}\n"
    file.write_text(rows.format("", "", ""))
    filled = fill_in_canvas(file, book_of(path), ["Stub"], "")
    assert filled.content.decode() == rows.format("90", "60", "48")
    assert filled.missing == []


def test_row_of_a_student_whose_number_is_an_id(tmp_path: Path) -> None:
    """The row has two keys of Ada, and one of the student 12, who has no row."""
    path, file = tmp_path / "results.sqlite", tmp_path / "export.csv"
    run_stub(path, {"ada": "10", "12": "5"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET platform_id = '12' WHERE id = 'ada'")
    file.write_text("Student,ID,SIS User ID,Stub (1)\nAda,12,ada,\nBob,7,,\n")
    filled = fill_in_canvas(file, book_of(path), ["Stub"], "")
    assert filled.content.decode().endswith("\nAda,12,ada,90\nBob,7,,\n")
    assert filled.missing == ["12"]


DAMAGED = {
    "half a character": (CANVAS.encode("utf-16") + b"x", "damaged UTF-16 text; export it again"),
    "a workbook": (b"PK\3\4\0\0,\n,", "not text; name the CSV file that the platform exported"),
}


@pytest.mark.parametrize(("content", "message"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_exports(content: bytes, message: str, path: Path) -> None:
    file = path.with_name("export.csv")
    file.write_bytes(content)
    with pytest.raises(CourseError, match=message):
        fill_in_canvas(file, book_of(path), ["stub"], "")


@pytest.mark.parametrize("name", ['"Lovelace, Ada', "Lovelace, Ada"])
def test_row_with_too_many_cells(name: str, path: Path) -> None:
    """The total was written into another column."""
    file = path.with_name("export.csv")
    file.write_text(f"Student,SIS User ID,ID,Stub (77)\n{name},p-ada,ada,\n")
    with pytest.raises(CourseError) as raised:
        fill_in_canvas(file, book_of(path), [], "")
    assert str(raised.value) == (
        f"{file}: the row of ada has more cells than the header; is a quotation mark missing? "
        "Export the file again"
    )


@pytest.mark.parametrize("most", ["nan", "inf", "-5", "0", "(read only)"])
def test_invalid_maximum(most: str, path: Path) -> None:
    """Then the totals are not scaled."""
    file = path.with_name("export.csv")
    file.write_bytes(CANVAS.format(most=most, ada="", bob="", cy="").encode())
    filled = fill_in_canvas(file, book_of(path), ["stub"], "")
    assert filled.content == CANVAS.format(most=most, ada="90", bob="60", cy="").encode()


def test_canvas_in_another_order(path: Path) -> None:
    """A spreadsheet may sort the maximum below the students, and move columns."""
    rows = "Section,Student,ID,Stub (1)\nB,Bob,bob,{bob}\nA,Ada,ada,{ada}\n,Points Possible,,45\n"
    file = path.with_name("export.csv")
    file.write_text(rows.format(ada="", bob=""))
    filled = fill_in_canvas(file, book_of(path), ["stub"], "")
    assert filled.content.decode() == rows.format(ada="45", bob="30")


def test_row_without_a_maximum(path: Path) -> None:
    file, by_hand = path.with_name("export.csv"), path.with_name("by_hand.csv")
    file.write_text("Student,ID,Stub (1)\nPoints Possible,\nAda,ada,\n")
    by_hand.write_text("id,style\nada,7.5\n")
    with opened_results(path) as results:
        book = make_gradebook(results, by_hand, None)
    filled = fill_in_canvas(file, book, ["stub"], "")
    assert filled.content.endswith(b"\nPoints Possible,\nAda,ada,97.5\n")


@pytest.mark.parametrize("most", ["1,800.00", "1.800,00", "1 800,0", "1'800.0", "1800."])
def test_maximum_above_a_thousand(most: str, path: Path) -> None:
    file = path.with_name("export.csv")
    file.write_text(CANVAS.format(most=f'"{most}"', ada="", bob="", cy=""))
    filled = fill_in_canvas(file, book_of(path), ["stub"], "").content.decode()
    assert ',ada@x.org,"A ""1""",1800,3,1' in filled
    assert "\nBob,99,bob,,B,1200,," in filled


def test_canvas_with_a_decimal_comma(path: Path) -> None:
    file = path.with_name("export.csv")
    before = CANVAS.format(most='"45,0"', ada='"0,0"', bob="", cy="")
    file.write_text(before.replace("p-ada", "x"), newline="")
    filled = fill_in_canvas(file, book_of(path), ["other"], "Stub (77)")
    text = CANVAS.format(most='"45,0"', ada='"0,0"', bob="30", cy="").replace("p-ada", "x")
    assert filled.content.decode() == text
    assert (filled.count, filled.missing) == (1, ["ada"])
    columns = (
        r"Student, ID, SIS User ID, SIS Login ID, Section, Stub \(77\), Essay, long \(78\), Final"
    )
    message = f"name the column to fill in with --column; it has: {columns}"
    with pytest.raises(CourseError, match=f"{message}$"):
        fill_in_canvas(file, book_of(path), ["other"], "")


MOODLE = (
    "Identifier;Full name;Email address;Status;{title};Maximum Grade;Feedback\r\n"
    'Participant p-12;Ada; ADA@x.org ;"Submitted";{ada};150,00;\r\n'
    "Teilnehmer/in412;Bob;;Submitted;{bob};150,00;=1\r\n"
    "Participant 13;Cy;;No submission;;150,00;\r\n"
)


def test_moodle(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET platform_id = '412' WHERE id = 'bob'")
        results.connection.execute("UPDATE students SET email = 'ada@x.org' WHERE id = 'ada'")
    file = path.with_name("worksheet.csv")
    file.write_text(MOODLE.format(title="Grade", ada="", bob='"1,00"'), newline="")
    filled = fill_in_moodle(file, book_of(path), "")
    after = MOODLE.format(title="Grade", ada="150,00", bob='"100,00"')
    assert filled.content.decode() == after
    assert (filled.count, filled.missing) == (2, [])
    file.write_text(MOODLE.format(title="Bewertung", ada="", bob=""), newline="")
    filled = fill_in_moodle(file, book_of(path), "Bewertung")
    after = MOODLE.format(title="Bewertung", ada="150,00", bob="100,00")
    assert filled.content.decode() == after
    with pytest.raises(CourseError, match="name the column"):
        fill_in_moodle(file, book_of(path), "")


def test_moodle_with_columns_in_another_order(tmp_path: Path) -> None:
    """The maximum need not be next to the grade, nor the first student have an address."""
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET email = 'ada@x.org'")
    rows = "Identifier,Maximum Grade,Email address,Grade\nParticipant 1,45.00,,\n"
    rows += "Participant 2,45.00,ada@x.org,{ada}"
    file = path.with_name("worksheet.csv")
    file.write_text(rows.format(ada=""))
    filled = fill_in_moodle(file, book_of(path), "")
    assert (filled.content.decode(), filled.missing) == (rows.format(ada="45.00"), [])


def test_column_of_no_export(path: Path) -> None:
    """It was ignored: the command printed its own table."""
    ran = run_main("course", "gradebook", path, "--column", "Stub (77)")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "autograder: --column needs --canvas or --moodle. See autograder course gradebook --help\n"
    )
