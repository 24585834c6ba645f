import boards
import hidden_boards
import pytest
from kenken import guess_valid
from provided import Constraint, Entry, Guess, Puzzle, read_puzzle


def row_of(guesses, target, symbol):
    """Return a 6 x 6 board with the guesses of cage a in its first row, and letters elsewhere."""
    entries = [Entry("a", 0, True, Guess("a", number)) for number in guesses]
    first = entries + [Entry("b") for _ in range(6 - len(entries))]
    rest = [[Entry("c") for _ in range(6)] for _ in range(5)]
    constraints = [
        Constraint("a", target, symbol),
        Constraint("b", 1, "="),
        Constraint("c", 9, "+"),
    ]
    return Puzzle(6, [first, *rest], constraints)


TABLE = {
    "/ with the smaller number first": ((2, 6), 3, "/", True),
    "/ with a remainder": ((5, 2), 2, "/", False),
    "/ with the right difference": ((6, 4), 2, "/", False),
    "/ by 1": ((1, 6), 6, "/", True),
    "/ with another quotient": ((6, 2), 2, "/", False),
    "/ with a quotient close to the target": ((5, 3), 2, "/", False),
    "/ with a remainder, rounded up": ((5, 2), 3, "/", False),
    "- with the right quotient": ((6, 3), 2, "-", False),
    "- with the smaller number first": ((2, 6), 4, "-", True),
    "- with the right sum": ((1, 2), 3, "-", False),
    "* of four numbers": ((5, 6, 1, 2), 60, "*", True),
    "* of six numbers": ((5, 6, 1, 3, 2, 4), 720, "*", True),
    "* of six numbers, with another product": ((5, 6, 1, 3, 2, 4), 60, "*", False),
    "* with a multiple of the target": ((3, 4), 6, "*", False),
    "* with the right sum": ((1, 2, 4), 7, "*", False),
    "+ of four numbers": ((5, 6, 1, 2), 14, "+", True),
    "+ of six numbers": ((5, 6, 1, 3, 2, 4), 21, "+", True),
    "+ of six numbers, with another sum": ((5, 6, 1, 3, 2, 4), 14, "+", False),
    "+ with a larger sum": ((3, 4, 1), 6, "+", False),
    "+ with the right product": ((2, 3, 4), 24, "+", False),
    "+ with the right difference": ((6, 4), 2, "+", False),
    "= with a smaller number": ((4,), 5, "=", False),
    "= with a larger number": ((6,), 5, "=", False),
    "= with the right number": ((5,), 5, "=", True),
}


@pytest.mark.parametrize(("guesses", "target", "symbol", "expected"), TABLE.values(), ids=TABLE)
def test_guesses(guesses, target, symbol, expected):
    """guess_valid returns whether the guesses satisfy the first constraint"""
    assert guess_valid(row_of(guesses, target, symbol)) is expected


def test_placed_numbers_play_no_part():
    """guess_valid looks only at guesses, not at placed numbers"""
    assert guess_valid(boards.LAST_CAGE) is True


def test_first_constraint_only():
    """guess_valid checks the first constraint, whatever its letter"""
    puzzle = read_puzzle("2\nb Guess(y,1)\nb Guess(y,2)\ny 3 *\nb 3 +\n")
    assert guess_valid(puzzle) is False


def test_number_twice_in_a_cage():
    """guess_valid multiplies by a number twice if it occurs twice in the cage"""
    puzzle = read_puzzle("3\nGuess(a,2) Guess(a,1) b\nb Guess(a,2) b\nb b b\na 4 *\nb 9 +\n")
    assert guess_valid(puzzle) is True


def test_what_a_cell_shows():
    """guess_valid uses only what a cell shows, not its other fields"""
    assert guess_valid(hidden_boards.LEFTOVERS_GUESSED) is True


def test_every_call_by_itself():
    """guess_valid returns the same for a puzzle, whatever puzzles came before it"""
    assert guess_valid(row_of((2, 6), 3, "/")) is True
    assert guess_valid(row_of((5, 2), 3, "/")) is False
    assert guess_valid(row_of((2, 6), 3, "/")) is True
    assert guess_valid(row_of((2, 6), 3, "-")) is False


def test_cells_of_the_last_rows():
    """guess_valid finds the guesses in all rows and columns"""
    cells = "b b b b b b\n" * 4
    guesses = "b b b b Guess(a,6) Guess(a,2)\nb b b b b Guess(a,3)\n"
    puzzle = read_puzzle(f"6\n{cells}{guesses}a 11 +\nb 115 +\n")
    assert guess_valid(puzzle) is True


def test_two_digits():
    """guess_valid adds up guesses that have two digits"""
    assert guess_valid(hidden_boards.TWELVE_GUESSED) is True
