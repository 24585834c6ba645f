"""The result.json of Classroom 50, and the Markdown next to it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from autograder.assignment import Assignment, Part
from autograder.report import Detail, Kind, Outcome, PartResult, Report, TestResult
from autograder.reports.classroom50 import as_markdown, as_result, fenced

NOW = datetime(2027, 1, 5, 9, 30, 7, 999, tzinfo=UTC)
PLATFORM = {
    "CLASSROOM": "c",
    "ASSIGNMENT": "a",
    "SUBMISSION_TAG": "t",
    "COMMIT_URL": "commit",
    "RELEASE_URL": "release",
}
PARTS = (Part("f", 10, "(a) f"), Part("g", 7.5), Part("h", 0))
ASSIGNMENT = Assignment("double", Path(), "Doubling", ("double.py",), PARTS)


def part_of(part: Part, passed: int, total: int, printed: str = "") -> PartResult:
    wrong = Detail(Kind.TEST, fact="it is wrong", printed=printed)
    tests = [
        TestResult("t", "s", Outcome.PASS if i < passed else Outcome.WRONG, False, 0.0, wrong)
        for i in range(total)
    ]
    return PartResult(part.name, part.title, part.points, tuple(tests))


def report_of(*parts: PartResult) -> Report:
    return Report("double", ".", parts, (), (), {"files": "landlock"})


def test_result() -> None:
    report = report_of(part_of(PARTS[0], 7, 8), part_of(PARTS[1], 2, 2), part_of(PARTS[2], 1, 1))
    assert as_result(ASSIGNMENT, report, PLATFORM, NOW) == {
        "schema": "classroom50/result/v1",
        "classroom": "c",
        "assignment": "a",
        "submission": "t",
        "commit": "commit",
        "release": "release",
        "review": "commit",
        "datetime": "2027-01-05T09:30:07Z",
        "score": 16,
        "max-score": 18,
        "tests": [
            {"test-name": "(a) f", "passed": False, "score": 8, "max-score": 10},
            {"test-name": "g", "passed": True, "score": 8, "max-score": 8},
            {"test-name": "h", "passed": True, "score": 0, "max-score": 0},
        ],
    }


def test_owner_and_review() -> None:
    environment = {**PLATFORM, "OWNER": "ada", "USERNAME": "b", "REVIEW_URL": "review"}
    result = as_result(ASSIGNMENT, report_of(), environment, NOW)
    assert (result["owner"], result["review"]) == ("ada", "review")
    del environment["OWNER"]
    assert as_result(ASSIGNMENT, report_of(), environment, NOW)["owner"] == "b"


def test_nothing_handed_in() -> None:
    result = as_result(ASSIGNMENT, None, {}, NOW)
    assert (result["score"], result["max-score"], len(result["tests"])) == (0, 18, 3)
    assert result["assignment"] == "double"


def test_printed_text_cannot_end_the_block() -> None:
    report = report_of(part_of(PARTS[0], 0, 1, printed="````\n<script>\n```"))
    lines = as_markdown(ASSIGNMENT, report).splitlines()
    assert lines[:3] == ["# Doubling", "", "`````text"]
    assert lines.count("`````") == 1
    assert lines.index("`````") == len(lines) - 3
    assert all((lines[3], lines[-4]))
    assert fenced("a `b`") == "```text\na `b`\n```"
