"""A class, or one of its students, as text for the terminal."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.course.class_misconceptions import class_assignment, find_misconceptions
from autograder.course.errors import CourseError
from autograder.course.failing_tests import find_failing_tests
from autograder.course.results import Results
from autograder.course.saved_submissions import LISTS_IDS, student_of, students_by_key
from autograder.reports import text
from autograder.reports.from_json import read_report
from autograder.safetext import last_line, printable_line

BAR_WIDTH = 40
MAX_LISTED = 10


def number_of_students(count: int) -> str:
    return "1 student" if count == 1 else f"{count} students"


def find_student(results: Results, name: str) -> str:
    """Return the id of the student that is known by an id, a platform's id or an address.

    Raises:
        CourseError: there is none.
    """
    student = student_of(name, students_by_key(results))
    if not student:
        missing = f"there is no student {printable_line(name)!r}"
        raise CourseError(f"{results.where}: {missing}; {LISTS_IDS}")
    return student


def student_lines(results: Results, name: str) -> list[str]:
    """Return the report of a student, or why there is none."""
    student = find_student(results, name)
    row = results.rows("SELECT * FROM scores WHERE student = ?", student)[0]
    about = [row["student"], row["name"], row["status"], row["submitted"] or ""]
    lines = ["  ".join(printable_line(word) for word in about if word)]
    lines += ["late, as the platform has marked it"] if row["late"] else []
    if row["submission"] is not None:
        submission = results.rows("SELECT * FROM submissions WHERE id = ?", row["submission"])[0]
        lines += [printable_line(note) for note in json.loads(submission["notes"])]
    lines += [printable_line(last_line(row["message"]))] if row["message"] else []
    if table := results.report(row["grading"]):
        command = f"autograder course export {results.where} --json"
        lines += ["", text.render(read_report(table), command).rstrip()]
    return lines


def class_lines(results: Results, kit: Path) -> list[str]:
    """Return the scores of a class, its parts, the tests that fail most, and misconceptions.

    These are named if the kit knows those of the assignment.
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
        lines += ["", f"Scores (of {out_of:g})", *_histogram(shares, out_of)]
    lines += ["", "Parts"]
    for part in part_rates(results, json.loads(course["parts"])):
        name = printable_line(part["part"]).ljust(28)
        lines.append(
            f"  {name}{part['mean_earned']:7.2f} of {part['points']:<5g}"
            f"{part['pass_rate']:8.1%} of tests pass, {part['full_marks']} with full marks"
        )
    failing = find_failing_tests(results, MAX_LISTED)
    lines += ["", "Tests that fail most"] if failing else []
    for test in failing:
        marks = ", ".join(filter(None, ("hidden" * test.hidden, test.others)))
        says = f"{printable_line(test.says)}{f' ({marks})' if marks else ''}"
        lines.append(f"  {test.failed:5} of {test.students}  {says}")
    assignment = class_assignment(course["assignment"], kit)
    found = find_misconceptions(results, assignment)
    lines += ["", "Misconceptions: the answers of a known wrong solution"] if found else []
    lines += [f"  {len(one.students):5}  {one.part}: {one.says}" for one in found[:MAX_LISTED]]
    return lines


def part_rates(results: Results, parts: Sequence[Mapping[str, Any]]) -> list[sqlite3.Row]:
    """Return a row of `part_pass_rates` for each part that was graded.

    If its points have changed, it is the row of those who were graded with the new ones, if any.
    """
    points = {part["name"]: part["points"] for part in parts}
    rows = results.rows("SELECT * FROM part_pass_rates")
    rows.sort(key=lambda row: row["points"] == points.get(row["part"]))
    last = {row["part"]: row for row in rows}
    return [last[name] for name in points if name in last]


def _histogram(shares: Sequence[float], out_of: float) -> list[str]:
    """Return a line for each tenth of the scores, and one for full marks."""
    counts = tenths(shares)
    lines = []
    for tenth, count in enumerate(counts):
        label = f"{out_of * tenth / 10:g}" + ("" if tenth == 10 else " ..")
        bar = "█" * -(-BAR_WIDTH * count // max(counts))
        lines.append(f"  {label:>8} {count:5}  {bar}".rstrip())
    return lines


def shares_of(scored: Iterable[sqlite3.Row]) -> list[float]:
    """Return each score as a share of what it is out of; [] if all points are given by hand.

    Until all are graded again, scores can be out of different points.
    """
    return [row["score"] / row["out_of"] for row in scored if row["out_of"]]


def tenths(shares: Iterable[float]) -> list[int]:
    """Return how many scores are in each tenth of the points, and last how many are full marks."""
    counts = Counter(min(int(10 * share), 10) for share in shares)
    return [counts[tenth] for tenth in range(11)]
