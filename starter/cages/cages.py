"""KenKen: check whether a grid satisfies its cages, and search for the 6x6 grid that does.

A grid is a list of rows, a cell is (row, column), both counted from 0, and a puzzle is the list of
its cages. All functions except solve take complete grids of any size.

No function changes its arguments.
"""

from collections.abc import Sequence

from provided import SIZE, Cage, Cell, Grid


def sum_list(numbers: list[int]) -> int:
    """Return the sum of the numbers; 0 if there are none."""
    raise NotImplementedError


def product_list(numbers: list[int]) -> int:
    """Return the product of the numbers; 1 if there are none."""
    raise NotImplementedError


def get_cell(grid: Grid, cell: Cell) -> int:
    """Return the number in this cell of the grid."""
    raise NotImplementedError


def cell_values(cells: Sequence[Cell], grid: Grid) -> list[int]:
    """Return the numbers in these cells of the grid, in the order of the cells."""
    raise NotImplementedError


def check_constraint(grid: Grid, cage: Cage) -> bool:
    """Return whether the numbers in the cage give its target under its operation.

    add and mult take one or more cells, id takes one. sub and div take two, and either number may
    come first; a quotient leaves no remainder.
    """
    raise NotImplementedError


def check_cages(grid: Grid, cages: list[Cage]) -> bool:
    """Return whether the grid satisfies every cage in the list. Rows and columns are ignored."""
    raise NotImplementedError


def solve(cages: list[Cage]) -> Grid | None:
    """Return a 6x6 grid that satisfies the cages, or None if there is none.

    Each of its rows and columns holds the numbers 1 to 6.
    """
    raise NotImplementedError
