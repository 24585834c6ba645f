"""Feedback for students, and pages for the instructor."""

from __future__ import annotations

import json
import re
import resource
import zipfile
from dataclasses import replace
from html import unescape
from pathlib import Path
from unittest.mock import patch

import pytest

from autograder.course.batch import BatchExecutor, grade_batch
from autograder.course.errors import CourseError
from autograder.course.feedback import write_feedback
from autograder.course.files_page import files_page
from autograder.course.grading import GradedSubmission, GradingOptions, GradingTask
from autograder.course.overview import class_lines
from autograder.course.page_names import platform_name, safe_name
from autograder.course.pages import class_page, write_pages
from autograder.course.results import Results, opened_results
from tests.cli.in_process import run_main
from tests.course.stub import STUB, InlineExecutor, hand_in, run_stub, stub_grade

HOSTILE = "<script>alert('x')</script>"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", HOSTILE: "5", "cy": "", "di": "fails", "../up": "3"})
    return path


def feedback(path: Path, to: str = "feedback") -> dict[str, str]:
    folder = path.with_name(to)
    with opened_results(path) as results:
        count = write_feedback(results, folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) == count
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in files}


def test_feedback(path: Path) -> None:
    pages = feedback(path)
    up, script = safe_name("../up"), safe_name(HOSTILE)
    names = {f"{name}/feedback.html" for name in ("ada", "cy", up, script)}
    assert set(pages) == names
    assert "<strong>90</strong> of 90 points" in pages["ada/feedback.html"]
    assert "<p>cy: nothing</p>" in pages["cy/feedback.html"]
    assert "<script" not in pages[f"{script}/feedback.html"]
    assert not list(path.parent.parent.glob("up*"))


def test_reason_is_no_markup(tmp_path: Path) -> None:
    run_stub(tmp_path / "results.sqlite", {HOSTILE: ""})
    [page] = feedback(tmp_path / "results.sqlite").values()
    assert "<script" not in page
    assert f"{HOSTILE}: nothing" in unescape(page)


def test_each_of_a_group_has_a_page(path: Path) -> None:
    """Moodle has one folder for what the group has handed in."""
    run_stub(path, {"flo+gus": "7"})
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE submissions SET platform = 'Moodle'")
    pages = feedback(path)
    group = platform_name("flo+gus")
    assert pages[f"{group}/feedback.html"] == pages["gus/feedback.html"]
    zipped = path.with_name("feedback.ZIP")
    with opened_results(path) as results:
        assert write_feedback(results, zipped) == len(pages)
    with zipfile.ZipFile(zipped) as archive:
        assert set(archive.namelist()) == set(pages)


def test_feedback_hides_what_students_may_not_see(path: Path) -> None:
    """Hidden tests show their sentence and their outcome; notes are left out."""
    page = feedback(path)[f"{safe_name(HOSTILE)}/feedback.html"]
    assert "first 9" in page
    with opened_results(path, writing=True) as results:
        [row] = results.rows("SELECT grading, report FROM reports WHERE grading = 2")
        table = json.loads(row["report"])
        table["notes"] = ["only for instructors"]
        for test in table["parts"][0]["tests"]:
            if test["hidden"]:
                test["name"] = test["name"] + "[4711]"
        changed = json.dumps(table)
        results.connection.execute("UPDATE reports SET report = ? WHERE grading = 2", (changed,))
    page = feedback(path, "again")[f"{safe_name(HOSTILE)}/feedback.html"]
    assert "4711" not in page
    assert "only for instructors" not in page


PLATFORMS = {
    "Canvas": ("adalovelace_LATE_12_9", "adalovelace_LATE_12_9_feedback.html"),
    "Moodle": ("Zoë O'Neil, Jr._7_assignsubmission_file_",) * 2,
    "Gradescope": ("submission_77", "ada/feedback.html"),
}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_names_that_the_platform_takes_back(platform: str, tmp_path: Path) -> None:
    path, (folder, expected) = tmp_path / "results.sqlite", PLATFORMS[platform]
    run_stub(path, {"ada": "10"})
    with opened_results(path, writing=True) as results:
        results.connection.execute(
            "UPDATE submissions SET platform = ?, folder = ?", (platform, folder)
        )
    name = expected if "feedback" in expected else f"{expected}/feedback.html"
    assert list(feedback(path)) == [name]
    packed = tmp_path / "feedback.zip"
    ran = run_main("course", "feedback", path, "--to", packed)
    assert ran.out == f"{packed}: pages for students: 1\n"
    assert zipfile.ZipFile(packed).namelist() == [name]
    before = packed.read_bytes()
    run_main("course", "feedback", path, "--to", packed)
    assert packed.read_bytes() == before


