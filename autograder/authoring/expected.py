"""Generate expected outputs by running the reference on each input."""

from __future__ import annotations

import contextlib

from autograder import signals
from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.intake.box import receive
from autograder.judge.fixtures.program import run_case
from autograder.judge.part_limits import program_limit
from autograder.judge.request import OTHER_HASH_SEED
from autograder.program_cases import Case, Program
from autograder.sandbox.files import ProgramEnd
from autograder.sandbox.pool import Sandbox
from autograder.text_files import decoded

NOT_THE_SAME = (
    "the reference does something else when it runs again, with another hash seed: "
    "print nothing in the order of a set, sort it"
)


def expected_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the content of each file of `expected/NAME`.

    Each case runs twice: sets have another order then.

    Raises:
        AssignmentError: the reference fails on a case, does not do the same again, or writes a file
            of `files` in no case.
    """
    contents: dict[str, bytes] = {}
    if not assignment.programs:
        return contents
    memory = assignment.limits.memory_mib
    with (
        receive(assignment, assignment.reference) as received,
        Sandbox(received.box, "", memory, required=False) as sandbox,
        Sandbox(received.box, "", memory, required=False, hash_seed=OTHER_HASH_SEED) as other,
    ):
        for program in assignment.programs:
            outputs: dict[str, bytes] = {}
            for kind in KINDS:
                for case in assignment.cases(kind):
                    if case.program == program.name:
                        signals.check()  # Threads of `verify` get no signal.
                        of_case = _outputs(sandbox, assignment, case, f"{kind}/{case.name}")
                        if _outputs(other, assignment, case, f"{kind}/{case.name}") != of_case:
                            raise AssignmentError(f"{case.input}: {NOT_THE_SAME}")
                        outputs |= of_case
            _require_written(assignment, program, outputs)
            contents |= outputs
    return contents


def _require_written(assignment: Assignment, program: Program, outputs: dict[str, bytes]) -> None:
    """Refuse a file in `files` that no case writes: its name is wrong there, or in the program."""
    for name in program.files:
        if outputs and not any(path.endswith(f".written/{name}") for path in outputs):
            raise AssignmentError(
                f"{assignment.toml}: no case of {program.file} writes "
                f"{name!r}, which is in its `files`"
            )


def _outputs(sandbox: Sandbox, assignment: Assignment, case: Case, stem: str) -> dict[str, bytes]:
    """Run a program of the reference on a case, in a fresh worker.

    Return what it writes: its output, its exit status, files.
    """
    with contextlib.closing(sandbox.worker()) as worker:
        program = assignment.program_with(case)
        response = run_case(worker, program, case, program_limit(assignment, program))
    end = response.value
    if not isinstance(end, ProgramEnd):
        raised = ": ".join(filter(None, (*response.exceptions[:1], response.message)))
        reason = response.reason or raised
        raise AssignmentError(f"{case.input}: the reference fails on it: {reason}")
    contents = {f"{stem}.out": response.printed.encode()}
    if end.status:
        contents[f"{stem}.exit"] = f"{end.status}\n".encode()
    for name, content in end.written.items():
        contents[f"{stem}.written/{name}"] = decoded(content, "backslashreplace").encode()
    return contents
