import boards
import pytest
from ac3 import get_value_of

TABLE = {
    "row before column": ((1, 2), 2),
    "column after row": ((2, 3), 4),
    "the value 1": ((0, 3), 1),
    "the last": ((3, 3), 2),
}


@pytest.mark.parametrize(("position", "expected"), TABLE.values(), ids=TABLE)
def test_values(position, expected):
    """get_value_of returns the value of a position, row first"""
    assert get_value_of(boards.HALF_WAY, position) == expected


def test_no_value():
    """get_value_of returns None for a domain without values"""
    assert get_value_of(boards.domains("1 -\n2 1"), (0, 1)) is None
