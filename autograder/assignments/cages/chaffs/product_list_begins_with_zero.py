"""The fold begins with 0, as that of a sum does.

caught by: product_list
"""

from functools import reduce
from operator import mul


def product_list(numbers):
    return reduce(mul, numbers, 0)
