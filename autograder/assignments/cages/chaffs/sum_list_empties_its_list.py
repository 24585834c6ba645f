"""The recursion takes the numbers out of the list that it was given.

caught by: sum_list
"""


def sum_list(numbers):
    return numbers.pop() + sum_list(numbers) if numbers else 0
