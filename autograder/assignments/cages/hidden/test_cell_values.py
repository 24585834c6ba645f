import boards
import pytest
from cages import cell_values

TABLE = {
    "a column": (boards.SIX, [(0, 2), (1, 2), (2, 2)], [6, 5, 2]),
    "a column upwards": (boards.SIX, [(2, 2), (1, 2), (0, 2)], [2, 5, 6]),
    "corners": (boards.SIX, [(5, 5), (0, 5), (5, 0), (0, 0)], [6, 5, 2, 4]),
    "decreasing numbers": (boards.SIX, [(0, 2), (0, 0), (0, 1)], [6, 4, 1]),
    "one number in three cells": (boards.SIX, [(0, 1), (1, 0), (2, 4)], [1, 1, 1]),
    "no cell": (boards.SIX, [], []),
}


@pytest.mark.parametrize(("grid", "cells", "expected"), TABLE.values(), ids=TABLE)
def test_values(monkeypatch, grid, cells, expected):
    """cell_values returns the list of the numbers in the cells, in the order of the cells"""
    boards.give_numbers(monkeypatch, cells, expected)
    assert cell_values(cells, grid) == expected


def test_again():
    """cell_values works with your own get_cell, and returns only the numbers of this call"""
    assert cell_values([(0, 0), (0, 1)], boards.SMALL) == [2, 1]
    assert cell_values([(5, 5)], boards.SIX) == [6]
    assert cell_values([], boards.SIX) == []
