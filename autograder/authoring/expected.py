"""Generate expected outputs by running the reference on each input."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from autograder.assignment import KINDS, Assignment, AssignmentError, Case, Program
from autograder.intake.intake import receive
from autograder.judge.fixtures.program import run_case
from autograder.sandbox.backend import Backend, Settings
from autograder.sandbox.files import ProgramEnd, text_of
from autograder.sandbox.messages import Response
from autograder.sandbox.pool import Sandbox


def expected_files(
    assignment: Assignment,
    backend: Callable[[Settings], Backend] | None = None,
    known: Mapping[Case, Response] = MappingProxyType({}),
) -> dict[str, bytes]:
    """Return the content of each file of `expected/NAME`; `backend` replaces the sandbox's own.

    `known` are responses of the reference's programs. Only the other cases are run.

    Raises:
        AssignmentError: the reference fails on a case, or writes a file of `files` in no case.
    """
    contents: dict[str, bytes] = {}
    if not assignment.programs:
        return contents
    cases = [(kind, case) for kind in KINDS for case in assignment.cases(kind)]
    with receive(assignment, assignment.reference) as received:
        known = {} if received.unusable else known  # The same files, but received, may fail.
        others = [case for _, case in cases if case not in known]
        responses = {**known, **_run(assignment, received.box, others, backend)}
    for program in assignment.programs:
        outputs: dict[str, bytes] = {}
        for kind, case in cases:
            if case.program == program.name:
                outputs |= _outputs(case, f"{kind}/", responses[case])
        _require_written(assignment, program, outputs)
        contents |= outputs
    return contents


def _run(
    assignment: Assignment,
    box: Path,
    cases: Sequence[Case],
    backend: Callable[[Settings], Backend] | None,
) -> dict[Case, Response]:
    """Run the reference's programs on these cases, each in a fresh worker, until one fails."""
    if not cases:
        return {}
    limits, responses = assignment.limits, {}
    with Sandbox(box, "", limits.memory_mib, required=False, backend=backend) as sandbox:
        for case in cases:
            program = assignment.program_with(case)
            with contextlib.closing(sandbox.worker()) as worker:
                try:
                    responses[case] = run_case(worker, program, case, limits.program_seconds)
                except UnicodeDecodeError:
                    fault = f"{case.input}: not UTF-8 text; save it as UTF-8"
                    raise AssignmentError(fault) from None
            _end_of(case, responses[case])
    return responses


def _require_written(assignment: Assignment, program: Program, outputs: dict[str, bytes]) -> None:
    """Refuse a file in `files` that no case writes: its name is wrong there, or in the program."""
    for name in program.files:
        if outputs and not any(path.endswith(f".written/{name}") for path in outputs):
            raise AssignmentError(
                f"{assignment.toml}: no case of {program.file} writes "
                f"{name!r}, which is in its `files`"
            )


def _outputs(case: Case, folder: str, response: Response) -> dict[str, bytes]:
    """Return what the reference's program writes for a case: its output, its exit status, files."""
    end = _end_of(case, response)
    contents = {f"{folder}{case.name}.out": response.printed.encode()}
    if end.status:
        contents[f"{folder}{case.name}.exit"] = f"{end.status}\n".encode()
    for name, content in end.written.items():
        contents[f"{folder}{case.name}.written/{name}"] = text_of(content).encode()
    return contents


def _end_of(case: Case, response: Response) -> ProgramEnd:
    if not isinstance(response.value, ProgramEnd):
        raised = ": ".join(filter(None, (*response.exceptions[:1], response.message)))
        reason = response.reason or raised
        raise AssignmentError(f"{case.input}: the reference fails on it: {reason}")
    return response.value
