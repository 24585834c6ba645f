"""Grids and cages for the tests. FIGURE is the specification's puzzle, SOLVED its solution."""

from math import prod

import cages
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


SINGLES = [
    Cage("id", number, ((row, column),))
    for row, numbers in enumerate(SOLVED)
    for column, number in enumerate(numbers)
]


def cage(op, target, *cells):
    return Cage(op, target, cells)


def give(monkeypatch, name, answer):
    """Let a function that another one may call return what it should, whatever is in cages.py."""
    monkeypatch.setattr(cages, name, answer, raising=False)


def give_numbers(monkeypatch, cells, numbers):
    """Let get_cell return these numbers."""
    found = dict(zip(map(tuple, cells), numbers, strict=True))
    give(monkeypatch, "get_cell", lambda grid, cell: found.get(tuple(cell)))  # noqa: ARG005


def give_values(monkeypatch, cells, values):
    """Let cell_values return the numbers of these cells, and the functions before it theirs."""
    found = dict(zip(map(tuple, cells), values, strict=True))

    def cell_values(cells, grid):  # noqa: ARG001 - a call with swapped arguments fails
        return [found[tuple(cell)] for cell in cells]

    give(monkeypatch, "cell_values", cell_values)
    give(monkeypatch, "sum_list", lambda numbers: sum(numbers))  # noqa: PLW0108
    give(monkeypatch, "product_list", lambda numbers: prod(numbers))  # noqa: PLW0108


def give_checks(monkeypatch, wrong):
    """Let check_constraint return whether a cage is satisfied: it is none of the wrong ones."""
    give(monkeypatch, "check_constraint", lambda grid, cage: cage not in wrong)  # noqa: ARG005


def sorted_lines(grid):
    """Return the rows and then the columns, each sorted; anything but a list of lists as it is."""
    if type(grid) is not list or any(type(row) is not list for row in grid):
        return grid
    columns = zip(*grid, strict=False)
    return [sorted(line, key=repr) for line in (*grid, *columns)]
