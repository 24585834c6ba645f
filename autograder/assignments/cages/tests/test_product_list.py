import pytest
from cages import product_list

TABLE = {
    "three": ([1, 3, 5], 15),
    "one": ([4], 4),
    "none": ([], 1),
    "a number twice": ([3, 3], 9),
    "a zero": ([3, 0, 5], 0),
}


@pytest.mark.parametrize(("numbers", "expected"), TABLE.values(), ids=TABLE)
def test_product(numbers, expected):
    """product_list multiplies the numbers"""
    assert product_list(numbers) == expected
