"""Check a partly filled Calcudoku board. The solver does this after every number that it places.

A puzzle is a list of rows, from the top, each a list of its numbers from the left; 0 stands for an
empty cell. A board may have any size. A cage is a list, too: its sum, the number of its cells, then
the cells. Cells are numbered from 0, row by row from the top: on a 5 x 5 board, cell 7 is the third
cell of the second row.

No function changes its arguments.
"""


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
    size = len(puzzle)
    for cage in cages:
        numbers = [puzzle[cell // size][cell % size] for cell in cage[2:]]
        if not _can_reach(cage[0], numbers):
            return False
    return True


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    """Return whether no column contains a number twice. Ignore empty cells."""
    for x in range(len(puzzle)):
        if _has_duplicate([row[x] for row in puzzle]):
            return False
    return True


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    """Return whether no row contains a number twice. Ignore empty cells."""
    for row in puzzle:
        if _has_duplicate(row):
            return False
    return True


def _can_reach(cage_sum: int, numbers: list[int]) -> bool:
    if 0 in numbers:
        return sum(numbers) < cage_sum
    return sum(numbers) == cage_sum


def _has_duplicate(numbers: list[int]) -> bool:
    placed = [number for number in numbers if number != 0]
    return len(set(placed)) < len(placed)
