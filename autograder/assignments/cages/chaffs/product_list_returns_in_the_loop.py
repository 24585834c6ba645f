"""The return is inside the loop, so only the first number counts.

caught by: product_list
"""


def product_list(numbers):
    product = 1
    for number in numbers:
        product *= number
        return product
    return product
