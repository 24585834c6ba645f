import boards
import pytest

NOT_READY = {
    "no constraint at all": "ab\nab\n",
    "/ on one cell": boards.FIGURE.replace("h 4 =", "h 4 /"),
    "- on one cell": boards.FIGURE.replace("h 4 =", "h 3 -"),
    "/ on three cells": boards.FIGURE.replace("e 5 +", "e 2 /"),
    "= on three cells": boards.FIGURE.replace("e 5 +", "e 4 ="),
    "a difference of n": boards.FIGURE.replace("a 3 -", "a 4 -"),
    "a quotient above n": boards.FIGURE.replace("c 2 /", "c 5 /"),
    "a quotient of 1": boards.FIGURE.replace("c 2 /", "c 1 /"),
    "a difference of 0": boards.FIGURE.replace("a 3 -", "a 0 -"),
    "a sum below the number of cells": boards.FIGURE.replace("e 5 +", "e 2 +"),
    "a prime factor above n": boards.FIGURE.replace("f 9 *", "f 10 *"),
    "a prime target above n": boards.FIGURE.replace("f 9 *", "f 7 *"),
    "a negative target": boards.FIGURE.replace("b 1 -", "b -1 -"),
    "a fraction": boards.FIGURE.replace("c 2 /", "c 0.5 /"),
    "a target written 2.0": boards.FIGURE.replace("c 2 /", "c 2.0 /"),
    "target and operator swapped": boards.FIGURE.replace("e 5 +", "e + 5"),
    "a product of 0": boards.FIGURE.replace("f 9 *", "f 0 *"),
    "a quotient of 0": boards.FIGURE.replace("c 2 /", "c 0 /"),
    "the number 0": boards.FIGURE.replace("h 4 =", "h 0 ="),
    "a sum of one cell above n": boards.FIGURE.replace("h 4 =", "h 5 +"),
    "a product of one cell above n": boards.FIGURE.replace("h 4 =", "h 6 *"),
    "a target of 1_2": boards.FIGURE.replace("f 9 *", "f 1_2 *"),
    "a target of Arabic digits": boards.FIGURE.replace("e 5 +", "e \u0665 +"),
    "a target in superscript digits": boards.FIGURE.replace("e 5 +", "e ⁵ +"),
    "two operators": boards.FIGURE.replace("e 5 +", "e 5 +-"),
    "two operators on one cell": boards.FIGURE.replace("h 4 =", "h 4 /="),
    "all operators on two cells": boards.FIGURE.replace("b 1 -", "b 1 +-*/="),
    "- on two cells apart": "aba\nbbb\nccc\na 1 -\nb 8 +\nc 6 +\n",
    "/ on two cells apart": "aba\nbbb\nccc\na 3 /\nb 8 +\nc 6 +\n",
    "* on two cells apart": "aba\nbbb\nccc\na 3 *\nb 8 +\nc 6 +\n",
    "an operator of two characters": boards.FIGURE.replace("e 5 +", "e 5 ++"),
    "an operator x": boards.FIGURE.replace("f 9 *", "f 9 x"),
    "the same constraint twice": boards.FIGURE + "a 3 -\n",
    "a constraint in another case": boards.FIGURE.replace("a 3 -", "A 3 -"),
    "touching only at corners": "ab\nba\na 2 +\nb 4 +\n",
    "a group in three pieces": "aba\nbbb\nabb\na 6 +\nb 12 +\n",
    "two pieces of two cells": "aabb\ncccc\naadd\ndddd\na 8 +\nb 3 -\nc 10 +\nd 16 +\n",
    "split at the edge": "abba\naccc\ndddd\neeee\na 6 +\nb 3 +\nc 9 +\nd 10 +\ne 10 +\n",
}


@pytest.mark.parametrize("text", NOT_READY.values(), ids=NOT_READY)
def test_not_ready(text):
    """ready_to_solve returns False when something obviously prevents a solution"""
    assert boards.loaded(boards.FIGURE).ready_to_solve() is True
    assert boards.loaded(text).ready_to_solve() is False


READY = {
    "constraints in another order": "ab\nab\nb 3 +\na 3 +\n",
    "groups that differ in case": "aA\naA\na 3 +\nA 2 *\n",
    "a ring around another group": "aaa\naba\naaa\na 16 +\nb 2 =\n",
    "a group in the shape of a U": "aba\naba\naaa\na 14 +\nb 4 +\n",
    "a U one row deep": "aba\naaa\nccc\na 10 +\nb 2 =\nc 6 +\n",
    "a U upside down": "aaa\naba\naba\na 14 +\nb 4 +\n",
    "a U on its side": "aaa\nbba\naaa\na 14 +\nb 4 +\n",
    "a C": "aaa\nabb\naaa\na 14 +\nb 4 +\n",
    "a group that winds up again": "abaa\nabac\naaac\ndddd\na 20 +\nb 3 +\nc 5 +\nd 10 +\n",
    "a quotient that does not divide n": boards.FIGURE.replace("c 2 /", "c 3 /"),
    "a winding group": "aaab\nccab\ncaab\ncccb\na 14 +\nb 10 +\nc 16 +\n",
    "+ on one cell": "ab\nab\na 3 +\nb 3 +\n".replace("ab\nab", "ab\ncd").replace(
        "a 3 +\nb 3 +", "a 1 +\nb 2 *\nc 2 +\nd 1 ="
    ),
    "a difference of n - 1": boards.FIGURE,
    "a quotient of n": "aabb\nccdd\neeff\ngghh\na 4 /\nb 1 -\nc 1 -\nd 4 /\n"
    "e 4 /\nf 1 -\ng 1 -\nh 4 /\n",
    "targets that begin with 0": boards.FIGURE.replace("e 5 +", "e 05 +"),
    "one cell": "a\na 1 =\n",
    "one group": "aaa\naaa\naaa\na 18 +\n",
    "a product of large factors": "aaa\naaa\naaa\na 216 *\n",
    "a product of 1": "a\na 1 *\n",
}


@pytest.mark.parametrize("text", READY.values(), ids=READY)
def test_ready(text):
    """ready_to_solve returns True when nothing obvious prevents a solution"""
    assert boards.loaded(text).ready_to_solve() is True


def test_after_solve():
    """ready_to_solve returns the same after the puzzle is solved"""
    puzzle = boards.loaded(boards.FIGURE)
    puzzle.solve()
    assert puzzle.ready_to_solve() is True


def test_again():
    """ready_to_solve returns the same when it is called again"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.ready_to_solve() is True
    assert puzzle.ready_to_solve() is True
    puzzle = boards.loaded(boards.MISPRINT)
    assert puzzle.ready_to_solve() is False
    assert puzzle.ready_to_solve() is False


def test_after_failed_solve():
    """ready_to_solve returns the same after solve has found no solution"""
    puzzle = boards.loaded(boards.NO_SOLUTION)
    puzzle.solve()
    assert puzzle.ready_to_solve() is True
    puzzle = boards.loaded(boards.MISPRINT)
    puzzle.solve()
    assert puzzle.ready_to_solve() is False
