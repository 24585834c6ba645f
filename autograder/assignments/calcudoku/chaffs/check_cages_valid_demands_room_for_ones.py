"""A cage must leave room for a 1 in each empty cell, which the rule does not demand.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    for cage_sum, _, *cells in cages:
        numbers = [puzzle[cell // len(puzzle)][cell % len(puzzle)] for cell in cells]
        if 0 not in numbers and sum(numbers) != cage_sum:
            return False
        if sum(numbers) + numbers.count(0) > cage_sum:
            return False
    return True
