"""The time limits on the requests of a part's tests. That on a function shrinks after timeouts.

A limit is what the assignment says, or depends on what the reference needs. It shrinks by how many
tests have timed out in the same function or program. All of this is the same in every grading of a
submission: tests have a fixed order, limits count CPU time.
"""

from __future__ import annotations

from collections.abc import Sequence

from autograder.assignment import Assignment, Part
from autograder.program_cases import Program

TIMES, TIMES_AT_LEAST = 100, 10
"""How many times what the reference needs; so many times also where that is more than `MOST`."""
LEAST, MOST = 0.5, 5.0
"""The most is for a reference that needs less than a tenth of it, or an unknown time."""
Shrinking = Sequence[tuple[int, float]]
MANY_TIMEOUTS = 3
OF_FUNCTION, OF_PROGRAM = ((100, 0.25), (10, 0.05)), ((10, 0.05), (3, 0.05))
"""After a timeout and after many: how many times what the reference needs, and at least."""


def part_limit(
    part: Part,
    written: float | None,
    timed_out: int = 0,
    shrinking: Shrinking = OF_FUNCTION,
) -> float:
    """Return the limit once this number of tests have timed out in a function or program.

    `written` is that of the assignment, if it has one.
    """
    need = part.reference_seconds or (written or MOST) / TIMES
    limit = written or max(LEAST, min(TIMES * need, MOST), TIMES_AT_LEAST * need)
    if not timed_out:
        return limit
    times, least = shrinking[timed_out >= MANY_TIMEOUTS]
    return min(limit, max(times * need, least))


def program_limit(assignment: Assignment, program: Program, timed_out: int = 0) -> float:
    """Return the limit on a run of a program, the largest of its parts; see `part_limit`."""
    runs = [part for part in assignment.parts if assignment.program_of(part) is program]
    written = assignment.limits.program_seconds
    limits = [part_limit(part, written, timed_out, OF_PROGRAM) for part in runs]
    return max(limits, default=written or MOST)
