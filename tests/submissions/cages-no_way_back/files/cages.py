"""What makes a grid the solution of a 6x6 KenKen puzzle, and the search for it.

A grid is a list of rows, a cell is a pair of its row and its column, both from 0, and a puzzle is
the list of its cages. All functions but solve take complete grids, of any size.

No function changes what it is given.
"""

from collections.abc import Sequence
from functools import reduce
from operator import add, mul

from provided import SIZE, Cage, Cell, Grid


def sum_list(numbers: list[int]) -> int:
    """The sum of the numbers; 0 if there are none."""
    return reduce(add, numbers, 0)


def product_list(numbers: list[int]) -> int:
    """The product of the numbers; 1 if there are none."""
    return reduce(mul, numbers, 1)


def get_cell(grid: Grid, cell: Cell) -> int:
    """The number in this cell of the grid."""
    row, column = cell
    return grid[row][column]


def cell_values(cells: Sequence[Cell], grid: Grid) -> list[int]:
    """The numbers in these cells of the grid, in the order of the cells."""
    return [get_cell(grid, cell) for cell in cells]


def check_constraint(grid: Grid, cage: Cage) -> bool:
    """Do the numbers in the cage give its target under its operation?

    add and mult take one cell or more, id takes one. sub and div take two, and either may come
    first; a quotient leaves no remainder.
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
    """Does the grid satisfy every cage of the list? Rows and columns play no part in this."""
    return all(check_constraint(grid, cage) for cage in cages)


def solve(cages):
    grid = [[0] * 6 for _ in range(6)]
    for row in range(6):
        for column in range(6):
            complete = [cage for cage in cages if max(cage.cells) == (row, column)]
            used = {*grid[row], *(line[column] for line in grid)}
            for number in range(1, 7):
                grid[row][column] = number
                if number not in used and check_cages(grid, complete):
                    break
            else:
                return None
    return grid
