"""Building blocks of the sentences in steps."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from autograder.puzzles.model import Cage

SOLVED = "the puzzle is solved"
NO_SOLUTION = "the puzzle has no solution"


def joined(items: Sequence[object]) -> str:
    """`1, 3 and 4`"""
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, noun: str) -> str:
    """`1 arc`, `2 arcs`"""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def is_or_are(items: Sequence[object]) -> str:
    return "is" if len(items) == 1 else "are"


def calculation(cage: Cage, numbers: Sequence[int]) -> str:
    """The result of a cage's operation on the numbers of all its cells: `4 - 1 = 3`."""
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
