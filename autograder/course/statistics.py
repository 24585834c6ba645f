"""What a class has scored, and how it fails: figures, and text for the terminal."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.answers import ClassPart, Failures, class_answers, number_of_students
from autograder.course.results import Results
from autograder.reports import text
from autograder.reports.json import read_report
from autograder.safetext import last_line, printable_line

BAR_WIDTH = 40
GROUP_BAR_WIDTH = 16
MAX_TESTS = 10
MAX_GROUPS = 5


@dataclass(frozen=True)
class ClassFigures:
    """What a class has scored, in `tenths` of the points and full marks, and how its parts fail.

    `rates` are the rows of `part_pass_rates` by part: until all are graded again, the one with most
    students of a part whose points have changed.
    """

    name: str
    title: str
    assignment: Assignment | None
    counts: Sequence[str]
    scores: Sequence[float]
    out_of: float
    tenths: Sequence[tuple[str, int]]
    parts: Sequence[ClassPart]
    rates: Mapping[str, sqlite3.Row]

    @property
    def missing(self) -> str:
        """Why no misconceptions are named."""
        missing = f"this kit has no {self.name}; name its kit: --kit DIR"
        return "" if self.assignment else f"No misconceptions are named: {missing}"


def class_assignment(results: Results, kit: Path) -> Assignment | None:
    """Return the assignment of a class, if the kit has it."""
    try:
        return load(results.course()["assignment"], kit.absolute())
    except AssignmentError:
        return None


def class_figures(results: Results, kit: Path) -> ClassFigures:
    """Return the figures of a class; misconceptions are named if the kit has the assignment.

    Until all are graded again, scores can be out of different points, so they count as shares.
    """
    course, assignment = results.course(), class_assignment(results, kit)
    rows = results.rows("SELECT status, score, out_of FROM scores")
    statuses = Counter(row["status"] for row in rows)
    scored = [row for row in rows if row["score"] is not None]
    out_of = max((row["out_of"] for row in scored), default=0)
    tenths = Counter(
        min(int(10 * row["score"] / row["out_of"]), 10) for row in scored if row["out_of"]
    )
    labels = [f"{out_of * tenth / 10:g}{' ' if tenth == 10 else '+'}" for tenth in range(11)]
    rates = results.rows("SELECT * FROM part_pass_rates ORDER BY students")
    return ClassFigures(
        course["assignment"],
        course["title"] or course["assignment"],
        assignment,
        [number_of_students(len(rows)), *(f"{n} {s}" for s, n in statuses.most_common())],
        [row["score"] for row in scored],
        out_of,
        [(label, tenths[n]) for n, label in enumerate(labels)] if out_of else [],
        [part for part in class_answers(results, assignment) if part.students],
        {row["part"]: row for row in rates},
    )


def student_lines(results: Results, name: str) -> list[str]:
    """Return the report of a student, or why there is none."""
    [row] = results.rows(
        """SELECT scores.*, notes FROM scores LEFT JOIN submissions ON id = submission
        WHERE student = ?""",
        results.find_student(name),
    )
    about = [row["student"], row["name"], row["status"], row["submitted"] or ""]
    lines = ["  ".join(printable_line(word) for word in about if word)]
    lines += ["late, as the platform has marked it"] if row["late"] else []
    lines += [printable_line(note) for note in json.loads(row["notes"] or "[]")]
    lines += [printable_line(last_line(row["message"]))] if row["message"] else []
    if table := results.report(row["submission"]):
        command = results.command("report", "--to", "FOLDER")
        lines += ["", text.render(read_report(table), command).rstrip()]
    return lines


def class_lines(results: Results, kit: Path) -> list[str]:
    """Return the scores of a class, its parts, and how these and their tests fail.

    Misconceptions are named if the kit knows those of the assignment.
    """
    figures = class_figures(results, kit)
    lines = [f"{figures.name}: {figures.counts[0]}: {', '.join(figures.counts[1:])}"]
    if not figures.scores:
        return lines
    if figures.tenths:
        lines += ["", f"Scores (of {figures.out_of:g})"]
    for label, count in figures.tenths:
        bar = "█" * -(-BAR_WIDTH * count // max(count for _, count in figures.tenths))
        lines.append(f"  {label:>8} {count:5}  {bar}".rstrip())
    lines += ["", "Parts"]
    width = max([28, *(len(printable_line(part.says)) for part in figures.parts)])
    for part in figures.parts:
        rate = figures.rates[part.name]
        lines.append(
            f"  {printable_line(part.says):{width}}{rate['mean_earned']:7.2f} of "
            f"{rate['points']:<5g}{rate['pass_rate']:8.1%} of tests pass, "
            f"{rate['full_marks']} with full marks"
        )
    lines += ["", figures.missing] if figures.missing else []
    parts = [part for part in figures.parts if part.failed]
    lines += ["", "How parts fail: programs with the same answers"] if parts else []
    lines += [line for part in parts for line in _failures(part)]
    tests = [test for part in parts for test in part.failing]
    lines += ["", "Tests that fail most"] if tests else []
    tests.sort(key=lambda test: -test.failed)
    return [*lines, *(line for test in tests[:MAX_TESTS] for line in _failures(test))]


def _failures(failures: Failures) -> Iterator[str]:
    """Yield how a part or a test fails: what may be unfair, its largest groups, and the others."""
    begin = f"  {failures.failed:5} of {failures.students}  "
    yield f"{begin}{printable_line(failures.says)}{' (hidden)' if failures.hidden else ''}"
    yield from (f"{'':{len(begin)}}{remark}" for remark in failures.remarks)
    groups = failures.groups
    shown = MAX_GROUPS if len(groups) > MAX_GROUPS + 1 else len(groups)
    for group in groups[:shown]:
        count = len(group.students)
        bar = "█" * -(-GROUP_BAR_WIDTH * count // failures.failed)
        answers = printable_line(failures.answers_of(group))
        yield f"    {count:5}  {bar:{GROUP_BAR_WIDTH}}  {answers}"
        yield from (f"{'':{GROUP_BAR_WIDTH + 13}}{printable_line(each)}" for each in group.behind)
    if more := groups[shown:]:
        count = sum(len(group.students) for group in more)
        yield f"    {count:5}  {'':{GROUP_BAR_WIDTH}}  in {len(more)} more groups"
