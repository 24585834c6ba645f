"""Fill in whole rows: permutations that fit the columns and the cages that end in the row.

Library functions throughout, and a table of operations.
"""

import math
from functools import partial
from itertools import permutations
from operator import eq

SATISFIED = {
    "add": lambda values, target: sum(values) == target,
    "mult": lambda values, target: math.prod(values) == target,
    "sub": lambda values, target: abs(values[0] - values[1]) == target,
    "div": lambda values, target: max(values) / min(values) == target,
    "id": lambda values, target: {target} == set(values),
}


def sum_list(numbers):
    return sum(numbers)


def product_list(numbers):
    return math.prod(numbers)


def get_cell(grid, cell):
    return grid[cell[0]][cell[1]]


def cell_values(cells, grid):
    return list(map(partial(get_cell, grid), cells))


def check_constraint(grid, cage):
    return SATISFIED[cage.op](cell_values(cage.cells, grid), cage.target)


def check_cages(grid, cages):
    return all(map(partial(check_constraint, grid), cages))


def solve(cages):
    return next(grids([], list(permutations(range(1, 7))), cages), None)


def grids(rows, possible, cages):
    if len(rows) == 6:
        yield [list(row) for row in rows]
        return
    ending = [cage for cage in cages if max(cell[0] for cell in cage.cells) == len(rows)]
    for row in possible:
        if check_cages([*rows, row], ending):
            below = [other for other in possible if not any(map(eq, row, other))]
            yield from grids([*rows, row], below, cages)
