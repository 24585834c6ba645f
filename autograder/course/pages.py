"""The instructor's pages on a class: an overview, and each student's report and files."""

from __future__ import annotations

import json
import sqlite3
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from autograder.assignment import KIT, Assignment
from autograder.course.class_misconceptions import (
    ClassMisconception,
    behind_tests,
    class_assignment,
    find_misconceptions,
)
from autograder.course.errors import CourseError
from autograder.course.failing_tests import find_failing_tests
from autograder.course.files_page import files_page
from autograder.course.overview import number_of_students, part_rates, shares_of, tenths
from autograder.course.page_names import page_name
from autograder.course.page_templates import render_page
from autograder.course.results import Results
from autograder.course.staging import staged_folder
from autograder.reports.from_json import read_report
from autograder.reports.html import page
from autograder.safetext import escape, last_line, printable_line

MAX_FAILING = 20
MAX_MISCONCEPTIONS = 20
MAX_STUDENTS_NAMED = 8
MAX_FAULTS = 20
PLOT_HEIGHT = 160


def write_pages(results: Results, to: Path, kit: Path = KIT) -> int:
    """Write `index.html`, and the pages of students into `students/`; return how many these are.

    If the kit has the assignment, boards are drawn, and misconceptions named.

    Raises:
        CourseError: they cannot be written, or there is nothing to show.
    """
    course = results.course()
    where = printable_line(str(to))
    try:
        with staged_folder(to) as stage:
            (stage / "students").mkdir()
            rows = results.rows("SELECT * FROM scores ORDER BY student")
            assignment = class_assignment(course["assignment"], kit)
            for row in rows:
                _write_student(results, row, stage / "students", assignment)
            overview = class_page(results, rows, find_misconceptions(results, assignment))
            (stage / "index.html").write_text(overview, encoding="utf-8")
    except OSError as error:
        raise CourseError(f"{where}: cannot write the report: {error.strerror}") from None
    return len(rows)


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
    scores = [row["score"] for row in scored]
    return render_page(
        "class_page.html",
        "class_page.js",
        title=course["title"] or course["assignment"],
        facts=[
            number_of_students(len(rows)),
            *(f"{n} {text}" for text, n in statuses.most_common()),
        ],
        statistics=_statistics(scores, out_of, [row["seconds"] for row in scored]),
        bars=_bars(shares_of(scored), out_of) if out_of else [],
        parts=_parts(part_rates(results, parts), titles),
        tests=_failing_tests(results, titles, behind_tests(misconceptions)),
        misconceptions=_misconceptions(misconceptions, titles, rows),
        more_misconceptions=max(0, len(misconceptions) - MAX_MISCONCEPTIONS),
        faults=[
            {**dict(row), "message": printable_line(last_line(row["message"]))}
            for row in faults[:MAX_FAULTS]
        ],
        more_faults=max(0, len(faults) - MAX_FAULTS),
        statuses=sorted(statuses),
        data=_data(results, rows, [part["name"] for part in parts]),
    )


def _statistics(scores: Sequence[float], out_of: float, seconds: Sequence[float]) -> list[str]:
    if not scores:
        return []
    return [
        f"median {statistics.median(scores):g} of {out_of:g}",
        f"mean {statistics.mean(scores):.2f}",
        f"lowest {min(scores):g}",
        f"highest {max(scores):g}",
        f"median grading time {statistics.median(seconds):.1f} s",
        f"longest {max(seconds):.1f} s",
    ]


def _bars(shares: Sequence[float], out_of: float) -> list[dict[str, Any]]:
    """Return a bar for each tenth of the scores, and one for full marks."""
    counts = tenths(shares)
    bars = []
    for tenth, count in enumerate(counts):
        height = round(PLOT_HEIGHT * count / max(counts))
        label = f"{out_of * tenth / 10:g}" + ("" if tenth == 10 else "+")
        bars.append(
            {"x": 60 * tenth + 4, "y": 190 - height, "height": height}
            | {"count": count, "label": label}
        )
    return bars


def _parts(rates: Sequence[sqlite3.Row], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "title": titles[row["part"]],
            "points": f"{row['points']:g}",
            "mean": f"{row['mean_earned']:.2f}",
            "rate": row["pass_rate"],
            "percent": f"{row['pass_rate']:.1%}",
            "full_marks": f"{row['full_marks']} of {row['students']}",
        }
        for row in rates
    ]


def _failing_tests(
    results: Results,
    titles: Mapping[str, str],
    behind: Mapping[str, Sequence[tuple[str, int]]],
) -> list[dict[str, Any]]:
    """Return the tests that fail most, with the misconceptions with which students fail them."""
    tests = []
    for test in find_failing_tests(results, MAX_FAILING):
        counts: dict[str, int] = {}
        for key in test.keys:
            for says, count in behind.get(key, ()):
                counts[says] = max(count, counts.get(says, 0))
        tests.append({"test": test, "part": titles.get(test.part, test.part), "behind": counts})
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
            "students": [
                (student, pages[student]) for student in one.students[:MAX_STUDENTS_NAMED]
            ],
            "more": max(0, len(one.students) - MAX_STUDENTS_NAMED),
            "count": len(one.students),
        }
        for one in misconceptions[:MAX_MISCONCEPTIONS]
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


def _write_student(
    results: Results, row: sqlite3.Row, folder: Path, assignment: Assignment | None
) -> None:
    if row["submission"] is None:
        return
    table, name = results.report(row["grading"]), page_name(row["student"])
    if table:
        links = (("The class", "../index.html"), ("Files", f"{name}.files.html"))
        report = page(read_report(table), assignment, links)
        (folder / f"{name}.html").write_text(report, encoding="utf-8")
    files = files_page(results, row, table)
    (folder / f"{name}.files.html").write_text(files, encoding="utf-8")
