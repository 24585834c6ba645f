"""The product of no numbers is 0.

caught by: product_list
"""

from math import prod


def product_list(numbers):
    return prod(numbers) if numbers else 0
