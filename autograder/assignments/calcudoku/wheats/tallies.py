"""Tallies of the numbers 1 to n, which no board exceeds: how often each is in a line or a cage.

The functions for rows and columns are made by another function.
"""


def tally(numbers, size):
    return list(map(numbers.count, range(1, size + 1)))


def no_duplicate_in(lines):
    def check(puzzle):
        return all(max(tally(line, len(puzzle))) <= 1 for line in lines(puzzle))

    return check


check_rows_valid = no_duplicate_in(lambda puzzle: puzzle)
check_columns_valid = no_duplicate_in(
    lambda puzzle: [list(column) for column in zip(*puzzle, strict=True)]
)


def check_cages_valid(puzzle, cages):
    size = len(puzzle)
    for cage in cages:
        counts = tally([puzzle[cell // size][cell % size] for cell in cage[2:]], size)
        total = sum(number * count for number, count in enumerate(counts, 1))
        full = sum(counts) == cage[1]
        if total > cage[0] or full != (total == cage[0]):
            return False
    return True


def check_valid(puzzle, cages):
    lines_valid = check_rows_valid(puzzle) and check_columns_valid(puzzle)
    return lines_valid and check_cages_valid(puzzle, cages)
