import pytest


@pytest.mark.parametrize("i", range(15))
def test_add(student, i):
    """add gives the sum"""
    assert student.add(i, 2) == 2 + i


@pytest.mark.parametrize("i", range(15))
def test_digits(student, i):
    """digits gives the digits"""
    assert student.digits(10 * i + 10) == [*map(int, str(i + 1)), 0]


@pytest.mark.parametrize("i", range(15))
def test_mirror(student, i):
    """mirror reverses a text"""
    assert student.mirror("a" * i + "b") == "b" + "a" * i


@pytest.mark.parametrize("i", range(15))
def test_distinct(student, i):
    """distinct gives every item once, in increasing order"""
    assert student.distinct([i, 20, i, 20]) == [i, 20]
