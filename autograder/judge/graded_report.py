"""The report on a graded submission, made from the results that the judge has of its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograder.assignment import Part, Rubric
from autograder.judge.repeated_definitions import repeated_definitions
from autograder.judge.sources import Sources
from autograder.report import ByHand, GraderError, Outcome, PartResult, Report, TestResult
from autograder.safetext import printable_line

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin


def report_on(
    plugin: JudgePlugin,
    submission: str,
    parts: Sequence[Part],
    by_hand: Sequence[Rubric],
    *,
    advised: bool,
) -> Report:
    """Make the report on these parts; `advised` adds style hints to the rubric items."""
    graded = plugin.submission
    results = tuple(part_result(part, plugin.results(part.name)) for part in parts)
    has_failed = any(test.outcome is not Outcome.PASS for part in results for test in part.tests)
    return Report(
        assignment=graded.assignment.name,
        submission=printable_line(submission),
        parts=results,
        by_hand=rubric_items(by_hand, graded.sources, advised=advised),
        problems=(
            *dict.fromkeys(fault.problem for fault in graded.unusable.values()),
            *plugin.suites.too_strict.values(),
            *graded.remarks,
            *(repeated_definitions(graded.sources) if has_failed else ()),
        ),
        confinement=graded.sandbox.confinement,
    )


def rubric_items(items: Sequence[Rubric], sources: Sources, *, advised: bool) -> tuple[ByHand, ...]:
    """Return the rubric items, with style hints for those that ask for them."""
    advice = ""
    if advised and any(item.advice for item in items):
        from autograder.judge.style_hints import advise  # Late: `check` never needs it.

        advice = advise({file: text for file, text in sources.texts.items() if file in sources.own})
    return tuple(
        ByHand(item.name, item.points, item.says, advice if item.advice else "") for item in items
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
