"""Grids and cages for the tests. FIGURE is the specification's puzzle, SOLVED its solution."""

from provided import Cage, read_cages

SMALL = [[2, 1], [1, 2]]

SQUARE = [
    [1, 2, 3],
    [2, 3, 1],
    [3, 1, 2],
]

WIDE = [
    [5, 4, 3],
    [2, 1, 0],
]

SIX = [
    [4, 1, 6, 2, 3, 5],
    [1, 6, 5, 3, 2, 4],
    [6, 4, 2, 5, 1, 3],
    [5, 2, 3, 4, 6, 1],
    [3, 5, 1, 6, 4, 2],
    [2, 3, 4, 1, 5, 6],
]

FIGURE = read_cages("""\
cage(mult, 120, [[0, 0], [0, 1], [1, 0], [2, 0]]).
cage(mult, 144, [[0, 2], [1, 2], [1, 3], [1, 4]]).
cage(id, 4, [[0, 3]]).
cage(add, 6, [[0, 4], [0, 5]]).
cage(div, 2, [[1, 1], [2, 1]]).
cage(div, 3, [[1, 5], [2, 5]]).
cage(sub, 3, [[2, 2], [3, 2]]).
cage(sub, 4, [[2, 3], [2, 4]]).
cage(mult, 15, [[3, 0], [3, 1]]).
cage(add, 16, [[3, 3], [3, 4], [4, 3], [5, 3]]).
cage(mult, 48, [[3, 5], [4, 4], [4, 5]]).
cage(sub, 3, [[4, 0], [5, 0]]).
cage(sub, 1, [[4, 1], [4, 2]]).
cage(sub, 5, [[5, 1], [5, 2]]).
cage(mult, 6, [[5, 4], [5, 5]]).
""")

SOLVED = [
    [6, 2, 3, 4, 1, 5],
    [5, 3, 2, 6, 4, 1],
    [2, 6, 4, 1, 5, 3],
    [3, 5, 1, 2, 6, 4],
    [1, 4, 5, 3, 2, 6],
    [4, 1, 6, 5, 3, 2],
]


def cage(op, target, *cells):
    return Cage(op, target, cells)


def sorted_lines(grid):
    """Return the rows and then the columns, each sorted; anything but a list of lists as it is."""
    if type(grid) is not list or any(type(row) is not list for row in grid):
        return grid
    columns = zip(*grid, strict=False)
    return [sorted(line, key=repr) for line in (*grid, *columns)]
