import pytest


@pytest.mark.parametrize("number", range(4))
def test_doubles(student, number):
    """double doubles a number"""
    assert student.double(number) == 2 * number


def test_keeps(student):
    """double leaves its argument alone"""
    assert student.pure.double([1]) == [1, 1]
