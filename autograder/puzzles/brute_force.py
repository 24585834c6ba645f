"""Brute force, step by step: add 1 to a cell, check it, go on or backtrack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from autograder.puzzles.model import Puzzle, indices

_Clue = TypeVar("_Clue")

CageRule = Callable[[_Clue, list[int]], bool]
"""Is a cage with this clue valid? Its numbers are those of all of its cells, 0 if empty."""

BruteForceStep = tuple[int, int, str]
"""The cell, its new number, and the fault of this number: "row", "column", "cage" or none, "".

The number 0 is a backtrack: the cell held the largest number and is set back.
"""


def stays_below_sum(cage_sum: int, numbers: list[int]) -> bool:
    """The rule for sums: a cage with an empty cell stays below its sum."""
    total = sum(numbers)
    return total < cage_sum if 0 in numbers else total == cage_sum


def brute_force(
    size: int, cages: Sequence[tuple[_Clue, Sequence[int]]], is_valid: CageRule[_Clue]
) -> Iterator[BruteForceStep]:
    """Yield the steps of the search up to the first solution.

    The last step is a number without a fault in the last cell, or a backtrack of cell 0 if there is
    no solution. A cell without a cage may hold any number.

    Args:
        cages: The clue of each cage and its cells, as indices in reading order.
    """
    cage_of = {cell: cage for cage in cages for cell in cage[1]}
    places = [
        (slice(cell - cell % size, cell), slice(cell % size, cell, size), cage_of.get(cell))
        for cell in range(size**2)
    ]
    numbers = [0] * size**2
    cell = 0
    while 0 <= cell < size**2:
        row, column, cage = places[cell]
        number = numbers[cell] + 1
        if number > size:
            numbers[cell] = 0
            yield cell, 0, ""
            cell -= 1
            continue
        numbers[cell] = number
        if number in numbers[row]:
            yield cell, number, "row"
        elif number in numbers[column]:
            yield cell, number, "column"
        elif cage and not is_valid(cage[0], [numbers[other] for other in cage[1]]):
            yield cell, number, "cage"
        else:
            yield cell, number, ""
            cell += 1


def brute_force_sums(puzzle: Puzzle) -> Iterator[BruteForceStep]:
    """Yield the steps for a puzzle whose cages are all sums or single cells."""
    cages = [(cage.target, indices(cage.cells, puzzle.size)) for cage in puzzle.cages]
    return brute_force(puzzle.size, cages, stays_below_sum)


def brute_force_checks(puzzle: Puzzle, most: int) -> int | None:
    """Return the checks until brute force finds a solution; each number tried is one check.

    All cages are sums or single cells. Return None for more than `most` checks or no solution.
    """
    checks = number = 0
    for _, number, _ in brute_force_sums(puzzle):
        checks += number > 0
        if checks > most:
            return None
    return checks if number else None
