"""The search ends when no cell is empty, although the last number may not be valid.

caught by: solution
"""


def _solve(puzzle, cages):
    checks = backtracks = cell = 0
    while any(0 in row for row in puzzle):
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
