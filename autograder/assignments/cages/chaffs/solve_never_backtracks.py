"""Each cell takes the first number that fits, and none is taken back.

caught by: solve
"""


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
