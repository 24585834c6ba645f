"""One pass over the cells: numbers seen are bits of an int for each row and column.

Cages are looked at by what is left of their sum. check_valid asks them first, and then the others
in any case.
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
        left, empty = cage[0], False
        for i in range(2, 2 + cage[1]):
            row, column = divmod(cage[i], size)
            left -= puzzle[row][column]
            empty = empty or puzzle[row][column] == 0
        if left < 0 or (left == 0) == empty:
            return False
    return True


def check_columns_valid(puzzle):
    seen = [0] * len(puzzle)
    for row in puzzle:
        for x, number in enumerate(row):
            bit = 1 << number
            if number and seen[x] & bit:
                return False
            seen[x] |= bit
    return True


def check_rows_valid(puzzle):
    for row in puzzle:
        seen = 0
        for number in row:
            bit = 1 << number
            if number and seen & bit:
                return False
            seen |= bit
    return True
