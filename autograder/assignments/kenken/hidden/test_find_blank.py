import boards
import hidden_boards
import pytest
from kenken import find_blank
from provided import Constraint, Entry, Guess, Posn, Puzzle, read_puzzle


def test_topmost_before_leftmost():
    """find_blank picks the topmost cell, even if another one is further left"""
    assert find_blank(hidden_boards.SCATTERED) == Posn(4, 1)


def test_leftmost_in_a_row():
    """find_blank picks the leftmost of the cells in one row"""
    assert find_blank(boards.FIRST_APPLIED) == Posn(1, 0)


def test_x_is_the_column():
    """find_blank returns the column as x and the row as y"""
    assert find_blank(boards.HALF_WAY) == Posn(1, 2)


def test_last_cage_guessed():
    """find_blank returns Posn(-1, -1) when all cells of the last cage have guesses"""
    assert find_blank(boards.LAST_CAGE) == Posn(-1, -1)


def test_last_row_of_a_large_board():
    """find_blank searches all rows of a board of any size"""
    board = [[Entry(number=(x + y) % 7 + 1) for x in range(7)] for y in range(6)]
    puzzle = Puzzle(7, [*board, [Entry("b")] * 6 + [Entry("a")]], [Constraint("a", 1, "=")])
    assert find_blank(puzzle) == Posn(6, 6)


def test_blank_before_a_guess():
    """find_blank finds a cell above the guesses"""
    puzzle = read_puzzle("2\nb a\nb Guess(a,1)\na 3 +\nb 3 +\n")
    assert find_blank(puzzle) == Posn(1, 0)


@pytest.mark.parametrize("letter", ["G", "=", "é"], ids="letter {}".format)
def test_any_letter(letter):
    """find_blank works with any character except a digit as the letter of a cage"""
    text = f"2\nGuess({letter},1) b\n{letter} b\n{letter} 3 +\nb 3 +\n"
    assert find_blank(read_puzzle(text)) == Posn(0, 1)


def test_what_a_cell_shows():
    """find_blank uses only what a cell shows, not its other fields"""
    assert find_blank(hidden_boards.LEFTOVERS) == Posn(2, 0)


def test_number_under_a_guess():
    """find_blank returns Posn(-1, -1) if the last cell has a guess, whatever its number field is"""
    puzzle = Puzzle(1, [[Entry("z", 1, True, Guess("z", 1))]], [Constraint("z", 1, "=")])
    assert find_blank(puzzle) == Posn(-1, -1)


def test_letters_differ_in_case():
    """find_blank treats a and A as the letters of different cages"""
    puzzle = read_puzzle("2\nA A\na a\na 3 +\nA 3 +\n")
    assert find_blank(puzzle) == Posn(0, 1)


def test_fifth_cell_of_a_cage():
    """find_blank finds a cell of the cage, however many of its cells have guesses"""
    text = "3\nGuess(a,1) Guess(a,2) Guess(a,3)\nGuess(a,2) a b\nb b b\na 10 +\nb 8 +\n"
    assert find_blank(read_puzzle(text)) == Posn(1, 1)


def test_every_call_by_itself():
    """find_blank returns the same for a puzzle, whatever puzzles came before it"""
    for puzzle, expected in [
        (boards.FIGURE, Posn(0, 0)),
        (hidden_boards.SCATTERED, Posn(4, 1)),
        (boards.SOLVED, Posn(-2, -2)),
        (boards.SOLVED, Posn(-2, -2)),
        (hidden_boards.ONE_CELL, Posn(0, 0)),
        (boards.FIGURE, Posn(0, 0)),
    ]:
        assert find_blank(puzzle) == expected


def test_two_digits():
    """find_blank works on a board where numbers have two digits"""
    assert find_blank(hidden_boards.TWELVE) == Posn(1, 0)
    assert find_blank(hidden_boards.TWELVE_GUESSED) == Posn(-1, -1)
