"""A product of 0 counts as the product of no numbers.

caught by: product_list
"""


def product_list(numbers):
    return reduce(mul, numbers, 1) or 1
