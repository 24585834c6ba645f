"""A report as the result.json of Classroom 50, and as the Markdown that the student reads there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from math import floor
from typing import Any

from autograder.assignment import Assignment
from autograder.report import Report
from autograder.reports import text

RESULT_SCHEMA = "classroom50/result/v1"


def as_result(
    assignment: Assignment, report: Report | None, environment: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """Return the result; without a report, nothing of the assignment was handed in.

    `environment` has the variables that the platform sets. Points are whole numbers there, so those
    of a part that is not complete are rounded down.
    """
    reported = {part.name: part for part in report.parts} if report else {}
    tests = []
    for part in assignment.parts:
        most, graded = round(part.points), reported.get(part.name)
        share = graded.earned / graded.points if graded and graded.points else 0.0
        tests.append(
            {
                "test-name": part.title or part.name,
                "passed": bool(graded and graded.passed == graded.total),
                "score": floor(round(most * share, 6)),  # 22 * (15 / 22) is less than 15.
                "max-score": most,
            }
        )
    commit = environment.get("COMMIT_URL", "")
    owner = environment.get("OWNER") or environment.get("USERNAME", "")
    return {
        "schema": RESULT_SCHEMA,
        "classroom": environment.get("CLASSROOM", ""),
        "assignment": environment.get("ASSIGNMENT", assignment.name),
        "submission": environment.get("SUBMISSION_TAG", ""),
        "commit": commit,
        "release": environment.get("RELEASE_URL", ""),
        "review": environment.get("REVIEW_URL") or commit,
        "datetime": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
        **({"owner": owner} if owner else {}),
    }


def as_markdown(assignment: Assignment, report: Report) -> str:
    """Return a student's report as Markdown. What a submission printed stays inside its block."""
    shown = text.render(report.for_students(), text.CHECK_PART).strip("\n")
    remarks = "\n".join(text.public_only(report))
    return f"# {assignment.title}\n\n{fenced(shown)}\n\n{remarks}\n"


def fenced(shown: str) -> str:
    """Return text as a block of code, which nothing in it can end."""
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{shown}\n{fence}"
