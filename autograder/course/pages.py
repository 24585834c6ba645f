"""Pages: feedback for students, and for the instructor the class, each report and each file."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader
from markupsafe import Markup

from autograder.assignment import KIT, Assignment
from autograder.course.platforms import canvas, moodle
from autograder.course.results import CourseError, Results
from autograder.course.statistics import (
    ClassMisconception,
    class_assignment,
    find_failing_tests,
    find_misconceptions,
    number_of_students,
    part_rates,
    shares_of,
    tenths,
)
from autograder.intake.packing import packed
from autograder.judge.sources import source_text
from autograder.report import Outcome
from autograder.reports.html import page as report_page
from autograder.reports.html import page_environment, page_policy
from autograder.reports.json import read_report
from autograder.safetext import escape, last_line, printable_line
from autograder.saving import save

MAX_LISTED = 20
MAX_STUDENTS_NAMED = 8
MAX_LINES_SHOWN = 5000
"""Of a student's file."""
MAX_CHARACTERS_SHOWN = 1000
"""Of a line in it."""
PLOT_HEIGHT = 160
PLAIN_NAME = re.compile(r"\w[\w@+-]*(\.[\w@+-]+)*")
MAX_NAME, MAX_PATH_BYTES = 80, 240
UNSAFE = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
"""Characters that a name of a file may not have on some system."""
FEEDBACK_NAMES = {canvas.NAME: canvas.feedback_name, moodle.NAME: moodle.feedback_name}
FAILURES = {
    Outcome.WRONG: "wrong answer",
    Outcome.CRASHED: "crash",
    Outcome.TIMED_OUT: "timeout",
    Outcome.OUT_OF_MEMORY: "out of memory",
    Outcome.NOT_RUN: "tests not run: error",
}
Marks = Mapping[str, Mapping[str, Counter[str]]]
"""By file and line, what went wrong there, each with the sentences of the tests."""
REFUSED = "Your submission could not be graded"


def page_name(student: str) -> str:
    """Return a name for a student's files: the id if that is plain, else part of its hash, too."""
    if PLAIN_NAME.fullmatch(student) and len(student) <= MAX_NAME:
        return student
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', student)[:40].strip('-')}-{digest}"


def write_files(to: Path, pages: Iterator[tuple[str, str]]) -> int:
    """Write pages into a folder; return how many there are.

    Raises:
        CourseError: they cannot be written.
    """
    count = 0
    try:
        for path, text in pages:
            count += 1
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            (to / path).write_text(text, encoding="utf-8")
    except OSError as error:
        where = printable_line(str(to))
        raise CourseError(f"{where}: pages cannot be written: {error.strerror}") from None
    return count


def write_feedback(results: Results, to: Path, kit: Path = KIT) -> int:
    """Write a page for each student into a folder, or into a new zip; return how many there are.

    Boards are drawn if the kit has the assignment.

    Raises:
        CourseError: they cannot be written, or there are no gradings.
    """
    pages = feedback_pages(results, kit)
    if to.suffix.lower() != ".zip":
        return write_files(to, pages)
    contents = {path: page.encode() for path, page in pages}
    try:
        save(str(to), packed(contents))
    except OSError as error:
        where = printable_line(str(to))
        raise CourseError(f"{where}: cannot be written: {error.strerror}") from None
    return len(contents)


