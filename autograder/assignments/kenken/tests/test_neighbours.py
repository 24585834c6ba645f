import boards
from kenken import neighbours
from provided import Constraint, Puzzle, read_puzzle

BEGUN = """\
4
Guess(a,{}) b b c
a d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
"""


def test_guesses_for_the_first_cell():
    """neighbours guesses every available number for the next cell, in increasing order"""
    expected = [read_puzzle(BEGUN.format(number)) for number in (1, 2, 3, 4)]
    assert neighbours(boards.FIGURE) == expected


def test_valid_guesses_are_applied():
    """neighbours applies the guesses in a copy if they are valid"""
    assert neighbours(boards.TWO_GUESSES) == [boards.FIRST_APPLIED]


def test_guesses_that_are_not_valid():
    """neighbours returns an empty list if the guesses are not valid"""
    wrong = [Constraint("a", 8, "*"), *boards.TWO_GUESSES.constraints[1:]]
    assert neighbours(Puzzle(4, boards.TWO_GUESSES.board, wrong)) == []


def test_complete_puzzle():
    """neighbours returns an empty list if the puzzle is complete"""
    assert neighbours(boards.SOLVED) == []
