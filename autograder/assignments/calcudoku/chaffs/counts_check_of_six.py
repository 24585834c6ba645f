"""A check is counted before testing whether the number is above 5.

caught by: counts
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while 0 <= cell < SIZE * SIZE:
        row, column = divmod(cell, SIZE)
        puzzle[row][column] += 1
        checks += 1
        if puzzle[row][column] > SIZE:
            puzzle[row][column] = 0
            backtracks += 1
            cell -= 1
        elif check_valid(puzzle, cages):
            cell += 1
    return checks, backtracks
