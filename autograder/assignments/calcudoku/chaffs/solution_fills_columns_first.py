"""The search goes down the columns, so it may find another solution first.

caught by: solution
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while 0 <= cell < SIZE * SIZE:
        column, row = divmod(cell, SIZE)
        if puzzle[row][column] == SIZE:
            puzzle[row][column] = 0
            backtracks += 1
            cell -= 1
        else:
            puzzle[row][column] += 1
            checks += 1
            if check_valid(puzzle, cages):
                cell += 1
    return checks, backtracks
