"""The fold starts with 0, as for a sum.

caught by: product_list
"""

from functools import reduce
from operator import mul


def product_list(numbers):
    return reduce(mul, numbers, 0)
