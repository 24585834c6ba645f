import boards


def test_guesses_become_numbers(student):
    """apply_guess turns the guesses into numbers and removes the first constraint"""
    assert student.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED


def test_last_cage(student):
    """apply_guess completes the puzzle when all cells of its last cage have guesses"""
    assert student.apply_guess(boards.LAST_CAGE) == boards.SOLVED


def test_puzzle_is_a_copy(student):
    """apply_guess returns a copy and leaves the original puzzle unchanged"""
    assert student.pure.apply_guess(boards.TWO_GUESSES) == boards.FIRST_APPLIED
