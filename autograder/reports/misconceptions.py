"""Misconceptions that are recognised by the answers of programs that have them.

`misconceptions.toml` next to the tests maps the pattern of a part's failing public tests to the
sentence of the chaffs with this pattern. It is generated, and says nothing about their code.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from autograder.assignment import Assignment, read_toml
from autograder.report import Detail, Kind, Outcome, PartResult

MISCONCEPTIONS = "misconceptions.toml"
DIGITS = 16


def pattern_of(part: PartResult) -> str:
    """Return a digest of how a part's public tests fail: which, and with which answers.

    It is empty if none fails, or if one fails other than by a wrong answer: any mistake can end in
    an exception, or in a loop, and a student's own tests give no answer.
    """
    failed = [t for t in part.tests if not t.hidden and t.outcome is not Outcome.PASS]
    if not failed or any(test.outcome is not Outcome.WRONG for test in failed):
        return ""
    if any(test.detail and test.detail.kind is Kind.OWN_TESTS for test in failed):
        return ""
    answers = [[test.name, *_answer(test.detail)] for test in failed if test.detail]
    return hashlib.sha256(json.dumps(answers).encode()).hexdigest()[:DIGITS]


def _answer(detail: Detail) -> list[Any]:
    """Return what a program did, in no words of the grader's: these may change."""
    found = detail.compared.found if detail.compared else None
    return [detail.kind, detail.exception, detail.returned, detail.after, found]


def misconception(assignment: Assignment, part: PartResult) -> str:
    """Return the sentence about the only known mistake that leads to these answers.

    It is empty if there is none.

    Raises:
        AssignmentError: misconceptions.toml is faulty.
    """
    known = read_misconceptions(assignment).get(part.name, {})
    return known.get(pattern_of(part), "")


def read_misconceptions(assignment: Assignment) -> dict[str, dict[str, str]]:
    """Return the sentence of each pattern of each part; an assignment may have no such file."""
    path = assignment.folder / MISCONCEPTIONS
    tables = read_toml(path) if path.is_file() else {}
    return {part: table for part, table in tables.items() if isinstance(table, dict)}
