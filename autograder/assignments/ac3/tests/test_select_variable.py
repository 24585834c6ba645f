import boards
import pytest
from ac3 import select_variable

TABLE = {
    "two values before three": ("123 12\n123 123", (0, 1)),
    "three values before four": ("1234 123\n1 2", (0, 1)),
    "the first": ("123 1234\n1 2", (0, 0)),
    "the last": ("123 2\n2 12", (1, 1)),
    "four values before five": ("12345 1234\n1 2", (0, 1)),
    "beside a value": ("1 123\n12 123", (1, 0)),
    "beside an empty domain": ("- 123\n12 -", (1, 0)),
    "large values": ("123 89", (0, 1)),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_smallest_domain(text, expected):
    """select_variable returns the position with the smallest domain of more than one value"""
    assert select_variable(boards.domains(text)) == expected


def test_singletons_are_left_out():
    """select_variable skips positions that have a value"""
    domains = boards.domains("1 123 234 1234\n4 134 1234 123\n1234 12 3 1234\n2 123 1234 4")
    assert select_variable(domains) == (2, 1)


def test_first_position():
    """select_variable returns (0, 0) if no other position has more than one value"""
    assert select_variable(boards.domains("12 2\n2 1")) == (0, 0)


def test_any_of_the_smallest():
    """select_variable may return any of the smallest domains"""
    positions = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert select_variable(boards.HALF_WAY) in positions


def test_last_position():
    """select_variable also looks at the last position, in every call"""
    assert select_variable(boards.domains("123 2\n2 12")) == (1, 1)
    assert select_variable(boards.domains("123 12\n2 3")) == (0, 1)
