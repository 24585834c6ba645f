"""The time limits on the requests of a part's tests. That on a function shrinks after timeouts.

A limit is what the assignment says, or depends on what the reference needs. It shrinks by how many
tests of the part have timed out in the same function. All of this is the same in every grading of a
submission: tests have a fixed order, limits count CPU time.
"""

from __future__ import annotations

from autograder.assignment import Assignment, Part
from autograder.program_cases import Program

MANY_TIMEOUTS = 3
TIMES, TIMES_AFTER_MANY = 100, 10
"""How many times what the reference needs."""
LEAST, LEAST_AFTER_MANY = 0.5, 0.05
MOST = 5.0
"""Where the reference needs less than a tenth of it. Also where what it needs is not known."""


def part_limit(part: Part, written: float | None, timed_out: int = 0) -> float:
    """Return the limit once this number of a part's tests have timed out in a function.

    `written` is that of the assignment, if it has one.
    """
    need = part.reference_seconds or (written or MOST) / TIMES
    limit = written or max(LEAST, min(TIMES * need, MOST), TIMES_AFTER_MANY * need)
    if timed_out < MANY_TIMEOUTS:
        return limit
    return min(limit, max(LEAST_AFTER_MANY, TIMES_AFTER_MANY * need))


def program_limit(assignment: Assignment, program: Program) -> float:
    """Return the limit on a run of a program, the largest of its parts."""
    runs = [part for part in assignment.parts if assignment.program_of(part) is program]
    written = assignment.limits.program_seconds
    return max((part_limit(part, written) for part in runs), default=written or MOST)
