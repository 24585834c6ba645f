"""The grid is returned even when the search failed.

caught by: solve
"""


def solve(cages):
    grid = [[0] * 6 for _ in range(6)]
    cells = [(row, column) for row in range(6) for column in range(6)]

    def available(row, column):
        used = {*grid[row], *(line[column] for line in grid)}
        return [number for number in range(1, 7) if number not in used]

    def fill(i):
        if i == len(cells):
            return True
        row, column = cells[i]
        complete = [cage for cage in cages if max(cage.cells) == cells[i]]
        for number in available(row, column):
            grid[row][column] = number
            if check_cages(grid, complete) and fill(i + 1):
                return True
        grid[row][column] = 0
        return False

    fill(0)
    return grid
