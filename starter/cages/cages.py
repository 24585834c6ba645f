"""What makes a grid the solution of a 6x6 KenKen puzzle, and the search for it.

A grid is a list of rows, a cell is a pair of its row and its column, both from 0, and a puzzle is
the list of its cages. All functions but solve take complete grids, of any size.

No function changes what it is given.
"""

from collections.abc import Sequence

from provided import SIZE, Cage, Cell, Grid


def sum_list(numbers: list[int]) -> int:
    """The sum of the numbers; 0 if there are none."""
    raise NotImplementedError


def product_list(numbers: list[int]) -> int:
    """The product of the numbers; 1 if there are none."""
    raise NotImplementedError


def get_cell(grid: Grid, cell: Cell) -> int:
    """The number in this cell of the grid."""
    raise NotImplementedError


def cell_values(cells: Sequence[Cell], grid: Grid) -> list[int]:
    """The numbers in these cells of the grid, in the order of the cells."""
    raise NotImplementedError


def check_constraint(grid: Grid, cage: Cage) -> bool:
    """Do the numbers in the cage give its target under its operation?

    add and mult take one cell or more, id takes one. sub and div take two, and either may come
    first; a quotient leaves no remainder.
    """
    raise NotImplementedError


def check_cages(grid: Grid, cages: list[Cage]) -> bool:
    """Does the grid satisfy every cage of the list? Rows and columns play no part in this."""
    raise NotImplementedError


def solve(cages: list[Cage]) -> Grid | None:
    """A 6x6 grid that satisfies the cages, or None if there is none.

    Each of its rows and each of its columns holds the numbers 1 to 6.
    """
    raise NotImplementedError
