"""KenKen: check whether a grid satisfies its cages, and search for the 6x6 grid that does.

A grid is a list of rows, a cell is (row, column), both counted from 0, and a puzzle is the list of
its cages. All functions except solve take complete grids of any size.

No function changes its arguments.
"""

from collections.abc import Sequence
from functools import reduce
from operator import add, mul

from provided import SIZE, Cage, Cell, Grid

_CELLS = [(row, column) for row in range(SIZE) for column in range(SIZE)]
_NUMBERS = set(range(1, SIZE + 1))


def sum_list(numbers: list[int]) -> int:
    """Return the sum of the numbers; 0 if there are none."""
    return reduce(add, numbers, 0)


def product_list(numbers: list[int]) -> int:
    """Return the product of the numbers; 1 if there are none."""
    return reduce(mul, numbers, 1)


def get_cell(grid: Grid, cell: Cell) -> int:
    """Return the number in this cell of the grid."""
    row, column = cell
    return grid[row][column]


def cell_values(cells: Sequence[Cell], grid: Grid) -> list[int]:
    """Return the numbers in these cells of the grid, in the order of the cells."""
    return [get_cell(grid, cell) for cell in cells]


def check_constraint(grid: Grid, cage: Cage) -> bool:
    """Return whether the numbers in the cage give its target under its operation.

    add and mult take one or more cells, id takes one. sub and div take two, and either number may
    come first; a quotient leaves no remainder.
    """
    values = cell_values(cage.cells, grid)
    match cage.op:
        case "add":
            return sum_list(values) == cage.target
        case "mult":
            return product_list(values) == cage.target
        case "sub":
            return max(values) - min(values) == cage.target
        case "div":
            return max(values) == min(values) * cage.target
        case _:
            return values == [cage.target]


def check_cages(grid: Grid, cages: list[Cage]) -> bool:
    """Return whether the grid satisfies every cage in the list. Rows and columns are ignored."""
    return all(check_constraint(grid, cage) for cage in cages)


def solve(cages: list[Cage]) -> Grid | None:
    """Return a 6x6 grid that satisfies the cages, or None if there is none.

    Each of its rows and columns holds the numbers 1 to 6.
    """
    grid = [[0] * SIZE for _ in range(SIZE)]
    complete_at = {cell: [cage for cage in cages if max(cage.cells) == cell] for cell in _CELLS}
    return grid if _fill(grid, _CELLS, complete_at) else None


def _fill(grid: Grid, cells: list[Cell], complete_at: dict[Cell, list[Cage]]) -> bool:
    """Fill in these empty cells and return True; if that is impossible, leave them empty.

    A cage is checked as soon as its last cell is filled in.
    """
    if not cells:
        return True
    cell, rest = cells[0], cells[1:]
    row, column = cell
    for number in _available(grid, cell):
        grid[row][column] = number
        if check_cages(grid, complete_at[cell]) and _fill(grid, rest, complete_at):
            return True
    grid[row][column] = 0
    return False


def _available(grid: Grid, cell: Cell) -> list[int]:
    """Return the numbers that neither the row of the cell nor the column above it holds."""
    row, column = cell
    above = [line[column] for line in grid[:row]]
    return sorted(_NUMBERS.difference(grid[row], above))
