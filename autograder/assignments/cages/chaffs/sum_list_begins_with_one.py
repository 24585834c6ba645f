"""The fold begins with 1, as that of a product does.

caught by: sum_list
"""

from functools import reduce
from operator import add


def sum_list(numbers):
    return reduce(add, numbers, 1)
