"""Feedback for students, and pages for the instructor."""

from __future__ import annotations

import json
import re
import zipfile
from html import unescape
from pathlib import Path

import pytest

from autograder.course.pages import (
    failing_lines,
    feedback_pages,
    files_page,
    page_name,
    write_files,
)
from autograder.course.results import opened_results
from autograder.report import Detail, Kind, Outcome, PartResult, Place, Report, TestResult
from tests.cli.in_process import run_main
from tests.conftest import ROOT
from tests.course.stub import hand_in, run_stub

HOSTILE = "<script>alert('x')</script>"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", HOSTILE: "5", "cy": "", "di": "fails", "../up": "3"})
    return path


def feedback(path: Path, to: str = "feedback") -> dict[str, str]:
    folder = path.with_name(to)
    with opened_results(path) as results:
        written = write_files(folder, feedback_pages(results, ROOT))
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) == len(written)
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in files}


def test_feedback(path: Path) -> None:
    pages = feedback(path)
    up, script = page_name("../up"), page_name(HOSTILE)
    names = {f"{name}/feedback.html" for name in ("ada", "cy", up, script)}
    assert set(pages) == names
    assert "<strong>90</strong> of 90 points" in pages["ada/feedback.html"]
    refusal = "<h1>Stub: your submission could not be graded</h1>\n<p>cy: nothing</p>"
    assert refusal in pages["cy/feedback.html"]
    assert "<script" not in pages[f"{script}/feedback.html"]
    assert not list(path.parent.parent.glob("up*"))


