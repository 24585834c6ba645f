"""What a class has scored, and how it fails: figures, and text for the terminal."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder.course.answers import (
    ClassPart,
    Failures,
    Group,
    class_answers,
    class_assignment,
    no_misconceptions,
    number_of_students,
)
from autograder.course.results import Results
from autograder.reports import text
from autograder.reports.json import read_report
from autograder.safetext import last_line, printable_line

BAR_WIDTH = 40
GROUP_BAR_WIDTH = 16
MAX_TESTS = 10
MAX_GROUPS = 5


def shares_of(scored: Iterable[sqlite3.Row]) -> list[float]:
    """Return each score as a share of what it is out of; [] if all points are given by hand.

    Until all are graded again, scores can be out of different points.
    """
    return [row["score"] / row["out_of"] for row in scored if row["out_of"]]


def tenths(shares: Iterable[float]) -> list[int]:
    """Return how many scores are in each tenth of the points, and last how many are full marks."""
    counts = Counter(min(int(10 * share), 10) for share in shares)
    return [counts[tenth] for tenth in range(11)]


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
        lines += ["", text.render(read_report(table), "autograder course report").rstrip()]
    return lines


def class_lines(results: Results, kit: Path) -> list[str]:
    """Return the scores of a class, its parts, and how these and their tests fail.

    Misconceptions are named if the kit knows those of the assignment.
    """
    course = results.course()
    rows = results.rows("SELECT status, score, out_of FROM scores")
    statuses = Counter(row["status"] for row in rows)
    counts = ", ".join(f"{count} {status}" for status, count in statuses.most_common())
    lines = [f"{course['assignment']}: {number_of_students(len(rows))}: {counts}"]
    scored = [row for row in rows if row["score"] is not None]
    if not scored:
        return lines
    if shares := shares_of(scored):
        out_of = max(row["out_of"] for row in scored)
        lines += ["", f"Scores (of {out_of:g})"]
        counted = tenths(shares)
        for tenth, count in enumerate(counted):
            label = f"{out_of * tenth / 10:g}" + (" " if tenth == 10 else "+")
            bar = "█" * -(-BAR_WIDTH * count // max(counted))
            lines.append(f"  {label:>8} {count:5}  {bar}".rstrip())
    assignment = class_assignment(course["assignment"], kit)
    parts = class_answers(results, assignment)
    lines += ["", "Parts"]
    for part in parts:
        lines.append(
            f"  {printable_line(part.says):28}{part.mean:7.2f} of {part.points:<5g}"
            f"{part.pass_rate:8.1%} of tests pass, {part.full_marks} with full marks"
        )
    lines += [] if assignment else ["", no_misconceptions(course["assignment"])]
    return [*lines, *_failing_parts(parts), *_failing_tests(parts)]


def _failing_parts(parts: Sequence[ClassPart]) -> Iterator[str]:
    """Yield how parts fail, each with its largest groups."""
    failing = [part for part in parts if part.failed]
    if failing:
        yield from ("", "How parts fail: programs with the same answers")
    for part in failing:
        yield from _failures(part, part.remarks, [(each.answers, each) for each in part.groups])


def _failing_tests(parts: Sequence[ClassPart]) -> Iterator[str]:
    """Yield the tests that fail most, each with its largest groups."""
    failing = [test for part in parts for test in part.failing]
    failing.sort(key=lambda test: -test.worst.failed)
    if failing:
        yield from ("", "Tests that fail most")
    for test in failing[:MAX_TESTS]:
        groups = [(group.answer, group) for group in test.worst.groups]
        yield from _failures(test.worst, test.remarks, groups, test.marks)


def _failures(
    failures: Failures,
    remarks: Sequence[str],
    groups: Sequence[tuple[str, Group]],
    marks: Sequence[str] = (),
) -> Iterator[str]:
    """Yield how a part or a test fails: what may be unfair, its largest groups, and the others."""
    says = printable_line(failures.says) + (f" ({', '.join(marks)})" if marks else "")
    begin = f"  {failures.failed:5} of {failures.students}  "
    yield begin + says
    yield from (f"{'':{len(begin)}}{remark}" for remark in remarks)
    shown = MAX_GROUPS if len(groups) > MAX_GROUPS + 1 else len(groups)
    for answer, group in groups[:shown]:
        count = len(group.students)
        bar = "█" * -(-GROUP_BAR_WIDTH * count // failures.failed)
        yield f"    {count:5}  {bar:{GROUP_BAR_WIDTH}}  {printable_line(answer)}"
        yield from (f"{'':{GROUP_BAR_WIDTH + 13}}{printable_line(each)}" for each in group.behind)
    if more := groups[shown:]:
        count = sum(len(group.students) for _, group in more)
        yield f"    {count:5}  {'':{GROUP_BAR_WIDTH}}  in {len(more)} more groups"
