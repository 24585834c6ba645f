"""Generate expected outputs by running the reference on each input."""

from __future__ import annotations

from autograder import signals
from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.intake.intake import receive
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind


def expected_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the content of each file of `expected/NAME`.

    Raises:
        AssignmentError: the reference fails on a case.
    """
    if assignment.program is None:
        return {}
    contents = {}
    memory = assignment.limits.memory_mib
    with (
        signals.shielded(lambda: receive(assignment, assignment.reference)) as received,
        signals.shielded(lambda: Sandbox(received.box, "", memory, required=False)) as sandbox,
    ):
        for kind in KINDS:
            for case in assignment.cases(kind):
                worker = sandbox.worker()
                response = worker.run(
                    assignment.program.file,
                    assignment.limits.program_seconds,
                    case.input.read_text(encoding="utf-8"),
                )
                worker.close()
                if response.kind is not ResponseKind.VALUE:
                    reason = response.reason or f"{response.exceptions[:1]} {response.message}"
                    raise AssignmentError(f"{case.input}: the reference fails on it: {reason}")
                contents[f"{kind}/{case.name}.out"] = response.printed.encode()
    return contents
