"""Check a partly filled Calcudoku board. The solver does this after every number that it places.

A puzzle is a list of rows, from the top, each a list of its numbers from the left; 0 stands for an
empty cell. A board may have any size. A cage is a list, too: its sum, the number of its cells, then
the cells. Cells are numbered from 0, row by row from the top: on a 5 x 5 board, cell 7 is the third
cell of the second row.

No function changes its arguments.
"""

from collections.abc import Sequence


def check_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    """Return whether the board is valid so far: all of its rows, columns and cages.

    The result is False if one of the other three functions returns False, else True.
    """
    return (
        check_rows_valid(puzzle)
        and check_columns_valid(puzzle)
        and check_cages_valid(puzzle, cages)
    )


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    """Return whether every cage is valid so far.

    A full cage must add up to its sum. The total of a cage with an empty cell must be below its
    sum; it does not matter how many cells are empty, or which numbers could still fill them.
    """
    numbers = [number for row in puzzle for number in row]
    return all(
        _can_reach(cage_sum, [numbers[cell] for cell in cells]) for cage_sum, _, *cells in cages
    )


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    """Return whether no column contains a number twice. Ignore empty cells."""
    return not any(map(_has_duplicate, zip(*puzzle, strict=True)))


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    """Return whether no row contains a number twice. Ignore empty cells."""
    return not any(map(_has_duplicate, puzzle))


def _can_reach(cage_sum: int, numbers: Sequence[int]) -> bool:
    if 0 in numbers:
        return sum(numbers) < cage_sum
    return sum(numbers) == cage_sum


def _has_duplicate(numbers: Sequence[int]) -> bool:
    placed = len(numbers) - numbers.count(0)
    different = len({0, *numbers}) - 1
    return different < placed
