import pytest
from cages import sum_list

TABLE = {
    "six": ([6, 5, 4, 3, 2, 1], 21),
    "all the same": ([5, 5, 5, 5], 20),
    "the last one counts": ([1, 1, 6], 8),
    "many": ([1] * 36, 36),
}


@pytest.mark.parametrize(("numbers", "expected"), TABLE.values(), ids=TABLE)
def test_sum(numbers, expected):
    """sum_list adds up the numbers"""
    assert sum_list(numbers) == expected


def test_again():
    """sum_list returns the same for the same list, whatever it added up before"""
    assert sum_list([1, 3, 5]) == 9
    assert sum_list([2, 2]) == 4
    assert sum_list([1, 3, 5]) == 9
