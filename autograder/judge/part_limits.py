"""The time limits on the requests of a part's tests. They shrink after timeouts.

A limit depends on what the reference needs, and on how many tests of the part have timed out. Both
are the same in every grading of a submission: tests have a fixed order, limits count CPU time.
"""

from __future__ import annotations

from autograder.assignment import Part

MANY_TIMEOUTS = 3
TIMES, TIMES_AFTER_MANY = 100, 10
"""How many times what the reference needs."""
LEAST, LEAST_AFTER_MANY = 0.25, 0.05


def part_limit(part: Part, most: float, timed_out: int = 0) -> float:
    """Return the limit once this number of a part's tests have timed out.

    `most` is that of the assignment. Where it is not known what the reference needs, a hundredth.
    """
    need = part.reference_seconds or most / TIMES
    if timed_out < MANY_TIMEOUTS:
        return min(most, max(LEAST, TIMES * need))
    return min(most, max(LEAST_AFTER_MANY, TIMES_AFTER_MANY * need))