HARD_NAMES = ["Siobhán O\u2019Neil", "राम कुमार", "Gal·la", "x" * 200, "สมชาย" * 20, "a:b_c"]


@pytest.mark.parametrize("name", HARD_NAMES)
def test_numbers_by_which_platforms_know_students(name: str) -> None:
    """Canvas takes the first two parts that are numbers, Moodle the second, third and fourth."""
    canvas = platform_name(f"{name}_LATE_340_9002").split("_")
    assert [part for part in canvas if part.isdecimal()] == ["340", "9002"]
    for end in ("", "_"):
        moodle = platform_name(f"{name}_7_assignsubmission_file{end}")
        assert moodle.split("_", 4)[1:4] == ["7", "assignsubmission", "file"]
        assert len(moodle.encode()) < 200


NAMES = {
    "ada.lovelace@x.org": "ada.lovelace@x.org",
    "Zoë O'Neil, Jr._7_assignsubmission_file_": "Zoë O'Neil, Jr._7_assignsubmission_file_",
    "..": "student-",
    "a/b": "a_b-",
    "nul": "nul-",
    "nul.txt": "nul_txt-",
    "con.o.murphy": "con_o.murphy-",
    "-rf": "rf-",
    "x" * 300: "x" * 60 + "-",
    "x" + "ü" * 300: "x" + "ü" * 59 + "-",
    "\ud800": "_-",
    "": "student-",
}


@pytest.mark.parametrize("text", NAMES)
def test_safe_names(text: str) -> None:
    name = safe_name(text)
    assert name == NAMES[text] or re.fullmatch(re.escape(NAMES[text]) + "[0-9a-f]{8}", name)
    assert safe_name(f"{text}/") != safe_name(text)


def test_report(path: Path, tmp_path: Path) -> None:
    ran = run_main("course", "report", path, "--to", tmp_path / "report")
    assert ran.out == f"{tmp_path / 'report'}/index.html: students: 5\n"
    page = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in unescape(page)
    assert re.findall(r"(?:src|href)=|@import|url\(|https?:", page) == []
    assert page.count("<script") == 2
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    table = json.loads(data)
    rows = {row[0]: row for row in table["rows"]}
    assert list(rows) == ["../up", HOSTILE, "ada", "cy", "di"]
    assert rows["ada"][: table["pages"] - 1] == ["ada", "Name of ada", 90, "graded", "", "", 60, 30]
    for row in table["rows"]:
        for link in filter(None, row[table["pages"] :]):
            assert re.fullmatch(r"students/[^/]+\.html", link)
            assert (tmp_path / "report" / link).is_file()
    assert rows["cy"][table["pages"] :] == ["", "students/cy.files.html"]
    assert not list(tmp_path.parent.glob("up*"))


def test_parts_whose_points_have_changed(path: Path) -> None:
    """The figures are of students who were graded with the same points, if possible the new."""
    parts = (replace(STUB.parts[0], points=40), STUB.parts[1])

    def grade(task: GradingTask) -> GradedSubmission:
        graded = stub_grade(task, "kit 2")
        assert graded.report
        first, second = graded.report["parts"]
        changed = {**first, "points": 40, "earned": 40}
        return replace(graded, report={**graded.report, "parts": [changed, second]})

    with opened_results(path, writing=True) as results:
        results.begin_run(replace(STUB, parts=parts), [])
        assert means_of_first(results) == ["36.00 of 60", "36.00 of 60"]
        batch = BatchExecutor(InlineExecutor(), grade, 1)
        list(grade_batch(results, [1], STUB, GradingOptions(), batch))
        assert means_of_first(results) == ["40.00 of 40", "40.00 of 40"]


def means_of_first(results: Results) -> list[str]:
    """Return the mean points of the first part, as the page and the terminal show them."""
    page = class_page(results, results.rows("SELECT * FROM scores"))
    [line] = [line for line in class_lines(results, results.path) if line.startswith("  first ")]
    return re.findall("[0-9.]+ of [0-9]+(?=</td>)", page)[:1] + re.findall(
        "[0-9.]+ of [0-9]+", line
    )


