import pytest
from work import double


@pytest.mark.parametrize("number", range(4))
def test_doubles(number):
    """double doubles a number"""
    assert double(number) == 2 * number


def test_keeps():
    """double leaves its argument alone"""
    assert double([1]) == [1, 1]
