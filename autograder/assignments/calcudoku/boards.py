"""Boards and cages for the tests. CAGES is the puzzle of the specification, SOLUTION solves it."""

CAGES = [
    [5, 2, 0, 5],
    [8, 3, 1, 2, 6],
    [8, 2, 3, 8],
    [6, 3, 4, 9, 14],
    [13, 3, 7, 12, 13],
    [5, 2, 10, 15],
    [14, 4, 11, 16, 20, 21],
    [6, 3, 17, 18, 22],
    [10, 3, 19, 23, 24],
]

SOLUTION = [
    [4, 1, 2, 5, 3],
    [1, 5, 4, 3, 2],
    [2, 3, 5, 4, 1],
    [3, 4, 1, 2, 5],
    [5, 2, 3, 1, 4],
]

PARTLY_FILLED = [
    [4, 1, 2, 5, 3],
    [1, 5, 4, 3, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
]


def empty(size):
    return [[0] * size for _ in range(size)]


def changed(puzzle, row, column, number):
    """Return a copy of a puzzle with another number in one cell."""
    copy = [list(numbers) for numbers in puzzle]
    copy[row][column] = number
    return copy


def board(size, numbers):
    """Return a board that is empty but for these numbers: {(row, column): number}."""
    puzzle = empty(size)
    for (row, column), number in numbers.items():
        puzzle[row][column] = number
    return puzzle


def give(monkeypatch, solver_funcs, cages, right):
    """Let the functions that check_valid uses return what is right for the board of a test.

    `right` has the results for rows, for columns and for these cages; for others, the last one is
    wrong. So check_valid is tested by itself; one that does not use the others gives the same
    answer.
    """

    def check_cages_valid(_, found):
        return right[2] if found == cages else not right[2]

    monkeypatch.setattr(solver_funcs, "check_rows_valid", lambda _: right[0])
    monkeypatch.setattr(solver_funcs, "check_columns_valid", lambda _: right[1])
    monkeypatch.setattr(solver_funcs, "check_cages_valid", check_cages_valid)
