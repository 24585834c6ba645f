"""Fill in from the last cell to the first, large numbers first, without recursion.

Cages are looked up by cell, and are ready when none of their cells is empty.
"""

SIDE = 6


def sum_list(numbers):
    total = 0
    for number in numbers:
        total -= -number
    return total


def product_list(numbers):
    total = 1
    for number in reversed(numbers):
        total = number * total
    return total


def get_cell(grid, cell):
    return list(grid[cell[0]]).pop(cell[1])


def cell_values(cells, grid):
    found = {(row, column): grid[row][column] for row, column in set(cells)}
    return [found[cell] for cell in cells]


def check_constraint(grid, cage):
    numbers = [grid[row][column] for row, column in cage.cells]
    first, last = numbers[0], numbers[-1]
    return {
        "add": lambda: sum_list(numbers) == cage.target,
        "mult": lambda: product_list(numbers=numbers) == cage.target,
        "sub": lambda: cage.target in (first - last, last - first),
        "div": lambda: cage.target in (first / last, last / first),
        "id": lambda: numbers == [cage.target],
    }[cage.op]()


def check_cages(grid, cages):
    return [cage for cage in cages if not check_constraint(cage=cage, grid=grid)] == []


def solve(cages):
    cells = [(row, column) for row in range(SIDE) for column in range(SIDE)][::-1]
    touching = {cell: [cage for cage in cages if cell in cage.cells] for cell in cells}
    grid = [[0] * SIDE for _ in range(SIDE)]
    filled = 0
    while 0 <= filled < len(cells):
        row, column = cells[filled]
        number = (grid[row][column] or SIDE + 1) - 1
        grid[row][column] = 0
        while number and not fits(grid, row, column, number, touching[row, column]):
            number -= 1
        grid[row][column] = number
        filled += 1 if number else -1
    return grid if filled == len(cells) else None


def fits(grid, row, column, number, cages):
    if number in grid[row] or any(line[column] == number for line in grid):
        return False
    grid[row][column] = number
    ready = [cage for cage in cages if all(grid[y][x] for y, x in cage.cells)]
    good = check_cages(grid, ready)
    grid[row][column] = 0
    return good
