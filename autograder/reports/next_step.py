"""Where a student should begin: the failing part that other parts depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from autograder.report import Kind, Outcome, PartResult, TestResult

NOTHING_TO_TEST = (Outcome.NOT_RUN, Outcome.NOT_DEFINED)


@dataclass(frozen=True)
class NextStep:
    """The failing `part` to begin with.

    `waiting` are failing parts that need it, directly or not, or that cannot run for the same
    reason, such as a file that cannot be loaded. `others` are the parts that were attempted and
    fail although nothing that they need does.
    """

    part: PartResult
    waiting: tuple[PartResult, ...]
    others: tuple[PartResult, ...]


def next_step(parts: Sequence[PartResult]) -> NextStep | None:
    """Return where to begin; None if all parts pass.

    A part that was attempted comes before one that is not written yet, unless it only fails to
    import what another does not define.
    """
    needed = failing_needs(parts)
    ready = [part for part in parts if is_failing(part) and not needed[part.name]]
    if not ready:
        return None
    attempted = [part for part in ready if was_attempted(part)]
    missing = [part for part in ready if _first_kind(part) is Kind.NOT_DEFINED]
    first = (attempted or ready)[0]
    if missing and _only_imports(first):
        first = missing[0]
    reason = _why_not_run(first)
    waiting = tuple(
        part
        for part in parts
        if is_failing(part)
        and part is not first
        and (first.name in needed[part.name] or (reason and _why_not_run(part) == reason))
    )
    others = tuple(part for part in ready if part is not first and was_attempted(part))
    return NextStep(first, waiting, others)


def _first_kind(part: PartResult) -> Kind | None:
    detail = failed_tests(part)[0].detail
    return detail.kind if detail else None


def _only_imports(part: PartResult) -> bool:
    """Does a part fail only since something cannot be imported?"""
    details = [test.detail for test in failed_tests(part)]
    return all(detail and detail.exception == "ImportError" for detail in details)


def failing_needs(parts: Sequence[PartResult]) -> dict[str, set[str]]:
    """Return the failing parts that each part needs, directly or not.

    Tests may also call what needs their part: those of `print` call `solve`, and those of `solve`
    call `print`. If they fail only because of that call, their part needs the other one instead.
    """
    needs = {part.name: set(part.needs) for part in parts}
    for _ in parts:  # Each round follows the needs of needs one step further.
        for needed in needs.values():
            needed.update(*[needs.get(name, ()) for name in needed])
    failing = {part.name for part in parts if is_failing(part)}
    found = {name: (needs[name] & failing) - {name} for name in needs}
    blamed = {part.name: _blamed(part) for part in parts}
    for name in failing:
        cause = next(iter(blamed[name])) if len(blamed[name]) == 1 else name
        if cause in failing and cause in blamed[cause] and name in found[cause]:
            for needed in found.values():
                needed.discard(name)
            found[name].add(cause)
    return found


def without_misleading_hints(
    parts: Sequence[PartResult], judged: Sequence[PartResult] = ()
) -> list[PartResult]:
    """Return the parts; without its hint one that needs a part that fails, perhaps as `judged`."""
    failing = failing_needs(judged or parts)
    return [replace(part, hint="") if failing[part.name] else part for part in parts]


def is_failing(part: PartResult) -> bool:
    return part.passed < part.total


def failed_tests(part: PartResult) -> list[TestResult]:
    """Return the tests that cost points."""
    return [test for test in part.tests if not test.counts_as_passed]


def _blamed(part: PartResult) -> set[str]:
    """Return the functions or methods that its failures are about."""
    details = [test.detail for test in failed_tests(part) if not test.is_untried]
    return {detail.subject for detail in details if detail}


def _why_not_run(part: PartResult) -> str:
    """Return why the tests of a failing part could not run; empty if one did."""
    failed = failed_tests(part)
    if was_attempted(part) or failed[0].outcome is not Outcome.NOT_RUN:
        return ""
    return failed[0].detail.with_place if failed[0].detail else ""


def was_attempted(part: PartResult) -> bool:
    """Return whether a test of the part called something that is written and can be run."""
    return any(test.outcome not in NOTHING_TO_TEST for test in part.tests)
