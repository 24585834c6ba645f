"""Generate expected outputs by running the reference on each input."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from autograder import signals
from autograder.assignment import KINDS, Assignment, AssignmentError, Case, Program
from autograder.intake.intake import receive
from autograder.judge.fixtures.program import run_case
from autograder.sandbox.backend import Backend, Settings
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.worker_files import ProgramEnd


def expected_files(
    assignment: Assignment, backend: Callable[[Settings], Backend] | None = None
) -> dict[str, bytes]:
    """Return the content of each file of `expected/NAME`; `backend` replaces the sandbox's own.

    Raises:
        AssignmentError: the reference fails on a case, or writes a file of `files` in no case.
    """
    contents: dict[str, bytes] = {}
    if not assignment.programs:
        return contents
    memory = assignment.limits.memory_mib
    with (
        signals.shielded(lambda: receive(assignment, assignment.reference)) as received,
        signals.shielded(
            lambda: Sandbox(received.box, "", memory, required=False, backend=backend)
        ) as sandbox,
    ):
        for program in assignment.programs:
            outputs: dict[str, bytes] = {}
            for kind in KINDS:
                for case in assignment.cases(kind):
                    if case.program == program.name:
                        outputs |= _outputs(assignment, program, case, f"{kind}/", sandbox)
            _demand_written(assignment, program, outputs)
            contents |= outputs
    return contents


def _demand_written(assignment: Assignment, program: Program, outputs: dict[str, bytes]) -> None:
    """Refuse a file in `files` that no case writes: its name is wrong there, or in the program."""
    for name in program.files:
        if outputs and not any(path.endswith(f".written/{name}") for path in outputs):
            raise AssignmentError(
                f"{assignment.folder / 'assignment.toml'}: no case of {program.file} writes "
                f"{name!r}, which is in its `files`"
            )


def _outputs(
    assignment: Assignment, program: Program, case: Case, folder: str, sandbox: Sandbox
) -> dict[str, bytes]:
    """Return what the reference's program writes for a case: its output, its exit status, files."""
    with contextlib.closing(sandbox.worker()) as worker:
        try:
            response = run_case(worker, program, case, assignment.limits.program_seconds)
        except UnicodeDecodeError:
            raise AssignmentError(f"{case.input}: is not UTF-8 text; save it as UTF-8") from None
    end = response.value
    if not isinstance(end, ProgramEnd):
        reason = response.reason or f"{response.exceptions[:1]} {response.message}"
        raise AssignmentError(f"{case.input}: the reference fails on it: {reason}")
    contents = {f"{folder}{case.name}.out": response.printed.encode()}
    if end.status:
        contents[f"{folder}{case.name}.exit"] = f"{end.status}\n".encode()
    for name, file in end.written.items():
        if file.fault:
            raise AssignmentError(f"{case.input}: the reference's file {name} {file.fault}")
        contents[f"{folder}{case.name}.written/{name}"] = file.text.encode()
    return contents
