"""The search ends when it reaches the last cell, before filling it.

caught by: solution
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while 0 <= cell < SIZE * SIZE - 1:
        row, column = divmod(cell, SIZE)
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
