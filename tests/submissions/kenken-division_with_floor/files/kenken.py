"""The rules of KenKen, and the next moves in a puzzle: parts (a) to (g).

A puzzle is solved one cage at a time, in the order of its constraints. The cells of the first
constraint's cage get guesses, one after the other; once they all have one, the guesses either fit
the constraint and become numbers, or this way leads nowhere.

No function changes what it is given, and no result shares a row or an entry with an argument.
"""

from math import prod

from provided import Entry, Guess, Posn, Puzzle, copy_board

COMPLETE = Posn(-2, -2)
ALL_GUESSED = Posn(-1, -1)


def find_blank(puzzle: Puzzle) -> Posn:
    """(a) The position of the first cell to fill in.

    That is the topmost, and in its row the leftmost, cell that shows the letter of the first
    constraint. The answer is Posn(-2, -2) when the puzzle is complete, and Posn(-1, -1) when all
    cells of the first constraint have guesses.
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
    """(b) The numbers in the row of posn, placed or guessed, in increasing order."""
    return _numbers_in(puzzle.board[posn.y])


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(b) The numbers in the column of posn, placed or guessed, in increasing order."""
    return _numbers_in([row[posn.x] for row in puzzle.board])


def _numbers_in(entries: list[Entry]) -> list[int]:
    numbers = [entry.g.number if entry.guess else entry.number for entry in entries]
    return sorted(number for number in numbers if number != 0)


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    """(c) The numbers that neither the row nor the column of posn uses, in increasing order.

    Constraints play no part in this.
    """
    used = {*used_in_row(puzzle, posn), *used_in_col(puzzle, posn)}
    return [number for number in range(1, puzzle.board_size + 1) if number not in used]


def place_guess(puzzle: Puzzle, posn: Posn, value: int) -> list[list[Entry]]:
    """(d) A copy of the board in which the cell at posn, which shows a letter, guesses value."""
    board = copy_board(puzzle.board)
    entry = board[posn.y][posn.x]
    entry.guess = True
    entry.g = Guess(entry.letter, value)
    return board


def fill_in_guess(puzzle: Puzzle, posn: Posn, value: int) -> Puzzle:
    """Given: a copy of the puzzle in which the cell at posn guesses value."""
    return Puzzle(puzzle.board_size, place_guess(puzzle, posn, value), list(puzzle.constraints))


def guess_valid(puzzle: Puzzle) -> bool:
    """(e) Do the guesses on the board satisfy the first constraint?

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
        return max(guesses) // min(guesses) == target
    return guesses == [target]


def apply_guess(puzzle: Puzzle) -> Puzzle:
    """(f) A copy of the puzzle with every guess made a number and the first constraint gone.

    The guesses are known to be valid.
    """
    board = copy_board(puzzle.board)
    for row in board:
        for x, entry in enumerate(row):
            if entry.guess:
                row[x] = Entry(number=entry.g.number)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[1:])


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    """(g) The puzzles that are one step further, in increasing order of the guess.

    A step guesses a number for the first cell to fill in, or, once the first constraint's cells
    all have guesses, applies them if they are valid. A complete puzzle has no neighbours.
    """
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    return [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
