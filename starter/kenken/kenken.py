"""The rules of KenKen and the possible steps from a puzzle: parts (a) to (g).

A puzzle is solved one cage at a time, in the order of its constraints. The cells of the first
constraint's cage get guesses, one after another. Once all of them have a guess, the guesses
either satisfy the constraint and become numbers, or this is a dead end.

No function changes its arguments, and no result shares a row, an entry or a list with an argument.
"""

from provided import Entry, Guess, Posn, Puzzle, copy_board

COMPLETE = Posn(-2, -2)
ALL_GUESSED = Posn(-1, -1)


def find_blank(puzzle: Puzzle) -> Posn:
    """(a) Return the position of the next cell to fill in.

    It is the topmost of the cells that show the letter of the first constraint; if there are
    several in that row, it is the leftmost of them. Return Posn(-2, -2) if the puzzle is complete,
    and Posn(-1, -1) if all cells of the first constraint have guesses.
    """
    raise NotImplementedError


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(b) Return the numbers in the row of posn, placed or guessed, in increasing order."""
    raise NotImplementedError


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(b) Return the numbers in the column of posn, placed or guessed, in increasing order."""
    raise NotImplementedError


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(c) Return the numbers used neither in the row nor in the column of posn.

    They are in increasing order, and do not depend on the constraints.
    """
    raise NotImplementedError


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    """(d) Return a copy of the board with a guess of value at posn, where a cell shows a letter."""
    raise NotImplementedError


def fill_in_guess(puzzle: Puzzle, posn: Posn, value: int) -> Puzzle:
    """Given: return a copy of the puzzle with a guess of value in the cell at posn."""
    return Puzzle(puzzle.board_size, place_guess(puzzle, posn, value), list(puzzle.constraints))


def guess_valid(puzzle: Puzzle) -> bool:
    """(e) Return whether the guesses on the board satisfy the first constraint.

    All cells of the first constraint have guesses. For - and / there are two, in either order.
    """
    raise NotImplementedError


def apply_guess(puzzle: Puzzle) -> Puzzle:
    """(f) Return a copy of the puzzle with the guesses turned into numbers.

    The copy does not have the first constraint. The guesses are valid; do not check them here.
    """
    raise NotImplementedError


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    """(g) Return the puzzles that are one step further, in increasing order of the guess.

    A step guesses a number for the next cell to fill in, or, if all cells of the first constraint
    have guesses, applies them if they are valid. A complete puzzle has no neighbours.
    """
    raise NotImplementedError
