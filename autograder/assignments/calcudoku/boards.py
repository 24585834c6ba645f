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

SIX = [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 1],
    [3, 4, 5, 6, 1, 2],
    [4, 5, 6, 1, 2, 3],
    [5, 6, 1, 2, 3, 4],
    [6, 1, 2, 3, 4, 5],
]

SIX_CAGES = [
    [3, 2, 0, 1],
    [12, 3, 2, 3, 4],
    [9, 3, 5, 11, 17],
    [8, 3, 6, 7, 12],
    [20, 4, 8, 9, 14, 15],
    [10, 4, 10, 16, 21, 22],
    [13, 3, 13, 18, 19],
    [7, 2, 20, 26],
    [16, 4, 23, 29, 34, 35],
    [17, 3, 24, 25, 30],
    [10, 4, 27, 28, 32, 33],
    [1, 1, 31],
]

SEVEN = [
    [1, 2, 3, 4, 5, 6, 7],
    [3, 4, 5, 6, 7, 1, 2],
    [5, 6, 7, 1, 2, 3, 4],
    [7, 1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 7, 1],
    [4, 5, 6, 7, 1, 2, 3],
    [6, 7, 1, 2, 3, 4, 5],
]

SEVEN_ROWS_AS_CAGES = [
    [28, 7, 0, 1, 2, 3, 4, 5, 6],
    [28, 7, 7, 8, 9, 10, 11, 12, 13],
    [28, 7, 14, 15, 16, 17, 18, 19, 20],
    [28, 7, 21, 22, 23, 24, 25, 26, 27],
    [28, 7, 28, 29, 30, 31, 32, 33, 34],
    [28, 7, 35, 36, 37, 38, 39, 40, 41],
    [28, 7, 42, 43, 44, 45, 46, 47, 48],
]


# As text, 1 and 2 are parts of 12. Each row is the one above, moved by one cell.
TWELVE = [[(row + column) % 12 + 1 for column in range(12)] for row in range(12)]

TWELVE_ROWS_AS_CAGES = [[78, 12, *range(12 * row, 12 * row + 12)] for row in range(12)]


def empty(size):
    return [[0] * size for _ in range(size)]


def changed(puzzle, row, column, number):
    """Return a copy of a puzzle with another number in one cell."""
    copy = [list(numbers) for numbers in puzzle]
    copy[row][column] = number
    return copy
