import boards
import pytest
from kenken import find_blank
from provided import Posn, read_puzzle

ONE_BY_ONE = {
    "still a letter": ("1\nz\nz 1 =\n", Posn(0, 0)),
    "guessed": ("1\nGuess(z,1)\nz 1 =\n", Posn(-1, -1)),
    "complete": ("1\n1\n", Posn(-2, -2)),
}


@pytest.mark.parametrize(("text", "expected"), ONE_BY_ONE.values(), ids=ONE_BY_ONE)
def test_one_by_one(text, expected):
    """find_blank works on a board of one cell"""
    assert find_blank(read_puzzle(text)) == expected


ORDER = {
    "the topmost, even if another one is further left": ("b a\na b\n", Posn(1, 0)),
    "the leftmost of those in one row": ("b b\na a\n", Posn(0, 1)),
}


@pytest.mark.parametrize(("rows", "expected"), ORDER.values(), ids=ORDER)
def test_order(rows, expected):
    """find_blank picks the first of the cells with the letter"""
    assert find_blank(read_puzzle(f"2\n{rows}a 3 +\nb 3 +\n")) == expected


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


def test_any_character():
    """find_blank works with any character except a digit as the letter of a cage"""
    assert find_blank(read_puzzle("2\nGuess(#,1) b\n# b\n# 3 +\nb 3 +\n")) == Posn(0, 1)


def test_what_a_cell_shows():
    """find_blank uses only what a cell shows, not its other fields"""
    assert find_blank(boards.LEFTOVERS) == Posn(-1, -1)


def test_second_puzzle():
    """find_blank looks only at the puzzle it gets, not at an earlier one"""
    assert find_blank(boards.FIGURE) == Posn(0, 0)
    assert find_blank(boards.ONE_GUESS) == Posn(0, 1)
    assert find_blank(boards.FIGURE) == Posn(0, 0)
