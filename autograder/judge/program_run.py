"""One run of a submission's program, outside any test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.judge.calls import CallLog
from autograder.judge.failure import Failure
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.grading import sandbox_of, submission_of
from autograder.judge.importable import importable
from autograder.judge.part_limits import program_limit
from autograder.judge.program_output import Output
from autograder.judge.recorded_calls import RecordedCalls
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.program_cases import Case
from autograder.report import Detail
from autograder.text_files import kit_text


@dataclass(frozen=True)
class ProgramRun:
    """What a program printed, what it should print, and why it did not run to its end."""

    printed: Output
    expected: Output
    failure: Detail | None = None


def run_on_case(
    assignment: Assignment,
    case: Case,
    box: Path,
    unusable: Mapping[str, str],
    calls: RecordedCalls | None = None,
) -> ProgramRun:
    """Run the program in a box on a case, confined if this machine can; perhaps record `calls`.

    Recording takes time, so such a run may take twice as long, but has less between two calls.

    Raises:
        AssignmentError: the assignment has no program, or the case no expected output.
    """
    program = assignment.program_with(case)
    if not case.output.is_file():
        raise AssignmentError(f"{case.output} is missing; {assignment.command('expected')}")
    right, files = kit_text(case.output), case.written
    expected = Output.of(program, right, status=case.status, files=files)
    tests, request = ChosenTests(assignment, confined=False), GradingRequest(box, unusable)
    with importable(assignment), sandbox_of(tests, request) as sandbox:
        submission, log = submission_of(assignment, sandbox, request), CallLog()
        seconds = program_limit(assignment, program)
        if calls:
            calls.seconds_in_all = 2 * seconds
            seconds = program_limit(assignment, program, timed_out=1)
        run = ProgramRunner(submission, program, log, {}, seconds, False, calls)
        try:
            return ProgramRun(run(case), expected)
        except Failure as failure:
            printed = log.response.printed if log.response else ""
            detail = submission.sources.normalized(failure.detail)
            return ProgramRun(replace(expected, text=printed), expected, detail)