def test_each_of_a_group_has_a_page(path: Path) -> None:
    """Moodle has one folder for what the group has handed in."""
    run_stub(path, {"flo+gus": "7"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE submissions SET platform = 'Moodle'")
    pages = feedback(path)
    group = "flo+gus"
    assert pages[f"{group}/feedback.html"] == pages["gus/feedback.html"]
    zipped = path.with_name("feedback.ZIP")
    with opened_results(path) as results:
        assert write_files(zipped, feedback_pages(results, ROOT)) == set(pages)
    with zipfile.ZipFile(zipped) as archive:
        assert set(archive.namelist()) == set(pages)


def test_feedback_hides_what_students_may_not_see(path: Path) -> None:
    """Hidden tests show their sentence and their outcome."""
    page = feedback(path)[f"{page_name(HOSTILE)}/feedback.html"]
    assert "first 9" in page
    with opened_results(path, writing=True) as results:
        [row] = results.rows("SELECT grading, report FROM reports WHERE grading = 2")
        table = json.loads(row["report"])
        for test in table["parts"][0]["tests"]:
            if test["hidden"]:
                test["name"] = test["name"] + "[4711]"
        changed = json.dumps(table)
        results.connection.execute("UPDATE reports SET report = ? WHERE grading = 2", (changed,))
    page = feedback(path, "again")[f"{page_name(HOSTILE)}/feedback.html"]
    assert "4711" not in page


PLATFORMS = {
    "Canvas": ("adalovelace_LATE_12_9", "adalovelace_LATE_12_9_feedback.html"),
    "Moodle": ("Zoë O'Neil, Jr._7_assignsubmission_file_",) * 2,
    "Moodle without folders": ("a/b:c_7_assignsubmission_file", "a-b-c_7_assignsubmission_file"),
    "Moodle with a long name": ("x" * 300 + "_7_assignsubmission_file", "ada/feedback.html"),
    "Gradescope": ("submission_77", "ada/feedback.html"),
}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_names_that_the_platform_takes_back(platform: str, tmp_path: Path) -> None:
    path, (folder, expected) = tmp_path / "results.sqlite", PLATFORMS[platform]
    run_stub(path, {"ada": "10"})
    with opened_results(path, writing=True) as results:
        results.connection.execute(
            "UPDATE submissions SET platform = ?, folder = ?",
            (platform.split(maxsplit=1)[0], folder),
        )
    name = expected if "feedback" in expected else f"{expected}/feedback.html"
    run_stub(path, {"ada": "9"})  # By hand, after what was handed in could not be graded.
    assert list(feedback(path)) == [name]
    packed = tmp_path / "feedback.zip"
    ran = run_main("course", "feedback", path, "--to", packed)
    assert ran.out == f"{packed}: pages for students: 1\n"
    assert zipfile.ZipFile(packed).namelist() == [name]
    before = packed.read_bytes()
    run_main("course", "feedback", path, "--to", packed)
    assert packed.read_bytes() == before


def test_feedback_of_students_who_are_gone(tmp_path: Path) -> None:
    """Their pages must not be handed back; those of another assignment stay."""
    for number, (title, student) in enumerate([("Stub", "ada"), ("Stub", "bob"), ("Two", "cy")]):
        run_stub(tmp_path / f"{number}.sqlite", {student: "5"})
        with opened_results(tmp_path / f"{number}.sqlite", writing=True) as results:
            results.connection.execute("UPDATE course SET title = ?", (title,))
        pages = tmp_path / "pages"
        ran = run_main("course", "feedback", tmp_path / f"{number}.sqlite", "--to", pages)
        assert ran.status == 0
    (pages / "notes_feedback.html").write_text("mine")
    run_main("course", "feedback", tmp_path / "1.sqlite", "--to", pages, "--kit", ROOT)
    assert sorted(path.name for path in pages.iterdir()) == ["bob", "cy", "notes_feedback.html"]


def test_report(path: Path, tmp_path: Path) -> None:
    ran = run_main("course", "report", path, "--to", tmp_path / "report")
    assert ran.out == f"{tmp_path / 'report'}/index.html: 5 students\n"
    page = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in unescape(page)
    assert re.findall(r"(?:src|href)=(?!.#part-|.students/)|@import|url\(|https?:", page) == []
    assert page.count("<script") == 2
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    table = json.loads(data)
    rows = {row[0]: row for row in table["rows"]}
    assert list(rows) == ["../up", HOSTILE, "ada", "cy", "di"]
    pages = len(table["columns"])
    assert rows["ada"][: pages - 1] == ["ada", "Name of ada", 90, "graded", "", "", 60, 30]
    for row in table["rows"]:
        for link in filter(None, row[pages:]):
            assert re.fullmatch(r"students/[^/]+\.html", link)
            assert (tmp_path / "report" / link).is_file()
    assert rows["cy"][pages:] == ["", "students/cy.files.html"]
    assert not list(tmp_path.parent.glob("up*"))


def test_lines_at_which_tests_failed(path: Path) -> None:
    text = b"def f():\r\n    return '<b>\x1b[31m'\n" + b"x = 1\n" * 6000
    with opened_results(path, writing=True) as results:
        hand_in(results, {"eve": text})
        [row] = results.rows("SELECT * FROM scores WHERE student = 'eve'")
        place = Detail(
            Kind.RAISED,
            "f",
            "raised KeyError: 1",
            exception="KeyError",
            place=Place("a.py", 2, "f"),
        )
        tests = [
            TestResult(f"t{n}", f"test {min(n, 6)}", Outcome.CRASHED, False, 0, place)
            for n in range(8)
        ]
        tests.append(TestResult("t8", "test 8", Outcome.WRONG, False, 0))
        page = files_page(results, row, of_tests("f", *tests))
    definition, failing = re.findall(r'<div class="line failing" (.*?)</div></div>', page)
    line = r'<span class="place">2</span><pre>    return &#39;&lt;b&gt;\x1b[31m&#39;</pre>'
    assert failing.startswith(f'id="a.py:2">{line}')
    assert failing.count("<li>") == 7
    assert "<p>KeyError at this line</p>" in failing
    assert "<bdi>test 6</bdi> (2 tests)" in failing
    assert "<p>wrong in f</p><ul><li><bdi>test 8</bdi></li></ul>" in definition
    assert '<li><a href="#a.py:1">Line 1</a>: wrong in f (1 test)</li>' in page
    assert '<li><a href="#a.py:2">Line 2</a>: KeyError at this line (8 tests)</li>' in page
    assert page.count('class="place"') == 5000


def of_tests(part: str, *tests: TestResult) -> Report:
    return Report("stub", "ada", (PartResult(part, "", 1, tests),), (), (), {"files": "none"})


def failed(
    outcome: str, subject: str = "", file: str = "", line: int = 3, exception: str = ""
) -> TestResult:
    place = Place(file, line, "add") if file else None
    detail = Detail(Kind.RAISED, subject, "failed", exception=exception, place=place)
    return TestResult("t", "says", Outcome(outcome), False, 0, detail)


FILE = "def ask():\n    return 2\n\n\ndef add(a, b):\n    return a\n"
MARKS: dict[str, tuple[TestResult, dict[tuple[str, int], str]]] = {
    "wrong answer": (failed("wrong", "add"), {("a.py", 5): "wrong in add"}),
    "exception": (
        failed("crashed", "add", "a.py", exception="KeyError"),
        {("a.py", 3): "KeyError at this line"},
    ),
    "exit": (failed("crashed", "add", "a.py"), {("a.py", 3): "crashed at this line"}),
    "crash in a provided file": (
        failed("crashed", "add", "provided.py"),
        {("a.py", 5): "crashed in add"},
    ),
    "file that cannot be loaded": (
        failed("not_run", "b.py", "b.py", 1),
        {("b.py", 1): "error at this line"},
    ),
    "nothing to run": (failed("not_run", "add"), {}),
    "pass": (failed("pass", "add"), {}),
    "fault of the grader": (failed("grader_error", "add"), {}),
}


@pytest.mark.parametrize(("test", "marks"), MARKS.values(), ids=MARKS)
def test_marks(test: TestResult, marks: dict[tuple[str, int], str]) -> None:
    found = failing_lines(of_tests("ask", test), {"a.py": FILE, "b.py": "def (\n"})
    assert {place: "; ".join(what) for place, what in found.items()} == marks
