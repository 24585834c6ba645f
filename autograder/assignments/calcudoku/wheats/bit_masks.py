"""A number is a bit of a mask, and check_valid does not call the other functions."""


def repeats(numbers):
    mask = 0
    for number in numbers:
        bit = 1 << number
        if number and mask & bit:
            return True
        mask |= bit
    return False


def wrong(cage, puzzle):
    size, empty, left = len(puzzle), False, cage[0]
    for cell in sorted(cage[2:], reverse=True):
        number = puzzle[cell // size][cell % size]
        empty = empty or not number
        left -= number
    return left < 1 if empty else left != 0


def check_rows_valid(puzzle):
    return not [row for row in puzzle if repeats(row)]


def check_columns_valid(puzzle):
    columns = ([row[i] for row in puzzle] for i in range(len(puzzle)))
    return not [column for column in columns if repeats(column)]


def check_cages_valid(puzzle, cages):
    return [cage for cage in cages if wrong(cage, puzzle)] == []


def check_valid(puzzle, cages):
    lines = [list(row) for row in puzzle] + [list(column) for column in zip(*puzzle, strict=True)]
    faults = [repeats(line) for line in lines] + [wrong(cage, puzzle) for cage in cages]
    return not any(faults)
