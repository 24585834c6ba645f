"""A partly filled cage is checked only if exactly one of its cells is empty.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    numbers = [number for row in puzzle for number in row]
    for cage_sum, _, *cells in cages:
        filled = [numbers[cell] for cell in cells if numbers[cell] != 0]
        empty = len(cells) - len(filled)
        if empty == 0 and sum(filled) != cage_sum:
            return False
        if empty == 1 and sum(filled) >= cage_sum:
            return False
    return True
