"""One run of a submission's program, outside any test."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import KIT, Assignment, AssignmentError, Part
from autograder.judge.calls import CallLog
from autograder.judge.failure import Failure
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.importable import importable, libraries
from autograder.judge.program_output import Output
from autograder.judge.recorded_calls import RecordedCalls
from autograder.judge.sources import Sources
from autograder.judge.submission import Submission, unusable_files
from autograder.program_cases import Case, Program
from autograder.report import Detail
from autograder.sandbox.pool import Sandbox
from autograder.text_files import kit_text


@dataclass(frozen=True)
class ProgramRun:
    """What a program printed, what it should print, and why it did not run to its end."""

    printed: Output
    expected: Output
    failure: Detail | None = None


def compared_with(assignment: Assignment, case: Case, printed: str) -> ProgramRun:
    """Return the run of a program that printed a text.

    Raises:
        AssignmentError: the assignment has no program, or the case no expected output.
    """
    program = assignment.program_with(case)
    if not case.output.is_file():
        raise AssignmentError(f"{case.output} is missing; {assignment.command('expected')}")
    text, files = kit_text(case.output), case.written
    expected = Output.of(program, text, status=case.status, files=files)
    return ProgramRun(replace(expected, text=printed), expected)


def run_on_case(
    assignment: Assignment,
    case: Case,
    box: Path,
    unusable: Mapping[str, str],
    calls: RecordedCalls | None = None,
) -> ProgramRun:
    """Run the program in a box on a case, confined if this machine can; perhaps record `calls`.

    Recording takes time, so such a run may take twice as long.

    Raises:
        AssignmentError: see `compared_with`.
    """
    nothing = compared_with(assignment, case, "")
    memory = assignment.limits.memory_mib
    secrets = [KIT / "autograder", *assignment.secrets]
    types = Path(assignment.types).stem if calls else ""
    with (
        importable(assignment) if calls else nullcontext(),
        Sandbox(box, types, memory, secrets, libraries(), required=False) as sandbox,
    ):
        sources = Sources.of(box, assignment.files, assignment.provided)
        submission = Submission(assignment, sandbox, sources, unusable_files(unusable))
        log = CallLog()
        seconds = assignment.limits.program_seconds * (2 if calls else 1)
        part = _part_of(assignment, assignment.program_with(case))
        run = ProgramRunner(submission, part, log, {}, lenient=False, seconds=seconds, calls=calls)
        try:
            return replace(nothing, printed=run(case))
        except Failure as failure:
            text = log.response.printed if log.response else ""
            return replace(
                nothing,
                printed=replace(nothing.printed, text=text),
                failure=sources.normalized(failure.detail),
            )


def _part_of(assignment: Assignment, program: Program) -> Part:
    for part in assignment.parts:
        if assignment.program_of(part) == program:
            return part
    raise AssignmentError(f"{assignment.name}: no part runs {program.file}")
