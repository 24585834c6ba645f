"""Tests whose verdict depends on how the reference does in them."""

from __future__ import annotations

from autograder.judge.part_limits import part_limit
from autograder.judge.plugin import JudgePlugin
from autograder.report import GraderError, Outcome


def unsettled(plugin: JudgePlugin, *, confined: bool) -> set[str]:
    """Return the tests to run on the reference.

    They are the doubtful ones and, if the grading counts (is `confined`), the first of each part
    that timed out: the machine may be too slow for the limits.
    """
    return {*plugin.doubtful, *(plugin.first_timeouts.values() if confined else ())}


def settle(plugin: JudgePlugin, on_reference: JudgePlugin) -> None:
    """Settle the verdicts by those on the reference.

    Raises:
        GraderError: the reference was not tried, or it timed out, so that no timeout says anything.
    """
    for test, doubt in plugin.doubtful.items():
        if test not in on_reference.tests:
            raise GraderError(f"{test}: it could not be run on the reference")
        verdict = on_reference.verdicts.get(test)
        passed = verdict is not None and verdict.outcome is Outcome.PASS
        plugin.verdicts[test] = doubt.of_submission if passed else doubt.of_test
    for part, test in plugin.first_timeouts.items():
        verdict = on_reference.verdicts.get(test)
        if verdict and verdict.outcome is Outcome.TIMED_OUT and verdict.detail:
            why, remedy = verdict.detail.message, _remedy(plugin, part)
            raise GraderError(f"{test}: the reference times out, too: {why}; {remedy}")


def _remedy(plugin: JudgePlugin, part_name: str) -> str:
    assignment, part = plugin.assignment, plugin.assignment.part(part_name)
    key = "call_seconds" if part.file else "program_seconds"
    largest = getattr(assignment.limits, key)
    if part_limit(part, largest) < largest:
        return f"`autograder limits {assignment.name} --measure` adapts the limit to this machine"
    return f"raise {key} in {assignment.toml}, or use a faster machine"
