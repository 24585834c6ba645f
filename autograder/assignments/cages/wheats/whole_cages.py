"""Fill in whole cages, those with the fewest combinations first.

Recursion in place of folds, divmod for quotients, and a dictionary of cells in place of a grid.
"""

from itertools import product


def sum_list(numbers):
    return numbers[0] + sum_list(numbers[1:]) if numbers else 0


def product_list(numbers):
    return numbers[-1] * product_list(numbers[:-1]) if numbers else 1


def get_cell(grid, cell):
    return list(list(grid)[cell[0]])[cell[1]]


def cell_values(cells, grid):
    return [get_cell(grid, c) for c in cells]


def gives(op, target, values):
    low, *_, high = [*sorted(values), max(values)]
    if op == "add":
        return sum_list(values) == target
    if op == "mult":
        return product_list(values) == target
    if op == "sub":
        return target in (high - low, low - high)
    if op == "div":
        return divmod(high, low) == (target, 0)
    return low == target


def check_constraint(grid, cage):
    return gives(cage.op, cage.target, cell_values(cage.cells, grid))


def check_cages(grid, cages):
    if not cages:
        return True
    return check_constraint(grid, cages[0]) and check_cages(grid, cages[1:])


def alike(one, other):
    return one != other and (one[0] == other[0] or one[1] == other[1])


def fitting(filled, placed):
    return all(
        number != placed[other]
        for cell, number in filled.items()
        for other in placed
        if alike(cell, other)
    )


def ways(op, target, cells):
    """Fill the cells one after another, dropping partial combinations that cannot be right."""
    found = [{}]
    for cell in cells:
        found = [
            {**way, cell: number}
            for way, number in product(found, range(1, 7))
            if fitting({cell: number}, way)
        ]
    return [way for way in found if gives(op, target, list(way.values()))]


def solve(cages):
    choices = [ways(cage.op, cage.target, cage.cells) for cage in cages]
    caged = {cell for cage in cages for cell in cage.cells}
    free = [(y, x) for y in range(6) for x in range(6) if (y, x) not in caged]
    choices += [[{cell: number} for number in range(1, 7)] for cell in free]
    return choose(choices, {})


def choose(choices, placed):
    if not choices:
        return [[placed[y, x] for x in range(6)] for y in range(6)]
    first, *others = sorted(choices, key=len)
    for way in first:
        left = [[other for other in cage if fitting(way, other)] for cage in others]
        if all(left) and (found := choose(left, placed | way)):
            return found
    return None
