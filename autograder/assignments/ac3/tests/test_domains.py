import boards
import pytest
from ac3 import assign_value, get_value_of, is_complete, is_singleton

SINGLETONS = {
    "one value": ([3], True),
    "two values": ([1, 2], False),
    "no value": ([], False),
    "all values": ([1, 2, 3, 4], False),
}


@pytest.mark.parametrize(("domain", "expected"), SINGLETONS.values(), ids=SINGLETONS)
def test_is_singleton(domain, expected):
    """is_singleton returns whether a domain holds exactly one value"""
    assert is_singleton(domain) is expected


COMPLETE = {
    "one position": (boards.domains("1"), True),
    "all but the first": (boards.domains("12 2\n2 1"), False),
    "all but the last": (boards.domains("1 2\n2 12"), False),
    "an empty domain": (boards.domains("1 2\n- 1"), False),
    "rules are ignored": (boards.domains("1 1\n1 1"), True),
    "all values everywhere": (boards.FULL, False),
    "some singletons": (boards.HALF_WAY, False),
    "a solution": (boards.SOLVED, True),
}


@pytest.mark.parametrize(("domains", "expected"), COMPLETE.values(), ids=COMPLETE)
def test_is_complete(domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert is_complete(domains) is expected


DOMAINS = boards.domains("1 12 2\n12 - 3")

VALUES = {
    "a value": ((0, 0), 1),
    "several values": ((0, 1), None),
    "row before column": ((1, 2), 3),
    "no value": ((1, 1), None),
}


@pytest.mark.parametrize(("position", "expected"), VALUES.values(), ids=VALUES)
def test_get_value_of(position, expected):
    """get_value_of returns the only value in the domain of the position, or None"""
    assert get_value_of(DOMAINS, position) == expected


def test_assign_value_value_is_assigned():
    """assign_value makes the value the only one in the domain"""
    expected = boards.domains("12 2\n12 12")
    assert assign_value(boards.domains("12 12\n12 12"), (0, 1), 2) == expected


def test_assign_value_result_is_a_copy():
    """assign_value returns a copy with new lists in which the position has only the value"""
    expected = boards.domains("1 12\n12 12")
    assert assign_value(boards.domains("12 12\n12 12"), (0, 0), 1) == expected


def test_assign_value_row_before_column():
    """assign_value changes only the domain of the position, row first"""
    expected = boards.domains("12 12\n1 12")
    assert assign_value(boards.domains("12 12\n12 12"), (1, 0), 1) == expected


def test_assign_value_value_that_was_ruled_out():
    """assign_value assigns the value whatever the domain was before"""
    assert assign_value(boards.domains("1 12"), (0, 0), 2) == boards.domains("2 12")


def test_assign_value_second_call():
    """assign_value begins with the domains that it gets, not with those of an earlier call"""
    domains = boards.domains("12 12\n12 12")
    assert assign_value(domains, (0, 0), 1) == boards.domains("1 12\n12 12")
    assert assign_value(domains, (0, 1), 2) == boards.domains("12 2\n12 12")
