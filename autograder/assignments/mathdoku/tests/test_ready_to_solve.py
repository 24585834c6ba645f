import io

import boards
import pytest
from mathdoku import Mathdoku

READY = {
    "+ and * on one cell": "ab\ncd\na 1 +\nb 2 +\nc 2 *\nd 1 *\n",
    "one group": "aa\naa\na 4 *\n",
    "one cell": "a\na 1 =\n",
    "constraints in another order": "ab\nab\nb 3 +\na 3 +\n",
    "a target that begins with 0": "ab\nab\na 03 +\nb 3 +\n",
    "a difference and a quotient": "ac\nab\na 1 -\nb 1 =\nc 2 =\n",
    "a U": "aba\naaa\nccc\na 10 +\nb 2 =\nc 6 +\n",
    "a U upside down": "aaa\naba\naba\na 14 +\nb 4 +\n",
    "a U on its side": "aaa\nbba\naaa\na 14 +\nb 4 +\n",
    "a C": "aaa\nabb\naaa\na 14 +\nb 4 +\n",
    "a group that winds": "abaa\nabac\naaac\ndddd\na 20 +\nb 3 +\nc 5 +\nd 10 +\n",
    "a group that turns up again": "ccc\naba\naaa\na 9 +\nb 3 =\nc 6 +\n",
    "a quotient that does not divide n": boards.FIGURE.replace("c 2 /", "c 3 /"),
    "a quotient of n": boards.FIGURE.replace("c 2 /", "c 4 /"),
}


@pytest.mark.parametrize("text", READY.values(), ids=READY)
def test_ready(text):
    """ready_to_solve returns True when nothing obvious prevents a solution"""
    assert boards.loaded(text).ready_to_solve() is True


APART = {
    "corners only": "ab\nba\na 2 +\nb 4 +\n",
    "a diagonal": "abb\ncab\ncca\na 6 +\nb 6 +\nc 6 +\n",
    "the other diagonal": "bba\nbac\nacc\na 6 +\nb 6 +\nc 6 +\n",
    "two cells and +": "abb\nbba\nccc\na 4 +\nb 8 +\nc 6 +\n",
    "two cells and -": "aba\nbbb\nccc\na 1 -\nb 8 +\nc 6 +\n",
    "two cells and /": "aba\nbbb\nccc\na 3 /\nb 8 +\nc 6 +\n",
    "two cells and *": "aba\nbbb\nccc\na 3 *\nb 8 +\nc 6 +\n",
    "two pairs": "aab\nbbb\nbaa\na 8 +\nb 10 +\n",
    "three pieces": "aba\nbbb\nabb\na 6 +\nb 12 +\n",
}


@pytest.mark.parametrize("text", APART.values(), ids=APART)
def test_not_connected(text):
    """ready_to_solve returns False when the cells of a group are not connected by their sides"""
    assert boards.loaded("z\nz 1 =\n").ready_to_solve() is True
    assert boards.loaded(text).ready_to_solve() is False


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
    "a product of 0": ("f 9 *", "f 0 *"),
    "a quotient of 0": ("c 2 /", "c 0 /"),
    "a target with an underscore": ("f 9 *", "f 1_2 *"),
    "a target with a point": ("c 2 /", "c 2.0 /"),
    "a sum of one cell out of range": ("h 4 =", "h 5 +"),
    "a product of one cell out of range": ("h 4 =", "h 8 *"),
    "two operators": ("e 5 +", "e 5 +-"),
    "two operators on two cells": ("b 1 -", "b 1 -/"),
    "two operators on one cell": ("h 4 =", "h 4 /="),
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


def test_no_solution():
    """ready_to_solve returns True if every group is possible, even if there is no solution"""
    assert boards.loaded(boards.NO_SOLUTION).ready_to_solve() is True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("z\nz 1 =\n", True),
        (boards.NO_SOLUTION, True),
        ("ab\nba\na 2 +\nb 4 +\n", False),
    ],
    ids=["a solution", "no solution", "not ready"],
)
def test_again(text, expected):
    """ready_to_solve returns the same when it is called again, and after solve"""
    puzzle = boards.loaded(text)
    assert puzzle.ready_to_solve() is expected
    assert puzzle.ready_to_solve() is expected
    puzzle.solve()
    assert puzzle.ready_to_solve() is expected


def test_no_puzzle():
    """ready_to_solve returns False when no puzzle was loaded"""
    assert Mathdoku().ready_to_solve() is False


def test_after_failed_load():
    """ready_to_solve returns False after a failed load"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.ready_to_solve() is False
