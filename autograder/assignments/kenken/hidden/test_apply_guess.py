import boards
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


def test_three_guesses(student):
    """apply_guess turns all guesses into numbers, in a copy that shares nothing"""
    assert student.copying.apply_guess(THREE) == THREE_APPLIED


def test_one_by_one(student):
    """apply_guess works on a board of one cell"""
    puzzle = read_puzzle("1\nGuess(z,1)\nz 1 =\n")
    assert student.apply_guess(puzzle) == read_puzzle("1\n1\n")


def test_constraints_keep_their_order(student):
    """apply_guess keeps the other constraints in the same order"""
    applied = student.apply_guess(THREE)
    assert applied.constraints == THREE.constraints[1:]


def test_what_a_cell_shows(student):
    """apply_guess uses only what a cell shows, not its other fields"""
    applied = student.apply_guess(boards.LEFTOVERS_GUESSED)
    assert applied == read_puzzle("2\n2 1\nb b\nb 3 +\n")


def test_every_call_by_itself(student):
    """apply_guess returns the same for a puzzle, whatever puzzles came before it"""
    assert student.apply_guess(THREE) == THREE_APPLIED
    assert student.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED
    assert student.apply_guess(THREE) == THREE_APPLIED
