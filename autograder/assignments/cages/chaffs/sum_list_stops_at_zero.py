"""The sum ends at the first 0.

caught by: sum_list
"""


def sum_list(numbers):
    if not numbers or not numbers[0]:
        return 0
    return numbers[0] + sum_list(numbers[1:])
