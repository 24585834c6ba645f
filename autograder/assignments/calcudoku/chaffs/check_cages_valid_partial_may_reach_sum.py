"""A cage with an empty cell may reach its sum: <= instead of <.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle: list[list[int]], cages: list[list[int]]) -> bool:
    for cage_sum, _, *cells in cages:
        numbers = [puzzle[cell // len(puzzle)][cell % len(puzzle)] for cell in cells]
        if sum(numbers) > cage_sum or (0 not in numbers and sum(numbers) < cage_sum):
            return False
    return True
