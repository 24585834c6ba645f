import boards
import pytest
from ac3 import assign_value, get_value_of, is_complete, is_singleton

SINGLETONS = {
    "the value 1": ([1], True),
    "the value 6": ([6], True),
    "no value": ([], False),
    "1 and another": ([1, 6], False),
    "three values": ([2, 4, 5], False),
}


@pytest.mark.parametrize(("domain", "expected"), SINGLETONS.values(), ids=SINGLETONS)
def test_is_singleton(domain, expected):
    """is_singleton returns whether a domain holds exactly one value"""
    assert is_singleton(domain) is expected


COMPLETE = {
    "the last is not a singleton": (boards.domains("1 2\n2 12"), False),
    "the first is not a singleton": (boards.domains("12 2\n2 1"), False),
    "an empty domain": (boards.domains("1 2\n- 1"), False),
    "rules are ignored": (boards.domains("1 1\n1 1"), True),
    "one position": (boards.domains("1"), True),
}


@pytest.mark.parametrize(("domains", "expected"), COMPLETE.values(), ids=COMPLETE)
def test_is_complete(domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert is_complete(domains) is expected


VALUES = {
    "row before column": ((1, 2), 2),
    "column after row": ((2, 3), 4),
    "the value 1": ((0, 3), 1),
    "the last": ((3, 3), 2),
}


@pytest.mark.parametrize(("position", "expected"), VALUES.values(), ids=VALUES)
def test_get_value_of_values(position, expected):
    """get_value_of returns the value of a position, row first"""
    assert get_value_of(boards.HALF_WAY, position) == expected


def test_get_value_of_no_value():
    """get_value_of returns None for a domain without values"""
    assert get_value_of(boards.domains("1 -\n2 1"), (0, 1)) is None


BEFORE = boards.domains("123 12 3\n13 123 2\n2 13 123")

ASSIGNED = {
    "row first": ((1, 0), 3, "123 12 3\n3 123 2\n2 13 123"),
    "last position": ((2, 2), 1, "123 12 3\n13 123 2\n2 13 1"),
    "a value that was ruled out": ((1, 0), 2, "123 12 3\n2 123 2\n2 13 123"),
    "other domains stay": ((0, 0), 2, "2 12 3\n13 123 2\n2 13 123"),
}


@pytest.mark.parametrize(("position", "value", "after"), ASSIGNED.values(), ids=ASSIGNED)
def test_assign_value_values(position, value, after):
    """assign_value changes only the domain of the position"""
    assert assign_value(BEFORE, position, value) == boards.domains(after)


def test_assign_value_result_is_a_copy():
    """assign_value returns a copy that holds no list of the old domains"""
    after = boards.domains("123 12 3\n13 2 2\n2 13 123")
    assert assign_value(BEFORE, (1, 1), 2) == after
