"""What a class has scored, which tests fail most, and why: figures, and text for the terminal."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.results import Results
from autograder.report import PartResult
from autograder.reports import text
from autograder.reports.json import read_report
from autograder.reports.misconceptions import pattern_of, read_misconceptions
from autograder.safetext import last_line, printable_line

BAR_WIDTH = 40
MAX_LISTED = 10


@dataclass(frozen=True)
class FailingTest:
    """A test that students fail: its row that most fail, and the `keys` of all rows that fail."""

    part: str
    says: str
    hidden: bool
    failed: int
    students: int
    keys: tuple[str, ...]

    @property
    def others(self) -> str:
        more = len(self.keys) - 1
        return f"{more} more like it" if more else ""


def find_failing_tests(results: Results, most: int) -> list[FailingTest]:
    """Return the tests that fail most; the rows of a test's table are one."""
    found: dict[str, FailingTest] = {}
    for row in results.rows("SELECT * FROM test_pass_rates WHERE pass_rate < 1"):
        test = "/".join(row["key"].split("/")[:3])
        if known := found.get(test):
            found[test] = replace(known, keys=(*known.keys, row["key"]))
            continue
        failed, hidden = row["students"] - row["passed"], bool(row["hidden"])
        found[test] = FailingTest(
            row["part"], row["says"], hidden, failed, row["students"], (row["key"],)
        )
    return list(found.values())[:most]


@dataclass
class ClassMisconception:
    """The students whose part answers all public tests like a known wrong solution.

    `failed` counts by the keys of the part's tests, hidden ones included, how many of them fail.
    """

    part: str
    says: str
    students: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, student: str, part: PartResult) -> None:
        self.students.append(student)
        tests = zip(part.tests, part.keys, strict=True)
        self.failed.update(key for test, key in tests if not test.counts_as_passed)


def class_assignment(name: str, kit: Path) -> Assignment | None:
    """Return the assignment of a results file, if the kit has it."""
    try:
        return load(name, kit.absolute())
    except AssignmentError:
        return None


def find_misconceptions(
    results: Results, assignment: Assignment | None
) -> list[ClassMisconception]:
    """Return the misconceptions of a class, the most frequent first."""
    known = read_misconceptions(assignment) if assignment else {}
    found: dict[tuple[str, str], ClassMisconception] = {}
    if not known:
        return []
    query = """SELECT student, report FROM scores JOIN reports ON reports.grading = scores.grading
        WHERE score < out_of ORDER BY student"""
    for row in results.connection.execute(query):  # One at a time: they are large.
        for part in read_report(json.loads(row["report"])).parts:
            if says := known.get(part.name, {}).get(pattern_of(part)):
                key = part.name, says
                found.setdefault(key, ClassMisconception(*key)).add(row["student"], part)
    return sorted(found.values(), key=lambda one: (-len(one.students), one.part, one.says))


def part_rates(results: Results, parts: Sequence[Mapping[str, Any]]) -> list[sqlite3.Row]:
    """Return the rows of `part_pass_rates`, in the order of the parts.

    Until all are graded again, a part whose points have changed has two.
    """
    order = [part["name"] for part in parts]
    rows = results.rows("SELECT * FROM part_pass_rates")
    return sorted(
        (row for row in rows if row["part"] in order), key=lambda row: order.index(row["part"])
    )


def shares_of(scored: Iterable[sqlite3.Row]) -> list[float]:
    """Return each score as a share of what it is out of; [] if all points are given by hand.

    Until all are graded again, scores can be out of different points.
    """
    return [row["score"] / row["out_of"] for row in scored if row["out_of"]]


def tenths(shares: Iterable[float]) -> list[int]:
    """Return how many scores are in each tenth of the points, and last how many are full marks."""
    counts = Counter(min(int(10 * share), 10) for share in shares)
    return [counts[tenth] for tenth in range(11)]


def number_of_students(count: int) -> str:
    return "1 student" if count == 1 else f"{count} students"


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
        lines += ["", f"Scores (of {out_of:g})"]
        counted = tenths(shares)
        for tenth, count in enumerate(counted):
            label = f"{out_of * tenth / 10:g}" + (" " if tenth == 10 else "+")
            bar = "█" * -(-BAR_WIDTH * count // max(counted))
            lines.append(f"  {label:>8} {count:5}  {bar}".rstrip())
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
    found = find_misconceptions(results, class_assignment(course["assignment"], kit))
    lines += ["", "Misconceptions: the answers of a known wrong solution"] if found else []
    lines += [f"  {len(one.students):5}  {one.part}: {one.says}" for one in found[:MAX_LISTED]]
    return lines
