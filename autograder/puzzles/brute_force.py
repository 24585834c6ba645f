"""Brute force for puzzles of sums, step by step: add 1 to a cell, check it, go on or backtrack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.puzzles.model import Puzzle

SumCages = Sequence[tuple[int, Sequence[int]]]
"""The sum of each cage and its cells, as indices in reading order."""

PartialCageRule = Callable[[int, int, int], bool]
"""Is a cage with empty cells valid? Takes its total, its sum and the number of its empty cells."""

BruteForceStep = tuple[int, int, str]
"""The cell, its new number, and the fault of this number: "row", "column", "cage" or none, "".

The number 0 is a backtrack: the cell held the largest number and is set back.
"""


def below_sum(total: int, cage_sum: int, _empty: int) -> bool:
    return total < cage_sum


def sum_cages(puzzle: Puzzle) -> SumCages:
    size = puzzle.size
    return [
        (cage.target, [row * size + column for row, column in cage.cells]) for cage in puzzle.cages
    ]


def brute_force(
    size: int, cages: SumCages, partial_rule: PartialCageRule = below_sum
) -> Iterator[BruteForceStep]:
    """Yield the steps of the search up to the first solution.

    The last step is a number without a fault in the last cell, or a backtrack of cell 0 if there is
    no solution. A cell without a cage may hold any number.
    """
    cage_of = {cell: cage for cage in cages for cell in cage[1]}
    places = []
    for cell in range(size**2):
        row, column = slice(cell - cell % size, cell), slice(cell % size, cell, size)
        cage_sum, cells = cage_of.get(cell, (0, ()))
        places.append((row, column, cage_sum, cells, sum(other > cell for other in cells)))
    numbers = [0] * size**2
    cell = 0
    while 0 <= cell < size**2:
        row, column, cage_sum, cells, empty = places[cell]
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
        else:
            total = sum([numbers[other] for other in cells])
            if partial_rule(total, cage_sum, empty) if empty else total == cage_sum:
                yield cell, number, ""
                cell += 1
            else:
                yield cell, number, "cage"


def brute_force_checks(puzzle: Puzzle, most: int) -> int | None:
    """Return the checks until brute force finds a solution; each number tried is one check.

    All cages are sums or single cells. Return None for more than `most` checks or no solution.
    """
    checks = number = 0
    for _, number, _ in brute_force(puzzle.size, sum_cages(puzzle)):
        checks += number > 0
        if checks > most:
            return None
    return checks if number else None
