"""Lists and counts in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def joined(items: Sequence[object], nothing: str = "") -> str:
    """`1, 3 and 4`"""
    *others, last = map(str, items or [nothing])
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, noun: str) -> str:
    """`1 arc`, `2,000 arcs`"""
    return f"{count:,} {plural(count, noun)}"


def plural(count: int, noun: str) -> str:
    """`arc` of one, `arcs` of none or several."""
    return noun if count == 1 else f"{noun}s"


def conjugated(count: int, verb: str) -> str:
    """`fails` of one, `fail` of several."""
    return f"{verb}s" if count == 1 else verb