def test_lines_at_which_tests_failed(path: Path) -> None:
    text = b"def f():\r\n    return '<b>\x1b[31m'\n" + b"x = 1\n" * 6000
    with opened_results(path, writing=True) as results:
        hand_in(results, 1, {"eve": text})
        [row] = results.rows("SELECT * FROM scores WHERE student = 'eve'")
        place = {"file": "a.py", "line": 2}
        tests: list[dict[str, object]] = [
            {"says": f"test {min(n, 6)}", "outcome": "crashed", "detail": {"place": place}}
            for n in range(8)
        ]
        tests.append({"says": "test 8", "outcome": "wrong", "detail": None})
        page = files_page(results, row, {"parts": [{"name": "f", "tests": tests}]})
        fewer = files_page(results, row, {"parts": [{"name": "f", "tests": tests[1:]}]})
    definition, failing = re.findall(r'<div class="line failing" (.*?)</div></div>', page)
    line = r'<span class="place">2</span><pre>    return &#39;&lt;b&gt;\x1b[31m&#39;</pre>'
    assert failing.startswith(f'id="file0-line2">{line}')
    assert failing.count("<li>") == 6
    assert "<p>crash at this line</p>" in failing
    assert "test 6 (2 tests)" in failing
    assert "and 2 more tests" in failing
    assert "and 1 more test<" in fewer
    assert "<p>wrong answer in f</p><ul><li><bdi>test 8</bdi></li></ul>" in definition
    assert '<li><a href="#file0-line1">Line 1</a>: wrong answer in f (1 test)</li>' in page
    assert '<li><a href="#file0-line2">Line 2</a>: crash at this line (8 tests)</li>' in page
    assert page.count('class="place"') == 5000


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_lines_are_counted_as_by_python(path: Path, end: str) -> None:
    """Line ends of Windows become `\\r\\r\\n` when a program translates them again."""
    source = "x = 1\n1 / 0\n".replace("\n", end)
    with pytest.raises(ZeroDivisionError) as raised:
        exec(compile(source.encode(), "a.py", "exec"), {})
    place = {"file": "a.py", "line": raised.traceback[-1].lineno + 1}
    test = {"says": "test", "outcome": "crashed", "detail": {"place": place}}
    with opened_results(path, writing=True) as results:
        hand_in(results, 1, {"eve": source.encode()})
        [row] = results.rows("SELECT * FROM scores WHERE student = 'eve'")
        page = files_page(results, row, {"parts": [{"name": "f", "tests": [test]}]})
    [failing] = re.findall(r'<div class="line failing" (.*?)</div></div>', page)
    assert "<pre>1 / 0</pre>" in failing


def test_links_between_the_pages_of_a_student(path: Path, tmp_path: Path) -> None:
    with opened_results(path) as results:
        write_pages(results, tmp_path)
    report, files = (
        (tmp_path / "students" / name).read_text(encoding="utf-8")
        for name in ("ada.html", "ada.files.html")
    )
    assert re.findall('href="([^"#]+)"', report) == ["../index.html", "ada.files.html"]
    assert re.findall('href="([^"#]+)"', files) == ["../index.html", "ada.html"]


def test_places_that_cannot_be_written(path: Path) -> None:
    with opened_results(path) as results:
        for write in (write_feedback, write_pages):
            with pytest.raises(CourseError, match=r"cannot write the .*: (Not a dir|File exists)"):
                write(results, path)


@pytest.mark.parametrize("to", ["feedback.zip", "feedback"])
def test_feedback_that_cannot_be_finished(to: str, path: Path) -> None:
    """The earlier one stays as it is, with the files of others."""
    place = path.with_name(to)
    with opened_results(path) as results:
        write_feedback(results, place)
    before = content_of(place)
    run_stub(path, {"ada": "1", "zed": "10"})
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(map(len, before.values()))
    with opened_results(path) as results:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size - 1, limit[1]))
        try:
            with pytest.raises(CourseError, match="cannot write the feedback: File too large"):
                write_feedback(results, place)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert content_of(place) == before


def test_report_that_is_stopped(path: Path, tmp_path: Path) -> None:
    place = tmp_path / "report"
    with opened_results(path) as results:
        write_pages(results, place)
        (place / "mine.txt").write_text("of the instructor")
        before = content_of(place)
    run_stub(path, {"ada": "1", "zed": "10"})
    stopped = patch("autograder.course.pages.class_page", side_effect=KeyboardInterrupt)
    with opened_results(path) as results:
        with stopped, pytest.raises(KeyboardInterrupt):
            write_pages(results, place)
        assert content_of(place) == before
        write_pages(results, place)
    after = content_of(place)
    assert after.pop("mine.txt") == b"of the instructor"
    assert "students/zed.html" in after


def content_of(place: Path) -> dict[str, bytes]:
    """Return the content of a file, or of all files in a folder."""
    files = [place, *place.rglob("*")]
    return {
        file.relative_to(place).as_posix(): file.read_bytes() for file in files if file.is_file()
    }
