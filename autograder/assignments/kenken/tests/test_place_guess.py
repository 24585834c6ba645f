import boards
from kenken import place_guess
from provided import Posn


def test_guess_is_placed():
    """place_guess returns a copy of the board with the guess at the position"""
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board


def test_second_guess():
    """place_guess keeps the guesses that are already on the board"""
    assert place_guess(boards.ONE_GUESS, Posn(0, 1), 3) == boards.TWO_GUESSES.board
