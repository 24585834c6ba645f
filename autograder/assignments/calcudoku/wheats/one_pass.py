"""One pass over the cells: the numbers seen in a row or column are the bits of an int.

Cages are checked by subtracting from their sum. check_valid checks the cages first, and always
calls all three functions.
"""


def check_valid(puzzle, cages):
    checks = [
        (check_cages_valid, (puzzle, cages)),
        (check_columns_valid, (puzzle,)),
        (check_rows_valid, (puzzle,)),
    ]
    invalid = [check.__name__ for check, arguments in checks if not check(*arguments)]
    return invalid == []


def check_cages_valid(puzzle, cages):
    size = len(puzzle)
    for cage in cages:
        remaining, empty = cage[0], False
        for i in range(2, 2 + cage[1]):
            row, column = divmod(cage[i], size)
            remaining -= puzzle[row][column]
            empty = empty or puzzle[row][column] == 0
        if remaining < 0 or (remaining == 0) == empty:
            return False
    return True


def check_columns_valid(puzzle):
    seen = [0] * len(puzzle)
    for row in puzzle:
        for x, number in enumerate(row):
            if number:
                bit = 1 << number
                if seen[x] & bit:
                    return False
                seen[x] |= bit
    return True


def check_rows_valid(puzzle):
    for row in puzzle:
        seen = 0
        for number in row:
            if number:
                bit = 1 << number
                if seen & bit:
                    return False
                seen |= bit
    return True
