"""Puzzles for `autograder mutants`, the smallest first: at every stage from new to solved."""

import random

from provided import Constraint, Entry, Guess, Posn, Puzzle

SIZES = [1, *[2] * 60, *[3] * 150, *[4] * 150, *[6] * 100]


def calls(part):
    """Yield (function, arguments) for a part."""
    for puzzle in puzzles():
        cells = [(x, y) for y in range(puzzle.board_size) for x in range(puzzle.board_size)]
        open_cells = [(x, y) for x, y in cells if isinstance(puzzle.board[y][x].shows(), str)]
        if part in ("used_in_row", "used_in_col", "available_vals"):
            yield from ((part, (puzzle, Posn(x, y))) for x, y in cells)
        elif part == "place_guess":
            yield from ((part, (puzzle, Posn(x, y), 1)) for x, y in open_cells)
        elif part == "guess_valid":
            if is_guessed(puzzle):
                yield part, (puzzle,)
        elif part == "apply_guess":
            if puzzle.constraints:
                yield part, (puzzle,)
        else:
            yield part, (puzzle,)


def puzzles():
    """Yield puzzles with guesses in some, all or none of the first cage's cells."""
    draw = random.Random("kenken")
    for size in SIZES:
        yield puzzle_of(size, draw)


def puzzle_of(size, draw):
    """Make a puzzle with random cages; the cells of some are filled in already."""
    cells = [(x, y) for y in range(size) for x in range(size)]
    draw.shuffle(cells)
    cages = []
    while cells:
        count = min(len(cells), draw.choice([1, 2, 2, 2, 3, 4]))
        cages.append(cells[:count])
        del cells[:count]
    board = [[Entry(number=1 + (x + y) % size) for x in range(size)] for y in range(size)]
    constraints = []
    for letter, cage in zip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", cages, strict=False):
        numbers = [board[y][x].number for x, y in cage]
        constraints.append(constraint_of(letter, numbers, size, draw))
    done = draw.randint(0, len(cages))
    for cage, constraint in list(zip(cages, constraints, strict=True))[done:]:
        for x, y in cage:
            board[y][x] = Entry(constraint.letter)
    if done < len(cages):
        guessed = sorted(cages[done], key=lambda cell: (cell[1], cell[0]))
        letter = constraints[done].letter
        for x, y in guessed[: draw.randint(0, len(guessed))]:
            number = draw.choice([1 + (x + y) % size, draw.randint(1, size)])
            board[y][x] = Entry(letter, 0, True, Guess(letter, number))
    return Puzzle(size, board, constraints[done:])


def constraint_of(letter, numbers, size, draw):
    """Make a constraint that the numbers satisfy, or nearly."""
    if len(numbers) == 1:
        return Constraint(letter, draw.choice([numbers[0], draw.randint(1, size)]), "=")
    symbols = "+*-/" if len(numbers) == 2 else "+*"
    symbol = draw.choice(symbols)
    product = 1
    for number in numbers:
        product *= number
    targets = {
        "+": sum(numbers),
        "*": product,
        "-": max(numbers) - min(numbers),
        "/": max(numbers) // min(numbers),
    }
    return Constraint(letter, max(0, targets[symbol] + draw.choice([0, 0, 0, -1, 1])), symbol)


def is_guessed(puzzle):
    """Do all cells of the first constraint have guesses?"""
    if not puzzle.constraints:
        return False
    letter = puzzle.constraints[0].letter
    return all(entry.shows() != letter for row in puzzle.board for entry in row)
