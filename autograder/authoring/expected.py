"""Expected outputs: what the reference prints for each input."""

from __future__ import annotations

from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.intake.intake import receive
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind


def expected_files(assignment: Assignment) -> dict[str, bytes]:
    """The content of each file of `expected/NAME`, made by running the reference.

    Raises:
        AssignmentError: the reference does not run to its end on a case.
    """
    if assignment.program is None:
        return {}
    made = {}
    memory = assignment.limits.memory_mib
    with (
        receive(assignment, assignment.reference) as received,
        Sandbox(received.box, memory_mib=memory, required=False) as sandbox,
    ):
        for kind in KINDS:
            for case in assignment.cases(kind):
                worker = sandbox.worker()
                reply = worker.run(
                    assignment.program.file,
                    assignment.limits.program_seconds,
                    case.input.read_text(encoding="utf-8"),
                )
                worker.close()
                if reply.kind is not ResponseKind.VALUE:
                    why = reply.reason or f"{reply.exceptions[:1]} {reply.message}"
                    raise AssignmentError(f"{case.input}: the reference fails on it: {why}")
                made[f"{kind}/{case.name}.out"] = reply.printed.encode()
    return made
