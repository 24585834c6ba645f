"""A report as the results.json of Gradescope.

Each part becomes one test for its public tests and another for its hidden ones, whose visibility
the assignment chooses, so that no score reveals too early how they ended. Their scores add up to
the part's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from autograder.report import PartResult, Report, TestResult
from autograder.reports.next_step import without_misleading_hints
from autograder.reports.text import CHECK_PART, GRADER_ERRORS, part_details

GRADER_FAULT = (
    "The grader failed, not your submission. There is no score, and you have lost nothing. "
    "Your instructor can read the reason in the output of the autograder."
)


def as_results(report: Report, hidden_visibility: str) -> dict[str, Any]:
    """Return the results of an instructor's report; students may read all of them."""
    students = report.for_students()
    public = [
        replace(part, tests=tuple(test for test in part.tests if not test.hidden))
        for part in students.parts
    ]
    return {
        "output": "\n".join(_remarks(students)),
        "output_format": "text",
        "test_name_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            test
            for number, part in enumerate(without_misleading_hints(students.parts, public), 1)
            for test in _tests(part, number, hidden_visibility)
        ],
    }


def as_refusal(reason: str) -> dict[str, Any]:
    """Return the results of a submission in which there is nothing to grade."""
    return {"score": 0.0, "output": reason, "output_format": "text", "stdout_visibility": "hidden"}


def as_grader_fault() -> dict[str, Any]:
    """Return results without any score, which Gradescope reports as a failed autograder."""
    return {"output": GRADER_FAULT, "output_format": "text", "stdout_visibility": "hidden"}


def _remarks(report: Report) -> Iterator[str]:
    yield from report.problems
    for item in report.by_hand:
        says = f" ({item.says})" if item.says else ""
        yield f"By hand: {item.name}, {item.points:g} points{says}"
    if report.grader_errors:
        yield GRADER_ERRORS
    yield from dict.fromkeys(test.sentence for test in report.grader_errors)


def _tests(part: PartResult, number: int, hidden_visibility: str) -> Iterator[dict[str, Any]]:
    """Yield a part's public tests, then its hidden ones, as one test each.

    In an all-or-nothing part, the hidden tests decide, so they have all of its points.
    """
    public = [test for test in part.tests if not test.hidden]
    hidden = [test for test in part.tests if test.hidden]
    each = 0.0 if part.all_or_nothing else part.points / part.total
    score, most = (round(each * number, 2) for number in (_passed(public), len(public)))
    if not hidden:
        score, most = part.earned, part.points
    title = part.title or part.name
    if public:
        entry = {"number": str(number), "name": title, "score": score, "max_score": most}
        yield entry | _outcome(part, public) | {"visibility": "visible"}
    if hidden:
        entry = {
            "number": f"{number}.1",
            "name": f"{title}: hidden tests",
            "score": round(part.earned - score, 2),
            "max_score": round(part.points - most, 2),
        }
        yield entry | _outcome(part, hidden) | {"visibility": hidden_visibility}


def _passed(tests: Sequence[TestResult]) -> int:
    return sum(test.counts_as_passed for test in tests)


def _outcome(part: PartResult, tests: Sequence[TestResult]) -> dict[str, Any]:
    passed = _passed(tests)
    details = part_details(replace(part, tests=tuple(tests)), CHECK_PART)
    return {
        "status": "passed" if passed == len(tests) else "failed",
        "output": f"{passed} of {len(tests)} tests\n{details}",
    }
