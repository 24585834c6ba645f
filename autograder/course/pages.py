"""Pages: feedback for students, and for the instructor the class, each report and each file."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sqlite3
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import escape as escape_html

from autograder import html_page
from autograder.course.platforms import canvas, moodle
from autograder.course.results import CourseError, Results
from autograder.course.statistics import ClassFigures, ClassPart, Group, class_assignment
from autograder.intake.packing import packed
from autograder.judge.python_source import PythonSource
from autograder.judge.sources import source_text
from autograder.report import Outcome, Report
from autograder.reports.html import page as report_page
from autograder.reports.json import read_report
from autograder.reports.lines import place_of
from autograder.reports.played import failing_sample
from autograder.reports.text import MAX_FIELD, WORDS, detail_lines
from autograder.safetext import escape, last_line
from autograder.saving import save

MAX_LINES_OF_EXAMPLE = 20
MAX_LINES_SHOWN = 5000
"""Of a student's file."""
MAX_CHARACTERS_SHOWN = 1000
"""Of a line in it."""
PLAIN_NAME = re.compile(r"\w[\w@+-]*(\.[\w@+-]+)*")
MAX_NAME, MAX_PATH_BYTES = 80, 240
UNSAFE = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
"""Characters that a name of a file may not have on some system."""
FEEDBACK_NAMES = {canvas.NAME: canvas.feedback_name, moodle.NAME: moodle.feedback_name}
Marks = Mapping[tuple[str, int], Mapping[str, Counter[str]]]
"""By file and line, what went wrong there, each with the sentences of the tests."""
REFUSED = "your submission could not be graded"


def page_name(student: str) -> str:
    """Return a name for a student's files: the id if that is plain, else part of its hash, too."""
    if PLAIN_NAME.fullmatch(student) and len(student) <= MAX_NAME:
        return student
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', student)[:40].strip('-')}-{digest}"


def write_files(to: Path, files: Iterator[tuple[str, str | bytes]]) -> set[str]:
    """Write texts and other files into a folder, or into a new zip; return their paths in it.

    Raises:
        CourseError: they cannot be written.
    """
    written, zipped = set(), {}
    try:
        for path, text in files:
            written.add(path)
            content = text.encode() if isinstance(text, str) else text
            if to.suffix.lower() == ".zip":
                zipped[path] = content
                continue
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            (to / path).write_bytes(content)
        if zipped:
            save(str(to), packed(zipped))
    except OSError as error:
        raise CourseError(f"{to}: pages cannot be written: {error.strerror}") from None
    return written


def write_feedback(to: Path, results: Results, kit: Path) -> int:
    """Write a page for each student; return how many there are.

    Pages of this class that a folder has from before, of students who are gone, are removed.
    """
    written = write_files(to, feedback_pages(results, kit))
    start = f"<h1>{escape_html(title_of(results))}"
    for pattern in ("*/feedback.html", "*_feedback.html") if to.is_dir() else ():
        for page in to.glob(pattern):
            is_gone = page.relative_to(to).as_posix() not in written
            if is_gone and start in page.read_text(encoding="utf-8", errors="replace"):
                page.unlink()
                with contextlib.suppress(OSError):  # It has other files, too.
                    page.parent.rmdir()
    return len(written)


def title_of(results: Results) -> str:
    course = results.course()
    return str(course["title"] or course["assignment"])


