import pytest
from cages import product_list

TABLE = {
    "six": ([6, 5, 4, 3, 2, 1], 720),
    "all the same": ([2, 2, 2, 2, 2], 32),
    "the last one counts": ([2, 3, 6], 36),
    "a one changes nothing": ([1, 6, 1], 6),
    "nothing but a zero": ([0], 0),
}


@pytest.mark.parametrize(("numbers", "expected"), TABLE.values(), ids=TABLE)
def test_product(numbers, expected):
    """product_list multiplies the numbers"""
    assert product_list(numbers) == expected


def test_again():
    """product_list returns the same for the same list, whatever it multiplied before"""
    assert product_list([1, 3, 5]) == 15
    assert product_list([2, 2]) == 4
    assert product_list([1, 3, 5]) == 15
