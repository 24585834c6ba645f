"""Going back by several cells counts as one backtrack.

caught by: counts
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while 0 <= cell < SIZE * SIZE:
        row, column = divmod(cell, SIZE)
        if puzzle[row][column] == SIZE:
            backtracks += 1
            while puzzle[row][column] == SIZE:
                puzzle[row][column] = 0
                cell -= 1
                row, column = divmod(cell, SIZE)
        else:
            puzzle[row][column] += 1
            checks += 1
            if check_valid(puzzle, cages):
                cell += 1
    return checks, backtracks
