"""What a late submission costs: the `[late]` table of assignment.toml."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import get_type_hints

SECONDS_PER_DAY = 86400


@dataclass(frozen=True)
class LatePolicy:
    """Each day after `due` and the grace days costs a percentage of the points, up to a cap.

    `due` is a time in ISO format with its offset from UTC. A day that has begun counts as one.
    """

    due: str
    grace_days: int = 0
    percent_per_day: float = 0.0
    cap_percent: float = 100.0

    def __post_init__(self) -> None:
        _time_of(self.due)
        for name in ("grace_days", "percent_per_day", "cap_percent"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name!r} in [late] has to be 0 or more")

    def days_late(self, submitted: str) -> int:
        """Return how many days have begun between `due` and a time in ISO format.

        Raises:
            ValueError: it is not a time.
        """
        late = (_time_of(submitted) - _time_of(self.due)).total_seconds()
        return max(0, math.ceil(late / SECONDS_PER_DAY))

    def deduction(self, points: float, days: int) -> float:
        """Return the points that are lost."""
        percent = min(self.cap_percent, self.percent_per_day * max(0, days - self.grace_days))
        return round(points * min(percent, 100) / 100, 2)


def _time_of(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        example = "2027-01-15T23:59:00+01:00"
        raise ValueError(f"{text!r} has to be a time with its offset from UTC, such as {example}")
    return time


def parse_late_policy(text: str) -> LatePolicy:
    """Read `due=TIME,grace_days=1,percent_per_day=10,cap_percent=50`.

    Raises:
        ValueError: it has another form.
    """
    pairs = [part.strip().partition("=")[::2] for part in text.split(",") if part.strip()]
    values = dict(pairs)
    known = get_type_hints(LatePolicy)
    if unknown := [key for key in values if key not in known]:
        raise ValueError(f"unknown key {unknown[0]!r}; the keys are {', '.join(known)}")
    if len(values) < len(pairs):
        raise ValueError("a key occurs twice; keep one")
    if "due" not in values:
        raise ValueError("the key 'due' is missing")
    read = {}
    for key, value in values.items():
        try:
            read[key] = known[key](value)
        except ValueError:
            kind = "whole number" if known[key] is int else "number"
            raise ValueError(f"{key!r} is not a {kind}: {value!r}") from None
    return LatePolicy(**read)
