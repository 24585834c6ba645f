"""Expressions instead of loops: generators, a table of operations, and boards built cell by cell.

Entries that do not change are copied with dataclasses.replace().
"""

import operator
from dataclasses import replace
from functools import reduce

from provided import Entry, Guess, Posn, Puzzle

VALID = {
    "+": lambda target, guesses: sum(guesses) == target,
    "*": lambda target, guesses: reduce(operator.mul, guesses) == target,
    "-": lambda target, guesses: abs(operator.sub(*guesses)) == target,
    "/": lambda target, guesses: divmod(max(guesses), min(guesses)) == (target, 0),
    "=": lambda target, guesses: {target} == set(guesses),
}


def cells(puzzle):
    return (
        (Posn(x, y), entry.shows())
        for y, row in enumerate(puzzle.board)
        for x, entry in enumerate(row)
    )


def rebuilt(board, change):
    return [[change(Posn(x, y), e) for x, e in enumerate(row)] for y, row in enumerate(board)]


def numbers(shown):
    return sorted(s.number if isinstance(s, Guess) else s for s in shown if not isinstance(s, str))


def find_blank(puzzle):
    if not puzzle.constraints:
        return Posn(-2, -2)
    letter = puzzle.constraints[0].letter
    return next((posn for posn, shown in cells(puzzle) if shown == letter), Posn(-1, -1))


def used_in_row(puzzle, posn):
    return numbers(shown for other, shown in cells(puzzle) if other.y == posn.y)


def used_in_col(puzzle, posn):
    return numbers(shown for other, shown in cells(puzzle) if other.x == posn.x)


def available_vals(puzzle, posn):
    every = set(range(1, puzzle.board_size + 1))
    return sorted(every.difference(used_in_row(puzzle, posn), used_in_col(puzzle, posn)))


def place_guess(puzzle, posn, value):
    return rebuilt(
        puzzle.board,
        lambda at, entry: (
            replace(entry, guess=True, g=Guess(entry.letter, value))
            if at == posn
            else replace(entry)
        ),
    )


def fill_in_guess(puzzle, posn, value):
    return Puzzle(puzzle.board_size, place_guess(puzzle, posn, value), [*puzzle.constraints])


def guess_valid(puzzle):
    first = puzzle.constraints[0]
    guesses = [shown.number for _, shown in cells(puzzle) if isinstance(shown, Guess)]
    return VALID[first.symbol](first.number, guesses)


def apply_guess(puzzle):
    _, *constraints = puzzle.constraints
    board = rebuilt(
        puzzle.board,
        lambda _, entry: Entry(number=entry.g.number) if entry.guess else replace(entry),
    )
    return Puzzle(puzzle.board_size, board, constraints)


def neighbours(puzzle):
    match find_blank(puzzle):
        case Posn(-2, -2):
            return []
        case Posn(-1, -1):
            return [apply_guess(puzzle) for _ in range(guess_valid(puzzle))]
        case posn:
            return [fill_in_guess(puzzle, posn, value) for value in available_vals(puzzle, posn)]
