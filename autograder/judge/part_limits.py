"""The time limits on the requests of a part's tests. They shrink after timeouts.

A limit depends on what the reference needs, and on which tests before it have timed out. Both are
the same in every grading of a submission: the tests have a fixed order, and limits count CPU time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from autograder.assignment import Part
from autograder.report import Outcome

MANY_TIMEOUTS = 3
HOPELESS_PARTS = 3
QUICK_SECONDS = 0.04
"""The limit on a program that may hang in a function of which no test has ended."""


@dataclass(frozen=True)
class LimitRule:
    """A limit: a multiple of what the reference needs, but at least `floor` seconds."""

    times: float
    floor: float

    def seconds(self, part: Part, most: float) -> float:
        """Return the limit for a part; `most` is the largest one."""
        return min(most, max(self.floor, self.times * part.reference_seconds))


AT_FIRST = LimitRule(times=100, floor=0.25)
AFTER_MANY = LimitRule(times=10, floor=0.25)
NONE_ENDED = LimitRule(times=5, floor=0.015)
"""Where every test of the part has timed out so far. One that ends restores the larger limits.

A part begins like this if nothing of the submission has ended, in three parts with three timeouts.
"""
MIN_NEED = NONE_ENDED.floor / NONE_ENDED.times
"""What the reference may need, in seconds, before any limit depends on it."""


def first_limit(part: Part, most: float) -> float:
    """Return the limit on a part without timeouts; `most` is that of the assignment."""
    return AT_FIRST.seconds(part, most) if part.reference_seconds else most


def limit_after(part: Part, most: float, timed_out: int, ended: int) -> float:
    """Return the limit once these numbers of a part's tests have timed out and ended."""
    first = first_limit(part, most)
    if timed_out and not ended and part.reference_seconds:
        return NONE_ENDED.seconds(part, first)
    if timed_out >= MANY_TIMEOUTS or (timed_out and not ended):
        return AFTER_MANY.seconds(part, first)
    return first


@dataclass
class Timeouts:
    """How many tests of each part of one submission have timed out so far, and how many ended."""

    timed_out: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def record(self, part: str, outcome: Outcome) -> None:
        """Count a test, unless nothing of the submission was run for it."""
        if outcome is Outcome.TIMED_OUT:
            self.timed_out[part] += 1
        elif outcome not in (Outcome.NOT_RUN, Outcome.GRADER_ERROR):
            self.ended[part] += 1

    def limit(self, part: Part, most: float) -> float:
        """Return the CPU seconds for each request of the part's next test."""
        timed_out, ended = self.timed_out[part.name], self.ended[part.name]
        return limit_after(part, most, timed_out or int(self.nothing_ends), ended)

    @property
    def nothing_ends(self) -> bool:
        """Have several parts timed out often, and has no test of any part ended?"""
        many = [part for part, times in self.timed_out.items() if times >= MANY_TIMEOUTS]
        return len(many) >= HOPELESS_PARTS and not self.ended.total()

    def never_ended(self, part: Part) -> bool:
        """Is it the part of a function, and has every test of it timed out so far?"""
        return bool(part.file and self.timed_out[part.name] and not self.ended[part.name])
