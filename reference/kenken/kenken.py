"""The rules of KenKen and the possible steps from a puzzle: parts (a) to (g).

A puzzle is solved one cage at a time, in the order of its constraints. The cells of the first
constraint's cage get guesses, one after another. Once all of them have a guess, the guesses
either satisfy the constraint and become numbers, or this is a dead end.

No function changes its arguments, and no result shares a row, an entry or a list with an argument.
"""

from math import prod

from provided import Entry, Guess, Posn, Puzzle, copy_board

COMPLETE = Posn(-2, -2)
ALL_GUESSED = Posn(-1, -1)


def find_blank(puzzle: Puzzle) -> Posn:
    """(a) Return the position of the next cell to fill in.

    It is the topmost of the cells that show the letter of the first constraint; if there are
    several in that row, it is the leftmost of them. Return Posn(-2, -2) if the puzzle is complete,
    and Posn(-1, -1) if all cells of the first constraint have guesses.
    """
    if not puzzle.constraints:
        return COMPLETE
    letter = puzzle.constraints[0].letter
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if entry.shows() == letter:
                return Posn(x, y)
    return ALL_GUESSED


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(b) Return the numbers in the row of posn, placed or guessed, in increasing order."""
    return _numbers_in(puzzle.board[posn.y])


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(b) Return the numbers in the column of posn, placed or guessed, in increasing order."""
    return _numbers_in([row[posn.x] for row in puzzle.board])


def _numbers_in(entries: list[Entry]) -> list[int]:
    numbers = [entry.g.number if entry.guess else entry.number for entry in entries]
    return sorted(number for number in numbers if number != 0)


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(c) Return the numbers used neither in the row nor in the column of posn.

    They are in increasing order, and do not depend on the constraints.
    """
    used = used_in_row(puzzle, posn) + used_in_col(puzzle, posn)
    return [number for number in range(1, puzzle.board_size + 1) if number not in used]


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    """(d) Return a copy of the board with a guess of value at posn, where a cell shows a letter."""
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.guess = True
    entry.g = Guess(entry.letter, value)
    return board


def fill_in_guess(puzzle: Puzzle, posn: Posn, value: int) -> Puzzle:
    """Given: return a copy of the puzzle with a guess of value in the cell at posn."""
    return Puzzle(puzzle.board_size, place_guess(puzzle, posn, value), list(puzzle.constraints))


def guess_valid(puzzle: Puzzle) -> bool:
    """(e) Return whether the guesses on the board satisfy the first constraint.

    All cells of the first constraint have guesses. For - and / there are two, in either order.
    """
    target, symbol = puzzle.constraints[0].number, puzzle.constraints[0].symbol
    guesses = [entry.g.number for row in puzzle.board for entry in row if entry.guess]
    if symbol == "+":
        return sum(guesses) == target
    if symbol == "*":
        return prod(guesses) == target
    if symbol == "-":
        return max(guesses) - min(guesses) == target
    if symbol == "/":
        return max(guesses) == min(guesses) * target
    return guesses == [target]


def apply_guess(puzzle: Puzzle) -> Puzzle:
    """(f) Return a copy of the puzzle with the guesses turned into numbers.

    The copy does not have the first constraint. The guesses are valid; do not check them here.
    """
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    """(g) Return the puzzles that are one step further, in increasing order of the guess.

    A step guesses a number for the next cell to fill in, or, if all cells of the first constraint
    have guesses, applies them if they are valid. A complete puzzle has no neighbours.
    """
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    return [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
