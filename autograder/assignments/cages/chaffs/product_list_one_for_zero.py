"""A product of 0 is taken for an empty one.

caught by: product_list
"""


def product_list(numbers):
    return reduce(mul, numbers, 1) or 1
