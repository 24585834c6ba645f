"""Zeros are left out of the product.

caught by: product_list
"""


def product_list(numbers):
    return reduce(mul, [number for number in numbers if number], 1)
