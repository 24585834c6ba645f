"""Loops, indices and flags throughout; a cage fails as soon as its numbers exceed the target.

The empty cell with the fewest numbers left is filled in next, and nothing is shared with the
functions that check a full grid.
"""


def sum_list(numbers):
    total = 0
    for i in range(len(numbers)):
        total += numbers[i]
    return total


def product_list(numbers):
    total = 1
    i = 0
    while i < len(numbers):
        total = total * numbers[i]
        i += 1
    return total


def get_cell(grid, cell):
    row = grid[cell[0]]
    return row[cell[1]]


def cell_values(cells, grid):
    values = []
    for i in range(len(cells)):
        values.append(get_cell(grid, cells[i]))  # noqa: PERF401 - this solution uses loops
    return values


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    valid = False
    if cage.op == "id":
        valid = values[0] == cage.target
    elif cage.op == "add":
        valid = sum_list(values) == cage.target
    elif cage.op == "mult":
        valid = product_list(values) == cage.target
    else:
        for a, b in ((values[0], values[1]), (values[1], values[0])):
            if cage.op == "sub" and a - b == cage.target:
                valid = True
            if cage.op == "div" and a % b == 0 and a // b == cage.target:
                valid = True
    return valid


def check_cages(grid, cages):
    for cage in cages:  # noqa: SIM110 - as above
        if not check_constraint(grid, cage):
            return False
    return True


def possible(grid, cage):
    values = []
    for row, column in cage.cells:
        if grid[row][column] != 0:
            values.append(grid[row][column])
    if len(values) == len(cage.cells):
        return check_constraint(grid, cage)
    if cage.op == "add":
        return sum_list(values) < cage.target
    if cage.op == "mult":
        return cage.target % product_list(values) == 0
    return True


def left_for(grid, row, column, cage_of):
    left = []
    cage = cage_of.get((row, column))
    taken = [False] * 7
    for i in range(6):
        taken[grid[row][i]] = True
        taken[grid[i][column]] = True
    for number in range(1, 7):
        if not taken[number]:
            grid[row][column] = number
            taken[number] = cage is not None and not possible(grid, cage)
            grid[row][column] = 0
        if not taken[number]:
            left.append(number)
    return left


def solve(cages):
    grid = []
    while len(grid) < 6:
        grid.append([0, 0, 0, 0, 0, 0])
    cage_of = {}
    for cage in cages:
        for cell in cage.cells:
            cage_of[cell] = cage
    if search(grid, cage_of):
        return grid
    return None


def search(grid, cage_of):
    best = None
    for row in range(6):
        for column in range(6):
            if grid[row][column] == 0:
                left = left_for(grid, row, column, cage_of)
                if best is None or len(left) < len(best[2]):
                    best = (row, column, left)
                if left == []:
                    return False
    if best is None:
        return True
    row, column, left = best
    for number in left:
        grid[row][column] = number
        if search(grid, cage_of):
            return True
    grid[row][column] = 0
    return False
