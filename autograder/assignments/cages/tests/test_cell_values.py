import boards
import pytest
from cages import cell_values

TABLE = {
    "the first row": (boards.SMALL, [(0, 0), (0, 1)], [2, 1]),
    "one cell": (boards.SMALL, [(1, 0)], [1]),
    "no cell": (boards.SMALL, [], []),
    "from right to left": (boards.SMALL, [(0, 1), (0, 0)], [1, 2]),
    "from the second row to the first": (boards.SMALL, [(1, 0), (0, 0)], [1, 2]),
    "in the order of the cells": (boards.SQUARE, [(2, 0), (0, 1), (0, 0)], [3, 2, 1]),
    "a number twice": (boards.SQUARE, [(0, 1), (1, 0), (1, 1)], [2, 2, 3]),
    "a zero": (boards.WIDE, [(1, 2), (0, 2)], [0, 3]),
    "the cells of a cage, a tuple": (boards.SQUARE, ((2, 0), (0, 1)), [3, 2]),
}


@pytest.mark.parametrize(("grid", "cells", "expected"), TABLE.values(), ids=TABLE)
def test_values(monkeypatch, grid, cells, expected):
    """cell_values returns the list of the numbers in the cells, in the order of the cells"""
    boards.give_numbers(monkeypatch, cells, expected)
    assert cell_values(cells, grid) == expected


def test_second_call(monkeypatch):
    """cell_values returns only the numbers of this call, not those of an earlier one"""
    boards.give_numbers(monkeypatch, [(0, 0), (1, 1)], [2, 2])
    assert cell_values([(0, 0)], boards.SMALL) == [2]
    assert cell_values([(1, 1)], boards.SMALL) == [2]
