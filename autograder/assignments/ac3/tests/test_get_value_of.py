import boards
from ac3 import get_value_of


def test_value():
    """get_value_of returns the only value in the domain of the position"""
    assert get_value_of(boards.HALF_WAY, (0, 1)) == 4


def test_several_values():
    """get_value_of returns None while several values are possible"""
    assert get_value_of(boards.HALF_WAY, (0, 0)) is None
