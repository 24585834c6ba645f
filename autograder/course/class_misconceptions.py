"""The misconceptions behind failing tests: those of the chaffs that give the same answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.results import Results
from autograder.report import PartResult
from autograder.reports.from_json import read_report
from autograder.reports.misconceptions import pattern_of, read_misconceptions


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


def behind_tests(
    misconceptions: Sequence[ClassMisconception],
) -> Mapping[str, list[tuple[str, int]]]:
    """Return for each test the misconceptions with which students fail it, and how many."""
    behind: dict[str, list[tuple[str, int]]] = {}
    for one in misconceptions:
        for key, count in one.failed.items():
            behind.setdefault(key, []).append((one.says, count))
    return behind
