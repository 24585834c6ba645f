import pytest
from functions import add, digits, distinct, mirror


@pytest.mark.parametrize("i", range(15))
def test_add(i):
    """add gives the sum"""
    assert add(i, 2) == 2 + i


@pytest.mark.parametrize("i", range(15))
def test_digits(i):
    """digits gives the digits"""
    assert digits(10 * i + 10) == [*map(int, str(i + 1)), 0]


@pytest.mark.parametrize("i", range(15))
def test_mirror(i):
    """mirror reverses a text"""
    assert mirror("a" * i + "b") == "b" + "a" * i


@pytest.mark.parametrize("i", range(15))
def test_distinct(i):
    """distinct gives every item once, in increasing order"""
    assert distinct([i, 20, i, 20]) == [i, 20]
