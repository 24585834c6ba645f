"""Boards, cages and whole puzzles for `autograder mutants`, the smallest first."""

import random

SIZES = [1, *[2] * 80, *[3] * 150, *[4] * 150, *[6] * 80]


def calls(part):
    """Yield (function, arguments) for a part."""
    draw = random.Random("calcudoku")
    if part == "get_cages":
        for text in inputs():
            yield part, (f"stdin:{text}",)
        return
    for size in SIZES:
        puzzle, cages = puzzle_of(size, draw)
        rows_only = part in ("check_rows_valid", "check_columns_valid")
        yield part, (puzzle,) if rows_only else (puzzle, cages)


def puzzle_of(size, draw):
    """Return a board with empty cells and a few changed numbers, and its cages."""
    start = draw.randrange(size)
    board = [[1 + (x + y + start) % size for x in range(size)] for y in range(size)]
    cages = cages_of(board, draw, change=draw.choice([0, 0, -1, 1]))
    filled = draw.choice([0.3, 0.7, 1])
    for row in board:
        for x in range(size):
            if draw.random() > filled:
                row[x] = 0
    if draw.random() < 0.5:
        draw.choice(board)[draw.randrange(size)] = draw.randint(0, size)
    return board, cages


def cages_of(board, draw, change=0):
    """Divide a board into cages with the sums of its numbers; the first one is off by `change`."""
    size = len(board)
    cells = draw.sample(range(size * size), size * size)
    cages = []
    while cells:
        count = draw.choice([1, 1, 2])
        cage, cells = cells[:count], cells[count:]
        total = sum(board[cell // size][cell % size] for cell in cage)
        cages.append([max(0, total + change * (not cages)), len(cage), *cage])
    return cages


def inputs():
    """Yield standard inputs of puzzles of size 5 with a solution."""
    draw = random.Random("calcudoku inputs")
    for _ in range(30):
        start = draw.randrange(5)
        board = [[1 + (x + 2 * y + start) % 5 for x in range(5)] for y in range(5)]
        cages = cages_of(board, draw)
        lines = [" ".join(map(str, cage)) for cage in cages]
        yield "\n".join([str(len(cages)), *lines, ""])
