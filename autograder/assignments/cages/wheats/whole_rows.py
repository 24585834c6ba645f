"""Fill in whole rows: permutations that fit the columns and the cages that end in the row.

Library functions throughout, and a table of operations.
"""

import math
from functools import partial
from itertools import permutations
from operator import eq


def sum_list(numbers):
    return sum(numbers)


def product_list(numbers):
    return math.prod(numbers)


def get_cell(grid, cell):
    return grid[cell[0]][cell[1]]


def cell_values(cells, grid):
    return list(map(partial(get_cell, grid), cells))


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    return {
        "add": lambda: sum(values) == cage.target,
        "mult": lambda: math.prod(values) == cage.target,
        "sub": lambda: abs(values[0] - values[1]) == cage.target,
        "div": lambda: max(values) / min(values) == cage.target,
        "id": lambda: {cage.target} == set(values),
    }[cage.op]()


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
