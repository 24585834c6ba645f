"""The numbers of a cage are added up only as far as its first empty cell.

caught by: check_cages_valid
"""


def check_cages_valid(puzzle, cages):
    numbers = [number for row in puzzle for number in row]
    for cage_sum, _, *cells in cages:
        total = 0
        for cell in cells:
            if numbers[cell] == 0:
                if total >= cage_sum:
                    return False
                break
            total += numbers[cell]
        else:
            if total != cage_sum:
                return False
    return True
