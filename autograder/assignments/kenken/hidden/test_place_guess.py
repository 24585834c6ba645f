import boards
from provided import Entry, Guess, Posn, copy_board


def guessed(puzzle, x, y, guess):
    board = copy_board(puzzle.board)
    board[y][x] = Entry(guess=True, g=guess)
    return board


def test_letter_of_the_cell(student):
    """place_guess gives the guess the letter of its cell"""
    board = student.place_guess(boards.HALF_WAY, Posn(1, 2), 3)
    assert board == guessed(boards.HALF_WAY, 1, 2, Guess("d", 3))


def test_x_is_the_column(student):
    """place_guess takes x as the column and y as the row"""
    board = student.place_guess(boards.SCATTERED, Posn(4, 1), 6)
    assert board == guessed(boards.SCATTERED, 4, 1, Guess("q", 6))


def test_last_cell(student):
    """place_guess works in the bottom right corner"""
    board = student.place_guess(boards.CONSTRAINTS_LAST_FIRST, Posn(3, 3), 4)
    assert board == guessed(boards.CONSTRAINTS_LAST_FIRST, 3, 3, Guess("i", 4))


def test_one_by_one(student):
    """place_guess works on a board of one cell"""
    board = student.place_guess(boards.ONE_CELL, Posn(0, 0), 1)
    assert board == guessed(boards.ONE_CELL, 0, 0, Guess("z", 1))


def test_board_is_a_copy(student):
    """place_guess shares no row and no entry with the puzzle"""
    board = student.pure.place_guess(boards.SCATTERED, Posn(2, 2), 5)
    assert board == guessed(boards.SCATTERED, 2, 2, Guess("q", 5))
