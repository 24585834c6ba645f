"""The fold starts with 1, as for a product.

caught by: sum_list
"""

from functools import reduce
from operator import add


def sum_list(numbers):
    return reduce(add, numbers, 1)
