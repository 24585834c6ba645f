"""The sum was copied and its operation kept.

caught by: product_list
"""


def product_list(numbers):
    product = 1
    for number in numbers:
        product += number
    return product
