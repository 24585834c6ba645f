"""Pieces of the sentences that steps say."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from autograder.puzzles.model import Cage

SOLVED = "the puzzle is solved"
NO_SOLUTION = "the puzzle has no solution"


def listed(things: Sequence[object]) -> str:
    """`1, 3 and 4`"""
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, thing: str) -> str:
    """`1 arc`, `2 arcs`"""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def worked_out(cage: Cage, numbers: Sequence[int]) -> str:
    """What the numbers of all cells of a cage give: `4 - 1 = 3`."""
    if len(numbers) == 1:
        return str(numbers[0])
    if cage.operation in "+*":
        result = sum(numbers) if cage.operation == "+" else prod(numbers)
        return f"{f' {cage.operation} '.join(map(str, numbers))} = {result}"
    low, high = sorted(numbers)
    if cage.operation == "-":
        return f"{high} - {low} = {high - low}"
    remainder = f" remainder {high % low}" if high % low else ""
    return f"{high} / {low} = {high // low}{remainder}"


def fitting(cage: Cage, numbers: Sequence[int]) -> str:
    """Whether the numbers of all cells of a cage fit it, and why."""
    does = "fits" if cage.allows(numbers) else "does not fit"
    return f"{worked_out(cage, numbers)} {does} {cage}"