def feedback_pages(results: Results, kit: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the page of each student who has handed in something.

    Boards are drawn if the kit has the assignment. Canvas accepts files named like those in its
    download, Moodle folders named like its own; that holds also for a student whose last submission
    was put into a folder by hand.
    """
    title, assignment = title_of(results), class_assignment(results, kit)
    taken = set()
    for row in results.connection.execute(
        """SELECT scores.*, report, place.platform AS own_platform, place.folder AS own_folder
        FROM scores LEFT JOIN reports USING (grading) LEFT JOIN (
            SELECT submitters.student, platform, folder, max(seen)
            FROM submitters JOIN submissions ON submissions.id = submission
            WHERE platform != 'by hand' GROUP BY submitters.student
        ) AS place USING (student) WHERE submission IS NOT NULL ORDER BY student"""
    ):
        path = own = f"{page_name(row['student'])}/feedback.html"
        if name_of := FEEDBACK_NAMES.get(row["own_platform"]):
            path = name_of(UNSAFE.sub("-", row["own_folder"]))
        if path in taken or len(path.encode()) > MAX_PATH_BYTES:  # A group has one folder there.
            path = own
        taken.add(path)
        if row["report"]:
            report = read_report(json.loads(row["report"])).for_students()
            yield path, report_page(report, assignment, title=title)
        elif row["status"] == "cannot be graded":
            heading = f"{title}: {REFUSED}"
            yield path, render_page("refusal_page.html", title=heading, reason=row["message"])


def report_pages(
    results: Results, figures: ClassFigures, grade_command: Callable[[str, Path], str]
) -> Iterator[tuple[str, str | bytes]]:
    """Yield `index.html`, and each student's report and files in `students/`.

    Where a program fails on a sample case, its files are written, too, and the page shows the
    `grade_command` of their folder, which plays the run: to play all takes minutes.
    """
    assignment = figures.assignment
    yield "index.html", class_page(results, figures)
    for row in results.rows("SELECT * FROM scores WHERE submission IS NOT NULL"):
        table, name = results.report(row["submission"]), page_name(row["student"])
        report = read_report(table) if table else None
        case = failing_sample(assignment, report) if report and assignment else None
        command = grade_command(figures.name, Path("students", name)) if case else ""
        if report:
            links = (("The class", "../index.html"), ("Files", f"{name}.files.html"))
            played = {case.name: f"{name}.files.html#play"} if case else {}
            page = report_page(report, assignment, links, figures.title, played)
            yield f"students/{name}.html", page
        yield f"students/{name}.files.html", files_page(results, row, report, command)
        for file, content in results.submission(row["submission"]).contents.items() if case else ():
            yield f"students/{name}/{file}", content


def render_page(template: str, script: str = "", **values: Any) -> str:
    """Render a template with the style of all pages, and with the script in a file, if named."""
    style = html_page.page_file(__package__, "class_page.css")
    code = html_page.page_file(__package__, script) if script else ""
    values |= {"max_lines": MAX_LINES_SHOWN, "max_characters": MAX_CHARACTERS_SHOWN}
    return html_page.render_page(__package__, template, style, code, **values)


def class_page(results: Results, figures: ClassFigures) -> str:
    """Return the overview of a class."""
    rows = results.rows("SELECT * FROM scores ORDER BY student")
    return render_page(
        "class_page.html",
        "class_page.js",
        title=figures.title,
        figures=figures,
        scores=figures.scores,
        mean=statistics.mean,
        median=statistics.median,
        numbers={row["student"]: number for number, row in enumerate(rows)},
        example=lambda part, group: _example(results, part, group),
        page_name=page_name,
        faults=[row for row in rows if row["status"] != "graded" or row["message"]],
        last_line=last_line,
        statuses=sorted({row["status"] for row in rows}),
        data=_data(results, rows, [part.name for part in figures.parts]),
    )


def _example(results: Results, part: ClassPart, group: Group) -> dict[str, Any]:
    """Return what a group's example reads about its test, and the function that is at fault."""
    detail, texts = group.example[0].detail, _texts(results, group.submission)
    reads = [line[6:] for line in detail_lines(detail, MAX_FIELD)] if detail else []
    place = place_of(detail, part.name, texts)
    if not place or place.file not in texts:
        return {"reads": reads, "code": []}
    functions = PythonSource.of(texts[place.file]).functions
    around = next((each.node for each in functions if each.holds(place.line)), None)
    first, last = (around.lineno, around.end_lineno) if around else (place.line, place.line)
    start = max(first, place.line - MAX_LINES_OF_EXAMPLE + 1)
    lines = texts[place.file].split("\n")[start - 1 : last][:MAX_LINES_OF_EXAMPLE]
    code = [
        (f"{number:4}  {line[:MAX_CHARACTERS_SHOWN]}", number == place.line)
        for number, line in enumerate(lines, start)
    ]
    return {"reads": reads, "code": code}


def _texts(results: Results, submission: int) -> dict[str, str]:
    contents = results.submission(submission).contents
    return {name: source_text(content) for name, content in contents.items()}


def _data(results: Results, rows: Sequence[sqlite3.Row], parts: Sequence[str]) -> dict[str, Any]:
    """Return the table of students, for the page's script."""
    earned: dict[str, dict[str, float]] = defaultdict(dict)
    for row in results.rows("SELECT student, part, earned FROM part_scores"):
        earned[row["student"]][row["part"]] = row["earned"]
    columns = ["student", "name", "score", "status", "late", "submitted", *parts, "seconds"]
    return {
        "columns": columns,
        "rows": [
            [
                *(escape(row["student"]), escape(row["name"]), row["score"], row["status"]),
                *("late" if row["late"] else "", escape(row["submitted"] or "")),
                *(earned[row["student"]].get(part) for part in parts),
                row["seconds"],
                f"students/{page_name(row['student'])}.html" if row["grading"] else "",
                f"students/{page_name(row['student'])}.files.html" if row["submission"] else "",
            ]
            for row in rows
        ],
    }


def files_page(
    results: Results, row: sqlite3.Row, report: Report | None, play_command: str = ""
) -> str:
    """Return a student's files, with marks on the lines at which tests failed."""
    [about] = results.rows("SELECT * FROM submissions WHERE id = ?", row["submission"])
    texts = _texts(results, row["submission"])
    score = [] if row["score"] is None else [f"{row['score']:g} of {row['out_of']:g}"]
    notes = [*json.loads(about["notes"]), row["message"]]
    late = ["late"] if row["late"] else []
    return render_page(
        "files_page.html",
        title=title_of(results),
        student=row["student"],
        name=row["name"],
        report=f"{page_name(row['student'])}.html" if report else "",
        facts=[*score, row["status"], row["platform"], row["folder"], row["submitted"], *late],
        notes=list(filter(None, notes)),
        play_command=play_command,
        texts=texts,
        marks=failing_lines(report, texts) if report else {},
    )


def failing_lines(report: Report, texts: Mapping[str, str]) -> Marks:
    """Return what went wrong by file and line, from a report and the student's files.

    A test without a line in these, such as one with a wrong answer, fails at the definition of the
    function that it calls, or else of the one that its part is named after.
    """
    found: dict[tuple[str, int], dict[str, Counter[str]]] = {}
    for part in report.parts:
        for test in part.tests:
            place = place_of(test.detail, part.name, texts)
            own = test.detail.place if test.detail else None
            defined = place.function if place and place != own else ""
            can_mark = test.outcome is not Outcome.NOT_RUN or not defined
            if not place or not can_mark or test.counts_as_passed:
                continue
            what = "error" if test.outcome is Outcome.NOT_RUN else WORDS[test.outcome]
            what = (test.detail.exception if test.detail else "") or what
            what = f"{what} in {defined}" if defined else f"{what} at this line"
            marks = found.setdefault((place.file, place.line), {})
            marks.setdefault(what, Counter())[test.says] += 1
    return found
