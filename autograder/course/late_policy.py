"""What a late submission costs, by the `[late]` table of assignment.toml or by `--late`."""

from __future__ import annotations

import math
from typing import get_type_hints

from autograder.assignment import LatePolicy
from autograder.assignment.model import time_with_offset

SECONDS_PER_DAY = 86400


def days_late(policy: LatePolicy, submitted: str) -> int:
    """Return how many days have begun between `due` and a time in ISO format.

    Raises:
        ValueError: it is not a time.
    """
    late = time_with_offset(submitted) - time_with_offset(policy.due)
    return max(0, math.ceil(late.total_seconds() / SECONDS_PER_DAY))


def deduction(policy: LatePolicy, points: float, days: int) -> float:
    """Return the points that are lost."""
    percent = min(policy.cap_percent, policy.percent_per_day * max(0, days - policy.grace_days))
    return round(points * min(percent, 100) / 100, 2)


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
