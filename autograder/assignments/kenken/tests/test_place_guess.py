import boards
from kenken import place_guess
from provided import Posn, read_puzzle


def test_letter_of_the_cell():
    """place_guess gives the guess the letter of its cell, whatever the first constraint is"""
    puzzle = read_puzzle("2\na b\na b\na 3 +\nb 3 +\n")
    guessed = read_puzzle("2\na Guess(b,2)\na b\na 3 +\nb 3 +\n")
    assert place_guess(puzzle, Posn(1, 0), 2) == guessed.board


def test_guess_is_placed():
    """place_guess returns a copy of the board with the guess at the position"""
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board


def test_second_guess():
    """place_guess keeps the guesses that are already on the board"""
    assert place_guess(boards.ONE_GUESS, Posn(0, 1), 3) == boards.TWO_GUESSES.board


def test_second_puzzle():
    """place_guess returns a board with just one more guess, whatever calls came before"""
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board
    assert place_guess(boards.FIGURE, Posn(0, 0), 2) == boards.ONE_GUESS.board
