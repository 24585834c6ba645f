import boards
import hidden_boards
from kenken import place_guess
from provided import Guess, Posn


def test_x_is_the_column():
    """place_guess uses x as the column and y as the row of a copy"""
    board = place_guess(hidden_boards.SCATTERED, Posn(4, 1), 6)
    assert board == hidden_boards.guessed(hidden_boards.SCATTERED, 4, 1, Guess("q", 6)).board


def test_last_cell():
    """place_guess works in the bottom right corner"""
    board = place_guess(boards.CONSTRAINTS_LAST_FIRST, Posn(3, 3), 4)
    assert board == hidden_boards.guessed(boards.CONSTRAINTS_LAST_FIRST, 3, 3, Guess("i", 4)).board


def test_one_by_one():
    """place_guess works on a board of one cell"""
    board = place_guess(hidden_boards.ONE_CELL, Posn(0, 0), 1)
    assert board == hidden_boards.guessed(hidden_boards.ONE_CELL, 0, 0, Guess("z", 1)).board


def test_what_a_cell_shows():
    """place_guess uses only what a cell shows, not its other fields"""
    board = place_guess(hidden_boards.LEFTOVERS, Posn(2, 0), 1)
    assert board == hidden_boards.guessed(hidden_boards.LEFTOVERS, 2, 0, Guess("a", 1)).board


def test_every_call_by_itself():
    """place_guess returns a board with just one more guess, whatever calls came before"""
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board
    assert place_guess(boards.ONE_GUESS, Posn(0, 1), 3) == boards.TWO_GUESSES.board
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board


def test_two_digits():
    """place_guess places a guess that has two digits"""
    board = place_guess(hidden_boards.TWELVE, Posn(1, 0), 11)
    assert board == hidden_boards.guessed(hidden_boards.TWELVE, 1, 0, Guess("a", 11)).board
