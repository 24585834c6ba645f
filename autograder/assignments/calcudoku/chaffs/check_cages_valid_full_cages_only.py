"""A cage with an empty cell is always valid, whatever its total.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    for cage_sum, _, *cells in cages:
        numbers = [puzzle[cell // len(puzzle)][cell % len(puzzle)] for cell in cells]
        if 0 not in numbers and sum(numbers) != cage_sum:
            return False
    return True
