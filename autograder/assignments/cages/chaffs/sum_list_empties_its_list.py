"""The recursion removes the numbers from the list that was passed.

caught by: sum_list
"""


def sum_list(numbers):
    return numbers.pop() + sum_list(numbers) if numbers else 0
