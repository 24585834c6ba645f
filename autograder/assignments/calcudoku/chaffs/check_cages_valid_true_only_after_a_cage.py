"""The result becomes True only after a valid cage, so a board without cages is not valid.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    numbers = [number for row in puzzle for number in row]
    valid = False
    for cage_sum, _, *cells in cages:
        total, full = 0, True
        for cell in cells:
            total += numbers[cell]
            full = full and numbers[cell] != 0
        if total > cage_sum or full != (total == cage_sum):
            return False
        valid = True
    return valid
