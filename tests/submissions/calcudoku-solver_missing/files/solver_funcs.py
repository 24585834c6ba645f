"""Can a Calcudoku board still be right? What the solver asks after every number that it places.

A puzzle is a list of rows, from the top, each a list of its numbers from the left; 0 stands for an
empty cell. A board may have any size. A cage is a list too: its sum, how many cells it has, then
the cells. Cells are numbered from 0, from left to right and from top to bottom: on a board of 5,
cell 7 is the third cell of the second row.

No function changes what it is given.
"""

from collections.abc import Sequence


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    """Tell whether the board is valid so far: all of its rows, columns and cages.

    It is False if one of the other three functions says False, else True.
    """
    return (
        check_rows_valid(puzzle)
        and check_columns_valid(puzzle)
        and check_cages_valid(puzzle, cages)
    )


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    """Tell whether every cage is valid so far.

    A full cage has to add up to its sum. A cage with an empty cell has to stay below its sum, and
    nothing else is asked of it: not how many cells are empty, nor what could still fill them.
    """
    numbers = [number for row in puzzle for number in row]
    return all(
        _can_reach(cage_sum, [numbers[cell] for cell in cells]) for cage_sum, _, *cells in cages
    )


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    """Tell whether no column holds a number twice. Empty cells do not count."""
    return not any(_has_duplicate(column) for column in zip(*puzzle, strict=True))


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    """Tell whether no row holds a number twice. Empty cells do not count."""
    return not any(_has_duplicate(row) for row in puzzle)


def _can_reach(cage_sum: int, numbers: Sequence[int]) -> bool:
    if 0 in numbers:
        return sum(numbers) < cage_sum
    return sum(numbers) == cage_sum


def _has_duplicate(numbers: Sequence[int]) -> bool:
    placed = [number for number in numbers if number != 0]
    return len(set(placed)) < len(placed)
