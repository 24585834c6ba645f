"""A cage counts as full when its last cell contains a number.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    for cage_sum, _, *cells in cages:
        numbers = [puzzle[cell // len(puzzle)][cell % len(puzzle)] for cell in cells]
        if numbers[-1] == 0 and sum(numbers) >= cage_sum:
            return False
        if numbers[-1] != 0 and sum(numbers) != cage_sum:
            return False
    return True
