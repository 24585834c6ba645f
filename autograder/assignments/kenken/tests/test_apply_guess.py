import boards
from kenken import apply_guess


def test_guesses_become_numbers():
    """apply_guess returns a copy with the guesses as numbers and without the first constraint"""
    assert apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED


def test_last_cage():
    """apply_guess completes the puzzle when all cells of its last cage have guesses"""
    assert apply_guess(boards.LAST_CAGE) == boards.SOLVED
