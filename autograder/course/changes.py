"""What a regrade changes: which tests have another outcome, and what that does to the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from autograder.course.grading import GradedSubmission, status_after
from autograder.report import Outcome
from autograder.safetext import printable_line

JsonReport = Mapping[str, Any]
MAX_CHANGES = 5
NO_SUCH_TEST = "no such test"


def with_other_parts(graded: GradedSubmission, earlier: JsonReport | None) -> GradedSubmission:
    """Complete a report on some parts with the other parts, and all else, of an earlier one."""
    if graded.report is None or earlier is None:
        return graded
    again = {part["name"]: part for part in graded.report["parts"]}
    parts = [again.get(part["name"], part) for part in earlier["parts"]]
    before, origin = earlier["provenance"], graded.provenance
    names = set(origin.options["parts"])
    if (before["kit"], before["assignment"]) == (origin.kit, origin.assignment):
        names.update(before["options"]["parts"])
    options = {**origin.options, "parts": sorted(names)}
    report = {
        **earlier,
        "parts": parts,
        "score": round(sum(part["earned"] for part in parts), 2),
        "provenance": {**graded.report["provenance"], "options": options},
    }
    ended = [test["outcome"] for part in parts for test in part["tests"]]
    status, message = status_after(ended.count(Outcome.GRADER_ERROR))
    made = replace(origin, options=options)
    return replace(graded, status=status, message=message, report=report, provenance=made)


def outcomes(report: JsonReport) -> dict[tuple[str, bool, str], tuple[str, str]]:
    """Return the sentence and the outcome of each test, by part, audience and name."""
    return {
        (part["name"], test["hidden"], test["name"]): (test["says"], test["outcome"])
        for part in report["parts"]
        for test in part["tests"]
    }


def changed_tests(before: JsonReport, after: JsonReport) -> list[str]:
    """Return a line for each test that has another outcome, or is only in one of the reports."""
    old, new = outcomes(before), outcomes(after)
    lines = []
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key, ("", NO_SUCH_TEST)), new.get(key, ("", NO_SUCH_TEST))
        if was[1] != now[1]:
            lines.append(f"{key[0]}: {printable_line(now[0] or was[0])}: {was[1]} → {now[1]}")
    return lines


def change_lines(student: str, before: JsonReport | None, after: JsonReport) -> list[str]:
    """Return what changed for a student: score, maximum, tests. There may be no report before."""
    who = printable_line(student, 60)
    if before is None:
        return [f"{who}: no score → {after['score']:g}"]
    tests = changed_tests(before, after)
    old, new = ((report["score"], report["out_of"]) for report in (before, after))
    if not tests and old == new:
        return []
    change = f"{old[0]:g} → {new[0]:g} ({new[0] - old[0]:+g})"
    if old[1] != new[1]:  # A difference of points that are not worth the same would mislead.
        change = f"{old[0]:g} of {old[1]:g} → {new[0]:g} of {new[1]:g}"
    lines = [f"{who}: {change}"]
    lines += [f"  {line}" for line in tests[:MAX_CHANGES]]
    if (more := len(tests) - MAX_CHANGES) > 0:
        lines.append(f"  and {more} more test{'s' if more > 1 else ''}")
    return lines
