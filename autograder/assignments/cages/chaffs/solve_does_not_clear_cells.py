"""A cell keeps its last number when the search backtracks, so the number stays used.

caught by: solve
"""


def _fill(grid, cells, complete_at):
    if not cells:
        return True
    cell, *rest = cells
    row, column = cell
    for number in _available(grid, cell):
        grid[row][column] = number
        if check_cages(grid, complete_at[cell]) and _fill(grid, rest, complete_at):
            return True
    return False
