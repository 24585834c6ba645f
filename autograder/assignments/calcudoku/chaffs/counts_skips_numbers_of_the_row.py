"""A number that its row already contains is skipped without a check.

caught by: counts
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while 0 <= cell < SIZE * SIZE:
        row, column = divmod(cell, SIZE)
        if puzzle[row][column] == SIZE:
            puzzle[row][column] = 0
            backtracks += 1
            cell -= 1
        else:
            puzzle[row][column] += 1
            if puzzle[row].count(puzzle[row][column]) == 1:
                checks += 1
                if check_valid(puzzle, cages):
                    cell += 1
    return checks, backtracks
