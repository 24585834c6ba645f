import boards


def test_guesses_become_numbers(student):
    """apply_guess makes numbers of the guesses and drops the first constraint"""
    assert student.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED


def test_last_cage(student):
    """apply_guess completes the puzzle when its last cage is guessed"""
    assert student.apply_guess(boards.LAST_CAGE) == boards.SOLVED


def test_puzzle_is_a_copy(student):
    """apply_guess leaves the puzzle as it was and gives back one of its own"""
    assert student.pure.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED
