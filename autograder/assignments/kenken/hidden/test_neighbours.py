import boards
import hidden_boards
from kenken import neighbours
from provided import Guess, read_puzzle

AFTER_HALF_WAY = """\
4
2 1 4 3
3 Guess(d,2) e e
f Guess(d,{}) g g
f h i i
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
"""

DEAD_END = read_puzzle("3\n1 2 a\nb b 3\nb b b\na 1 =\nb 12 +\n")


def test_used_numbers_are_left_out():
    """neighbours guesses only numbers that are unused in row and column, each in a copy"""
    expected = [read_puzzle(AFTER_HALF_WAY.format(number)) for number in (3, 4)]
    assert neighbours(boards.HALF_WAY) == expected


def test_constraint_plays_no_part_in_guessing():
    """neighbours also guesses numbers greater than the number of the constraint"""
    expected = [hidden_boards.guessed(boards.FIRST_APPLIED, 1, 0, Guess("b", n)) for n in (1, 3, 4)]
    assert neighbours(boards.FIRST_APPLIED) == expected


def test_complete():
    """neighbours returns an empty list for a complete puzzle"""
    assert neighbours(read_puzzle("2\n1 2\n2 1\n")) == []


def test_complete_one_by_one():
    """neighbours returns an empty list for a complete board of one cell"""
    assert neighbours(read_puzzle("1\n1\n")) == []


def test_dead_end():
    """neighbours returns an empty list if no number is available for the next cell"""
    assert neighbours(DEAD_END) == []


def test_last_cage():
    """neighbours returns the solved puzzle when the guesses of the last cage are valid"""
    assert neighbours(boards.LAST_CAGE) == [boards.SOLVED]


def test_one_by_one():
    """neighbours works on a board of one cell"""
    assert neighbours(hidden_boards.ONE_CELL) == [read_puzzle("1\nGuess(z,1)\nz 1 =\n")]


def test_two_digits():
    """neighbours guesses numbers in increasing order, 9 before 10, on a board of any size"""
    numbers = [1, 2, 3, 4, 5, 6, 7, 8, 11]
    expected = [hidden_boards.guessed(hidden_boards.TWELVE, 1, 0, Guess("a", n)) for n in numbers]
    assert neighbours(hidden_boards.TWELVE) == expected


def test_what_a_cell_shows():
    """neighbours uses only what a cell shows, not its other fields"""
    expected = [read_puzzle("2\n2 1\nb b\nb 3 +\n")]
    assert neighbours(hidden_boards.LEFTOVERS_GUESSED) == expected


def test_every_call_by_itself():
    """neighbours returns the same for a puzzle, whatever puzzles came before it"""
    assert neighbours(boards.TWO_GUESSES) == [boards.FIRST_APPLIED]
    assert neighbours(DEAD_END) == []
    assert neighbours(boards.LAST_CAGE) == [boards.SOLVED]
    assert neighbours(boards.TWO_GUESSES) == [boards.FIRST_APPLIED]


def test_valid_guesses_of_two_digits():
    """neighbours applies valid guesses that have two digits"""
    assert neighbours(hidden_boards.TWELVE_GUESSED) == [hidden_boards.TWELVE_APPLIED]
