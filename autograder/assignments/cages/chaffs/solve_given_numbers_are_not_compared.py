"""The numbers of id cages are filled in first, without comparing them with each other.

caught by: solve
"""


def solve(cages):
    grid = [[0] * SIZE for _ in range(SIZE)]
    for cage in cages:
        if cage.op == "id":
            row, column = cage.cells[0]
            grid[row][column] = cage.target
    others = [cage for cage in cages if cage.op != "id"]
    return grid if _fill_free(grid, others, 0) else None


def _fill_free(grid, cages, index):
    if index == SIZE * SIZE:
        return True
    row, column = divmod(index, SIZE)
    tried = range(1, SIZE + 1) if grid[row][column] == 0 else [grid[row][column]]
    was = grid[row][column]
    for number in tried:
        used = [*grid[row], *(line[column] for line in grid)]
        if was or number not in used:
            grid[row][column] = number
            full = [cage for cage in cages if 0 not in cell_values(cage.cells, grid)]
            if check_cages(grid, full) and _fill_free(grid, cages, index + 1):
                return True
    grid[row][column] = was
    return False
