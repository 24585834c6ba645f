import boards
import hidden_boards
from kenken import apply_guess
from provided import read_puzzle

THREE = read_puzzle("""\
3
Guess(k,3) Guess(k,1) m
n Guess(k,2) m
n m m
k 6 +
n 6 +
m 9 +
""")

THREE_APPLIED = read_puzzle("""\
3
3 1 m
n 2 m
n m m
n 6 +
m 9 +
""")


def test_three_guesses():
    """apply_guess turns all guesses into numbers, in a copy that shares nothing"""
    assert apply_guess(THREE) == THREE_APPLIED


def test_one_by_one():
    """apply_guess works on a board of one cell"""
    puzzle = read_puzzle("1\nGuess(z,1)\nz 1 =\n")
    assert apply_guess(puzzle) == read_puzzle("1\n1\n")


def test_constraints_keep_their_order():
    """apply_guess keeps the other constraints in the same order"""
    applied = apply_guess(THREE)
    assert applied.constraints == THREE.constraints[1:]


def test_what_a_cell_shows():
    """apply_guess uses only what a cell shows, not its other fields"""
    applied = apply_guess(hidden_boards.LEFTOVERS_GUESSED)
    assert applied == read_puzzle("2\n2 1\nb b\nb 3 +\n")


def test_every_call_by_itself():
    """apply_guess returns the same for a puzzle, whatever puzzles came before it"""
    assert apply_guess(THREE) == THREE_APPLIED
    assert apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED
    assert apply_guess(THREE) == THREE_APPLIED


def test_two_digits():
    """apply_guess keeps both digits of a guess"""
    assert apply_guess(hidden_boards.TWELVE_GUESSED) == hidden_boards.TWELVE_APPLIED
