import boards
import pytest
from ac3 import get_value_of

DOMAINS = boards.domains("1 12 2\n12 - 3")

TABLE = {
    "a value": ((0, 0), 1),
    "several values": ((0, 1), None),
    "row before column": ((1, 2), 3),
    "no value": ((1, 1), None),
}


@pytest.mark.parametrize(("position", "expected"), TABLE.values(), ids=TABLE)
def test_values(position, expected):
    """get_value_of returns the only value in the domain of the position, or None"""
    assert get_value_of(DOMAINS, position) == expected
