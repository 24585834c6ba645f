"""The sum is kept between calls.

caught by: sum_list
"""

_total = [0]


def sum_list(numbers):
    for number in numbers:
        _total[0] += number
    return _total[0]
