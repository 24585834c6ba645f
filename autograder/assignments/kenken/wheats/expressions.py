"""Expressions instead of loops: generators, a table of operations, and boards built cell by cell.

Entries that do not change are copied field by field, and calls name their arguments.
"""

import operator
from functools import reduce

from provided import Entry, Guess, Posn, Puzzle

VALID = {
    "+": lambda target, guesses: sum(guesses) == target,
    "*": lambda target, guesses: reduce(operator.mul, guesses) == target,
    "-": lambda target, guesses: abs(operator.sub(*guesses)) == target,
    "/": lambda target, guesses: divmod(max(guesses), min(guesses)) == (target, 0),
    "=": lambda target, guesses: {target} == set(guesses),
}


def numbers(shown):
    return sorted(s.number if isinstance(s, Guess) else s for s in shown if not isinstance(s, str))


def find_blank(puzzle):
    if not puzzle.constraints:
        return Posn(-2, -2)
    letter = puzzle.constraints[0].letter
    blanks = (
        Posn(x, y)
        for y, row in enumerate(puzzle.board)
        for x, entry in enumerate(row)
        if entry.letter == letter and isinstance(entry.shows(), str)
    )
    return next(blanks, Posn(-1, -1))


def used_in_row(puzzle, posn):
    return numbers(entry.shows() for entry in puzzle.board[posn.y])


def used_in_col(puzzle, posn):
    return numbers(row[posn.x].shows() for row in puzzle.board)


def available_vals(puzzle, posn):
    every = set(range(1, puzzle.board_size + 1))
    row = used_in_row(posn=Posn(0, posn.y), puzzle=puzzle)
    column = used_in_col(posn=Posn(posn.x, 0), puzzle=puzzle)
    return sorted(every.difference(row, column))


def place_guess(puzzle, posn, value):
    return [
        [
            Entry(e.letter, e.number, True, Guess(e.letter, value))
            if x == posn.x and y == posn.y
            else Entry(e.letter, e.number, e.guess, e.g)
            for x, e in enumerate(row)
        ]
        for y, row in enumerate(puzzle.board)
    ]


def fill_in_guess(puzzle, posn, value):
    return Puzzle(
        puzzle.board_size, place_guess(value=value, puzzle=puzzle, posn=posn), [*puzzle.constraints]
    )


def guess_valid(puzzle):
    first = puzzle.constraints[0]
    shown = (entry.shows() for row in puzzle.board for entry in row)
    guesses = [guess.number for guess in shown if isinstance(guess, Guess)]
    return VALID[first.symbol](first.number, guesses)


def apply_guess(puzzle):
    _, *constraints = puzzle.constraints
    board = [
        [Entry(number=e.g.number) if e.guess else Entry(e.letter, e.number) for e in row]
        for row in puzzle.board
    ]
    return Puzzle(puzzle.board_size, board, constraints)


def neighbours(puzzle):
    match find_blank(puzzle=puzzle):
        case Posn(-2, -2):
            return []
        case Posn(-1, -1):
            return [apply_guess(puzzle) for _ in range(guess_valid(puzzle))]
        case posn:
            values = available_vals(posn=posn, puzzle=puzzle)
            return [fill_in_guess(value=value, posn=posn, puzzle=puzzle) for value in values]
