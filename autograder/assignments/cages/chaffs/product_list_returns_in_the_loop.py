"""The return stands inside the loop, after the first number.

caught by: product_list
"""


def product_list(numbers):
    product = 1
    for number in numbers:
        product *= number
        return product
    return product
