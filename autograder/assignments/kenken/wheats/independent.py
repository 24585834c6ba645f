"""No function calls another one, not even neighbours."""

from copy import copy, deepcopy
from itertools import chain, product

from provided import Entry, Guess, Posn, Puzzle


def find_blank(puzzle):
    if puzzle.constraints == []:
        return Posn(y=-2, x=-2)
    wanted = puzzle.constraints[0].letter
    cells = product(range(puzzle.board_size), repeat=2)
    blanks = [(y, x) for y, x in cells if puzzle.board[y][x].shows() == wanted]
    y, x = min(blanks, default=(-1, -1))
    return Posn(x, y)


def used_in_row(puzzle, posn):
    texts = [str(entry) for entry in puzzle.board[posn.y]]
    digits = [text.removesuffix(")").split(",")[-1] for text in texts]
    return sorted(int(digit) for digit in digits if digit.isdecimal())


def used_in_col(puzzle, posn):
    used = []
    for number in range(1, puzzle.board_size + 1):
        shown = [row[posn.x].shows() for row in puzzle.board]
        if number in shown or any(isinstance(s, Guess) and s.number == number for s in shown):
            used.append(number)
    return used


def available_vals(puzzle, posn):
    line = puzzle.board[posn.y] + [row[posn.x] for row in puzzle.board]
    left = set(range(1, puzzle.board_size + 1))
    for entry in line:
        left.discard(entry.g.number if entry.guess else entry.number)
    return sorted(left)


def place_guess(puzzle, posn, value):
    board = deepcopy(puzzle.board)
    letter = board[posn.y][posn.x].letter
    board[posn.y][posn.x] = Entry("?", 77, True, Guess(letter, value))
    return board


def fill_in_guess(puzzle, posn, value):
    filled = deepcopy(puzzle)
    filled.board = place_guess(puzzle, posn, value)
    return filled


def guess_valid(puzzle):
    [wanted, *_] = puzzle.constraints
    reached = None
    for entry in chain(*puzzle.board):
        if entry.guess and reached is None:
            reached = {entry.g.number}
        elif entry.guess:
            b = entry.g.number
            reached = {
                "+": {a + b for a in reached},
                "*": {a * b for a in reached},
                "-": {abs(a - b) for a in reached},
                "/": {max(a, b) / min(a, b) for a in reached},
            }[wanted.symbol]
    return reached == {wanted.number}


def apply_guess(puzzle):
    _, *rest = puzzle.constraints
    board = [
        [Entry("?", entry.g.number if entry.guess else entry.number) for entry in row]
        for row in puzzle.board
    ]
    for y, x in product(range(puzzle.board_size), repeat=2):
        if not board[y][x].number:
            board[y][x] = Entry(puzzle.board[y][x].letter)
    return Puzzle(board=board, constraints=rest, board_size=puzzle.board_size)


def neighbours(puzzle):
    if not puzzle.constraints:
        return []
    first = puzzle.constraints[0]
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if not entry.guess and not entry.number and entry.letter == first.letter:
                steps = []
                column = [line[x] for line in puzzle.board]
                used = [e.g.number if e.guess else e.number for e in row + column]
                for number in range(1, puzzle.board_size + 1):
                    if number not in used:
                        rows = [[copy(cell) for cell in line] for line in puzzle.board]
                        step = Puzzle(puzzle.board_size, rows, list(puzzle.constraints))
                        step.board[y][x] = Entry(guess=True, g=Guess(entry.letter, number))
                        steps.append(step)
                return steps
    numbers = sorted(e.g.number for row in puzzle.board for e in row if e.guess)
    total = {
        "+": sum(numbers),
        "-": numbers[-1] - numbers[0],
        "/": numbers[-1] / numbers[0],
        "=": numbers[0],
    }.get(first.symbol)
    if total is None:
        total = 1
        for number in numbers:
            total *= number
    if total != first.number:
        return []
    step = deepcopy(puzzle)
    for row in step.board:
        for entry in row:
            if entry.guess:
                entry.number, entry.guess = entry.g.number, False
    del step.constraints[0]
    return [step]
