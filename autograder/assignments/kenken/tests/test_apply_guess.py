import boards
from kenken import apply_guess
from provided import read_puzzle


def test_two_by_two():
    """apply_guess turns the guesses into numbers and removes only the first constraint"""
    puzzle = read_puzzle("2\nGuess(a,1) b\nGuess(a,2) b\na 3 +\nb 3 +\n")
    assert apply_guess(puzzle) == read_puzzle("2\n1 b\n2 b\nb 3 +\n")


def test_guesses_become_numbers():
    """apply_guess returns a copy with the guesses as numbers and without the first constraint"""
    assert apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED


def test_last_cage():
    """apply_guess completes the puzzle when all cells of its last cage have guesses"""
    assert apply_guess(boards.LAST_CAGE) == boards.SOLVED


def test_what_a_cell_shows():
    """apply_guess uses only what a cell shows, not its other fields"""
    assert apply_guess(boards.LEFTOVERS) == read_puzzle("2\n1 b\nb 1\nb 4 +\n")


def test_second_puzzle():
    """apply_guess looks only at the puzzle it gets, not at an earlier one"""
    assert apply_guess(read_puzzle("1\nGuess(z,1)\nz 1 =\n")) == read_puzzle("1\n1\n")
    puzzle = read_puzzle("2\nGuess(a,2) b\nb b\na 2 =\nb 4 +\n")
    assert apply_guess(puzzle) == read_puzzle("2\n2 b\nb b\nb 4 +\n")