def feedback_pages(results: Results, kit: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the page of each student who has handed in something.

    Canvas accepts files named like those in its download, Moodle folders named like its own.
    """
    assignment = class_assignment(results.course()["assignment"], kit)
    taken = set()
    for row in results.connection.execute(
        """SELECT scores.*, report FROM scores LEFT JOIN reports USING (grading)
        WHERE submission IS NOT NULL ORDER BY student"""
    ):
        path = own = f"{page_name(row['student'])}/feedback.html"
        if name_of := FEEDBACK_NAMES.get(row["platform"]):
            path = name_of(UNSAFE.sub("-", row["folder"]))
        if path in taken or len(path.encode()) > MAX_PATH_BYTES:  # A group has one folder there.
            path = own
        taken.add(path)
        if row["report"]:
            report = read_report(json.loads(row["report"])).for_students()
            yield path, report_page(report, assignment)
        elif row["status"] == "cannot be graded":
            yield path, render_page("refusal_page.html", title=REFUSED, reason=row["message"])


def write_report(results: Results, to: Path, kit: Path = KIT) -> int:
    """Write `index.html`, and the pages of students into `students/`; return how many these are.

    If the kit has the assignment, boards are drawn, and misconceptions named.

    Raises:
        CourseError: they cannot be written, or there is nothing to show.
    """
    assignment = class_assignment(results.course()["assignment"], kit)
    rows = results.rows("SELECT * FROM scores ORDER BY student")

    def pages() -> Iterator[tuple[str, str]]:
        for row in rows:
            if row["submission"] is not None:
                yield from student_pages(results, row, assignment)
        yield "index.html", class_page(results, rows, find_misconceptions(results, assignment))

    write_files(to, pages())
    return len(rows)


def student_pages(
    results: Results, row: sqlite3.Row, assignment: Assignment | None
) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the pages of a student: the report, and the files."""
    table, name = results.report(row["submission"]), page_name(row["student"])
    if table:
        links = (("The class", "../index.html"), ("Files", f"{name}.files.html"))
        yield f"students/{name}.html", report_page(read_report(table), assignment, links)
    yield f"students/{name}.files.html", files_page(results, row, table)


def render_page(template: str, script: str = "", **values: Any) -> str:
    """Render a template, with the style of all pages and with a script, if a file of one is named.

    All text of students is escaped, and the page may load nothing.
    """
    style, code = page_file("class_page.css"), page_file(script) if script else ""
    page = _environment().get_template(template)
    policy = page_policy(style, code)
    return page.render(policy=policy, style=Markup(style), script=Markup(code), **values)


@cache
def _environment() -> Environment:
    return page_environment(keep="\n\t", loader=FunctionLoader(page_file))


@cache
def page_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def class_page(
    results: Results,
    rows: Sequence[sqlite3.Row],
    misconceptions: Sequence[ClassMisconception] = (),
) -> str:
    """Return the overview of a class; `rows` are its scores."""
    course = results.course()
    scored = [row for row in rows if row["score"] is not None]
    parts = json.loads(course["parts"])
    titles = {part["name"]: part["title"] or part["name"] for part in parts}
    statuses = Counter(row["status"] for row in rows)
    faults = [row for row in rows if row["status"] != "graded"]
    out_of = max((row["out_of"] for row in scored), default=0)
    counts = [number_of_students(len(rows)), *(f"{n} {s}" for s, n in statuses.most_common())]
    return render_page(
        "class_page.html",
        "class_page.js",
        title=course["title"] or course["assignment"],
        facts=counts,
        statistics=_statistics([row["score"] for row in scored], out_of),
        bars=_bars(shares_of(scored), out_of) if out_of else [],
        parts=[{**dict(row), "title": titles[row["part"]]} for row in part_rates(results, parts)],
        tests=_failing_tests(results, titles, misconceptions),
        misconceptions=_misconceptions(misconceptions, titles, rows),
        more_misconceptions=max(0, len(misconceptions) - MAX_LISTED),
        faults=[
            {**dict(row), "message": printable_line(last_line(row["message"]))}
            for row in faults[:MAX_LISTED]
        ],
        more_faults=max(0, len(faults) - MAX_LISTED),
        statuses=sorted(statuses),
        data=_data(results, rows, [part["name"] for part in parts]),
    )


def _statistics(scores: Sequence[float], out_of: float) -> list[str]:
    if not scores:
        return []
    return [
        f"median {statistics.median(scores):g} of {out_of:g}",
        f"mean {statistics.mean(scores):.2f}",
        f"lowest {min(scores):g}",
        f"highest {max(scores):g}",
    ]


def _bars(shares: Sequence[float], out_of: float) -> list[dict[str, Any]]:
    """Return a bar for each tenth of the scores, and one for full marks."""
    counts, bars = tenths(shares), []
    for tenth, count in enumerate(counts):
        height = round(PLOT_HEIGHT * count / max(counts))
        label = f"{out_of * tenth / 10:g}" + ("" if tenth == 10 else "+")
        place = {"x": 60 * tenth + 4, "y": 190 - height, "height": height}
        bars.append({**place, "count": count, "label": label})
    return bars


def _failing_tests(
    results: Results, titles: Mapping[str, str], misconceptions: Sequence[ClassMisconception]
) -> list[dict[str, Any]]:
    """Return the tests that fail most, with the misconceptions with which students fail them."""
    tests = []
    for test in find_failing_tests(results, MAX_LISTED):
        counts = {one.says: max(one.failed[key] for key in test.keys) for one in misconceptions}
        behind = {says: count for says, count in counts.items() if count}
        tests.append({"test": test, "part": titles.get(test.part, test.part), "behind": behind})
    return tests


def _misconceptions(
    misconceptions: Sequence[ClassMisconception],
    titles: Mapping[str, str],
    rows: Sequence[sqlite3.Row],
) -> list[dict[str, Any]]:
    """Return the most frequent ones, each with some of its students and their pages."""
    pages = {row["student"]: f"students/{page_name(row['student'])}.html" for row in rows}
    return [
        {
            "part": titles.get(one.part, one.part),
            "says": one.says,
            "students": [(each, pages[each]) for each in one.students[:MAX_STUDENTS_NAMED]],
            "more": max(0, len(one.students) - MAX_STUDENTS_NAMED),
            "count": len(one.students),
        }
        for one in misconceptions[:MAX_LISTED]
    ]


def _data(results: Results, rows: Sequence[sqlite3.Row], parts: Sequence[str]) -> Markup:
    """Return the rows of the table as JSON that can stand in a page."""
    earned: dict[str, dict[str, float]] = defaultdict(dict)
    for row in results.rows("SELECT student, part, earned FROM part_scores"):
        earned[row["student"]][row["part"]] = row["earned"]
    columns = ["student", "name", "score", "status", "late", "submitted", *parts, "seconds"]
    table = {
        "columns": columns,
        "score": columns.index("score"),
        "status": columns.index("status"),
        "pages": len(columns),
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
    text = json.dumps(table, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def files_page(results: Results, row: sqlite3.Row, report: Mapping[str, Any] | None) -> str:
    """Return a student's files, with marks on the lines at which tests failed."""
    [about] = results.rows("SELECT * FROM submissions WHERE id = ?", row["submission"])
    contents = results.submission(row["submission"]).contents
    texts = {name: source_text(content) for name, content in contents.items()}
    marks = failing_lines(report, texts) if report else {}
    score = [] if row["score"] is None else [f"{row['score']:g} of {row['out_of']:g}"]
    notes = [*json.loads(about["notes"]), *json.loads(about["unusable"]).values(), row["message"]]
    late = ["late"] if row["late"] else []
    return render_page(
        "files_page.html",
        student=row["student"],
        name=row["name"],
        report=f"{page_name(row['student'])}.html" if report else "",
        facts=[*score, row["status"], row["platform"], row["folder"], row["submitted"], *late],
        notes=list(filter(None, notes)),
        files=[
            {"name": name, "lines": list(_lines(name, text, marks))} for name, text in texts.items()
        ],
    )


def _lines(name: str, text: str, marks: Marks) -> Iterator[dict[str, Any]]:
    """Yield the first lines of a file, each with its marks."""
    for number, line in enumerate(text.split("\n")[:MAX_LINES_SHOWN], 1):
        place = f"{name}:{number}"
        yield {
            "number": number,
            "text": line[:MAX_CHARACTERS_SHOWN],
            "anchor": place,
            "marks": [
                (what, tests.total(), list(tests.items()))
                for what, tests in marks.get(place, {}).items()
            ],
        }


def failing_lines(report: Mapping[str, Any], texts: Mapping[str, str]) -> Marks:
    """Return what went wrong by file and line, from a report as JSON and the student's files.

    A test without a line in these, such as one with a wrong answer, fails at the definition of the
    function that it calls, or else of the one that its part is named after.
    """
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for part in report["parts"]:
        for test in part["tests"]:
            detail = test["detail"] or {}
            place = detail.get("place")
            called = re.findall(r"^[\w.]*?(\w+)\(", detail.get("call", "").rpartition("\n")[2])
            if test["outcome"] not in FAILURES:
                continue
            what = FAILURES[Outcome(test["outcome"])]
            if place and place["file"] in texts:
                found[f"{place['file']}:{place['line']}"][f"{what} at this line"][test["says"]] += 1
            elif test["outcome"] != Outcome.NOT_RUN:
                for name in (*called, part["name"]):
                    if line := definition_of(name, texts):
                        found[line][f"{what} in {name}"][test["says"]] += 1
                        break
    return found


def definition_of(name: str, texts: Mapping[str, str]) -> str:
    """Return the file and line where a function or class is defined, if it is only one."""
    form = re.compile(rf"^ *(?:async +)?(?:def|class) +{re.escape(name)}\b", re.MULTILINE)
    places = [
        f"{file}:{text.count(chr(10), 0, match.start()) + 1}"
        for file, text in texts.items()
        for match in form.finditer(text)
    ]
    return places[0] if len(places) == 1 else ""
