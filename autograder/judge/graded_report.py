"""The report on a graded submission, made from the results that the judge has of its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograder.assignment import Part, Rubric
from autograder.report import ByHand, GraderError, PartResult, Report, TestResult
from autograder.safetext import printable_line

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin


def report_on(
    plugin: JudgePlugin,
    submission: str,
    parts: Sequence[Part],
    by_hand: Sequence[Rubric],
) -> Report:
    graded = plugin.submission
    results = tuple(part_result(part, plugin.results(part.name)) for part in parts)
    return Report(
        assignment=graded.assignment.name,
        submission=printable_line(submission),
        parts=results,
        by_hand=tuple(ByHand(item.name, item.points, item.says) for item in by_hand),
        problems=(
            *dict.fromkeys(fault.problem for fault in graded.unusable.values()),
            *plugin.suites.too_strict.values(),
            *graded.remarks,
        ),
        confinement=graded.sandbox.confinement,
    )


def part_result(part: Part, tests: Sequence[TestResult]) -> PartResult:
    if not tests:
        raise GraderError(f"the part {part.name} has no tests, or all are skipped")
    return PartResult(
        part.name,
        part.title,
        part.points,
        tuple(tests),
        part.all_or_nothing,
        hint=next(iter(part.all_hints), ""),
        needs=part.needs or (),
    )
