"""The fold has no result to begin with, so a list without numbers has none.

caught by: sum_list
"""

from functools import reduce
from operator import add


def sum_list(numbers):
    return reduce(add, numbers)
