"""Fill in whole rows: permutations that fit the columns and the cages that end in the row.

Library functions throughout, and a table of operations.
"""

import math
from functools import partial
from itertools import permutations
from operator import contains


def sum_list(numbers):
    return sum(numbers)


def product_list(numbers):
    return math.prod(numbers)


def get_cell(grid, cell):
    return grid[cell[0]][cell[1]]


def cell_values(cells, grid):
    return list(map(partial(get_cell, grid), cells))


RESULTS = {
    "add": sum,
    "mult": math.prod,
    "sub": lambda values: abs(values[0] - values[1]),
    "div": lambda values: max(values) / min(values),
    "id": min,
}


def check_constraint(grid, cage):
    return RESULTS[cage.op](cell_values(cage.cells, grid)) == cage.target


def check_cages(grid, cages):
    return all(map(partial(check_constraint, grid), cages))


def solve(cages):
    return next(grids([], cages), None)


def grids(rows, cages):
    if len(rows) == 6:
        yield [list(row) for row in rows]
        return
    ending = [cage for cage in cages if max(cell[0] for cell in cage.cells) == len(rows)]
    columns = list(map(set, zip(*rows, strict=True))) or [set()] * 6
    for row in permutations(range(1, 7)):
        if not any(map(contains, columns, row)):
            more = [*rows, row]
            if check_cages(more, ending):
                yield from grids(more, cages)
