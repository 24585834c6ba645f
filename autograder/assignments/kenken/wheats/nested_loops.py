"""Loops, indices and flags only; guesses of the first cage are found by their letter.

Only the types of provided.py are used: boards are copied field by field, used numbers are found by
trying each number, and the results of find_blank are distinguished by their x.
"""

from provided import Entry, Guess, Posn, Puzzle


def find_blank(puzzle):
    if len(puzzle.constraints) == 0:
        return Posn(-2, -2)
    letter = puzzle.constraints[0].letter
    for y in range(puzzle.board_size):
        row = puzzle.board[y]
        for x in range(puzzle.board_size):
            cell = row[x]
            if cell.letter == letter and cell.guess is False and cell.number == 0:
                return Posn(x, y)
    return Posn(-1, -1)


def numbers_of(cells):
    numbers = []
    for cell in cells:
        if cell.guess:
            numbers.append(cell.g.number)
        else:
            numbers.append(cell.number)
    used = []
    for number in range(1, len(cells) + 1):
        if number in numbers:
            used.append(number)  # noqa: PERF401 - this solution uses loops
    return used


def used_in_row(puzzle, posn):
    return numbers_of(puzzle.board[posn.y])


def used_in_col(puzzle, posn):
    column = []
    for row in puzzle.board:
        column.append(row[posn.x])  # noqa: PERF401 - as above
    return numbers_of(column)


def available_vals(puzzle, posn):
    available = [True] * (puzzle.board_size + 1)
    available[0] = False
    for number in used_in_row(puzzle, posn):
        available[number] = False
    for number in used_in_col(puzzle, posn):
        available[number] = False
    return [number for number in range(puzzle.board_size + 1) if available[number]]


def place_guess(puzzle, posn, value):
    board = []
    for row in puzzle.board:
        copied = []
        for cell in row:
            copy = Entry(cell.letter, cell.number, cell.guess, cell.g)
            copied.append(copy)
        board.append(copied)
    cell = board[posn.y][posn.x]
    board[posn.y][posn.x] = Entry(guess=True, g=Guess(cell.letter, value))
    return board


def fill_in_guess(puzzle, posn, value):
    board = place_guess(puzzle, posn, value)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[:])


def guess_valid(puzzle):
    first = puzzle.constraints[0]
    numbers = []
    for y in range(puzzle.board_size):
        for x in range(puzzle.board_size):
            cell = puzzle.board[y][x]
            if cell.guess and cell.g.letter == first.letter:
                numbers.append(cell.g.number)
    if first.symbol in ("+", "="):
        total = 0
        for number in numbers:
            total += number
        return total == first.number
    if first.symbol == "*":
        total = 1
        for number in numbers:
            total *= number
        return total == first.number
    one, other = numbers
    if first.symbol == "-":
        return first.number in (one - other, other - one)
    return first.number in (one / other, other / one)


def apply_guess(puzzle):
    board = []
    for row in puzzle.board:
        applied = []
        for entry in row:
            if entry.guess:
                applied.append(Entry(entry.letter, entry.g.number))
            else:
                applied.append(Entry(entry.letter, entry.number))
        board.append(applied)
    constraints = puzzle.constraints[:]
    del constraints[0]
    return Puzzle(puzzle.board_size, board, constraints)


def neighbours(puzzle):
    result = []
    posn = find_blank(puzzle)
    if posn.x == -1 and guess_valid(puzzle):
        result.append(apply_guess(puzzle))
    if posn.x >= 0:
        values = available_vals(puzzle, posn)
        while values:
            result.append(fill_in_guess(puzzle, posn, values.pop(0)))
    return result
