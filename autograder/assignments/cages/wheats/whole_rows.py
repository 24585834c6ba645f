"""Fill in whole rows: permutations that fit the columns and the cages that end in the row.

Library functions throughout, and a table of operations. A row is also a number with a bit for each
of its cells, so that two rows with a common bit share a column's number.
"""

from functools import partial, reduce
from itertools import permutations

SATISFIED = {
    "add": lambda values, target: sum_list(values) == target,
    "mult": lambda values, target: product_list(values) == target,
    "sub": lambda values, target: abs(values[0] - values[1]) == target,
    "div": lambda values, target: max(values) / min(values) == target,
    "id": lambda values, target: {target} == set(values),
}


def sum_list(numbers):
    return reduce(int.__add__, numbers, 0)


def product_list(numbers):
    return reduce(int.__mul__, numbers, 1)


def get_cell(grid, cell):
    return grid[cell[0]][cell[1]]


def cell_values(cells, grid):
    return list(map(partial(get_cell, grid), cells))


def check_constraint(grid, cage):
    return SATISFIED[cage.op](cell_values(cage.cells, grid), cage.target)


def check_cages(grid, cages):
    return all(map(partial(check_constraint, grid), cages))


def solve(cages):
    possible = {row: bits_of(row) for row in permutations(range(1, 7))}
    return next(grids([], possible, cages), None)


def bits_of(row):
    return sum(1 << 6 * column + number - 1 for column, number in enumerate(row))


def grids(rows, possible, cages):
    if len(rows) == 6:
        yield [list(row) for row in rows]
        return
    ending = [cage for cage in cages if max(cell[0] for cell in cage.cells) == len(rows)]
    for row, bits in possible.items():
        if check_cages((*rows, row), ending):
            below = {other: others for other, others in possible.items() if not bits & others}
            yield from grids([*rows, row], below, cages)
