import boards
from kenken import find_blank
from provided import Posn, read_puzzle


def test_first_letter():
    """find_blank returns the position of a cell with the letter of the first constraint"""
    assert find_blank(boards.FIGURE) == Posn(0, 0)


def test_order_of_constraints():
    """find_blank uses the first constraint, not the first letter on the board"""
    assert find_blank(boards.CONSTRAINTS_LAST_FIRST) == Posn(2, 3)


def test_guess_is_filled():
    """find_blank skips cells that have a guess"""
    assert find_blank(boards.ONE_GUESS) == Posn(0, 1)


def test_all_guessed():
    """find_blank returns Posn(-1, -1) when all cells of the first constraint have guesses"""
    assert find_blank(boards.TWO_GUESSES) == Posn(-1, -1)


def test_complete():
    """find_blank returns Posn(-2, -2) when the puzzle is complete"""
    assert find_blank(boards.SOLVED) == Posn(-2, -2)


def test_last_column():
    """find_blank also looks in the last column"""
    puzzle = read_puzzle("2\n1 b\n2 b\nb 3 +\n")
    assert find_blank(puzzle) == Posn(1, 0)
