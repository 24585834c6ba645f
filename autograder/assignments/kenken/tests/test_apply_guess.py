import boards


def test_guesses_become_numbers(student):
    """apply_guess returns a copy with the guesses as numbers and without the first constraint"""
    assert student.copying.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED


def test_last_cage(student):
    """apply_guess completes the puzzle when all cells of its last cage have guesses"""
    assert student.apply_guess(boards.LAST_CAGE) == boards.SOLVED
