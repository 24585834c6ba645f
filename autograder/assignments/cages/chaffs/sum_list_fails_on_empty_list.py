"""The fold has no initial value, so an empty list raises an error.

caught by: sum_list
"""

from functools import reduce
from operator import add


def sum_list(numbers):
    return reduce(add, numbers)
