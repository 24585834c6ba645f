import io

import boards
import pytest
from mathdoku import Mathdoku


def test_figure():
    """ready_to_solve returns True for the figure's puzzle"""
    assert boards.loaded(boards.FIGURE).ready_to_solve() is True


def test_misprint():
    """ready_to_solve returns False when a group is not connected"""
    assert boards.loaded(boards.FIGURE).ready_to_solve() is True
    assert boards.loaded(boards.MISPRINT).ready_to_solve() is False


NOT_READY = {
    "a group without a constraint": ("g 2 /\n", ""),
    "a constraint without a group": ("h 4 =\n", "h 4 =\ni 1 =\n"),
    "two constraints for one group": ("h 4 =\n", "h 4 =\na 3 -\n"),
    "- on three cells": ("e 5 +", "e 1 -"),
    "- on one cell": ("d 2 =", "d 2 -"),
    "/ on three cells": ("f 9 *", "f 3 /"),
    "/ on one cell": ("d 2 =", "d 2 /"),
    "= on two cells": ("a 3 -", "a 3 ="),
    "= of a number above n": ("h 4 =", "h 5 ="),
    "= of 0": ("d 2 =", "d 0 ="),
    "an unknown operator": ("e 5 +", "e 5 %"),
    "an unknown operator on one cell": ("h 4 =", "h 4 %"),
    "an unknown operator on two cells": ("b 1 -", "b 1 %"),
    "a target that is not a number": ("e 5 +", "e five +"),
    "a target that is not a number on two cells": ("b 1 -", "b one -"),
    "a target in wide digits": ("e 5 +", "e \uff15 +"),
    "a target of 0": ("e 5 +", "e 0 +"),
    "a target with a sign": ("e 5 +", "e +5 +"),
    "a sum out of range": ("e 5 +", "e 13 +"),
    "a product out of range": ("f 9 *", "f 81 *"),
    "a product with a prime factor above n": ("f 9 *", "f 15 *"),
    "a difference of 0": ("b 1 -", "b 0 -"),
    "a difference out of range": ("b 1 -", "b 4 -"),
    "a quotient of 1": ("g 2 /", "g 1 /"),
    "a quotient out of range": ("g 2 /", "g 5 /"),
}


@pytest.mark.parametrize(("old", "new"), NOT_READY.values(), ids=NOT_READY)
def test_not_ready(old, new):
    """ready_to_solve returns False when something is wrong with a group or a constraint"""
    assert boards.loaded(boards.FIGURE).ready_to_solve() is True
    assert boards.loaded(boards.FIGURE.replace(old, new)).ready_to_solve() is False


def test_two_cells_apart():
    """ready_to_solve returns False when a group is two cells that do not touch"""
    apart = "abb\nbba\nccc\na 4 +\nb 8 +\nc 6 +\n"
    together = apart.replace("bba", "abb").replace("a 4 +", "a 3 +").replace("b 8 +", "b 9 +")
    assert boards.loaded(together).ready_to_solve() is True
    assert boards.loaded(apart).ready_to_solve() is False


READY = {
    "+ and * on one cell": "ab\ncd\na 1 +\nb 2 +\nc 2 *\nd 1 *\n",
    "a group that turns up again": "ccc\naba\naaa\na 9 +\nb 3 =\nc 6 +\n",
}


@pytest.mark.parametrize("text", READY.values(), ids=READY)
def test_ready(text):
    """ready_to_solve returns True for a puzzle that has a solution"""
    assert boards.loaded(text).ready_to_solve() is True


def test_no_solution():
    """ready_to_solve returns True if every group is possible, even if there is no solution"""
    assert boards.loaded(boards.NO_SOLUTION).ready_to_solve() is True


def test_no_puzzle():
    """ready_to_solve returns False when no puzzle was loaded"""
    assert Mathdoku().ready_to_solve() is False


def test_after_failed_load():
    """ready_to_solve returns False after a failed load"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.ready_to_solve() is False
