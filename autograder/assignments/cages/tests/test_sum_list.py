import pytest
from cages import sum_list

TABLE = {
    "three": ([1, 3, 5], 9),
    "one": ([4], 4),
    "none": ([], 0),
    "a number twice": ([2, 2], 4),
    "zeros": ([0, 4, 0, 1], 5),
}


@pytest.mark.parametrize(("numbers", "expected"), TABLE.values(), ids=TABLE)
def test_sum(numbers, expected):
    """sum_list adds up the numbers"""
    assert sum_list(numbers) == expected
