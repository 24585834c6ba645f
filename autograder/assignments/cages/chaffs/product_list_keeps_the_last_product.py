"""The product is kept between calls.

caught by: product_list
"""

_total = [1]


def product_list(numbers):
    for number in numbers:
        _total[0] *= number
    return _total[0]
