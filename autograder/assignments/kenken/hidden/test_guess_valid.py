import boards
import pytest
from provided import Constraint, Entry, Guess, Puzzle, read_puzzle


def row_of(guesses, target, symbol):
    """A board of six whose first row has the guesses of cage a, and letters everywhere else."""
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
    "/ smaller first": ((2, 6), 3, "/", True),
    "/ must come out even": ((5, 2), 2, "/", False),
    "/ is no subtraction": ((6, 4), 2, "/", False),
    "/ by one": ((1, 6), 6, "/", True),
    "/ gives another number": ((6, 2), 2, "/", False),
    "- is no division": ((6, 3), 2, "-", False),
    "- of a smaller number from a larger": ((2, 6), 4, "-", True),
    "- takes no sum": ((1, 2), 3, "-", False),
    "* of four": ((5, 6, 1, 2), 60, "*", True),
    "* is no sum": ((1, 2, 4), 7, "*", False),
    "+ of four": ((5, 6, 1, 2), 14, "+", True),
    "+ is no product": ((2, 3, 4), 24, "+", False),
    "+ of two that differ by it": ((6, 4), 2, "+", False),
    "= another number": ((4,), 5, "=", False),
    "= the number itself": ((5,), 5, "=", True),
}


@pytest.mark.parametrize(("guesses", "target", "symbol", "expected"), TABLE.values(), ids=TABLE)
def test_guesses(student, guesses, target, symbol, expected):
    """guess_valid tells whether the guesses satisfy the first constraint"""
    assert student.guess_valid(row_of(guesses, target, symbol)) is expected


def test_placed_numbers_play_no_part(student):
    """guess_valid looks at guesses only, not at numbers that are placed"""
    assert student.guess_valid(boards.LAST_CAGE) is True


def test_first_constraint_only(student):
    """guess_valid goes by the first constraint, whatever its letter"""
    puzzle = read_puzzle("2\nb Guess(y,1)\nb Guess(y,2)\ny 3 *\nb 3 +\n")
    assert student.guess_valid(puzzle) is False


def test_number_twice_in_a_cage(student):
    """guess_valid multiplies with a number as often as the cage holds it"""
    puzzle = read_puzzle("3\nGuess(a,2) Guess(a,1) b\nb Guess(a,2) b\nb b b\na 4 *\nb 9 +\n")
    assert student.guess_valid(puzzle) is True


def test_argument_kept(student):
    """guess_valid leaves the puzzle as it was, order and all"""
    assert student.pure.guess_valid(row_of((2, 6), 3, "/")) is True


def test_what_a_cell_shows(student):
    """guess_valid goes by what a cell shows, whatever its other fields hold"""
    assert student.guess_valid(boards.LEFTOVERS_GUESSED) is True
