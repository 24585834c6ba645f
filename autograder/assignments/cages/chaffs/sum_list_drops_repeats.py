"""A number that occurs twice counts once.

caught by: sum_list
"""


def sum_list(numbers):
    return sum(set(numbers))
