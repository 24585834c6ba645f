import boards
import hidden_boards
from boards import ALL_GUESSED, COMPLETE
from kenken import neighbours
from provided import Guess, Posn, read_puzzle

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


def give_applied(monkeypatch, applied):
    boards.give(monkeypatch, find_blank=ALL_GUESSED, guess_valid=True, apply_guess=applied)


def test_used_numbers_are_left_out(monkeypatch):
    """neighbours guesses only numbers that are unused in row and column, each in a copy"""
    steps = {number: read_puzzle(AFTER_HALF_WAY.format(number)) for number in (3, 4)}
    boards.give_guesses(monkeypatch, Posn(1, 2), steps)
    assert neighbours(boards.HALF_WAY) == list(steps.values())


def test_constraint_plays_no_part_in_guessing(monkeypatch):
    """neighbours also guesses numbers greater than the number of the constraint"""
    puzzle = boards.FIRST_APPLIED
    steps = {n: hidden_boards.guessed(puzzle, 1, 0, Guess("b", n)) for n in (1, 3, 4)}
    boards.give_guesses(monkeypatch, Posn(1, 0), steps, then=Posn(2, 0))
    assert neighbours(puzzle) == list(steps.values())


def test_complete_one_by_one(monkeypatch):
    """neighbours returns an empty list for a complete board of one cell"""
    boards.give(monkeypatch, find_blank=COMPLETE)
    assert neighbours(read_puzzle("1\n1\n")) == []


def test_dead_end(monkeypatch):
    """neighbours returns an empty list if no number is available for the next cell"""
    boards.give_guesses(monkeypatch, Posn(2, 0), {})
    assert neighbours(DEAD_END) == []


def test_last_cage(monkeypatch):
    """neighbours returns the solved puzzle when the guesses of the last cage are valid"""
    give_applied(monkeypatch, boards.SOLVED)
    assert neighbours(boards.LAST_CAGE) == [boards.SOLVED]


def test_two_digits(monkeypatch):
    """neighbours guesses numbers in increasing order, 9 before 10, on a board of any size"""
    puzzle = hidden_boards.TWELVE
    numbers = [1, 2, 3, 4, 5, 6, 7, 8, 11]
    steps = {n: hidden_boards.guessed(puzzle, 1, 0, Guess("a", n)) for n in numbers}
    boards.give_guesses(monkeypatch, Posn(1, 0), steps, then=Posn(4, 0))
    assert neighbours(puzzle) == list(steps.values())


def test_valid_guesses_of_two_digits(monkeypatch):
    """neighbours applies valid guesses that have two digits"""
    give_applied(monkeypatch, hidden_boards.TWELVE_APPLIED)
    assert neighbours(hidden_boards.TWELVE_GUESSED) == [hidden_boards.TWELVE_APPLIED]


def test_every_call_by_itself():
    """neighbours returns the same for a puzzle, with your own functions, whatever came before it"""
    for _ in range(2):
        assert neighbours(boards.TWO_GUESSES) == [boards.FIRST_APPLIED]
        assert neighbours(DEAD_END) == []
        assert neighbours(boards.LAST_CAGE) == [boards.SOLVED]


def test_your_own_functions():
    """neighbours guesses a number with your own functions, too"""
    assert neighbours(hidden_boards.ONE_CELL) == [read_puzzle("1\nGuess(z,1)\nz 1 =\n")]
